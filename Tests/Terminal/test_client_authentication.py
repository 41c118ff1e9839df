"""How the app's client authenticates at servers that read a secret differently, and the app's messages if a server refuses its new client."""
import base64
import json

import pytest
from login_server import LoginServer, connect
from phone import APP, PASSWORD, USER
from session import run, succeeded

# Form-encoding changes it, like the secrets of LemonLDAP::NG and django-allauth.
ODD = "q#R$1x+/=&*(%:"
BOTH = ["client_secret_basic", "client_secret_post"]


class ClientServer(LoginServer):
    """Accepts the new client's token request as `takes` says; the first login's request is a public client's."""

    def __init__(self, authority, takes, methods=BOTH, secret="secret", **registered):
        super().__init__(*authority.issue(), registered={"client_secret": secret, **registered})
        self.takes, self.secret = takes, secret
        self.metadata["token_endpoint_auth_methods_supported"] = methods
        self.registrations = []
        self.refused = {"error": "invalid_client", "error_description": "client authentication failed"}

    def register(self, parameters):
        self.registrations.append(json.loads(self.received[-1].split("\n", 1)[1]))
        return super().register(parameters)

    def token(self, parameters):
        if self.asked["client_id"] == "instance" and not self.takes(self, parameters):
            return 401, {}, self.refused
        status, headers, tokens = super().token(parameters)
        return status, headers, {**tokens, "refresh_token": "refresh"}

    def basic(self):
        """Id and secret exactly as in the header, without decoding."""
        scheme, _, value = (self.credentials or "").partition(" ")
        return base64.b64decode(value).decode().split(":", 1) if scheme == "Basic" else None


def raw(server, parameters):
    """As LemonLDAP::NG and django-allauth: Basic is not decoded, the form is."""
    return server.basic() == ["instance", server.secret] or parameters.get("client_secret") == server.secret


def names_the_client(server, parameters):
    """As the MCP SDK's server: Basic, with the client's id in the form."""
    return server.basic() == ["instance", server.secret] and parameters.get("client_id") == "instance"


def one_way(server, parameters):
    """Strict: a secret in the header and another in the form are two methods of authentication (RFC 6749 §2.3)."""
    return server.basic() == ["instance", server.secret] and "client_secret" not in parameters


def nobody(server, parameters):
    return False


@pytest.mark.parametrize("takes, methods, secret", [
    (raw, BOTH, ODD), (raw, ["client_secret_basic"], "secret"), (names_the_client, ["client_secret_basic"], "secret"),
    (one_way, ["client_secret_basic"], "secret"),
], ids=["raw", "raw, basic alone", "wants client_id", "strict"])
def test_the_flow_works_at_every_kind_of_server(phone, authority, takes, methods, secret):
    with ClientServer(authority, takes, methods, secret) as server:
        connect(phone, server, authority)
        status, lines, errors = phone.flow("--until", "token")
        assert (status, lines[-1]) == (0, {"result": "ok"}), errors
        assert len(server.registrations) == 1


def test_the_configuration_decides(phone, authority):
    with ClientServer(authority, one_way, BOTH, "secret") as server:
        connect(phone, server, authority, clientAuthentication="client_secret_basic")
        assert phone.flow("--until", "token")[0] == 0
        assert server.registrations[0]["token_endpoint_auth_method"] == "client_secret_basic"


@pytest.mark.parametrize("secret, words", [("secret", "registered a moment ago"), (ODD, "HTTP Basic has to encode")])
def test_a_refusal_of_the_newest_client_is_told_as_it_is(phone, authority, secret, words):
    with ClientServer(authority, nobody, ["client_secret_basic"], secret) as server:
        connect(phone, server, authority)
        status, lines, errors = phone.flow("--until", "token")
        assert (status, lines[-1]["error"]) == (77, "invalid_client")
        assert "registered a moment ago" in errors and words in errors and "revoked" not in errors
        assert "client_secret_post" in errors or secret == "secret"


def test_the_screen_offers_the_form(phone, authority):
    """The server states no methods, does not decode Basic, and accepts the form. It does not manage clients, so the app registers again."""
    def form(server, parameters):
        return parameters.get("client_secret") == server.secret

    with ClientServer(authority, form, None, ODD) as server:
        del server.metadata["token_endpoint_auth_methods_supported"]
        connect(phone, server, authority)
        terminal = phone.start()
        # It has no session either: it asks for the user each time.
        for words in (["Start Registration"], ["Start Authentication"], ["registered a moment ago", "Use client_secret_post"]):
            terminal.wait_for(*words).press("enter").wait_for("Log In")
            terminal.type(USER).press("tab").type(PASSWORD).press("enter")
        terminal.wait_for("Start Authentication")
        assert [asked["token_endpoint_auth_method"] for asked in server.registrations] == [
            "client_secret_basic", "client_secret_post"]


def test_a_client_of_somebody_elses_making(phone, authority):
    (phone.folder / "client.secret").write_text("secret\n")
    with ClientServer(authority, raw, ["client_secret_post"], "secret") as server:
        connect(
            phone, server, authority, registration="static-client", clientID="instance", clientSecretFile="client.secret")
        status, lines, errors = phone.flow("--until", "token")
        assert (status, lines[-1]) == (0, {"result": "ok"}), errors
        assert server.registrations == []


def test_a_secret_that_is_not_there_is_named(phone):
    phone.write_config({**phone.members, "registration": "static-client", "clientSecretFile": "none"})
    status, _, errors = phone.flow("--until", "token")
    assert status == 65 and str(phone.folder / "none") in errors and "chmod 600" in errors


def test_a_server_that_does_not_refresh_is_no_failure(phone, authority):
    """Glewlwyd: no refresh_token in its metadata, a refresh token all the same, and 400 without an explanation when that is used."""
    with ClientServer(authority, raw) as server:
        server.metadata["grant_types_supported"] = ["authorization_code"]
        login, token = server.token, lambda parameters: (
            (400, {}, b"") if parameters["grant_type"] == "refresh_token" else login(parameters))
        server.routes["/token"] = token
        connect(phone, server, authority)
        status, lines, errors = phone.flow()
        refresh = next(line for line in lines if line.get("step") == "refresh")
        assert refresh.get("skipped") and "does not refresh for this client" in refresh["why"], lines
        assert (status, lines[-1]) == (0, {"result": "ok"}), errors


def test_a_key_for_a_client_of_somebody_elses_making(phone):
    output = succeeded(phone.command("keys make", "--json"))
    key = json.loads(output)
    assert key["jwk"]["kty"] == "EC" and key["use"] == "client-authentication"
    phone.write_config({
        **phone.members, "registration": "static-client", "clientAuthentication": "private-key"})
    status, _, errors = run([APP, "doctor", *phone.options()], cwd=phone.folder)
    assert status == 65 and "clientKey" in errors + _

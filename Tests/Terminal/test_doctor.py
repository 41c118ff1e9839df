"""`doctor` reads metadata as the app does: what it forecasts is what `flow` then does."""
import json

import pytest
from login_server import LoginServer, connect

OPENID, OAUTH = "/provider/.well-known/openid-configuration", "/.well-known/oauth-authorization-server/provider"

# Member, value, the check that is about it, and its verdict.
WRITTEN_OTHERWISE = [
    ("code_challenge_methods_supported", None, "pkce", "warning"), ("code_challenge_methods_supported", "plain S256", "pkce", "ok"),
    ("response_types_supported", ["code", 5], "response_types", "ok"), ("grant_types_supported", [], "grant_types", "note"),
    ("token_endpoint_auth_methods_supported", None, "token_endpoint_auth", "note"),
    ("token_endpoint_auth_methods_supported", "client_secret_basic", "token_endpoint_auth", "ok"),
    ("id_token_signing_alg_values_supported", "RS256", "id_token_alg", "ok"), ("scopes_supported", [], "scopes", "note"),
    ("userinfo_endpoint", "", "userinfo", "note"), ("revocation_endpoint", "", "revocation", "note")]


def forecast(phone, finding="verdict"):
    status, output, errors = phone.command("doctor", "--json")
    lines = [json.loads(line) for line in output.splitlines()]
    assert lines[-1] == {"result": "ok"} and status == 0, output + errors
    return {line["check"]: line[finding] for line in lines if "check" in line}


@pytest.mark.parametrize("url", ["nosuch", "https://idp.example.com/?a=b", "http://idp.example.com/"])
def test_a_wrong_address_is_not_blamed_on_the_configuration(phone, url):
    status, output, errors = phone.command("doctor", url)
    assert (status, output) == (64, "") and url in errors and str(phone.config) not in errors


@pytest.mark.parametrize("name,value,check,verdict", WRITTEN_OTHERWISE)
def test_a_member_that_is_written_otherwise(phone, authority, name, value, check, verdict):
    with LoginServer(*authority.issue()) as server:
        server.metadata[name] = value
        connect(phone, server, authority, registration="open")
        found = forecast(phone)
        assert found[check] == verdict and "problem" not in found.values(), found
        assert phone.flow("--until", "token")[0] == 0


def test_without_an_id_token_nobody_needs_keys(phone, authority):
    with LoginServer(*authority.issue()) as server:
        server.metadata["id_token_signing_alg_values_supported"] = ["HS256"]
        connect(phone, server, authority, registration="open")
        found = forecast(phone)
        assert found["jwks"] == "note" and found["id_token_alg"] == "note", found
        assert server.metadata["jwks_uri"] in forecast(phone, "text")["jwks"]
        assert phone.flow("--until", "token")[0] == 0


def test_the_document_that_the_app_follows(phone, authority):
    """Without a registration endpoint at the OpenID place the app goes on to that of RFC 8414."""
    with LoginServer(*authority.issue()) as server:
        server.routes[OAUTH] = lambda _: (200, {}, server.metadata)
        server.routes[OPENID] = lambda _: (200, {}, {**server.metadata, "registration_endpoint": None})
        connect(phone, server, authority, registration="open")
        found = forecast(phone)
        assert found["registration"] == "ok" and "metadata_agreement" not in found, found
        assert phone.flow("--until", "register")[0] == 0

"""The app at an independent provider that demands keys: Authlib and joserfc, with private_key_jwt, DPoP with nonces and PAR."""
import base64
import json
import ssl
import urllib.request

import pytest
from phone import REFRESH, START_AUTHENTICATION, START_REGISTRATION, USER, log_in, press_button
from session import succeeded
from provider_process import FAPI
from second_phone import SecondPhone

STEPS = ["discovery", "registration-login", "registration-token", "register", "login", "token", "userinfo", "refresh", "logout"]


def details(lines):
    return {line["step"]: line.get("detail", {}) for line in lines if line.get("ok")}


def refusals(seen):
    """The endpoints that refused, and the reasons."""
    return [(each["endpoint"], each["error"]) for each in seen if each["status"] >= 400]


def header(token):
    part = token.split(".")[0]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


@pytest.mark.parametrize("algorithm", ["ES256", "PS256"])
def test_the_whole_flow(keyed_provider, tmp_path, algorithm):
    keyed_provider.behave(id_token_algorithm=algorithm, registration="token")
    phone = keyed_provider.phone(tmp_path, profile="fapi-2.0")
    status, lines, errors = phone.flow("--reveal")
    assert (status, lines[-1]) == (0, {"result": "ok"}), (errors, keyed_provider.said())
    assert [line["step"] for line in lines[:-1] if line["ok"] and not line.get("skipped")] == STEPS
    detail = details(lines)
    assert [detail[step]["token_type"] for step in ("registration-token", "token", "refresh")] == ["DPoP"] * 3
    assert header(detail["token"]["id_token"])["alg"] == algorithm
    assert detail["userinfo"]["sub"] == USER

    seen = keyed_provider.behave()
    assert refusals(seen) == [("pushed", "use_dpop_nonce")], "each answer brings the nonce for the next proof"
    carried = [each["carried"] for each in seen if each["endpoint"] == "authorize"]
    assert carried and all(names == ["client_id", "request_uri"] for names in carried)
    asked = [each for each in seen if each["endpoint"] in ("pushed", "token", "registration", "userinfo")]
    assert all(each["proof"] and "client_secret" not in each["form"] for each in asked)
    assert {each["scheme"] for each in asked if each["endpoint"] in ("registration", "userinfo")} == {"DPoP"}
    # The first login uses the client that all instances share, which has no key: it sends only its id.
    signed = ["client_assertion" in each["form"] for each in asked if each["endpoint"] in ("pushed", "token")]
    assert signed == [False] * 3 + [True] * 3

    # The registration is kept: with the same keys, and without another registration.
    status, lines, errors = phone.flow()
    assert (status, lines[-1]) == (0, {"result": "ok"}), (errors, keyed_provider.said())
    assert "registration" not in [each["endpoint"] for each in keyed_provider.behave()]


def test_rs256_is_not_taken_where_something_else_is_on_offer(keyed_provider, tmp_path):
    keyed_provider.behave(metadata={"id_token_signing_alg_values_supported": ["RS256", "PS256"]})
    status, lines, errors = keyed_provider.phone(tmp_path, **FAPI).flow("--until", "token", "--reveal")
    assert status == 0, errors
    assert header(details(lines)["token"]["id_token"])["alg"] == "PS256"


def test_each_endpoint_with_nonces_of_its_own(keyed_provider, tmp_path):
    keyed_provider.behave(own_nonces=True, registration="token")
    status, lines, errors = keyed_provider.phone(tmp_path, profile="fapi-2.0").flow()
    assert (status, lines[-1]) == (0, {"result": "ok"}), (errors, keyed_provider.said())
    asked = [each for each in keyed_provider.behave() if each["proof"]]
    assert [each["endpoint"] for each in asked[::2]] == [
        "pushed", "token", "registration", "pushed", "token", "userinfo", "token", "userinfo"]
    for refused, taken in zip(asked[::2], asked[1::2]):
        assert (refused["error"], taken["error"], taken["endpoint"]) == ("use_dpop_nonce", None, refused["endpoint"])


def test_the_life_of_a_phone(keyed_provider, tmp_path):
    keyed_provider.behave()
    phone = keyed_provider.phone(tmp_path, silentStart=True, **FAPI)
    try:
        terminal = phone.start()
        terminal.wait_for(START_REGISTRATION).press("enter")
        terminal.wait_for(START_AUTHENTICATION).press("enter")
        log_in(terminal).wait_for(REFRESH, "Sign Out")
        press_button(terminal, REFRESH)
        terminal.wait_for("Tokens refreshed")
        terminal.press("q").wait_for("Quit now?").press("q").wait_exit()
        keyed_provider.behave()

        terminal = phone.start()
        terminal.wait_for(REFRESH, USER)
        assert "authorize" not in [each["endpoint"] for each in keyed_provider.behave()], "a silent start needs no browser"

        # RFC 7592 §2.2: the new key beside the old one, then alone.
        terminal.press(",").wait_for("Client key", "Renew Key")
        press_button(terminal, "Renew Key")
        terminal.wait_for("by a new key")
        press_button(terminal, REFRESH)
        terminal.wait_for("Tokens refreshed")
        seen = keyed_provider.behave()
        assert refusals(seen) == []
        assert [(each["method"], each["status"]) for each in seen if each["endpoint"] == "client"] == [("PUT", 200)] * 2

        terminal.press(",").wait_for("Revoke Tokens")
        press_button(terminal, "Revoke Tokens")
        terminal.wait_for("Revoke the tokens?", "Keep Them Valid")
        press_button(terminal, "Revoke Tokens")
        terminal.wait_for("Tokens revoked")
        revoked = [each["status"] for each in keyed_provider.behave() if each["endpoint"] == "revocation"]
        assert revoked == [200, 200]
        press_button(terminal, "OK")
        terminal.wait_for(START_AUTHENTICATION).press("enter")
        terminal.wait_for(REFRESH, USER)
        press_button(terminal, "Sign Out")
        terminal.wait_for(START_AUTHENTICATION, "Signed out")

        terminal.press(",").wait_for("Forget This Device")
        press_button(terminal, "Forget This Device")
        terminal.wait_for("Keep It")
        press_button(terminal, "Forget This Device")
        terminal.wait_until(lambda: not phone.keystore.exists(), "the phone to forget")
        deleted = [each["status"] for each in keyed_provider.behave() if each["method"] == "DELETE"]
        assert deleted == [204]
    finally:
        phone.close()


def test_a_renewal_whose_answer_gets_lost_leaves_a_client_that_works(keyed_provider, tmp_path):
    keyed_provider.behave()
    phone = keyed_provider.phone(tmp_path, silentStart=True, **FAPI)
    try:
        terminal = phone.start()
        terminal.wait_for(START_REGISTRATION).press("enter")
        terminal.wait_for(START_AUTHENTICATION).press("enter")
        log_in(terminal).wait_for(REFRESH, "Sign Out")
        keyed_provider.behave(lost=["client"])
        terminal.press(",").wait_for("Renew Key")
        press_button(terminal, "Renew Key")
        terminal.wait_for("update was lost")
        keyed_provider.behave()
        terminal.press("escape").wait_for("was not confirmed")
        press_button(terminal, "Check Registration")
        terminal.wait_until(lambda: "GET" in [each["method"] for each in keyed_provider.behave()], "the check").settle()
        assert not terminal.shows("registered another key"), terminal.text()
        terminal.wait_for(REFRESH)
        press_button(terminal, REFRESH)
        terminal.wait_for("Tokens refreshed")
        asked = keyed_provider.behave()
        assert ("token", 200) in [(each["endpoint"], each["status"]) for each in asked] and refusals(asked) == []
    finally:
        phone.close()


@pytest.mark.parametrize("behaviour, code, at", [
    ({"bearer": True}, "token_type_downgraded", "token"),
    ({"bearer": True, "registration": "token"}, "token_type_downgraded", "registration-token"),
    ({"metadata": {"dpop_signing_alg_values_supported": None}}, "metadata_dpop_unsupported", "discovery"),
    ({"metadata": {"token_endpoint_auth_methods_supported": ["client_secret_basic"]}}, "metadata_private_key_jwt_unsupported",
     "discovery"),
    ({"metadata": {"pushed_authorization_request_endpoint": None, "require_pushed_authorization_requests": None}},
     "metadata_missing_par_endpoint", "discovery"),
    ({"answers": {"pushed": {"expires_in": None}}}, "par_missing_expires_in", "login"),
    ({"answers": {"registration": {"token_endpoint_auth_method": "client_secret_basic"}}},
     "registration_auth_method_downgraded", "register"),
    ({"answers": {"registration": {"jwks": None}}}, "registration_key_mismatch", "register"),
    ({"id_token_algorithm": "EdDSA"}, "metadata_id_token_algorithm_unsupported", "discovery"),
    ({"metadata": {"id_token_signing_alg_values_supported": ["RS256"]}}, "metadata_id_token_algorithm_unsupported", "discovery"),
    ({"answers": {"registration": {"id_token_signed_response_alg": "EdDSA"}}}, "registration_algorithm_unsupported", "register")])
def test_a_provider_that_does_half_of_it_is_refused(keyed_provider, tmp_path, behaviour, code, at):
    keyed_provider.behave(**behaviour)
    members = {"profile": "fapi-2.0"} if behaviour.get("registration") == "token" else FAPI
    status, lines, errors = keyed_provider.phone(tmp_path, **members).flow()
    assert (status, lines[-1]["error"], lines[-1]["step"]) == (69, code, at), errors
    used = [each for each in keyed_provider.behave() if each["endpoint"] in ("userinfo", "registration") and each["scheme"]]
    assert used == [], "a token that is not bound is not used"


def test_a_registration_whose_answer_gets_lost_leaves_no_key(keyed_provider, tmp_path):
    keyed_provider.behave(lost=["registration"])
    phone = keyed_provider.phone(tmp_path, **FAPI)
    status, lines, errors = phone.flow()
    assert (status, lines[-1]["error"]) == (69, "registration_answer_lost"), errors
    keyed_provider.behave()
    assert phone.flow("--until", "token")[0] == 0
    keys = json.loads(phone.command("keys list --json")[1])
    assert sorted(key["use"] for key in keys) == ["client-authentication", "dpop"]


def test_a_secret_beside_the_key_is_not_kept(keyed_provider, tmp_path):
    keyed_provider.behave()
    phone = keyed_provider.phone(tmp_path, **FAPI)
    status, lines, errors = phone.flow("--until", "register")
    assert (status, "client_secret" in details(lines)["register"]) == (0, True), errors
    kept = json.loads(phone.command("keystore show --reveal --json")[1])
    assert "registration_access_token" in kept and "client_secret" not in kept


def test_a_downgrade_is_taken_where_it_is_allowed_by_name(keyed_provider, tmp_path):
    keyed_provider.behave(bearer=True)
    phone = keyed_provider.phone(
        tmp_path, registration="open", clientAuthentication="private-key", dpop=True, pushedAuthorization=True, allowDowngrade=True)
    status, lines, errors = phone.flow()
    assert (status, lines[-1]) == (0, {"result": "ok"}), errors
    assert {each["scheme"] for each in keyed_provider.behave() if each["endpoint"] == "userinfo"} == {"Bearer"}


def test_pushed_requests_are_required(keyed_provider, tmp_path):
    keyed_provider.behave()
    phone = keyed_provider.phone(tmp_path / "told", registration="open", clientAuthentication="private-key", dpop=True)
    status, lines, errors = phone.flow("--until", "login")
    assert (status, "pushed" in [each["endpoint"] for each in keyed_provider.behave()]) == (0, True), errors

    # The metadata does not mention it: the app cannot know, and reports the server's error.
    keyed_provider.behave(metadata={"require_pushed_authorization_requests": None})
    phone = keyed_provider.phone(tmp_path / "untold", registration="open", clientAuthentication="private-key", dpop=True)
    status, lines, errors = phone.flow()
    assert (status, lines[-1]["step"], "a pushed request is needed" in errors) == (69, "login", True), errors


@pytest.mark.parametrize("method", ["client_secret_basic", "private_key_jwt"])
def test_bound_tokens_of_any_client(keyed_provider, tmp_path, method):
    keyed_provider.behave(metadata={"token_endpoint_auth_methods_supported": [method]})
    authentication = "private-key" if method == "private_key_jwt" else "secret"
    phone = keyed_provider.phone(tmp_path, registration="open", dpop=True, clientAuthentication=authentication)
    status, lines, errors = phone.flow()
    assert (status, lines[-1]) == (0, {"result": "ok"}), errors
    assert [details(lines)[step]["token_type"] for step in ("token", "refresh")] == ["DPoP"] * 2
    assert {each["scheme"] for each in keyed_provider.behave() if each["endpoint"] == "token"} == {
        "Basic" if method == "client_secret_basic" else ""}


def test_the_key_of_a_second_phone_opens_nothing(keyed_provider, authority, tmp_path):
    keyed_provider.behave()
    phone, other = (keyed_provider.phone(tmp_path / name, **FAPI) for name in ("phone", "other"))
    held = {}
    for each in (phone, other):
        status, lines, errors = each.flow("--until", "token", "--reveal")
        assert status == 0, errors
        held[each] = details(lines)
    client, stolen, own = held[phone]["register"]["client_id"], held[phone]["token"], held[other]["token"]
    issuer = keyed_provider.issuer
    userinfo, tokens = (issuer.replace("/provider", path) for path in ("/userinfo", "/token"))
    with SecondPhone(other, ssl.create_default_context(cafile=str(authority.pem))) as thief:
        assert thief.ask(userinfo, token=own["access_token"])[0] == 200, "with its own token"
        status, answer = thief.ask(userinfo, token=stolen["access_token"])
        assert (status, answer["error"]) == (401, "invalid_token")

        def refresh(as_client):
            return lambda: {"grant_type": "refresh_token", "refresh_token": stolen["refresh_token"], **thief.assertion(as_client, issuer)}
        status, answer = thief.ask(tokens, refresh(client))
        assert (status, answer["error"]) == (400, "invalid_client"), "the other phone's client needs the other phone's key"
        status, answer = thief.ask(tokens, refresh(held[other]["register"]["client_id"]))
        assert (status, answer["error"]) == (400, "invalid_grant")


def test_a_client_whose_key_was_changed_elsewhere(keyed_provider, authority, tmp_path):
    keyed_provider.behave()
    phone, other = (keyed_provider.phone(tmp_path / name, **FAPI) for name in ("phone", "other"))
    registered = {}
    for each in (phone, other):
        lines = succeeded(each.flow("--until", "register", "--reveal"))
        registered[each] = details(lines)["register"]
    change_keys(registered[phone], registered[other]["jwks"], authority)
    status, lines, errors = phone.flow()
    # The server says only invalid_client; the registration shows what became of the client (RFC 7592 §2.1).
    assert (status, lines[-1]["error"], lines[-1]["step"]) == (69, "registration_key_mismatch", "login"), errors
    assert [each["endpoint"] for each in keyed_provider.behave()].count("pushed") == 1, "it is not tried again"


def change_keys(client, jwks, authority):
    """RFC 7592 §2.2, by a person with the registration access token."""
    left_out = ("registration_access_token", "registration_client_uri", "client_secret_expires_at", "client_id_issued_at")
    document = {name: value for name, value in client.items() if name not in left_out} | {"jwks": jwks}
    request = urllib.request.Request(
        client["registration_client_uri"], json.dumps(document).encode(), method="PUT", headers={
            "Authorization": "Bearer " + client["registration_access_token"], "Content-Type": "application/json"})
    urllib.request.urlopen(request, context=ssl.create_default_context(cafile=str(authority.pem)), timeout=30).close()

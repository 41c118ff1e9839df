"""Every option on: a key instead of the secret, tokens bound to a key, pushed requests; by keystrokes and by `flow`."""
import json

import pytest

from phone import (
    REFRESH, START_AUTHENTICATION, START_REGISTRATION, Phone, log_in, press_button, register, sign_in,
)
from session import succeeded
from test_server_panel import database
from test_two_phones import SHEET, clients, take

EVERYTHING = {"profile": "fapi-2.0", "silentStart": True}
NONCES = {"embeddedServer": {"adminPort": 0, "policies": {"dpopNonce": "always"}}}


@pytest.fixture
def keyed(tmp_path):
    """A phone with a profile, at a server that demands a nonce in every proof."""
    phone = Phone(tmp_path, **EVERYTHING, **NONCES)
    yield phone
    phone.close()


def keys(phone, device="phone"):
    """The phone's keys by their use."""
    output = succeeded(phone.command("keys list", "--device", device, "--json"))
    return {key["use"]: key["thumbprint"] for key in json.loads(output)}


def rows(phone, query):
    with database(phone) as connection:
        return connection.execute(query).fetchall()


def registered_keys(phone):
    found = rows(phone, "select metadata from dynamically_registered_clients")
    return [key["kid"] for (metadata,) in found for key in json.loads(metadata)["jwks"]["keys"]]


def bound_to(phone):
    """The keys to which the access tokens of registered clients are bound."""
    return {row[0] for row in rows(phone, "select dpop_jkt from tokens where kind = 'access' and scope != 'dcr'")}


def foretold(phone, *arguments):
    """The doctor's prediction of the flow's end: its exit status and the error."""
    status, output, errors = phone.command("doctor --json", *arguments)
    assert output, errors
    return status, json.loads(output.splitlines()[-1]).get("error")


def test_the_whole_life_of_a_phone_with_keys(keyed):
    terminal = keyed.start()
    terminal.wait_for(START_REGISTRATION).press("2").wait_for("[2 Sequence")
    register(terminal)
    terminal.wait_for("no secret: a key that never leaves", "Element")
    terminal.press("enter").wait_for(REFRESH, "Sign Out")
    made = keys(keyed)
    assert registered_keys(keyed) == [made["client-authentication"]]
    assert bound_to(keyed) == {made["dpop"]}
    secrets = rows(keyed, "select count(*) from dynamically_registered_clients where metadata like '%client_secret\"%'")
    assert secrets == [(0,)]
    # FAPI 2.0 Security Profile §5.4: ID tokens are signed with another algorithm than RS256.
    assert rows(keyed, "select json_extract(metadata, '$.id_token_signed_response_alg') from dynamically_registered_clients") == [("ES256",)]
    assert ("ES256",) in rows(keyed, "select algorithm from signing_keys")

    press_button(terminal, REFRESH)
    terminal.wait_for("Tokens refreshed")
    # A restart signs in silently, with the same keys.
    terminal.press("q").wait_for("Quit now?").press("q").wait_exit()
    terminal = keyed.start(size=(80, 24))
    terminal.wait_for(REFRESH)
    assert keys(keyed) == made

    press_button(terminal, "Sign Out")
    terminal.wait_for(START_AUTHENTICATION, "Signed out")


def test_a_clone_has_a_registration_and_no_key(keyed):
    terminal = sign_in(keyed.start())
    made = keys(keyed)
    terminal.press("D").wait_for(SHEET)
    press_button(terminal, "Clone This Phone")
    terminal.wait_for("phone-2 has a copy")
    terminal.press("escape").wait_gone(SHEET)
    take(terminal, "phone-2")
    # The silent start finds no key; the app says so and offers a way out. The original still works.
    terminal.wait_for("not on this phone", "Register Again")
    assert keys(keyed, "phone-2") == {}
    # The app has both devices.
    assert foretold(keyed, "--device", "phone-2") == foretold(keyed) == (75, "device_in_use")
    press_button(terminal, "Register Again")
    log_in(terminal)
    terminal.wait_for(START_AUTHENTICATION)
    assert len(clients(keyed)) == 2
    other = keys(keyed, "phone-2")["client-authentication"]
    assert sorted(registered_keys(keyed)) == sorted([made["client-authentication"], other])
    take(terminal, "phone")
    terminal.wait_for(REFRESH)
    press_button(terminal, REFRESH)
    terminal.wait_for("Tokens refreshed")


def test_the_key_is_renewed_and_forgotten(keyed):
    terminal = sign_in(keyed.start())
    before = keys(keyed)
    terminal.press(",").wait_for("Client key", "Renew Key")
    press_button(terminal, "Renew Key")
    terminal.wait_for("by a new key")
    after = keys(keyed)
    assert after["client-authentication"] != before["client-authentication"]
    assert after["dpop"] == before["dpop"]
    assert registered_keys(keyed) == [after["client-authentication"]]
    press_button(terminal, REFRESH)
    terminal.wait_for("Tokens refreshed")
    terminal.press(",").wait_for("Forget This Device")
    press_button(terminal, "Forget This Device")
    terminal.wait_for("Keep It")
    press_button(terminal, "Forget This Device")
    terminal.wait_until(lambda: keys(keyed) == {} and clients(keyed) == [], "the phone to forget its keys and its client")


def test_a_lost_key_is_no_dead_end(keyed):
    terminal = sign_in(keyed.start())
    terminal.press("q").wait_for("Quit now?").press("q").wait_exit()
    succeeded(keyed.command("keys delete", keys(keyed)["dpop"], "--yes"))
    terminal = keyed.start()
    terminal.wait_for("bound to is gone", "Sign in again")
    press_button(terminal, "Retry")
    terminal.wait_for(REFRESH)
    assert bound_to(keyed) >= {keys(keyed)["dpop"]}


@pytest.mark.parametrize("size", [(110, 30), (80, 24), (40, 15)])
def test_face_id_asks_before_the_client_signs(tmp_path, size):
    phone = Phone(tmp_path, clientAuthentication="private-key", userPresence=True)
    try:
        terminal = register(phone.start())
        terminal.press("enter").wait_for("Face ID", "It Is Me")
        terminal.resize(*size)
        terminal.wait_for("Face ID", "It Is Me").press("escape").wait_for("Nothing was signed")
        press_button(terminal, "Retry")
        terminal.wait_for("Face ID").press("enter").wait_for(REFRESH)
    finally:
        phone.close()


def test_flow_does_it_without_a_screen(keyed):
    lines = succeeded(keyed.flow())
    assert lines[-1] == {"result": "ok"}
    steps = [line["step"] for line in lines if line.get("ok")]
    assert steps == [
        "discovery", "registration-login", "registration-token", "register", "login", "token", "userinfo", "refresh",
        "logout",
    ]


def test_flow_has_nobody_to_ask(tmp_path):
    phone = Phone(tmp_path, clientAuthentication="private-key", userPresence=True)
    try:
        assert foretold(phone) == (77, "secure_element_presence_refused")
        status, lines, errors = phone.flow()
        assert (status, lines[-1]["error"]) == (77, "secure_element_presence_refused"), errors
        # By now it is registered, with a key that asks its user.
        assert foretold(phone) == (77, "secure_element_presence_refused")
    finally:
        phone.close()


def test_a_profile_is_all_of_it(keyed):
    keyed.write_config({**keyed.members, "dpop": False})
    status, _, errors = keyed.command("config show")
    assert (status, "profile" in errors) == (65, True), errors

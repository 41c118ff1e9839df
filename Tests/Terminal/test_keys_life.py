"""The life of a phone with keys, at the embedded server: tokens revoked, the client revoked, a second phone, a lost answer."""
import base64
import json

import pytest

from phone import REFRESH, START_AUTHENTICATION, START_REGISTRATION, log_in, press_button, sign_in
from test_isolation import keys_of_the_element
from test_keys import bound_to, keyed, keys, registered_keys  # noqa: F401  (keyed is a fixture)
from test_registration_life import stored_client
from test_server_panel import status
from test_two_phones import SHEET, clients, take

REGISTERED = ["registration-login", "registration-token", "register"]


def refresh(terminal):
    press_button(terminal, REFRESH)
    terminal.wait_for("Tokens refreshed")


def test_tokens_are_revoked_and_a_login_brings_new_ones(keyed):  # noqa: F811
    terminal = sign_in(keyed.start())
    made = keys(keyed)
    terminal.press(",").wait_for("Revoke Tokens")
    press_button(terminal, "Revoke Tokens")
    terminal.wait_for("Revoke the tokens?", "Keep Them Valid")
    press_button(terminal, "Revoke Tokens")
    terminal.wait_for("Tokens revoked")
    press_button(terminal, "OK")
    terminal.wait_for(START_AUTHENTICATION).press("enter").wait_for(REFRESH, "demouser")
    assert keys(keyed) == made
    refresh(terminal)


def test_a_client_that_the_administrator_revokes_is_told_so(keyed):  # noqa: F811
    terminal = sign_in(keyed.start())
    first, made = stored_client(keyed), keys(keyed)
    ended, _, errors = keyed.command("clients revoke", first)
    assert ended == 0, errors
    press_button(terminal, REFRESH)
    terminal.wait_for("Register Again", "Keep").press("d").wait_for("invalid_client")
    assert (stored_client(keyed), keys(keyed)) == (first, made), "nothing is dropped before there is another"
    press_button(terminal, "Register Again")
    log_in(terminal)
    terminal.wait_for(START_AUTHENTICATION).press("enter").wait_for(REFRESH)
    second = stored_client(keyed)
    assert [status(keyed, client) for client in (first, second)] == ["revoked", "active"]
    assert keys(keyed)["client-authentication"] != made["client-authentication"]
    refresh(terminal)


def test_two_phones_have_keys_of_their_own(keyed):  # noqa: F811
    terminal = sign_in(keyed.start())
    terminal.press("D").wait_for(SHEET)
    press_button(terminal, "Add a Phone")
    terminal.wait_gone(SHEET)
    sign_in(terminal)
    made = [keys(keyed), keys(keyed, "phone-2")]
    assert len({thumbprint for each in made for thumbprint in each.values()}) == 4
    assert sorted(registered_keys(keyed)) == sorted(each["client-authentication"] for each in made)
    assert bound_to(keyed) == {each["dpop"] for each in made}
    refresh(terminal)
    take(terminal, "phone")
    terminal.wait_for(REFRESH)
    refresh(terminal)
    assert len(clients(keyed)) == 2


def test_flow_registers_once_for_each_device(keyed):  # noqa: F811
    def flow(*arguments):
        ended, lines, errors = keyed.flow(*arguments)
        assert (ended, lines[-1]) == (0, {"result": "ok"}), errors
        return [line["step"] for line in lines if line.get("skipped")]

    assert flow() == []
    made = keys(keyed)
    assert flow() == REGISTERED, "a registered device skips what it has done already"
    assert (keys(keyed), len(clients(keyed))) == (made, 1)
    assert flow("--device", "other") == []
    others = keys(keyed, "other")
    assert sorted(registered_keys(keyed)) == sorted([made["client-authentication"], others["client-authentication"]])
    assert flow() == REGISTERED


def test_the_panel_keystore_shows_which_keys_and_never_what(keyed):  # noqa: F811
    terminal = keyed.start(size=(140, 50))
    terminal.wait_for(START_REGISTRATION).press("5").wait_for("[5 Keystore]")
    sign_in(terminal)
    made = keys(keyed)
    terminal.wait_for(
        "In the secure element", f"{made['client-authentication'][:8]}… signs for this client", f"{made['dpop'][:8]}… signs for its tokens")
    terminal.press("tab").wait_for("r reveal").press("r").wait_for("r mask")
    terminal.press("end").settle()
    shown = terminal.raw.decode()
    for _, private in keys_of_the_element(keyed):
        texts = [base64.urlsafe_b64encode(private).decode(), base64.b64encode(private).decode(), private.hex(), private.hex().upper()]
        assert not any(text[:12] in shown for text in texts)


@pytest.mark.parametrize("through, known", [(1, 2), (2, 1)], ids=["the new key beside the old one", "the new key alone"])
def test_a_renewal_whose_answer_gets_lost_leaves_a_client_that_works(keyed, through, known):  # noqa: F811
    """The registration succeeds, and in the second case so does the first of two updates; then the server still acts, but its answers are lost."""
    lost = keyed.folder / "lost.json"
    lost.write_text(json.dumps({"version": 1, "faults": [
        {"endpoint": "registration", "defect": "connection-reset", "times": 1, "after": through}]}))
    terminal = sign_in(keyed.start("--faults", lost))
    before, client = keys(keyed), stored_client(keyed)
    terminal.press(",").wait_for("Renew Key")
    press_button(terminal, "Renew Key")
    terminal.wait_for("update was lost")
    registered = registered_keys(keyed)
    assert len(registered) == known and registered != [before["client-authentication"]], "the control: the server knows the new key"
    terminal.press("escape").wait_for("was not confirmed", "Check Registration").press("escape").wait_for(REFRESH)
    refresh(terminal)
    press_button(terminal, "Sign Out")
    terminal.wait_for(START_AUTHENTICATION, "Signed out").press("enter")
    log_in(terminal)
    terminal.wait_for(REFRESH)
    assert stored_client(keyed) == client
    assert bound_to(keyed) == {before["dpop"]}

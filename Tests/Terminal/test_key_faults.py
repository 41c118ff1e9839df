"""Every key fault, switched on in the menu by keystrokes: the phone's message, its code, and a recovery without loss."""
import re
from typing import NamedTuple

import pytest
from leaks import assert_none_leaks, known_secrets
from phone import REFRESH, START_AUTHENTICATION, START_REGISTRATION, Phone, log_in, press_button, register
from test_evidence import members, replay, write_evidence
from test_faults import choose
from test_two_phones import clients

ALL = {"profile": "fapi-2.0"}
TOKENS = {"dpop": True}
ASKING = {"clientAuthentication": "private-key", "userPresence": True}
SHORT = {**ALL, "embeddedServer": {"adminPort": 0, "lifetimes": {"pushedRequest": 10}}}


class Case(NamedTuple):
    preset: str
    config: dict
    code: str
    says: str
    before: str = "login"
    out: str = "retry"


CASES = [
    Case("One nonce after the other", ALL, "use_dpop_nonce", "one nonce after the other", out="off"),
    Case("Proof of another key", ALL, "invalid_token", "refused the token", out="dismiss"),
    Case("Proof used twice", ALL, "invalid_dpop_proof", "the proof of the token", out="dismiss"),
    Case("Proof by a wrong clock", ALL, "invalid_dpop_proof", "the proof of the token"),
    Case("Proof for another token", ALL, "invalid_dpop_proof", "the proof of the token", out="dismiss"),
    Case("Code of another key", TOKENS, "invalid_grant", "refused the code"),
    Case("Code of another key", ALL, "invalid_dpop_proof", "the proof of the token"),
    Case("DPoP ignored", ALL, "token_type_downgraded", "anybody could use"),
    Case("DPoP refused", ALL, "invalid_dpop_proof", "the proof of the token", out="off"),
    Case("Half an answer to a pushed request", ALL, "par_missing_expires_in", "how long its reference", out="off"),
    Case("Nonsense for a pushed request", ALL, "response_member_malformed", "request_uri"),
    Case("Assertion for another server", ALL, "invalid_client", "signed assertion"),
    Case("Assertion expired", ALL, "invalid_client", "signed assertion"),
    Case("Assertion used twice", ALL, "invalid_client", "signed assertion", before="refresh", out="dismiss"),
    Case("Key of the tokens lost", ALL, "dpop_key_lost", "bound to is gone", before="refresh"),
    Case("Key of the client lost", ALL, "client_key_lost", "not on this phone", out="register"),
    Case("Secure element does not answer", ALL, "secure_element_unavailable", "secure element"),
    Case("User says no to the key", ASKING, "secure_element_presence_refused", "Nothing was signed"),
    Case("User answers too late", ASKING, "secure_element_presence_timed_out", "Nothing was signed"),
]


@pytest.fixture
def keyed(tmp_path):
    phones = []

    def make(config):
        phones.append(Phone(tmp_path, **config))
        return phones[-1]

    yield make
    for phone in phones:
        phone.close()


def confirm(terminal, phone):
    """Confirms with Face ID, if the key asks."""
    if phone.members.get("userPresence"):
        terminal.wait_for("Face ID", "It Is Me").press("enter")


def signed_in(terminal, phone):
    terminal.press("enter")
    confirm(terminal, phone)
    terminal.wait_for(REFRESH)


def phone_words(terminal):
    """The phone's text, on the left of the screen, without the frame."""
    return " ".join(" ".join(re.sub("[│▐▌▸◂]", " ", line[:39]).split()) for line in terminal.screen.display).lower()


def switch_on(terminal, preset):
    """Opens the menu, switches the preset on, and closes the menu."""
    terminal.press("F").wait_for("[F Faults]", "Nothing goes wrong on purpose")
    choose(terminal, preset).press("enter").wait_for("On: ")
    terminal.press("escape").wait_gone("[F Faults]")


def switch_off(terminal):
    terminal.press("F").wait_for("[F Faults]").press("x").wait_for("Nothing goes wrong on purpose")
    terminal.press("escape").wait_gone("[F Faults]")


@pytest.mark.parametrize("case", CASES, ids=[f"{case.preset}, {case.code}" for case in CASES])
def test_a_fault_is_played_from_the_menu_and_got_over(keyed, case):
    phone = keyed(case.config)
    terminal = register(phone.start())
    if case.before == "refresh":
        signed_in(terminal, phone)
    known = clients(phone)
    switch_on(terminal, case.preset)
    terminal.press("enter")
    confirm(terminal, phone)
    terminal.wait_until(lambda: case.says.lower() in phone_words(terminal), f"“{case.says}”")
    # A long code is wrapped.
    terminal.press("d").wait_until(lambda: case.code in phone_words(terminal).replace(" ", ""), case.code)
    if case.out != "register":
        terminal.press("escape").wait_gone("Hide Details")
    if case.out == "off":
        switch_off(terminal)
    if case.out == "register":
        press_button(terminal, "Register Again")
        log_in(terminal)
        terminal.wait_for(START_AUTHENTICATION)
        known = clients(phone)
        assert len(known) == 2, "the old client is the server's to forget"
    elif case.out == "dismiss":
        # The tokens are still valid: the user stays signed in.
        press_button(terminal, REFRESH)
        terminal.wait_for("Tokens refreshed")
    if case.out != "dismiss":
        terminal.wait_for(START_AUTHENTICATION)
        signed_in(terminal, phone)
    assert clients(phone) == known, "a client was lost, or made for nothing"


@pytest.mark.parametrize("preset", ["Login request expired", "Login request stolen"])
def test_a_pushed_request_that_is_over_ends_in_the_browser(keyed, preset):
    """The server refuses the reference on its own page: no answer reaches the app, and the person closes the browser."""
    phone = keyed(SHORT)
    terminal = register(phone.start())
    switch_on(terminal, preset)
    terminal.press("enter").wait_for("request_uri is unknown").press("escape")
    terminal.wait_for(START_AUTHENTICATION)
    signed_in(terminal, phone)
    assert len(clients(phone)) == 1


def test_the_menu_offers_what_can_happen_and_says_why_something_cannot(keyed):
    phone = keyed({})
    terminal = phone.start("--faults", "proof-replayed", size=(110, 60))
    terminal.wait_for(START_REGISTRATION).press("F").wait_for("cannot happen: dpop is off", "Client secret expired")
    reasons = [
        ("Proof by a wrong clock", "dpop is off"), ("Assertion expired", "no client key"), ("Login request stolen", "nothing is pushed")]
    for preset, reason in reasons:
        row = re.compile(f"{preset} +cannot happen: {reason}")
        terminal.press("/").type(preset).wait_for(row).press("escape").wait_for("Client secret expired")


def test_evidence_of_keys_holds_no_signature_and_is_replayed(keyed):
    phone = keyed({**ALL, "silentStart": True})
    terminal = phone.start("--faults", "proof-of-another-token")
    register(terminal).press("enter")
    terminal.wait_for("Compare this machine")
    path = write_evidence(phone, terminal)
    contents = members(path)
    assert '"profile":"fapi-2.0"' in re.sub(r"\s", "", contents["manifest.json"])
    assert "dpop+jwt" in "".join(contents.values()) or "eyJ" in contents["messages.har"], "the control failed: no proof is in it"
    for name, text in contents.items():
        assert not re.search(r"eyJ[\w-]+\.[\w-]+\.[\w-]{20,}", text), f"{name} holds a signature"
    assert_none_leaks(contents.items(), known_secrets(phone), allowed=None)
    status, output, errors = replay(phone, path)
    assert (status, errors) == (0, ""), output

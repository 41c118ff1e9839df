"""Step mode: no message leaves the phone before the user releases it, by the server's database and by the disk."""
import contextlib
import re
import sqlite3

import pytest

from phone import LEFT_THE_APP, REFRESH, START_AUTHENTICATION, START_REGISTRATION, log_in, sign_in
from test_server_panel import value


def clients(phone):
    """The number of clients that the server has registered; 0 while it has no database yet."""
    with contextlib.suppress(sqlite3.OperationalError):
        return value(phone, "select count(*) from dynamically_registered_clients")
    return 0


def held(terminal, title, *more):
    """Waits until the flow has stopped before this message. The footer is drawn last."""
    terminal.wait_for(title, *more)
    return terminal.wait_until(lambda: "run on" in terminal.screen.display[-1], "the keys of step mode")


def test_nothing_is_sent_before_it_is_let_go(phone):
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION).press("s").wait_for("leave step mode")
    terminal.press("enter")
    held(terminal, "ask for the metadata", "Discovery 1.0 §4.1", "Step mode").press("enter")
    held(terminal, "open the login to register", "prompt", "login").settle()
    assert LEFT_THE_APP not in terminal.text()
    terminal.press("enter")
    log_in(terminal)
    held(terminal, "swap the code for a dcr token", "code_verifier", "••••").press("space")
    # The card knows the dcr token; the server knows no client.
    held(terminal, "register this instance", "RFC 7591 §3.1", "Authorization").settle()
    assert clients(phone) == 0, "the registration was sent before it was let go"
    terminal.press("enter")
    held(terminal, "save the registration", "cannot be cancelled").settle()
    assert clients(phone) == 1
    assert not phone.keystore.exists(), "the registration was saved before it was let go"
    # There is no way back from here.
    terminal.press("escape").settle()
    terminal.wait_for("save the registration")
    terminal.press("enter").wait_for(START_AUTHENTICATION)
    assert phone.keystore.exists()

    # The second login: the rest of the flow runs on.
    terminal.press("enter")
    held(terminal, "open the login to sign in").press("enter")
    held(terminal, "redeem the code").press("g").wait_for(REFRESH)

    # The next flow stops again, and Cancel leads back.
    terminal.press("enter")
    held(terminal, "renew the tokens").press("escape").wait_for(REFRESH).wait_gone("renew the tokens")
    assert clients(phone) == 1
    terminal.press("s").wait_gone("leave step mode")


def test_a_prediction_is_judged_and_a_slow_motion_goes_by_itself(phone):
    terminal = sign_in(phone.start())
    terminal.press("s").wait_for("leave step mode").press("enter")
    held(terminal, "renew the tokens", "grant_type").press("p")
    terminal.wait_for("What does the app do next?", "1  ", "4  ", "redeem the code").wait_gone("grant_type")
    choices = [line for line in terminal.screen.display if "renew the tokens" in line]
    number = next(word for word in choices[-1].split("renew")[0].split()[::-1] if word.isdigit())
    wrong = "1" if number != "1" else "2"
    terminal.press(wrong).wait_for("Not that one.", "Next comes: renew the tokens", "POST token  /oauth/v2/oauth-token")
    terminal.press("p").wait_gone("Not that one.")
    terminal.press(">").wait_for("Slow motion").wait_for("Tokens refreshed").wait_gone("Slow motion")


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
def test_the_card_lies_on_the_phone_where_there_is_no_room_beside_it(phone, size):
    terminal = phone.start(size=size)
    terminal.wait_for(START_REGISTRATION).press("s", "enter")
    terminal.wait_for("Next message", "ask for the metadata", "Send It").press("enter")
    # The complete card is a page that scrolls to its end; folding it leads back to the buttons.
    terminal.wait_for("open the login to register").press("d", "end").wait_for("login forces a new login").press("escape")
    terminal.wait_for("Send It").press("escape").wait_for(START_REGISTRATION)
    terminal.press("q")
    assert terminal.wait_exit() == 0
    assert clients(phone) == 0


def test_who_leaves_while_a_registration_waits_for_the_disk_has_it(phone):
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION).press("s").wait_for("leave step mode").press("enter")
    held(terminal, "ask for the metadata").press("enter")
    held(terminal, "open the login to register").press("enter")
    log_in(terminal)
    held(terminal, "swap the code").press("enter")
    held(terminal, "register this instance").press("enter")
    held(terminal, "save the registration").press("ctrl-c")
    terminal.wait_exit()
    assert clients(phone) == 1 and phone.keystore.exists()
    phone.start().wait_for(START_AUTHENTICATION)


# Changes to a held message before it is sent.


def held_at_login(phone):
    """The registration, stopped before it opens its login."""
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION).press("s").wait_for("leave step mode").press("enter")
    held(terminal, "ask for the metadata").press("enter")
    return held(terminal, "open the login to register")


def held_at_token(phone):
    """The registration, stopped before it redeems its code."""
    terminal = held_at_login(phone).press("enter")
    log_in(terminal)
    return held(terminal, "swap the code for a dcr token", "code_verifier")


def select(terminal, name):
    """Opens the editor of the held message, and selects a parameter."""
    terminal.press("e").wait_for("Change it before it is sent")
    for _ in range(20):
        terminal.settle()
        if re.search(rf"▸ {name}\b", terminal.text()):
            return terminal
        terminal.press("down")
    raise AssertionError(f"no parameter {name}:\n{terminal.text()}")


def change(terminal, name, value):
    select(terminal, name).press("enter").wait_for("↵ keep").press("ctrl-u").type(value).press("enter")
    return terminal.wait_for("↵ change", "u all as it was", f"▸ {name}  {value}")


def test_a_wrong_code_verifier_registers_nothing(phone):
    terminal = change(held_at_token(phone), "code_verifier", "of-somebody-else-0123456789-0123456789-0123").press("space")
    # The server answers, and the phone reports that as for an unchanged message.
    terminal.wait_for("The server refused", "Retry", "Dismiss", re.compile("POST token .* 400")).press("d").wait_for("invalid_grant")
    assert clients(phone) == 0 and value(phone, "select count(*) from tokens") == 0
    assert value(phone, "select count(*) from authorization_codes where not used") == 1
    assert not phone.keystore.exists()
    # The phone returns to its first screen; step mode is switched off, so the next attempt is not changed.
    terminal.press("escape", "escape").wait_for(START_REGISTRATION).press("s").wait_gone("leave step mode").press("enter")
    log_in(terminal)
    terminal.wait_for(START_AUTHENTICATION)
    assert clients(phone) == 1 and phone.keystore.exists()


def test_what_is_left_as_it_was_goes_on(phone):
    terminal = select(held_at_token(phone), "code_verifier")
    # Escape drops the input, and a second Escape leaves the editor.
    terminal.press("enter").wait_for("↵ keep").type("nonsense").wait_for("nonsense").press("escape").wait_for("↵ change")
    assert "nonsense" not in terminal.text() and "u all as it was" not in terminal.text()
    terminal.press("escape").wait_gone("Change it before it is sent")
    held(terminal, "swap the code for a dcr token").press("enter")
    held(terminal, "register this instance").press("g").wait_for(START_AUTHENTICATION)
    assert clients(phone) == 1


def test_what_was_changed_can_be_put_back(phone):
    terminal = change(held_at_token(phone), "client_id", "somebody-else").press("u").wait_gone("u all as it was", "somebody-else")
    terminal.press("space")
    held(terminal, "register this instance").press("g").wait_for(START_AUTHENTICATION)
    assert clients(phone) == 1


def test_a_wrong_redirect_uri_ends_at_the_servers_error_page(phone):
    terminal = change(held_at_login(phone), "redirect_uri", "io.curity.dcrclient:/other").press("space")
    terminal.wait_for(LEFT_THE_APP, "invalid_request", "redirect_uri", re.compile("oauth-authorize → 400"))
    assert "Password" not in terminal.text(), "there is nothing to log in for"
    terminal.press("escape").wait_for(START_REGISTRATION)
    assert clients(phone) == 0 and value(phone, "select count(*) from authorization_codes") == 0

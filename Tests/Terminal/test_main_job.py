"""From first start to signed in, out and in again, by keystrokes, with whole screens compared."""
import re

from masks import expect
from phone import (
    PASSWORD, REFRESH, START_AUTHENTICATION, START_REGISTRATION, USER, log_in, press_button, re_word, sign_in)


def test_registration_to_sign_out_and_restart(phone):
    first = phone.start()
    first.wait_for(START_REGISTRATION).wait_gone("The identity server is starting")
    expect(first, "registration")

    first.press("enter").wait_for(re_word("Password"))
    expect(first, "browser-login")
    first.type(USER).press("tab").type(PASSWORD)
    expect(first, "browser-login-filled")
    assert PASSWORD not in first.text()

    first.press("enter").wait_for(START_AUTHENTICATION)
    expect(first, "unauthenticated")

    # The second login needs nothing from the user: the browser still has the session.
    first.press("enter").wait_for(REFRESH, "Sign Out", USER)
    expect(first, "authenticated")
    before = first.text()

    first.press("enter").wait_for("Tokens refreshed")
    assert tokens(first.text()) != tokens(before), "Refresh Access Token left the old tokens"

    first.press("p").wait_for("Userinfo", "Demo User", "ID token claims", re.compile(r"Subject +demouser"))
    first.press("escape").wait_for(REFRESH)
    press_button(first, "Sign Out")
    first.wait_for(START_AUTHENTICATION, "Signed out, here and")
    expect(first, "signed-out")
    first.press("q").ends()

    # The keystore has the registration, so the second start skips it; the session has ended, so a login is needed.
    second = phone.start()
    second.wait_for(START_AUTHENTICATION)
    assert START_REGISTRATION not in second.text()
    second.press("enter")
    log_in(second)
    second.wait_for(REFRESH, "Sign Out", USER)
    second.press("q").wait_for("Quit now?").press("q").ends()


def test_the_sequence_panel_shows_the_whole_conversation(phone):
    terminal = sign_in(phone.start(size=(139, 50)))
    terminal.press("2").wait_for("App", "Browser", "Identity server")
    expect(terminal, "sequence")
    terminal.press("1")
    expect(terminal, "messages")
    terminal.press("tab", "home", "enter").wait_for("openid-configuration")
    expect(terminal, "message-detail")
    terminal.press("escape", "q").wait_for("Quit now?").press("q")
    assert terminal.wait_exit() == 0


def tokens(text):
    """The visible beginnings of the access and the refresh token."""
    return re.findall(r"([A-Za-z0-9_-]{4,})-?[•*]{3,}", text)

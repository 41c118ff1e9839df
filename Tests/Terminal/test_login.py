"""The login in the in-app browser: cancelled, mistyped, resized, and with the browser killed."""
import os
import signal

import pytest
from masks import expect
from phone import LEFT_THE_APP, PASSWORD, START_AUTHENTICATION, START_REGISTRATION, USER, log_in, re_word


def open_login(phone, **options):
    terminal = phone.start(**options)
    terminal.wait_for(START_REGISTRATION).press("enter")
    return terminal.wait_for(LEFT_THE_APP, re_word("Password"))


def children_of(pid):
    found = []
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children") as children:
            found += [int(child) for child in children.read().split()]
    return found


def child_of(terminal, program):
    """The kernel keeps 15 characters of a process's name."""
    for child in children_of(terminal.child.pid):
        with open(f"/proc/{child}/comm") as name:
            if name.read().strip() == program[:15]:
                return child
    raise AssertionError(f"no {program} runs")


def browser_of(terminal):
    return child_of(terminal, "dcr-browser")


def test_cancel_in_the_browser_returns_quietly(phone):
    terminal = open_login(phone)
    terminal.press("escape").wait_for(START_REGISTRATION).wait_gone(LEFT_THE_APP)
    expect(terminal, "registration-after-cancel")
    # Cancel is not an error, and the next try works.
    terminal.press("enter")
    log_in(terminal)
    terminal.wait_for(START_AUTHENTICATION)


def test_wrong_password_is_said_in_the_browser_and_can_be_mended(phone):
    terminal = open_login(phone)
    terminal.type(USER).press("tab").type("wrong").press("enter")
    terminal.wait_for(re_word("incorrect|wrong|invalid|not correct|refused"))
    expect(terminal, "browser-wrong-password")
    assert not phone.keystore.exists()


def test_resize_during_the_login(phone):
    terminal = open_login(phone)
    terminal.type(USER)
    for size in ((80, 24), (40, 15), (110, 30)):
        terminal.resize(*size).wait_for(USER)
        expect(terminal, f"browser-login-{size[0]}x{size[1]}")
    terminal.press("tab").type(PASSWORD).press("enter").wait_for(START_AUTHENTICATION)
    # The app notices a resize that happened while the browser had the terminal.
    terminal.resize(80, 24)
    expect(terminal, "unauthenticated-80x24")


def test_resize_behind_the_apps_back(phone):
    """After the browser has ended, the app draws for the terminal's present size."""
    terminal = open_login(phone)
    terminal.resize(80, 24).wait_for(LEFT_THE_APP)
    terminal.press("escape").wait_for(START_REGISTRATION)
    expect(terminal, "registration-80x24")


def arguments_of(pid):
    with open(f"/proc/{pid}/cmdline", "rb") as arguments:
        return arguments.read().decode().split("\0")


def assert_no_request_in_arguments(terminal):
    """Everyone on the machine may read arguments: they contain nothing of a request."""
    browser = browser_of(terminal)
    said = arguments_of(browser) + arguments_of(terminal.child.pid)
    assert "--redirect-uri" in said, "the control failed: these are not the browser's arguments"
    for word in ("state", "nonce", "code_challenge", "id_token_hint", "oauth-authorize", "oauth-session", "https:"):
        assert not any(word in argument for argument in said), said


def test_no_request_stands_in_the_browsers_arguments(phone):
    terminal = open_login(phone)
    assert_no_request_in_arguments(terminal)
    log_in(terminal)
    terminal.wait_for(START_AUTHENTICATION)


def test_a_browser_that_dies_is_an_error_of_the_login(phone):
    terminal = open_login(phone)
    os.kill(browser_of(terminal), signal.SIGKILL)
    terminal.wait_for("Retry", "Dismiss")
    terminal.press("escape").wait_for(START_REGISTRATION).wait_gone("Dismiss")
    terminal.press("q").ends()


def test_the_browser_ends_with_the_app(phone):
    terminal = open_login(phone)
    browser = browser_of(terminal)
    terminal.signal(signal.SIGTERM)
    terminal.wait_exit()
    terminal.assert_restored()
    assert not os.path.exists(f"/proc/{browser}"), "the browser outlived the app"


@pytest.mark.parametrize("arguments", [["--ephemeral"]])
def test_an_ephemeral_browser_keeps_no_session(phone, arguments):
    terminal = phone.start(*arguments)
    terminal.wait_for(START_REGISTRATION).press("enter")
    log_in(terminal)
    terminal.wait_for(START_AUTHENTICATION).press("enter")
    # The first login left no session, so the second asks for the password again.
    log_in(terminal)
    terminal.wait_for("Sign Out")

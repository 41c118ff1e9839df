"""User agents other than the in-app browser: by hand, a program of the user's, and one that cannot start."""
import re
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import pytest
from by_hand import PASTE, Browser, address_of
from phone import APP, START_AUTHENTICATION, START_REGISTRATION, Phone
from session import PATIENCE


@pytest.fixture
def by_hand(tmp_path):
    phones = []

    def make(**members):
        phones.append(Phone(tmp_path, **members))
        return phones[-1]
    yield make
    for phone in phones:
        phone.close()


def test_by_hand(by_hand):
    phone = by_hand()
    terminal = phone.start("--browser", "manual", size=(80, 24))
    terminal.wait_for(START_REGISTRATION).press("enter")
    terminal.wait_for(PASTE)
    redirect = Browser(phone).log_in(address_of(terminal), "io.curity.dcrclient:/callback")
    terminal.type(redirect + "\r")
    terminal.wait_for(START_AUTHENTICATION)
    # The pasted text contains a code.
    assert redirect.encode() not in terminal.raw


def test_by_hand_something_else_is_refused_and_enter_cancels(by_hand):
    phone = by_hand()
    terminal = phone.start("--browser", "manual")
    terminal.wait_for(START_REGISTRATION).press("enter")
    terminal.wait_for(PASTE)
    terminal.type("https://example.com/\r")
    terminal.wait_for("This is not the address")
    terminal.press("enter")
    terminal.wait_for(START_REGISTRATION)
    terminal.press("q").ends()


def test_by_hand_the_redirect_may_come_by_itself(by_hand):
    """Through the loopback port, as over an SSH tunnel."""
    phone = by_hand(redirectUri="http://127.0.0.1/callback")
    terminal = phone.start(
        "--browser", "manual", env={"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22", "USER": "me"})
    terminal.wait_for(START_REGISTRATION).press("enter")
    terminal.wait_for(PASTE)
    port = re.search(rb"ssh -L (\d+):127\.0\.0\.1:\1 me@192\.0\.2\.2", terminal.raw).group(1).decode()
    redirect = Browser(phone).log_in(address_of(terminal), f"http://127.0.0.1:{port}/callback")
    page = urllib.request.urlopen(redirect, timeout=PATIENCE).read().decode()
    assert "You can return to the app" in page
    terminal.wait_for(START_AUTHENTICATION)


def test_by_hand_the_answer_to_another_login_is_an_error_and_the_login_waits_on(by_hand):
    phone = by_hand()
    terminal = phone.start("--browser", "manual", size=(80, 24))
    terminal.wait_for(START_REGISTRATION).press("enter")
    terminal.wait_for(PASTE)
    terminal.type("io.curity.dcrclient:/callback?code=old&state=of-yesterday\r")
    terminal.wait_for("This is the address of another login")
    redirect = Browser(phone).log_in(address_of(terminal), "io.curity.dcrclient:/callback")
    terminal.type(redirect + "\r")
    terminal.wait_for(START_AUTHENTICATION)
    # The user's own mistake does not count as an attack.
    assert "Dropped an answer" not in terminal.text()


def test_a_forged_answer_is_dropped_and_the_login_goes_through(by_hand):
    """Through the operating system's dispatch, and at the loopback port, as any page can send it that guesses the port."""
    for redirect_uri in ["io.curity.dcrclient:/callback", "http://127.0.0.1/callback"]:
        phone = by_hand(redirectUri=redirect_uri)
        terminal = phone.start("--browser", "manual", "--device", "on-" + redirect_uri[:4])
        terminal.wait_for(START_REGISTRATION).press("enter")
        terminal.wait_for(PASTE)
        url = address_of(terminal)
        where = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)["redirect_uri"][0]
        forged = where + "?code=evil&state=guessed"
        if where.startswith("http"):
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(forged, timeout=PATIENCE)
            assert refused.value.code == 400
        else:
            command = [APP, "open-uri", "--data-dir", phone.data, "--device", "on-" + redirect_uri[:4], forged]
            done = subprocess.run(command, capture_output=True, timeout=PATIENCE)
            assert done.returncode == 77, done.stderr
        right = Browser(phone).log_in(url, where)
        terminal.type(right + "\r")
        terminal.wait_for(START_AUTHENTICATION, "Dropped an answer that this app")
        terminal.press("escape").wait_gone("Dropped an answer")
        terminal.press("q").wait_exit()


def test_by_hand_open_uri_counts(by_hand):
    phone = by_hand()
    terminal = phone.start("--browser", "manual")
    terminal.wait_for(START_REGISTRATION).press("enter")
    terminal.wait_for(PASTE)
    redirect = Browser(phone).log_in(address_of(terminal), "io.curity.dcrclient:/callback")
    done = subprocess.run([APP, "open-uri", "--data-dir", phone.data, redirect], capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    terminal.wait_for(START_AUTHENTICATION)


def test_by_hand_in_plain_lines(by_hand):
    phone = by_hand()
    terminal = phone.start("--plain", "--browser", "manual", size=(110, 60))
    terminal.wait_for("1. " + START_REGISTRATION)
    terminal.type("1\r")
    terminal.wait_for(PASTE)
    redirect = Browser(phone).log_in(address_of(terminal), "io.curity.dcrclient:/callback")
    terminal.type(redirect + "\r")
    terminal.wait_for(". " + START_AUTHENTICATION)
    assert redirect.encode() not in terminal.raw


def test_a_browser_that_cannot_start_is_no_dead_end(by_hand):
    phone = by_hand(browser="command", browserCommand="no-such-browser %u")
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION).press("enter")
    terminal.wait_for("The browser cannot be started", "▸ Retry", "Open by Hand").press("down", "enter")
    terminal.wait_for(PASTE).press("enter")
    terminal.wait_for(START_REGISTRATION)


def test_a_program_that_takes_the_terminal(by_hand):
    """The program has the terminal and brings the redirect; then the app takes the terminal back."""
    phone = by_hand(redirectUri="http://127.0.0.1/callback")
    script = phone.folder / "textbrowser"
    script.write_text("#!/bin/sh\nstty -echo -icanon\necho 'this is the text browser'\nread line\nexit 0\n")
    script.chmod(0o700)
    terminal = phone.start("--browser-command", f"{script} %u", "--browser-takes-terminal")
    terminal.wait_for(START_REGISTRATION).press("enter")
    terminal.wait_for("this is the text browser")
    terminal.press("enter")
    terminal.wait_for(START_REGISTRATION)
    terminal.press("q").ends()

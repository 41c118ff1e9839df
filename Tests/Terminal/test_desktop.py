"""The desktop's own browser: which program opens the redirect's scheme, which device gets the answer, and what happens without a handler."""
import json
import os
import re
import subprocess
import urllib.parse
import urllib.request

import pytest
from by_hand import PASTE, Browser, address_of
from phone import APP, START_AUTHENTICATION, START_REGISTRATION
from session import PATIENCE

SCHEME = "io.curity.dcrclient:/callback"
DROPPED = "Dropped an answer"


class Desktop:
    """A person's home without a desktop, as `xdg-open` and `gio` see it."""

    def __init__(self, folder, phone):
        self.phone = phone
        self.applications = folder / "applications"
        # An unused display: xdg-open looks for handlers only if one is set.
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_DATA_DIRS": str(folder / "system"),
            "DISPLAY": ":nobody", "BROWSER": "/bin/false", "LANG": "C.UTF-8"}

    def handler(self, *words):
        return self.run(APP, "uri-handler", *words, "--config", self.phone.config, "--data-dir", self.phone.data)

    def run(self, *words):
        return subprocess.run([*map(str, words)], env=self.environment, capture_output=True, text=True, timeout=PATIENCE)

    def app(self, *words, **environment):
        return self.phone.start(*words, env={**self.environment, **environment})


@pytest.fixture
def desktop(tmp_path, phone):
    home = tmp_path / "xdg"
    home.mkdir()
    return Desktop(home, phone)


def begin(desktop, *words):
    """An app that waits for a redirect, and the address of its login page."""
    terminal = desktop.app("--browser", "manual", *words)
    terminal.wait_for(START_REGISTRATION).press("enter")
    terminal.wait_for(PASTE)
    return terminal, address_of(terminal)


def test_the_handler_is_installed_once_and_removed(desktop):
    done = desktop.handler("install")
    assert done.returncode == 0 and "quotes" not in done.stderr, done.stderr
    [entry] = desktop.applications.glob("*.desktop")
    again = desktop.handler("install")
    assert again.returncode == 0 and "already" in again.stdout
    assert desktop.handler("remove").returncode == 0
    assert not entry.exists()
    assert "was not registered" in desktop.handler("remove").stdout
    assert desktop.handler("install", "--scheme", "mail").returncode == 64


@pytest.mark.parametrize("program", ["xdg-open", "gio open"])
def test_without_a_desktop_the_redirect_comes_in(desktop, program):
    assert desktop.handler("install").returncode == 0
    terminal, url = begin(desktop)
    redirect = Browser(desktop.phone).log_in(url, SCHEME)
    done = desktop.run(*program.split(), redirect)
    assert done.returncode == 0, done.stderr
    terminal.wait_for(START_AUTHENTICATION)


def test_the_device_that_waits_gets_it_and_no_other_hears_of_it(desktop):
    """The handler was installed for the data directory; two of its devices have begun a login."""
    assert desktop.handler("install", "--device", "third").returncode == 0
    first, _ = begin(desktop, "--device", "a-phone")
    second, url = begin(desktop, "--device", "tablet")
    redirect = Browser(desktop.phone).log_in(url, SCHEME)
    assert desktop.run("gio", "open", redirect).returncode == 0
    second.wait_for(START_AUTHENTICATION)
    first.press("enter").wait_for(START_REGISTRATION)
    assert DROPPED not in first.text()
    # No device waits: the error names the handler's device, which is not running.
    late = desktop.run(APP, "open-uri", "--data-dir", desktop.phone.data, redirect)
    assert late.returncode == 69, late.stderr


def test_a_data_directory_with_blanks_is_warned_of(desktop, tmp_path):
    done = desktop.run(
        APP, "uri-handler", "install", "--config", desktop.phone.config, "--data-dir", tmp_path / "my data")
    assert done.returncode == 0 and "without them" in done.stderr
    [entry] = desktop.applications.glob("*.desktop")
    assert f'--data-dir "{tmp_path}/my data" %u' in entry.read_text()


class Hand:
    """A program for `$BROWSER` that passes the address on and is not a browser."""

    def __init__(self, folder):
        self.pipe = folder / "opened"
        os.mkfifo(self.pipe)
        self.program = folder / "browser"
        self.program.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$1\" > '{self.pipe}'\n")
        self.program.chmod(0o700)

    def address(self):
        with open(self.pipe) as stream:
            return stream.readline().strip()


def redirect_of(url):
    return urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)["redirect_uri"][0]


def test_where_nothing_opens_the_scheme_a_port_does(desktop, tmp_path):
    hand = Hand(tmp_path)
    terminal = desktop.app("--browser", "system", BROWSER=str(hand.program))
    terminal.wait_for(START_REGISTRATION).press("enter")
    url = hand.address()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/callback", redirect_of(url)), url
    redirect = Browser(desktop.phone).log_in(url, "http://127.0.0.1:")
    assert "You can return to the app" in urllib.request.urlopen(redirect, timeout=PATIENCE).read().decode()
    terminal.wait_for(START_AUTHENTICATION)
    terminal.press("q").wait_exit()
    # The client is registered with this redirect, so answers use it whichever browser is chosen.
    terminal = desktop.app("--browser", "manual")
    terminal.wait_for(START_AUTHENTICATION).press("enter")
    terminal.wait_for(PASTE)
    assert redirect_of(address_of(terminal)).startswith("http://127.0.0.1:")


def test_a_browser_that_brings_nothing_is_not_waited_for_in_silence(desktop, tmp_path):
    assert desktop.handler("install").returncode == 0
    hand = Hand(tmp_path)
    terminal = desktop.app("--browser", "system", BROWSER=str(hand.program))
    terminal.wait_for(START_REGISTRATION).press("enter")
    url = hand.address()
    assert redirect_of(url) == SCHEME
    terminal.wait_for("No answer yet", "press Open", "Open this address in any browser")
    redirect = Browser(desktop.phone).log_in(url, SCHEME)
    assert desktop.run("gio", "open", redirect).returncode == 0
    terminal.wait_for(START_AUTHENTICATION).wait_gone("No answer yet")


@pytest.mark.parametrize("members, expected", [
    ({}, [("browser", "ok")]),
    ({"browser": "manual"}, [("browser", "ok")]),
    ({"browser": "system"}, [("browser", "ok"), ("uri_handler", "warning")]),
    ({"browser": "command", "browserCommand": "no-such-browser %u"}, [("browser", "problem"), ("uri_handler", "warning")]),
    ({"browser": "system", "redirectUri": "http://127.0.0.1/callback", "postLogoutRedirectUri": "http://127.0.0.1/out"},
     [("browser", "ok")]),
])
def test_doctor_looks_at_the_configured_browser(desktop, members, expected):
    desktop.phone.write_config({**desktop.phone.members, **members})
    done = desktop.run(APP, "doctor", "--json", *desktop.phone.options())
    findings = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(f["check"], f["verdict"]) for f in findings if f.get("check") in ("browser", "uri_handler")] == expected


def test_doctor_names_the_handler(desktop):
    desktop.phone.write_config({**desktop.phone.members, "browser": "system"})
    assert desktop.handler("install").returncode == 0
    done = desktop.run(APP, "doctor", *desktop.phone.options())
    assert "dcr-terminal-io.curity.dcrclient.desktop opens io.curity.dcrclient" in re.sub(r"\s+", " ", done.stdout)

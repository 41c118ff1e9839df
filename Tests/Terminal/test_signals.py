"""However the program ends, the terminal is restored."""
import os
import pathlib
import signal
import socket
import time

import pytest
from phone import APP, BROWSER, LEFT_THE_APP, START_REGISTRATION, press_button, re_word, register, sign_in
from session import Session, wait_ended


def at_registration(terminal):
    terminal.wait_for(START_REGISTRATION)


def at_settings(terminal):
    terminal.wait_for(START_REGISTRATION).press(",").wait_for("Clear Browser Data")


def at_question(terminal):
    at_settings(terminal)
    press_button(terminal, "Clear Browser Data")
    terminal.wait_for("Keep Them")


def at_help(terminal):
    terminal.wait_for(START_REGISTRATION).press("?").wait_for("On this screen")


def at_browser(terminal):
    terminal.wait_for(START_REGISTRATION).press("enter").wait_for(LEFT_THE_APP, re_word("Password"))


def at_unauthenticated(terminal):
    register(terminal)


def at_authenticated(terminal):
    sign_in(terminal)


def at_profile(terminal):
    sign_in(terminal).press("p").wait_for("Userinfo")


def at_panel(terminal):
    register(terminal).press("tab", "home", "enter").wait_for("Content-Length", "Esc back")


def at_too_small(terminal):
    terminal.wait_for(START_REGISTRATION).resize(30, 10).wait_for("Please enlarge")


SCREENS = [
    at_registration, at_settings, at_question, at_help, at_browser, at_unauthenticated, at_authenticated, at_profile,
    at_panel, at_too_small,
]


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__[3:])
def test_sigterm_restores_the_terminal(phone, screen):
    terminal = phone.start()
    screen(terminal)
    terminal.signal(signal.SIGTERM)
    assert terminal.wait_exit() == 128 + signal.SIGTERM
    terminal.assert_restored()


def test_a_signal_overtakes_keys_that_wait(phone):
    """The program ends long before it has handled all keys that wait."""
    keys = "F" + "\x1b[B" * 150

    def seconds(end):
        terminal = phone.start().wait_for(START_REGISTRATION)
        begin = time.monotonic()
        terminal.type(keys)
        end(terminal)
        terminal.wait_exit()
        return time.monotonic() - begin
    after_all = seconds(lambda terminal: terminal.type("q"))
    assert seconds(lambda terminal: terminal.signal(signal.SIGTERM)) < after_all / 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_other_signals_restore_it_too(phone, number):
    terminal = phone.start()
    at_registration(terminal)
    terminal.signal(number)
    assert terminal.wait_exit() == 128 + number
    terminal.assert_restored()


def test_a_signal_while_ncurses_starts_is_not_lost(phone, tmp_path):
    """ncurses waits where it reads the terminal's description; the app has read it once before."""
    entry = tmp_path / "x/xterm-256color"
    entry.parent.mkdir()
    os.mkfifo(entry)
    folders = (pathlib.Path(folder, "x/xterm-256color") for folder in ("/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"))
    description = next(path for path in folders if path.exists()).read_bytes()
    terminal = phone.start(env={"TERMINFO": str(tmp_path), "TERM": "xterm-256color", "COLORTERM": None})
    for number in (None, signal.SIGINT):
        reader = os.open(entry, os.O_WRONLY)
        # The next reading has to wait for the next description.
        entry.unlink()
        os.mkfifo(entry)
        if number:
            terminal.signal(number)
        os.write(reader, description)
        os.close(reader)
    assert terminal.wait_exit() == 128 + signal.SIGINT
    terminal.assert_restored()


def test_a_crash_restores_it(phone):
    terminal = phone.start(env={"SWIFT_BACKTRACE": "enable=no"})
    at_registration(terminal)
    terminal.signal(signal.SIGSEGV)
    assert terminal.wait_exit() == -signal.SIGSEGV
    assert "dcr-terminal: the program crashed" in terminal.text().replace("\n", "")
    terminal.assert_restored()


@pytest.mark.parametrize("key, status", [("q", 0), ("ctrl-c", 130)])
def test_leaving_restores_it(phone, key, status):
    terminal = phone.start()
    at_registration(terminal)
    terminal.press(key)
    assert terminal.wait_exit() == status
    terminal.assert_restored()


def test_q_asks_while_a_flow_is_running(phone, authority):
    """The flow hangs at a slow server; leaving asks first, Stay stays, Quit quits."""
    import threading
    from tls_server import Provider
    release = threading.Event()
    with Provider(*authority.issue()) as server:
        path = "/provider/.well-known/openid-configuration"
        answer = server.routes[path]
        server.routes[path] = lambda parameters: (release.wait(60), answer(parameters))[1]
        phone.write_config({**phone.members, "issuer": server.issuer, "trustedCertificates": str(authority.pem)})
        terminal = phone.start()
        terminal.wait_for(START_REGISTRATION).press("enter").wait_for("Cancel")
        terminal.press("q").wait_for("Quit now?", "Stay")
        terminal.press("escape").wait_gone("Quit now?").wait_for("Cancel")
        terminal.press("q").wait_for("Quit now?").press("enter").wait_gone("Quit now?")  # the harmless answer comes first
        terminal.press("q").wait_for("Quit now?").press("down").press("enter").ends()
        release.set()


def test_suspend_and_continue(phone):
    """^Z gives the terminal back to the shell; fg brings the screen back."""
    shell = ["bash", "--norc", "-c", 'set -m; "$@"; echo "it has stopped"; read -r; fg >/dev/null; echo "status $?"', "sh"]
    command = [*shell, APP, *phone.options()]
    with Session(command, env=phone.environment(None), cwd=phone.folder) as terminal:
        at_registration(terminal)
        terminal.press("ctrl-z").wait_for("it has stopped")
        terminal.assert_restored()
        terminal.screen.reset()
        terminal.press("enter").wait_for(START_REGISTRATION)
        terminal.press("q").wait_for("status 0")
        terminal.wait_exit()
        terminal.assert_restored()


def test_nothing_is_left_running(phone):
    """The embedded server and the browser end with the app, even if the app is killed."""
    terminal = phone.start()
    at_browser(terminal)
    from test_login import children_of
    children = children_of(terminal.child.pid)
    assert len(children) == 2, "the embedded server and the browser"
    terminal.signal(signal.SIGKILL)
    for child in children:
        wait_ended(child)


def test_the_browser_of_an_app_that_was_killed_gives_the_terminal_back(phone):
    """The shell that continues there finds its own modes and its own screen."""
    from test_login import children_of
    shell = ["sh", "-c", '"$@"; read -r line; echo "the shell has read $line"', "sh"]
    with Session([*shell, APP, *phone.options()], env=phone.environment(None), cwd=phone.folder) as terminal:
        at_browser(terminal)
        app, = children_of(terminal.child.pid)
        browser, = [child for child in children_of(app) if open(f"/proc/{child}/comm").read().startswith("dcr-browser")]
        os.kill(app, signal.SIGKILL)
        wait_ended(browser)
        terminal.assert_restored()
        terminal.type("this\r")
        terminal.wait_for("the shell has read this")


@pytest.mark.parametrize("where, key", [("app", "q"), ("app", "ctrl-c"), ("browser", "escape"), ("browser", "ctrl-c")])
def test_leaving_waits_for_no_server(phone, where, key):
    """A server that accepts connections and never answers, and deadlines longer than a test."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"https://localhost:{silent.getsockname()[1]}"
        phone.write_config({**phone.members, "deadlines": {"connect": 300, "exchange": 300}, "issuer": address + "/issuer"})
        if where == "browser":
            terminal = Session([
                BROWSER, "--data-dir", phone.folder / "browser", "--redirect-uri", "http://127.0.0.1:1/callback", address])
            phone.terminals.append(terminal)
            terminal.wait_for(LEFT_THE_APP).press(key)
            assert terminal.wait_exit() == 10
        else:
            terminal = phone.start()
            terminal.wait_for(START_REGISTRATION).press("enter").wait_for("Cancel").press(key)
            if key == "q":
                terminal.wait_for("Quit now?").press("q")
            assert terminal.wait_exit() == (0 if key == "q" else 130)
        terminal.assert_restored()

"""Lines for screen readers and pipes (`--plain`): secrets are never shown, no letter erases anything, and words carry everything."""
import os
import pathlib
import re
import shlex
import signal

import pytest
from phone import APP, PASSWORD, START_AUTHENTICATION, START_REGISTRATION, USER, Phone
from session import Session, succeeded
from test_output_modes import answer_login, choose, last_menu
from test_passphrase import PROMPT, RIGHT, WRONG, echoes, locked, phone as under_passphrase, start  # noqa: F401

QUESTION = "Your choice (number, then Enter): "
# Signs that the screen draws for states, and that no line contains.
SIGNS = re.compile("[✓●○✗⚠▸◂◐◓◑◒]")


def in_shell(phone, *command):
    """A command of the app, started by a shell with job control."""
    shell = ["bash", "--norc", "--noprofile", "-i"]
    terminal = Session(shell, size=(200, 60), env=phone.environment({"PS1": "shell> "}), cwd=phone.folder)
    phone.terminals.append(terminal)
    words = " ".join(shlex.quote(str(word)) for word in [APP, *command, *phone.options()])
    return terminal.wait_for("shell>").type(words + "\r")


def stops_in_background(shell):
    """Lets the stopped job go on in the background, until the shell says that it stopped again: it says so before a prompt. Told to say it
    at once (`set -b`), bash waits for its own lock for good, one time in some thousands."""
    stops, start, line = shell.raw.count(b"Stopped"), len(shell.raw), "bg"
    for number in range(10_000):
        mark = f"={number}="
        shell.type(f"{line}; echo =$(({number}))=\r").wait_until(lambda: mark.encode() in shell.raw[start:], "the shell")
        if shell.raw.count(b"Stopped") > stops:
            return
        line = "true"
    raise AssertionError("the job does not stop in the background")


def answer(terminal, line, waiting_for=QUESTION):
    """Types a line, and waits until output follows."""
    terminal.seen = len(terminal.raw)
    terminal.type(line + "\r")
    terminal.wait_until(lambda: waiting_for in last_menu(terminal), f"{waiting_for} after {line}")
    return last_menu(terminal)


# Secrets


def test_a_password_is_not_shown_after_a_stop(phone):
    shell = in_shell(phone, "run", "--plain")
    choose(shell, START_REGISTRATION)
    shell.wait_until(lambda: re.search(r"user ?name", last_menu(shell), re.I), "the login form")
    answer(shell, USER, "not shown): ")
    shell.type("half a").press("ctrl-z").wait_for("Stopped")
    shell.type("fg\r").wait_until(lambda: shell.raw.count(b"not shown): ") == 2, "the question again")
    answer(shell, PASSWORD, "button: ")
    answer(shell, "1", START_AUTHENTICATION)
    assert b"half a" not in shell.raw and PASSWORD.encode() not in shell.raw


def test_a_password_is_not_shown_when_the_shell_was_faster(phone):
    """The shell took its terminal back before the browser is stopped: its modes are left alone, also later."""
    shell = in_shell(phone, "run", "--plain")
    choose(shell, START_REGISTRATION)
    shell.wait_until(lambda: re.search(r"user ?name", last_menu(shell), re.I), "the login form")
    answer(shell, USER, "not shown): ")
    (app,), (browser,) = (phone.running(name) for name in ("dcr-terminal", "dcr-browser"))
    os.kill(app, signal.SIGTSTP)
    shell.wait_for("Stopped")
    os.kill(browser, signal.SIGTSTP)
    shell.wait_until(lambda: pathlib.Path(f"/proc/{browser}/stat").read_text().split()[2] == "T", "the browser stands still")
    shell.type("fg\r").wait_until(lambda: shell.raw.count(b"not shown): ") == 2, "the question again")
    shell.settle()
    assert not echoes(shell)
    answer(shell, PASSWORD, "button: ")
    answer(shell, "1", START_AUTHENTICATION)
    assert PASSWORD.encode() not in shell.raw


@pytest.mark.parametrize("question, options, leave", [
    ("User name (required): ", [], "back"), ("not shown): ", [], ""), ("Address: ", ["--browser", "manual"], "")])
def test_a_question_in_the_background_waits(phone, question, options, leave):
    """It stops the job there, as in every program, and does not count as the end of input. A secret is asked for again."""
    is_secret = "User" not in question
    shell = in_shell(phone, "run", "--plain", *options)
    choose(shell, START_REGISTRATION)
    if "shown" in question:
        shell.wait_until(lambda: "User name" in last_menu(shell), "the login form")
        answer(shell, USER, question)
    shell.wait_until(lambda: last_menu(shell).endswith(question), "the question")
    stops_in_background(shell.press("ctrl-z").wait_for("Stopped"))
    shell.type("fg\r").wait_until(lambda: shell.raw.count(question.encode()) == 1 + is_secret, "the question")
    shell.settle()
    assert shell.raw.count(question.encode()) == 1 + is_secret and b"Cancelled" not in shell.raw
    answer(shell, leave, "button: " if "shown" in question else "Cancelled: ")


def test_a_question_comes_once_however_often_the_job_goes_on(phone):
    """In the background, and in front again: two threads may see that the process goes on, and one of them asks."""
    question = b"Address: "
    shell = in_shell(phone, "run", "--plain", "--browser", "manual")
    choose(shell, START_REGISTRATION)
    shell.wait_until(lambda: last_menu(shell).endswith("Address: "), "the question")
    shell.press("ctrl-z").wait_for("Stopped").type("PS1=\r").settle()
    for round in range(200):
        before, stops = shell.raw.count(question), shell.raw.count(b"Stopped")
        stops_in_background(shell)
        shell.type("fg\r").wait_until(lambda: shell.raw.count(question) > before, "the question")
        shell.press("ctrl-z").wait_until(lambda: shell.raw.count(b"Stopped") > stops + 1, "the job stops in front")
        assert shell.raw.count(question) == before + 1, f"round {round}: {shell.raw[-400:]}"
    answer(shell.type("fg\r").settle(), "", "Cancelled: ")


def test_an_address_by_hand_begins_anew_after_a_stop(phone):
    shell = in_shell(phone, "run", "--plain", "--browser", "manual")
    choose(shell, START_REGISTRATION)
    shell.wait_until(lambda: last_menu(shell).endswith("Address: "), "the question")
    assert len(re.findall(r"\n(https://\S+)\r\n", last_menu(shell))) == 1, "the address is said once"
    shell.type("half").press("ctrl-z").wait_for("Stopped")
    shell.type("fg\r").wait_until(lambda: shell.raw.count(b"Address: ") == 2, "the question again")
    assert "Cancelled: “Registering this app” goes no further." in answer(shell, "")


def test_a_passphrase_is_not_shown_after_a_stop(under_passphrase):
    shell = in_shell(under_passphrase, "keystore", "show")
    shell.wait_for(PROMPT).type(RIGHT[:7]).press("ctrl-z").wait_for("Stopped")
    shell.type("fg\r").wait_until(lambda: shell.raw.count(PROMPT.encode()) == 2, "the question again")
    shell.type(RIGHT + "\r").wait_for("Client id")
    assert RIGHT[:7].encode() not in shell.raw


def test_what_is_typed_while_a_passphrase_is_checked_is_neither_shown_nor_kept(under_passphrase):
    terminal = start(under_passphrase)
    terminal.type(WRONG + "\r").wait_until(lambda: terminal.raw.decode().partition(PROMPT)[2].strip(" ").startswith("\r\n"), "the check")
    terminal.type("meanwhile").wait_until(lambda: terminal.raw.decode().count(PROMPT) == 2, "the second question")
    terminal.type(RIGHT + "\r").wait_for(START_AUTHENTICATION)
    assert b"meanwhile" not in terminal.raw


def test_an_interrupted_password_leaves_the_echo_on(phone):
    terminal = phone.start("--plain", size=(110, 60))
    choose(terminal, START_REGISTRATION)
    terminal.wait_until(lambda: re.search(r"user ?name", last_menu(terminal), re.I), "the login form")
    answer(terminal, USER, "not shown): ")
    assert not echoes(terminal)
    terminal.press("ctrl-c").wait_exit()
    assert echoes(terminal)


# Letters and words


def test_no_letter_erases_anything(registered):
    terminal = registered.start("--plain", size=(110, 90))
    terminal.wait_until(lambda: QUESTION in last_menu(terminal) and START_AUTHENTICATION in last_menu(terminal), "the app")
    before = registered.keystore.read_bytes()
    assert "F is a key of the full screen; here: Faults." in answer(terminal, "F")
    for letter in ("F", "f", "b", "fo", "cl"):
        assert "erases" not in answer(terminal, letter)
    assert "For Forget This Device, type the whole name." in answer(terminal, "forget")
    assert "0. Keep It" in answer(terminal, "Forget This Device")
    for letter in ("F", "f", "forget"):
        assert "Device forgotten" not in answer(terminal, letter)
    assert START_AUTHENTICATION in answer(terminal, "0")
    assert registered.keystore.read_bytes() == before


@pytest.fixture
def registered(phone):
    succeeded(phone.flow("--until", "register"))
    return phone


def test_words_mean_the_same_in_app_and_browser(phone):
    terminal = phone.start("--plain", size=(110, 120))
    terminal.wait_until(lambda: QUESTION in last_menu(terminal) and START_REGISTRATION in last_menu(terminal), "the app")
    assert "“s” can mean: Start Registration, Settings." in answer(terminal, "s")
    assert "There is nothing to go back to" in answer(terminal, "back")
    settings = answer(terminal, "2.")
    assert "0. Back" in settings
    assert answer(terminal, "again").partition("\n")[2].strip() == settings.partition("\n")[2].strip()
    assert "1. " + START_REGISTRATION in answer(terminal, "back")
    answer(terminal, "1.", "User name (required): ")
    for word in ("?", "help"):
        assert "lead back to the app" in answer(terminal, word, "User name (required): ")
    assert "Page: Login" in answer(terminal, "again", "User name (required): ")
    for word in ("back", "q"):
        stopped = answer(terminal, word)
        assert "Cancelled: “Registering this app” goes no further." in stopped and "0. Quit" in stopped
        answer(terminal, "1", "User name (required): ")
    answer(terminal, " help", "not shown): ")
    answer(terminal, "x", "0. back to the app")
    assert "User name" in answer(terminal, "1", "[help]:"), "the name that was typed is help"
    assert "Cancelled" in answer(terminal, "back")


# All in words


def test_the_main_job_by_lines_alone(phone):
    """From only the stream: no terminal, no sign, no running time, nothing twice."""
    lines = ["1", USER, PASSWORD, "1", "1.", "refresh", "again", "?", "Sign Out", "0"]
    output = succeeded(phone.command("run --plain", input="".join(f"{line}\n" for line in lines).encode()))
    said = [
        START_REGISTRATION, "Now: Ask the server what it offers", "To come: Log in to register", "Done: Ask the server", "Page: Login",
        "Done: Registered and saved", START_AUTHENTICATION, f"Subject: {USER}", "Now: Trade the refresh token", "Done: Tokens refreshed",
        "Done: Tokens refreshed", "Type a number", "Signed out, here and at the server"]
    place = 0
    for words in said:
        place = output.find(words, place) + 1
        assert place, f"{words} in its place:\n{output}"
    assert not SIGNS.search(output) and "elapsed" not in output


def test_quitting_says_nothing_more(phone):
    terminal = phone.start("--plain", size=(110, 60))
    terminal.wait_until(lambda: START_REGISTRATION in last_menu(terminal) and last_menu(terminal).endswith(QUESTION), "the app")
    terminal.seen = len(terminal.raw)
    terminal.type("quit\r").wait_exit()
    assert last_menu(terminal) == "quit\r\n"


def test_a_silent_refresh_is_not_told(tmp_path):
    phone = Phone(tmp_path, embeddedServer={"adminPort": 0, "lifetimes": {"accessToken": 8}})
    try:
        log = tmp_path / "app.log"
        terminal = phone.start("--plain", "--log-file", log, "--log-level", "info", size=(110, 120))
        choose(terminal, START_REGISTRATION)
        answer_login(terminal)
        choose(terminal, START_AUTHENTICATION)
        terminal.wait_until(lambda: f"Subject: {USER}" in last_menu(terminal) and QUESTION in last_menu(terminal), "the user")
        said = terminal.settle().raw
        refreshes = lambda: sum("refresh" in line and "200" in line for line in log.read_text().splitlines())
        terminal.wait_until(lambda: refreshes() >= 2, "two silent refreshes")
        assert terminal.settle().raw == said
    finally:
        phone.close()


def test_a_held_message_asks_and_cancelling_is_confirmed(phone):
    terminal = phone.start("--plain", "--presenter", size=(110, 120))
    choose(terminal, START_REGISTRATION)
    answer_login(terminal)
    terminal.wait_until(lambda: re.search(r"1\. Send It[\s\S]*\d\. Tools\s+0\. Cancel\s+Your choice", last_menu(terminal)), "a held message")
    assert "Cancelled: “Registering this app” goes no further." in answer(terminal, "0")


@pytest.mark.parametrize("arguments", [(), ("--lang", "de"), ("--lang", "sv")])
def test_a_locale_without_utf8_means_ascii(phone, arguments):
    terminal = phone.start("--plain", *arguments, env={"LANG": None, "LC_ALL": "C"}, size=(110, 120))
    terminal.wait_until(lambda: re.search(r"\n0\. ", last_menu(terminal)) and "1. " in last_menu(terminal), "the app")
    terminal.seen = len(terminal.raw)
    terminal.type("1\r").wait_until(lambda: re.search(r"(User name|Benutzername|Anvandarnamn) \(", last_menu(terminal)), "the login form")
    answer(terminal, USER, "): ")
    terminal.seen = len(terminal.raw)
    terminal.type(PASSWORD + "\r").wait_until(lambda: re.search(r"1\. (button|Knopf|knapp): [\s\S]*: $", last_menu(terminal)), "the button")
    terminal.seen = len(terminal.raw)
    terminal.type("1\r").wait_until(lambda: re.search(r"\n0\. \w+\r\n.+: $", last_menu(terminal)), "registered")
    assert terminal.raw.isascii()

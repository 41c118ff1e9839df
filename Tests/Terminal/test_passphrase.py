"""A keystore under a passphrase: asked for on the first screen, or in a line before the app starts; the terminal is restored whatever
happens meanwhile."""
import shutil
import signal
import termios

import pytest
from phone import APP, Phone, press_button
from session import succeeded

RIGHT, WRONG = "correct horse battery staple", "incorrect horse"
PROMPT = "Keystore passphrase:"
REFUSED, INTERRUPTED = 77, 130


@pytest.fixture(scope="module")
def locked(tmp_path_factory):
    """The data directory of a registered phone with its keystore under a passphrase."""
    phone = Phone(tmp_path_factory.mktemp("locked"))
    succeeded(phone.flow("--until", "register"))
    new = phone.folder / "new"
    new.write_text(RIGHT + "\n")
    succeeded(phone.command("keystore passphrase", "--new-passphrase-file", new))
    return phone


@pytest.fixture
def phone(locked, tmp_path):
    phone = Phone(tmp_path, issuer=locked.issuer)
    shutil.copytree(locked.data, phone.data, ignore=shutil.ignore_patterns("*.sock"))
    yield phone
    phone.close()


def secret(phone, text):
    file = phone.folder / "secret"
    file.write_text(text + "\n")
    return file


def ask(phone, *arguments):
    """`keystore show` or another command on its own terminal, at its prompt."""
    from session import Session
    words = [APP, *arguments[:2], *phone.options(), *arguments[2:]]
    terminal = Session(words, size=(200, 30), env=phone.environment(None), cwd=phone.folder)
    phone.terminals.append(terminal)
    return terminal.wait_for(PROMPT)


def start(phone):
    """The app in lines, at the prompt before its start."""
    return phone.start("--plain", size=(200, 30)).wait_for(PROMPT)


def unlock(phone, size=(110, 30)):
    """The full-screen app, at its first screen."""
    return phone.start(size=size).wait_for("Unlock", "Forgotten Passphrase")


def echoes(terminal):
    return bool(termios.tcgetattr(terminal.child.child_fd)[3] & termios.ECHO)


def test_from_a_file(phone):
    lines = succeeded(phone.flow("--until", "discovery", "--keystore-passphrase-file", secret(phone, RIGHT)))
    assert [line["step"] for line in lines if line.get("ok")] == ["discovery"], lines


def test_a_wrong_file(phone):
    status, lines, errors = phone.flow("--keystore-passphrase-file", secret(phone, WRONG))
    assert status == REFUSED
    assert lines[-1]["error"] == "keystore_wrong_passphrase", lines
    assert WRONG not in errors


def test_without_a_terminal(phone):
    status, lines, errors = phone.flow()
    assert status == REFUSED
    assert lines[-1]["error"] == "keystore_passphrase_needed", lines
    assert "--keystore-passphrase-file" in errors


def test_wrong_then_right(phone):
    terminal = start(phone)
    assert not echoes(terminal)
    terminal.type(WRONG).press("enter").wait_for("warning")
    terminal.wait_until(lambda: terminal.screen.text().count(PROMPT) == 2, "the second question")
    terminal.type(RIGHT).press("enter").wait_for("Start Authentication")
    assert RIGHT.encode() not in terminal.raw and WRONG.encode() not in terminal.raw
    terminal.type("0").press("enter")
    assert terminal.wait_exit() == 0
    assert echoes(terminal)


@pytest.mark.parametrize("size", [(110, 30), (40, 15)])
def test_the_screen_asks(phone, size):
    terminal = unlock(phone, size)
    # Letters that are commands elsewhere are text here.
    terminal.type("q?" + WRONG).press("enter").wait_for("Try again")
    terminal.type(RIGHT).press("enter").wait_for("Start Authentication")
    assert RIGHT.encode() not in terminal.raw and WRONG.encode() not in terminal.raw
    terminal.press("q").ends()


def test_ctrl_c_at_the_screen(phone):
    before = phone.keystore.read_bytes()
    terminal = unlock(phone)
    terminal.type(WRONG).press("ctrl-c")
    assert terminal.wait_exit() == INTERRUPTED, terminal.text()
    terminal.assert_restored()
    assert phone.keystore.read_bytes() == before


def test_quitting_the_screen(phone):
    terminal = unlock(phone)
    press_button(terminal, "Quit")
    terminal.ends()


def test_a_forgotten_passphrase(phone):
    terminal = unlock(phone)
    press_button(terminal, "Forgotten Passphrase")
    terminal.wait_for("Passphrase forgotten?").press("escape")
    terminal.wait_for("Backspace erase")
    assert phone.keystore.exists()
    press_button(terminal, "Forgotten Passphrase")
    terminal.wait_for("Passphrase forgotten?")
    press_button(terminal, "Forget This Device")
    terminal.wait_for("Device forgotten").press("enter")
    terminal.wait_for("Start Registration")
    assert not phone.keystore.exists()


def test_a_file_needs_no_screen(phone):
    terminal = phone.start("--keystore-passphrase-file", secret(phone, RIGHT))
    terminal.wait_for("Start Authentication")
    terminal.press("q")
    assert terminal.wait_exit() == 0


def test_three_wrong(phone):
    before = phone.keystore.read_bytes()
    terminal = start(phone)
    for count in (1, 2, 3):
        terminal.wait_until(lambda: terminal.screen.text().count(PROMPT) == count, f"question {count}")
        terminal.type(WRONG).press("enter")
    assert terminal.wait_exit() == REFUSED
    assert phone.keystore.read_bytes() == before
    assert echoes(terminal)


@pytest.mark.parametrize("key,status", [("ctrl-c", -signal.SIGINT), ("ctrl-d", REFUSED), ("enter", REFUSED)])
def test_no_answer(phone, key, status):
    terminal = start(phone)
    terminal.press(key)
    assert terminal.wait_exit() == status, terminal.text()
    assert echoes(terminal)


def test_ctrl_c_at_a_command(phone):
    terminal = ask(phone, "keystore", "show")
    terminal.press("ctrl-c")
    assert terminal.wait_exit() == -signal.SIGINT, terminal.text()
    assert echoes(terminal)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT])
def test_a_signal_leaves_the_echo_on(phone, number):
    terminal = ask(phone, "keystore", "show")
    assert not echoes(terminal)
    terminal.signal(number)
    terminal.wait_exit()
    assert terminal.child.signalstatus == number
    assert echoes(terminal)

"""Without colours, without Unicode, and as plain lines."""
import re

import pytest
from masks import expect
from phone import APP, START_AUTHENTICATION, START_REGISTRATION, USER, sign_in
from session import Session, run

COLOUR = re.compile(rb"\x1b\[[0-9;:]*m")


def colours_used(raw):
    """The colour parameters of every SGR sequence: 30-37, 38, 40-47, 48, 90-97, 100-107. The defaults 39 and 49 do not count."""
    used = set()
    for sequence in COLOUR.findall(raw):
        for number in re.findall(rb"\d+", sequence):
            number = int(number)
            if number in (38, 48) or 30 <= number <= 37 or 40 <= number <= 47 or 90 <= number <= 107:
                used.add(number)
    return used


@pytest.mark.parametrize("arguments, env", [(["--no-color"], {}), ([], {"NO_COLOR": "1"})], ids=["option", "variable"])
def test_no_colours(phone, arguments, env):
    terminal = sign_in(phone.start(*arguments, env=env))
    terminal.press("?").wait_for("On this screen")
    assert colours_used(terminal.raw) == set()


def test_an_empty_no_color_asks_for_nothing(phone):
    """no-color.org: only a variable that is set and not empty counts."""
    terminal = phone.start(env={"NO_COLOR": ""})
    terminal.wait_for(START_REGISTRATION)
    assert colours_used(terminal.raw)


def test_ascii(phone):
    terminal = phone.start("--ascii")
    terminal.wait_for(START_REGISTRATION).wait_gone("The identity server is starting")
    expect(terminal, "registration-ascii")
    sign_in(terminal)
    terminal.press("2").wait_for("Identity server")
    assert terminal.raw.isascii()


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_a_locale_without_utf8_means_ascii(phone, locale):
    terminal = phone.start(env={"LANG": None, "LC_ALL": locale})
    terminal.wait_for(START_REGISTRATION)
    terminal.press("?").wait_for("On this screen")
    assert terminal.raw.isascii()


@pytest.mark.parametrize("term", ["xterm", "linux", "vt220", "screen-256color", "tmux-256color"])
def test_other_terminals(phone, term):
    terminal = phone.start(env={"TERM": term})
    terminal.wait_for(START_REGISTRATION)
    terminal.press("q")
    assert terminal.wait_exit() == 0


def test_pseudo_localisation_reaches_app_and_browser(phone):
    terminal = phone.start("--lang", "pseudo")
    terminal.wait_for("Šţåŕţ Ŕéĝîšţŕåţîöñ").press("enter")
    terminal.wait_for("Ýöû ĥåṽé ļéƒţ ţĥé åþþ")
    # A page is the server's text and in no catalogue of ours.
    terminal.wait_for("Password").press("escape").wait_for("Šţåŕţ Ŕéĝîšţŕåţîöñ")


def test_the_gallery_is_written_and_compared(phone):
    out, again = phone.folder / "gallery", phone.folder / "again"
    status, output, errors = run([APP, "gallery", "--out", out, "--only", "unlock"])
    assert status == 0 and output == f"75 screens: {out}/index.html\n", (output, errors)
    (out / "80x24-unicode/unlock.txt").write_text("another\n")
    status, output, _ = run([APP, "gallery", "--out", again, "--only", "unlock", "--compare", out])
    assert output.endswith("74 as before, 1 changed, 0 added, 0 removed\n")
    status, _, errors = run([APP, "gallery", "--out", phone.folder, "--only", "unlock"])
    assert status == 73 and "holds something else" in errors and "hint: " in errors
    status, _, errors = run([APP, "gallery", "--out", phone.folder / "x", "--only", "nothing of the kind"])
    assert status == 65 and "no state's name holds" in errors and not (phone.folder / "x").exists()


def test_plain_lines_through_a_terminal(phone):
    """For screen readers: no cursor movement, no colours; the whole flow by numbers."""
    terminal = phone.start("--plain", size=(110, 60))
    choose(terminal, START_REGISTRATION)
    answer_login(terminal)
    choose(terminal, START_AUTHENTICATION)
    choose(terminal, "Sign Out", waiting_for=USER)
    terminal.wait_for("Signed out, here and at the server")
    choose(terminal, "Quit")
    assert terminal.wait_exit() == 0
    assert b"\x1b" not in terminal.raw
    terminal.assert_restored()


def test_plain_lines_fill_in_the_sign_up_form(phone):
    """Without the scope email the claims have no address: the form names it, asks for it, and keeps the value on an empty line."""
    phone.write_config({
        **phone.members, "registrationClientID": "demo-app",
        "applicationServer": f"https://localhost:{phone.port}/application"})
    terminal = phone.start("--plain", size=(110, 90))
    choose(terminal, START_AUTHENTICATION)
    answer_login(terminal)
    choose(terminal, "Create Account", waiting_for="Still needed: Email")
    choose(terminal, "Email")
    terminal.wait_until(lambda: last_menu(terminal).endswith("Email: "), "the address is not asked for")
    terminal.type("demo@example.com\r")
    terminal.wait_for("Email: demo@example.com")
    choose(terminal, "Given name")
    terminal.wait_for("Enter alone keeps “Demo”").type("\r")
    choose(terminal, "Family name")
    terminal.wait_for("Enter alone keeps “User”").type("Tester\r")
    terminal.wait_for("Family name: Tester")
    choose(terminal, "Create Account")
    terminal.wait_for("Account created", "Account: Demo Tester")
    choose(terminal, "Quit", waiting_for="Account created")
    assert terminal.wait_exit() == 0


def choose(terminal, name, waiting_for=""):
    """Waits for the last prompt to offer a choice with that name, and enters its number. The way out is chosen by name, because within a
    second after a flow 0 is asked for again."""
    pattern = re.compile(rf"(\d+)[.)\]:]? +{re.escape(name)}(?!\w)")

    def offered():
        return pattern.search(last_menu(terminal)) and waiting_for in terminal.text()
    terminal.wait_until(offered, f"not offered: {name}")
    number = pattern.findall(last_menu(terminal))[-1]
    terminal.seen = len(terminal.raw)
    terminal.type((name if number == "0" else number) + "\r")


def last_menu(terminal):
    return terminal.raw[getattr(terminal, "seen", 0):].decode(errors="replace")


def answer_login(terminal):
    from phone import PASSWORD
    terminal.wait_until(lambda: re.search(r"user ?name", last_menu(terminal), re.I), "no login form")
    terminal.seen = len(terminal.raw)
    terminal.type(USER + "\r")
    terminal.wait_until(lambda: re.search(r"password", last_menu(terminal), re.I), "no password field")
    terminal.seen = len(terminal.raw)
    terminal.type(PASSWORD + "\r")
    terminal.wait_until(lambda: re.search(r"\b1\.? +button: ", last_menu(terminal)), "no button")
    assert PASSWORD not in terminal.text()
    terminal.seen = len(terminal.raw)
    terminal.type("1\r")


def test_plain_without_a_terminal_ends_with_its_input(phone):
    """In a pipe it prints the same, and ends with its input."""
    status, output, errors = phone.command("run --plain")
    assert status == 0, errors
    assert START_REGISTRATION in output
    assert "\x1b" not in output + errors


def test_redraw(phone):
    """^L repairs a screen on which another program has written."""
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION)
    terminal._stream.feed(b"\x1b[5;5Hsomebody wrote here")
    assert terminal.shows("somebody wrote here")
    terminal.press("ctrl-l").wait_gone("somebody wrote here").wait_for(START_REGISTRATION)


def test_progress_never_stands_behind_a_question(phone):
    terminal = phone.start("--plain", size=(110, 90))
    choose(terminal, START_REGISTRATION)
    answer_login(terminal)
    choose(terminal, START_AUTHENTICATION)
    terminal.wait_until(lambda: "Sign Out" in last_menu(terminal), "signed in")
    question = "Your choice (number, then Enter): "
    for line in terminal.raw.decode().splitlines():
        head, found, rest = line.partition(question)
        assert not found or (head == "" and re.fullmatch(r"\d*", rest)), line
    # 0 stops a flow that is under way, which asks for nothing.
    assert "\n0. Cancel\r\n" in terminal.raw.decode() and "1. Cancel" not in terminal.raw.decode()
    # Time passing alone prints nothing.
    assert "elapsed" not in terminal.raw.decode()


def test_a_question_mark_helps_in_lines(phone):
    terminal = phone.start("--plain", size=(110, 60))
    terminal.wait_until(lambda: "Your choice" in last_menu(terminal), "a menu")
    terminal.type("?\r")
    terminal.wait_for("Type a number of the list, a name or the beginning of one", "By name there are also: Appearance")
    help_line = next(line for line in terminal.raw.decode().splitlines() if line.startswith("By name"))
    assert "Sign Out" not in help_line and "Start Registration" not in help_line, help_line

"""The script of docs/presenting.md, pressed exactly as written: the audience sees what the presenter says."""
import json
import re
from pathlib import Path

import pytest

from phone import PASSWORD, REFRESH, START_AUTHENTICATION, START_REGISTRATION, USER, log_in, press_button
from session import PATIENCE
from test_two_phones import take

DOCUMENT = Path(__file__).parents[2] / "docs/presenting.md"

# The text on the screen at each sentence, after the keys of its row; in the browser, if that answers the sentence.
FIVE_MINUTES = {
    "0": ["1 of 10 · No client yet", "Perform an initial login"],
    "0:30": ["The person signs in, outside the app", "Password"],
    "1": ["5 of 10 · This very instance registers", "Send It"],
    "1:30": ["6 of 10 · An app with an identity of its own", "Start Authentication"],
    "2": ["10 of 10 · Signed in", "demouser"],
    "3": ["One installation is stopped", "revoked"],
    "3:30": ["This app's registration is no longer valid", "Register Again"],
    "4": ["looking back: stop"],
    "4:30": ["1 of 10 · No client yet", "Perform an initial login"],
}

KEYS = {"Enter": "enter", "Tab": "tab", "Esc": "escape"}


def rows(heading):
    text = DOCUMENT.read_text().split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if re.match(r"\| \d", line)]


def perform(terminal, press):
    for name, times, any_key in re.findall(r"`([^`]+)`( a few times)?|(any key)", press):
        if any_key:
            # In the browser, after a silent login.
            terminal.wait_for("Nobody typed anything: single sign-on", "Press any key").press("space")
        elif name in (USER, PASSWORD):
            terminal.type(name)
        else:
            for _ in range(3 if times else 1):
                terminal.press(KEYS.get(name, name)).settle()


@pytest.mark.parametrize("size", [(110, 30), (80, 24)], ids=["110x30", "80x24"])
def test_five_minutes(phone, size):
    terminal = phone.start("--presenter", size=size)
    script = rows("Five minutes")
    assert [minute for minute, _, _ in script] == list(FIVE_MINUTES), "each sentence has its picture here"
    terminal.wait_for("1 of 10 · No client yet").wait_gone("The identity server is starting")
    for minute, press, _ in script:
        perform(terminal, press)
        terminal.wait_for(*FIVE_MINUTES[minute])


FIFTEEN_MINUTES = [
    ["2", "s", "p", "Enter"], ["Tab", "Enter", "PgDn", "Esc", "Tab"], ["g", "4"], ["D", "Enter", "Enter", "g"],
    ["Tab", "x", "D", "g", "D", "g", "Esc"], ["D", "5", "Tab", "x", "t"], ["D", "Enter", "Esc"], ["0", "0"],
]


@pytest.mark.parametrize("size", [(110, 30), (80, 24)], ids=["110x30", "80x24"])
def test_fifteen_minutes(phone, size):
    """Two phones and step mode; the keys of each step are those in the document."""
    text = DOCUMENT.read_text().split("## Fifteen minutes\n", 1)[1]
    steps = [[key for key in re.findall(r"`([^`]+)`", step) if key != "invalid_client"] for step in re.split(r"\n\d\. ", text)[1:]]
    assert steps == FIFTEEN_MINUTES

    # On a small terminal the panel takes the phone's place, as the document says.
    assert "On 80x24 the panel takes the phone's place" in text
    turn = ["tab"] if size == (80, 24) else []
    terminal = phone.start("--presenter", size=size)

    def look_at_the_panel(*wanted):
        terminal.press(*turn).wait_for(*wanted)
        if turn:
            terminal.settle().press(*turn).settle()

    terminal.wait_for(START_REGISTRATION).wait_gone("The identity server is starting").press("2", "s").settle()
    terminal.press("enter")
    for card in ("GET metadata", "open authorize"):
        terminal.wait_for("Next message", card).press("enter")
    log_in(terminal)
    for card in ("POST token", "POST register"):
        terminal.wait_for("Next message", card).press("enter")
    terminal.wait_for("Next message", "keystore.age").press("enter").wait_for(START_AUTHENTICATION)

    terminal.press("tab", "up").settle().press("enter").wait_for("POST register", "redirect_uris")
    for _ in range(8):
        if "201 Created" in terminal.press("pagedown").settle().text():
            break
    terminal.wait_for("201 Created").press("escape").settle().press("tab").settle()

    terminal.press("enter").wait_for("Next message").press("g")
    terminal.wait_for("Nobody typed anything: single sign-on").press("space").wait_for(REFRESH, "10 of 10 · Signed in")
    terminal.press("4").settle()
    look_at_the_panel("[Clients 1]", "Sessions 1", "this phone", "  Events " if turn else "Live events")

    terminal.press("D").wait_for("Several phones")
    press_button(terminal, "Add a Phone")
    terminal.wait_for("1 of 10 · No client yet", "phone-2").press("enter").wait_for("Next message").press("g")
    log_in(terminal)
    terminal.wait_for("6 of 10 · An app with an identity of its own").settle()
    look_at_the_panel("[Clients 2]")

    terminal.press("tab").wait_for("this phone").press("x").wait_for("One installation is stopped")
    take(terminal, "phone")
    press_button(terminal, REFRESH)
    terminal.wait_for("Next message").press("g").wait_for("Tokens refreshed")
    take(terminal, "phone-2")
    terminal.wait_for(START_AUTHENTICATION).press("enter").wait_for("Next message").press("g")
    terminal.wait_for("invalid_client", "Esc leave").settle(0.5)
    terminal.press("escape").wait_for("This app's registration is no longer valid", "Register Again")

    take(terminal, "phone")
    terminal.wait_for(REFRESH).press("5").settle().press("tab").wait_for("[5 Keystore]").settle()
    terminal.press("x").wait_for("One byte changed, and it is refused")
    terminal.press("t").wait_for("A thief with the file alone")

    terminal.press("D").wait_for("Several phones")
    press_button(terminal, "Clone This Phone")
    terminal.wait_for("A copy of the whole phone is the same client").press("escape").wait_gone("A copy of the whole phone")

    terminal.press("0").wait_for("1 of 10 · No client yet", START_REGISTRATION)


def test_a_rehearsal_says_that_the_show_would_work(phone):
    status, output, errors = phone.command("doctor --presenter --json", timeout=PATIENCE)
    assert status == 0, output + errors
    lines = [json.loads(line) for line in output.splitlines()]
    found = {line["check"]: line for line in lines if line.get("area") == "stage"}
    assert found["show_five_minutes"]["verdict"] == "ok" and found["show_fifteen_minutes"]["verdict"] == "ok"
    assert not (phone.data / "devices").exists(), "a rehearsal touches nothing"


def test_a_rehearsal_says_where_the_show_would_stop(phone):
    """With sessions that end at once, the second login, which the script calls silent, asks for the password."""
    phone.write_config({**phone.members, "embeddedServer": {"adminPort": 0, "lifetimes": {"session": 0}}})
    status, output, _ = phone.command("doctor --presenter", timeout=PATIENCE)
    assert status == 69
    assert "the five minutes stopped at “expect page silent”" in output and "dcr-terminal script show-five-minutes --live" in output
    assert "The show would fail" in output

"""The script of docs/presenting.md, pressed as it stands there: what the presenter says is what the audience sees then."""
import re
from pathlib import Path

import pytest

from phone import PASSWORD, USER

DOCUMENT = Path(__file__).parents[2] / "docs/presenting.md"

# What has to stand on the screen when each sentence is said, after the keys of its row; for a sentence that the browser answers, in the browser.
FIVE_MINUTES = {
    "0": ["1 of 10 · No client yet", "Perform an initial login"],
    "0:30": ["The person signs in, outside the app", "Password"],
    "1": ["5 of 10 · This very instance registers", "Send It"],
    "1:30": ["6 of 10 · An app with an identity of its own", "Start Authentication"],
    "2": ["10 of 10 · Signed in", "demouser"],
    "3": ["One installation is stopped", "revoked"],
    "3:30": ["This client is dead", "Register Again"],
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
                terminal.press(KEYS.get(name, name)).wait_read()


@pytest.mark.parametrize("size", [(110, 30), (80, 24)], ids=["110x30", "80x24"])
def test_five_minutes(phone, size):
    terminal = phone.start("--presenter", size=size)
    script = rows("Five minutes")
    assert [minute for minute, _, _ in script] == list(FIVE_MINUTES), "each sentence has its picture here"
    terminal.wait_for("1 of 10 · No client yet").wait_gone("The identity server is starting")
    for minute, press, _ in script:
        perform(terminal, press)
        terminal.wait_for(*FIVE_MINUTES[minute])

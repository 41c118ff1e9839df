"""The palette on a real terminal: a command's name does what its key does, also for a screen that is not visible."""
import pytest

from phone import START_AUTHENTICATION, START_REGISTRATION, log_in
from test_scripts import play, script


@pytest.mark.parametrize("size", [(110, 30), (80, 24), (40, 15)])
def test_a_name_does_what_its_key_does(phone, size):
    terminal = phone.start(size=size)
    terminal.wait_for(START_REGISTRATION).press(":").wait_for("Actions")
    terminal.type("sign out").wait_for("nobody is signed in").press("enter").settle()
    terminal.wait_for("Actions").press("ctrl-u").type("faul").press("enter")
    terminal.wait_gone("Actions")
    terminal.wait_for("Faults").press("escape").wait_for(START_REGISTRATION)
    terminal.press("?").wait_for("On this screen").type("appear").wait_for("Appearance").press("enter").wait_for("High contrast")


def test_a_registration_is_begun_by_its_name(phone):
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION, "New here? The guided tour: 6 Tab Enter")
    terminal.press("tab", ":").type("start reg").press("enter")
    log_in(terminal)
    terminal.wait_for(START_AUTHENTICATION).wait_gone("New here?")


def test_a_script_knows_the_palette(tmp_path):
    steps = ["expect screen registration", "press :", "expect sheet palette", 'type "settings"', "press enter", "expect screen settings", "expect sheet none"]
    status, output, errors = play(tmp_path, script(tmp_path, "\n".join(steps) + "\n"))
    assert status == 0, output + errors


def test_plain_lines_take_a_name_for_a_number(phone):
    terminal = phone.start("--plain", size=(110, 60))
    terminal.wait_for(START_REGISTRATION).type("sign out").press("enter")
    terminal.wait_for("Sign Out: not now, nobody is signed in").type("settings").press("enter")
    terminal.wait_for("Clear Browser Data").type("back").press("enter")

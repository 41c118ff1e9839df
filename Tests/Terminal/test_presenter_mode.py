"""Presenter mode: the show plays by itself, can be replayed, and returns to the start with one key; and its looks."""
import json
import re

from leaks import assert_none_leaks, cookie_values, known_secrets, logged, most_verbose
from phone import LEFT_THE_APP, REFRESH, START_AUTHENTICATION, START_REGISTRATION, press_button, register
from test_registration_life import stored_client
from test_server_panel import value

LOOKING_BACK = re.compile(r"looking back: stop \d+ of \d+")


def test_the_show_plays_itself_and_returns_to_the_start(phone):
    terminal = phone.start("--autoplay", *most_verbose(phone), size=(80, 24))
    terminal.wait_for("1 of 10 · No client yet", "autoplay")
    terminal.press("+").wait_for("2 s a stop")
    # Autoplay presses Start Registration; the test does not wait for the flow's messages here.
    terminal.wait_for("Where is what?").press("g")
    terminal.wait_for(LEFT_THE_APP, "demouser")
    terminal.wait_for("An app with an identity of its own")
    terminal.press("A").wait_for("presenter mode").wait_gone("▸ autoplay")
    client = stored_client(phone)
    # No secret was shown or written to the log.
    secrets = known_secrets(phone, needs_id_token=False) | cookie_values(phone)
    shown = terminal.raw.decode()
    assert_none_leaks([("the log", logged(phone)), ("the screen", shown)], secrets)
    assert value(phone, "select authenticated_user from dynamically_registered_clients") == "demouser"

    terminal.press("[").wait_for(LOOKING_BACK)
    for _ in range(20):
        terminal.press("[")
    terminal.wait_for("looking back: stop 1 of").wait_gone(START_AUTHENTICATION)
    # Keys cannot act on an earlier picture.
    terminal.press("enter", "s").settle()
    terminal.wait_for("looking back: stop 1 of")
    for _ in range(30):
        terminal.press("]")
    terminal.wait_gone("looking back").wait_for(START_AUTHENTICATION)
    assert stored_client(phone) == client

    # Also while looking back: at the end of a show the presenter need not return first.
    terminal.press("[").wait_for(LOOKING_BACK).press("0")
    terminal.wait_for(START_REGISTRATION, "1 of 10 · No client yet").wait_gone("looking back")
    assert not phone.keystore.exists()
    assert value(phone, "select count(*) from dynamically_registered_clients where status = 'active'") == 0
    assert not list(phone.device.glob("browser/cookies*")), "the browser still knows who was logged in"


def test_the_smallest_terminal_says_that_one_looks_back_and_how_to_return(phone):
    terminal = phone.start("--presenter", size=(40, 15))
    terminal.wait_for(START_REGISTRATION).press(",").wait_for("Appearance")
    terminal.press("[").wait_for(re.compile(r"looking back: \d+ of \d+ · Esc returns"), "Registration", "[ earlier", "] later")
    terminal.press("[").settle().wait_for("back: 1 of").press("escape").wait_gone("looking back").wait_for("Appearance")
    terminal.press("[").wait_for("looking back").press("]").wait_gone("looking back").wait_for("Appearance")
    # At the present picture, Escape has its usual meaning.
    terminal.press("escape").wait_for(START_REGISTRATION)


def test_a_person_can_take_over_the_browser(phone):
    terminal = phone.start("--autoplay", size=(80, 24))
    terminal.wait_for("Where is what?").press("g")
    terminal.wait_for(LEFT_THE_APP, re.compile("Password", re.I)).press("tab")
    terminal.press("escape").wait_for(START_REGISTRATION)


def test_secrets_stay_masked_in_presenter_mode(phone):
    terminal = phone.start("--presenter")
    register(terminal, on_stage=True).press("enter")
    # In presenter mode a silent login waits until it was seen.
    terminal.wait_for("Signed in automatically").press("enter").wait_for(REFRESH)
    terminal.wait_for("••••", "10 of 10 · Signed in")
    terminal.press("r").settle()
    terminal.press("P").settle()
    terminal.wait_for("••••", "10 of 10 · Signed in")
    terminal.press("?").wait_for("On this screen").press("down", "down", "down", "down", "down", "down").wait_for("autoplay", "reset to the start").wait_gone("end presenter mode")


def test_a_sign_out_says_that_it_was_one(phone):
    """In presenter mode the browser waits until it was seen, and says what happened in it."""
    terminal = phone.start("--presenter")
    register(terminal, on_stage=True).press("enter")
    terminal.wait_for("Signed in automatically").press("enter").wait_for(REFRESH)
    press_button(terminal, "Sign Out")
    terminal.wait_for("Signed out", "The server has ended", "Press any key")
    assert "Signed in automatically" not in terminal.text()
    terminal.press("enter").wait_for(START_AUTHENTICATION)


def test_p_switches_it_on_and_off(phone):
    terminal = phone.start(size=(80, 24))
    terminal.wait_for(START_REGISTRATION).wait_gone("No client yet")
    terminal.press("P").wait_for("1 of 10 · No client yet", "presenter mode")
    assert "autoplay 5 s" not in terminal.text()
    terminal.press("down").wait_for(re.compile(r"key (↓|Down)"))
    terminal.press("P").wait_gone("No client yet")


COLOURS = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|38;5;\d+|48;5;\d+)(?:;[0-9;]*)?m")


def test_a_theme_is_chosen_and_kept(phone):
    terminal = phone.start(size=(80, 24))
    terminal.wait_for(START_REGISTRATION)
    assert COLOURS.search(terminal.raw)
    terminal.press(",").wait_for("Appearance")
    press_button(terminal, "Appearance")
    terminal.wait_for("High contrast", "Monochrome", "Movement: on")
    for _ in range(3):
        terminal.press("down").settle()
    terminal.press("enter").wait_for("● Monochrome")
    terminal.press("down").settle()
    terminal.press("enter").wait_for("Movement: off")
    wanted = {"version": 1, "theme": "mono", "motion": False}
    kept = phone.data / "preferences.json"
    terminal.press("q")
    terminal.wait_exit()
    assert json.loads(kept.read_text()) == wanted

    again = phone.start("--device", "other", size=(80, 24))
    again.wait_for(START_REGISTRATION)
    assert not COLOURS.search(again.raw), "colours in the monochrome theme"
    again.press("enter").wait_for(LEFT_THE_APP)
    assert not COLOURS.search(again.raw), "colours in the browser"


def test_starting_over_takes_the_session_of_a_phone_that_only_registered(phone):
    terminal = phone.start("--presenter")
    terminal.wait_for(START_REGISTRATION).wait_gone("The identity server is starting")
    register(terminal, on_stage=True)
    assert value(phone, "select count(*) from sso_sessions") == 1
    terminal.press("0").wait_for("1 of 10 · No client yet", START_REGISTRATION)
    assert value(phone, "select count(*) from sso_sessions") == 0
    assert value(phone, "select count(*) from dynamically_registered_clients") == 0

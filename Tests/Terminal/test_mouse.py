"""The mouse: everything that visibly can be pressed can be clicked, in each panel, on each sheet, in each footer."""
import re

from labs import small_lab, write_lesson
from phone import REFRESH, START_REGISTRATION, sign_in
from test_server_panel import value


def click(terminal, wanted, after=None):
    """Clicks in the middle of a text; with `after`, on the first one below that text."""
    pattern = re.compile(wanted)

    def places():
        rows = terminal.screen.display
        start = next((y for y, row in enumerate(rows) if after in row), len(rows)) if after else 0
        return [(found.start() + len(found.group()) // 2, y) for y, row in enumerate(rows[start:], start)
                if (found := pattern.search(row))]

    terminal.wait_until(places, f"{wanted} to click on")
    assert terminal.mouse_is_on()
    terminal.settle(0.3)
    terminal.wait_until(places, f"{wanted} to click on").click(*places()[0])
    return terminal


def click_footer(terminal, wanted):
    terminal.wait_until(lambda: wanted in terminal.screen.display[-1], f"{wanted} in the footer").settle()
    terminal.click(terminal.screen.display[-1].index(wanted) + 1, len(terminal.screen.display) - 1)
    return terminal


def test_the_tabs_of_the_panel(phone):
    terminal = phone.start(size=(120, 40))
    terminal.wait_for(START_REGISTRATION)
    for name in ["2 Sequence", "3 State", "4 Server", "5 Keystore", "6 Lesson", "1 Messages"]:
        click(terminal, name).wait_for(f"[{name}]")


def test_rows_of_messages_sequence_state_and_server_and_the_way_back(phone):
    terminal = sign_in(phone.start(size=(120, 40)))
    # A message opens by a click, and so does its arrow. The footer closes them.
    click(terminal, r"POST token").wait_for("grant_type", "authorization_code")
    click_footer(terminal, "Esc back").wait_gone("grant_type")
    click(terminal, "2 Sequence").wait_for("[2 Sequence]")
    click(terminal, "POST register").wait_until(
        lambda: "Esc back" in terminal.screen.display[-1], "the message")
    click_footer(terminal, "Esc back").wait_for("Keystore", "POST token")
    # A click selects a change of the state and shows its details.
    click(terminal, "3 State").wait_for("▸Authenticated◂")
    click(terminal, "No client → Registering").wait_for(re.compile("▸ .*No client → Registering"))
    # A client is selected, then opened; the footer closes its grants; ending a session asks first.
    click(terminal, "4 Server").wait_for("[Clients 1]", "this phone")
    client = value(phone, "select client_id from dynamically_registered_clients")
    click(terminal, client[:8]).wait_for("Esc back")
    click_footer(terminal, "Esc back").wait_for("[Clients 1]")
    click(terminal, "Sessions 1").wait_for("[Sessions 1]")
    click_footer(terminal, "x end").wait_for("End")
    terminal.press("escape")
    click(terminal, "Events").wait_for("[Events")
    # A button of the phone can be clicked whichever side has the keys.
    click(terminal, "Profile", after=REFRESH).wait_for("Userinfo")


def test_a_lesson_and_its_answer(phone):
    asked = {"text": "Who answers?", "choices": ["Nobody at all", "The identity server", "The app itself"], "right": 2, "why": "It was asked."}
    # One step to read and one to do, followed by a question.
    steps = [{"title": "Read", "text": "Nothing is done."}, *small_lab()["steps"]]
    write_lesson(phone, "mine.json", small_lab(order=0, title="My own", steps=steps, questions=[asked]))
    terminal = phone.start(size=(130, 45))
    terminal.wait_for(START_REGISTRATION)
    click(terminal, "6 Lesson").wait_for("done on this device")
    click(terminal, "My own").wait_for("Setting", "What you find out")
    click_footer(terminal, "↵ next").wait_for("Step 1 of 2")
    click_footer(terminal, "↵ next").wait_for("Step 2 of 2", "Who will refuse?")
    # The guess who will refuse is clicked at the foot of the panel.
    click(terminal, "nobody", after="Who will refuse?").wait_for("You said nobody, and so it was")
    click_footer(terminal, "↵ next").wait_for("Why it is so")
    click_footer(terminal, "↵ next").wait_for("Question", "Who answers?")
    click(terminal, "The app itself").wait_for("That is not right. Try again.")
    click(terminal, "The identity server").wait_for("Right, after one wrong answer.", "It was asked.")
    click_footer(terminal, "↵ finish").wait_for("1 of ", "done on this device")


def test_a_step_card_and_its_answer(phone):
    terminal = phone.start(size=(130, 45))
    terminal.wait_for(START_REGISTRATION).press("s").wait_for("leave step mode")
    click(terminal, START_REGISTRATION).wait_for("ask for the metadata", "Send It")
    # A held message first asks for a guess; then the strip at the foot of the panel sends it.
    click_footer(terminal, "p ask me").wait_for("What does the app do next?")
    click(terminal, "ask for the metadata", after="What does the app do next?").wait_for("Right")
    click(terminal, "GET metadata", after="Right").wait_gone("Right")


def test_phones_and_appearance(phone):
    terminal = phone.start(size=(120, 40))
    terminal.wait_for(START_REGISTRATION).press("D").wait_for("Phones on this machine")
    click(terminal, "Add a Phone").wait_gone("Phones on this machine").wait_for(START_REGISTRATION)
    terminal.press("D").wait_for(re.compile("● phone-2"))
    click(terminal, "○ phone ").wait_gone("Phones on this machine")
    terminal.press("D").wait_for(re.compile("● phone[^-]"))
    click_footer(terminal, "Esc back").wait_gone("Phones on this machine")
    click_footer(terminal, ", settings").wait_for("Appearance")
    click(terminal, "Appearance").wait_for("High contrast")
    click(terminal, "High contrast").wait_for("● High contrast")
    click(terminal, "Movement: on").wait_for("Movement: off")
    click(terminal, "Back").wait_for("Clear Browser Data")


def test_the_footer_of_presenter_mode(phone):
    terminal = phone.start("--presenter", size=(130, 40))
    terminal.wait_for("1 of 10 · No client yet")
    click(terminal, "Settings", after=START_REGISTRATION).wait_for("Appearance", "Three ways")
    click_footer(terminal, "[ stop before").wait_for("looking back", START_REGISTRATION)
    click_footer(terminal, "] later").wait_gone("looking back").wait_for("Appearance")
    click_footer(terminal, "[ stop before").wait_for("looking back")
    click_footer(terminal, "Esc to the present").wait_gone("looking back")
    # As slowly as possible: it is paused before the show leads into the browser.
    terminal.press("-").wait_for("10 s a stop")
    click_footer(terminal, "A autoplay").wait_for("▸ autoplay, 10 s a stop")
    click_footer(terminal, "+ faster").wait_for("5 s a stop")
    click_footer(terminal, "A pause").wait_for("presenter mode").wait_gone("5 s a stop")
    click_footer(terminal, "0 reset").wait_for("1 of 10 · No client yet", START_REGISTRATION)

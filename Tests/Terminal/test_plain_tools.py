"""The teaching tools in lines (`--plain`), from the output alone: messages, sequence, lessons, faults, step mode, test plan, evidence and phones."""
import json
import re
import zipfile

import pytest
from labs import LESSONS, questions
from phone import START_AUTHENTICATION, START_REGISTRATION, USER
from test_output_modes import answer_login, choose, last_menu
from test_plain_lines import QUESTION, SIGNS, answer

FRAMES = re.compile("[─-▟]|[.]{4,}")


@pytest.fixture
def terminal(phone):
    terminal = phone.start("--plain", size=(110, 300))
    terminal.wait_until(lambda: QUESTION in last_menu(terminal) and START_REGISTRATION in last_menu(terminal), "the app")
    return terminal


@pytest.fixture
def signed_in(terminal):
    choose(terminal, START_REGISTRATION)
    answer_login(terminal)
    choose(terminal, START_AUTHENTICATION)
    terminal.wait_until(lambda: f"Subject: {USER}" in last_menu(terminal) and QUESTION in last_menu(terminal), "the user")
    return terminal


def said(terminal):
    text = terminal.raw.decode()
    assert not SIGNS.search(text) and not FRAMES.search(text) and "\x1b" not in text
    return text


def number(text, words):
    """The number of the last line with these words."""
    found = re.findall(rf"^(\d+)\. .*{re.escape(words)}", text, re.M)
    assert found, f"{words} has no number:\n{text}"
    return found[-1]


def pick(terminal, words, waiting_for=QUESTION):
    """Chooses the latest line with these words by its number."""
    return answer(terminal, number(last_menu(terminal), words), waiting_for)


def test_the_tools_have_a_list_and_0_leads_back(terminal):
    tools = answer(terminal, "tools")
    for name in ("Messages", "Sequence", "State", "Server", "Keystore", "Lesson", "Faults", "Clock", "Test plan", "Phones", "Step mode"):
        assert re.search(rf"^\d+\. {name}\r$", tools, re.M), f"{name}:\n{tools}"
    assert "Nothing has been sent yet" in pick(terminal, "Messages")
    assert START_REGISTRATION in answer(terminal, "0")
    assert "Now: No client" in answer(terminal, "state") and START_REGISTRATION in answer(terminal, "back")
    said(terminal)


def test_messages_and_the_sequence_are_read(signed_in):
    terminal = signed_in
    messages = answer(terminal, "messages")
    assert "App to Identity server: POST token" in messages and "Keystore" in messages
    message = pick(terminal, "App to Identity server: POST token")
    # Each explanation stands after its parameter.
    assert re.search(r"grant_type = authorization_code\r\n[^\r]+RFC 6749", message), message
    assert "code_verifier = " in message and "0. Back" in message
    assert "Chosen: App to Identity server: POST token" in answer(terminal, "0")
    found = answer(terminal, "search", "method, URL, status, name, text: ")
    found = answer(terminal, "userinfo")
    assert "GET userinfo" in found
    sequence = answer(terminal, "sequence")
    assert "App asks Identity server: POST token. The answer: 200" in sequence
    assert "Login" in sequence
    said(terminal)


def test_a_labs_question_is_answered(terminal):
    name, lesson = next((name, lesson) for name, lesson in LESSONS.items() if lesson["kind"] == "lab" and questions(lesson))
    answer(terminal, "lesson", "done on this device")
    terminal.wait_until(lambda: lesson["title"] in last_menu(terminal) and QUESTION in last_menu(terminal), "the list of the lessons")
    assert lesson["setting"][:40] in pick(terminal, lesson["title"])
    question = questions(lesson)[0]
    for _ in range(2 * len(lesson["steps"]) + 2):
        shown = last_menu(terminal)
        if question["text"][:40] in shown:
            break
        if "Who will refuse?" in shown:
            terminal.seen = len(terminal.raw)
            terminal.type(number(shown, "nobody") + "\r")
            terminal.wait_until(lambda: re.search(r"^\d+\. Next\r$", last_menu(terminal), re.M), "the end of the step")
            assert "nobody" in last_menu(terminal)
        pick(terminal, "Next")
    assert question["text"][:40] in last_menu(terminal)
    wrong = next(index for index in range(len(question["choices"])) if index != question["right"] - 1)
    assert "That is not right. Try again." in pick(terminal, question["choices"][wrong][:60])
    assert "Right, after one wrong answer." in pick(terminal, question["choices"][question["right"] - 1][:60])
    said(terminal)


def test_a_fault_is_switched_on_and_seen(terminal):
    assert "Nothing goes wrong on purpose" in answer(terminal, "faults")
    on = pick(terminal, "Identity server down at the start")
    assert "On purpose: Metadata: nothing listens" in on and "On: 1" in on
    answer(terminal, "0")
    choose(terminal, START_REGISTRATION)
    terminal.wait_until(lambda: "0. Dismiss" in last_menu(terminal), "the error")
    assert "connection_refused (On purpose: metadata: connection-refused)" in last_menu(terminal)
    answer(terminal, "dismiss")
    assert "Nothing goes wrong on purpose" in answer(terminal, "faults") or "All off" in last_menu(terminal)
    said(terminal)


def held(terminal, line, parties):
    """Types a line, and waits for the card of the next message."""
    terminal.seen = len(terminal.raw)
    terminal.type(line + "\r")
    terminal.wait_until(
        lambda: re.search(rf"{parties}[\s\S]*^1\. Send It[\s\S]*^0\. Cancel[\s\S]*{re.escape(QUESTION)}", last_menu(terminal), re.M), parties)


def test_step_mode_asks_and_sends(terminal):
    assert "Step mode" in answer(terminal, "tools")
    asking = pick(terminal, "Step mode")
    assert START_REGISTRATION in asking
    held(terminal, START_REGISTRATION, "App to Identity server")
    held(terminal, "1", "App to Browser")
    assert "GET metadata" in answer(terminal, "messages")
    assert "1. Send It" in answer(terminal, "0")
    assert "goes no further" in answer(terminal, "cancel")
    said(terminal)


def test_a_case_of_the_test_plan_is_marked(phone, terminal):
    answer(terminal, "test plan", "no run yet")
    terminal.wait_until(lambda: "REG-001" in last_menu(terminal) and last_menu(terminal).endswith(QUESTION), "the plan")
    assert "26. Those after" in last_menu(terminal) and "PAN-001" not in last_menu(terminal)
    # By its name: if reading the plan took long, its numbers are refused for a moment.
    case = answer(terminal, "first start gives")
    assert "1. Look at the screen before you press anything" in case
    pick(terminal, "Fail", "Your name, for the reports: ")
    answer(terminal, "tess", "What did you see?")
    answer(terminal, "the button was grey", "Failed: fail")
    terminal.wait_until(lambda: list(phone.folder.rglob("test-runs/*.json")), "the run on the disk")
    run = next(phone.folder.rglob("test-runs/*.json"))
    terminal.wait_until(lambda: "the button was grey" in run.read_text() and '"tester": "tess"' in run.read_text(), "the note on the disk")
    terminal.wait_until(lambda: (run.with_suffix("") / "REG-001" / "screen.txt").exists(), "the attachment")
    assert START_REGISTRATION in (run.with_suffix("") / "REG-001" / "screen.txt").read_text()
    said(terminal)


def test_evidence_is_written_and_several_phones_are_taken(phone, signed_in):
    terminal = signed_in
    answer(terminal, "write evidence", "0. OK")
    terminal.wait_until(lambda: re.search(r"Written for the person who looks into this:", last_menu(terminal)), "the bundle")
    bundle = next(phone.folder.rglob("*.zip"))
    manifest = json.loads(zipfile.ZipFile(bundle).read("manifest.json"))
    assert manifest["replayable"] is False and manifest["obstacle"] == "lines" and manifest["screens"]
    answer(terminal, "0")
    phones = answer(terminal, "phones")
    assert "Add a Phone" in phones
    pick(terminal, "Add a Phone", START_REGISTRATION)
    back = answer(terminal, "phones", "Not chosen: phone")
    assert "Chosen: phone-2" in back
    assert f"Subject: {USER}" in pick(terminal, "Not chosen: phone", f"Subject: {USER}")
    said(terminal)

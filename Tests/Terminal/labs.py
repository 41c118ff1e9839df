"""The program's lessons, done by keystrokes as a trainee does them."""
import contextlib
import json
import pathlib
import re
import sqlite3

from phone import ROOT, START_REGISTRATION
from session import PATIENCE

FILES = ROOT / "Sources/Labs/Lessons"
LESSONS = {lesson["id"]: lesson for lesson in sorted(
    (json.loads(path.read_text()) for path in FILES.glob("*.json")), key=lambda lesson: (lesson["order"], lesson["id"]))}
LABS = [name for name, lesson in LESSONS.items() if lesson["kind"] == "lab"]
VERDICTS = {
    "defence": "The defence held", "attack": "The attack worked, as it must", "despite": "The attack works despite"}
TROUBLE = re.compile(r"Unexpected:|It could not be done|try again")
REFUSERS = {"server": "i", "app": "a", "nobody": "n"}


def cases(name):
    """What the tests know about a lab besides its own file."""
    return json.loads((pathlib.Path(__file__).parent / "lab_cases" / f"{name}.json").read_text())


def questions(lesson):
    """In the program's numbering: questions behind steps come first."""
    behind = [step["question"] for step in lesson["steps"] if "question" in step]
    return behind + ([lesson["question"]] if "question" in lesson else []) + lesson.get("questions", [])


def open_lessons(terminal, after=START_REGISTRATION):
    """Opens the lessons from the phone, as soon as it shows this text."""
    terminal.wait_for(after).press("tab", "6")
    return terminal.wait_for("done on this device", "↵ open")


def open_lesson(terminal, place):
    """Opens a lesson by its place in the list, or by its id."""
    if isinstance(place, str):
        place = list(LESSONS).index(place)
    terminal.press("home")
    for _ in range(place):
        terminal.press("down")
    return terminal.press("enter").wait_for("Setting", "What you find out", "↵ next")


def footer(terminal):
    return terminal.screen.display[-1]


def panel(terminal):
    """The panel's text as one line, without the phone beside it."""
    rows = [row[row.index("┃") + 1:row.rindex("┃")] if row.count("┃") > 1 else "" for row in terminal.screen.display]
    return " ".join(" ".join(rows).split())


def do_step(terminal, number, count, guess="nobody"):
    """Predicts and does the step on the shown page; returns the panel's text about it."""
    terminal.wait_for(f"Step {number} of {count}", "Who will refuse?")
    terminal.press(REFUSERS[guess])
    terminal.wait_until(
        lambda: "↵ next" in footer(terminal) or TROUBLE.search(terminal.screen.text()), "the end of the step")
    terminal.settle()
    text = said(terminal)
    assert not TROUBLE.search(text), text
    return text


def said(terminal):
    """The whole page, from its beginning to its end."""
    terminal.press("home").settle()
    seen = [panel(terminal)]
    for _ in range(12):
        terminal.press("pagedown").settle()
        if panel(terminal) == seen[-1]:
            break
        seen.append(panel(terminal))
    terminal.press("home").settle()
    return "\n".join(seen)


def run_steps(terminal, count, of=None):
    """Does the first steps of a lesson without questions between them; returns the panel's text about each."""
    texts = []
    for number in range(1, count + 1):
        terminal.press("enter")
        texts.append(do_step(terminal, number, of or count))
    return texts


def choose(terminal, text):
    """Moves to a choice, wherever it stands. A wrong answer has its cross in the place of the mark of the focus."""
    def rows(mark, is_wanted=bool):
        found = ((y, re.search(f"┃ *{mark} (.*?) *┃", row)) for y, row in enumerate(terminal.screen.display))
        return [y for y, match in found if match and is_wanted(match.group(1))]

    def focus():
        return next(iter(rows("▸") or rows("✗")), None)
    while True:
        now, there = focus(), next(iter(rows("[▸✗ ]", lambda shown: shown.strip() and text.startswith(shown.strip()))), None)
        assert now is not None and there is not None, f"no choice {text}:\n{terminal.text()}"
        if now == there:
            return terminal
        terminal.press("down" if there > now else "up").wait_until(lambda: focus() not in (now, None), "another choice")


def wrong_choice(question):
    """The wrong choice to try first, counted from 0."""
    return question["right"] % len(question["choices"])


def answer(terminal, question):
    """Answers wrongly first, which does not end the question, and then rightly."""
    right = question["right"] - 1
    wrong = question["choices"][wrong_choice(question)]
    choose(terminal.wait_for("Question", "↵ answer"), wrong).press("enter").wait_for("That is not right. Try again.", "↵ answer")
    choose(terminal, question["choices"][right]).press("enter").wait_for("Right, after one wrong answer.")


def write_lesson(phone, name, lesson):
    """Writes a trainer's file, a lesson or any text; returns its path."""
    folder = phone.data / "lessons"
    folder.mkdir(parents=True, mode=0o700, exist_ok=True)
    phone.data.chmod(0o700)
    (folder / name).write_text(lesson if isinstance(lesson, str) else json.dumps(lesson, indent=2))
    return folder / name


def small_lab(**members):
    """A lab of one step, with a request that the server does not refuse."""
    ask = {"request": {"method": "GET", "url": "{issuer}/.well-known/openid-configuration"}, "expect": {"status": 200}}
    return {
        "version": 1, "id": "small", "order": 9, "kind": "lab", "title": "A lesson of our own", "setting": "A server.",
        "goal": "Whether it answers.", "steps": [{"title": "Ask", "text": "The metadata.", "do": [ask]}],
        "explanation": "It answers.", "sources": [{"name": "RFC 8414", "url": "https://www.rfc-editor.org/rfc/rfc8414"}],
        **members}


def write_progress(phone, lessons, device="phone"):
    """Writes a device's progress, an object or any text; returns its path."""
    folder = phone.data / "devices" / device
    folder.mkdir(parents=True, mode=0o700, exist_ok=True)
    phone.data.chmod(0o700)
    path = folder / "lessons.json"
    path.write_text(lessons if isinstance(lessons, str) else json.dumps({"version": 1, "lessons": lessons}))
    path.chmod(0o600)
    return path


def database(phone, lesson):
    return phone.device / "labs" / lesson / "data/idsvr/idsvr.sqlite"


def rows(phone, lesson, sql):
    connection = sqlite3.connect(f"file:{database(phone, lesson)}?mode=ro", uri=True, timeout=PATIENCE)
    try:
        return [list(row) for row in connection.execute(sql)]
    finally:
        connection.close()


def progress(phone, device="phone"):
    return json.loads((phone.data / "devices" / device / "lessons.json").read_text())["lessons"]


def wait_progress(terminal, phone, lesson, condition, device="phone"):
    """A device's progress in a lesson, once the condition holds: it is saved after it is shown."""
    def kept():
        with contextlib.suppress(FileNotFoundError):
            return progress(phone, device).get(lesson, {})
        return {}
    terminal.wait_until(lambda: kept() and condition(kept()), f"the progress of {lesson}")
    return kept()


# The parameters of an operation that can be changed, in the order in which they are shown.


def parameters(operation):
    if "app" in operation:
        return ["user"]
    if "browser" in operation:
        visit = operation["browser"]
        if "page" in visit:
            return ["user", "page"]
        return ["user", *visit["parameters"], *(["redirect"] if "forged" in visit else []), ""]
    if "request" in operation:
        request = operation["request"]
        names = ["method", *(name for name in ("bearer", "dpop", "proof", "assertion") if name in request)]
        names += ["basic id", "basic secret"] if "basic" in request else []
        body = request.get("form", request.get("json"))
        return names + ([*body, ""] if body is not None else [])
    if "keystore" in operation and not operation["keystore"].get("protect"):
        return ["passphrase"]
    return []


def change(terminal, step, operation, name, value):
    """With the editor of a step open: gives a parameter another value, or adds one that is missing."""
    if name not in parameters(step["do"][operation - 1]):
        name, value = "", f"{name}={value}"
    place = sum(len(parameters(other)) for other in step["do"][:operation - 1]) + parameters(step["do"][operation - 1]).index(name)
    terminal.press(*["up"] * 60)
    terminal.press(*["down"] * place)
    terminal.press("enter").wait_for("↵ keep").press("ctrl-u").type(value).press("enter").wait_for("↵ change")


def turn_to(terminal, number):
    """Turns forward to the page of a step in the open lesson."""
    for _ in range(40):
        terminal.settle()
        if f"Step {number} of" in terminal.text():
            return terminal
        shown = panel(terminal)
        terminal.press("right").wait_until(lambda: panel(terminal) != shown, "the next page")
    raise AssertionError(f"no step {number}:\n{terminal.text()}")

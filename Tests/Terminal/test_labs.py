"""Every lab of the panel Lesson, by keystrokes: the screen's result of each attack, and what the lab server's own database says; each
question with a wrong answer first; what a trainee can reach by a change; and what would happen next."""
import collections
import json
import re
import sqlite3

import pytest

from harness.controls import stray_controls
from labs import (LABS, LESSONS, VERDICTS, answer, cases, change, do_step, open_lesson, open_lessons, progress, questions,
                  rows, said, turn_to, wait_progress)
from phone import START_REGISTRATION
from session import PATIENCE


def of_own_phone(phone):
    """What labs have left on the phone itself, whose server runs beside theirs: it must be nothing."""
    connection = sqlite3.connect(phone.data / "idsvr/idsvr.sqlite", timeout=PATIENCE)
    try:
        counts = connection.execute("""
            select (select count(*) from dynamically_registered_clients) + (select count(*) from sso_sessions)
            + (select count(*) from grants)""").fetchone()[0]
    finally:
        connection.close()
    return counts or phone.keystore.exists() or (phone.device / "browser").exists()


def check_database(phone, name, after):
    for case in cases(name)["database"]:
        if case["after"] == after:
            assert rows(phone, name, case["sql"]) == case["rows"], case["says"]


def check_verdicts(step, text):
    for meaning, words in VERDICTS.items():
        count = sum(operation.get("proves", "normal") == meaning for operation in step.get("do", []))
        # The page is read in overlapping parts, so its words are only checked for presence or absence.
        assert (words in text) == (count > 0), f"{meaning}: {text}"


def take_part(phone, terminal, name):
    """From the first page to the last, with a wrong answer to each question first."""
    lesson = LESSONS[name]
    asked = iter(questions(lesson))
    count = len(lesson["steps"])
    open_lesson(terminal, name).press("enter")
    for number, step in enumerate(lesson["steps"], 1):
        if step.get("do"):
            check_verdicts(step, do_step(terminal, number, count, guess="app"))
        else:
            terminal.wait_for(f"Step {number} of {count}")
        check_database(phone, name, number)
        terminal.press("enter")
        if "question" in step:
            answer(terminal, next(asked))
            terminal.press("enter")
    terminal.wait_for("Why it is so")
    for question in asked:
        terminal.press("enter")
        answer(terminal, question)


def reach(terminal, lesson, goal):
    """Makes the changes and runs the lab again. Opening a lesson discards earlier changes."""
    terminal.press("escape").wait_for("↵ open").press("enter").wait_for("Setting", "↵ next")
    for made in sorted(goal["changes"], key=lambda made: made["step"]):
        turn_to(terminal, made["step"]).press("e").wait_for("Space run it")
        change(terminal, lesson["steps"][made["step"] - 1], made["operation"], made["parameter"], made["value"])
        terminal.press("escape").wait_for("e change")
    turn_to(terminal, goal["try"]).press("e").wait_for("Space run it")
    terminal.press("space").wait_for("Reached:").press("escape").wait_for("e change")


@pytest.mark.parametrize("name", LABS)
def test_a_lab_from_end_to_end(phone, name):
    lesson, known = LESSONS[name], cases(name)
    terminal = phone.start(size=(150, 50))
    open_lessons(terminal)
    take_part(phone, terminal, name)
    kept = wait_progress(terminal, phone, name, lambda kept: kept.get("complete"))
    operations = [step for step in lesson["steps"] if step.get("do")]
    assert kept["finished"] >= kept["begun"]
    assert [item["wrong"] for item in kept["answers"]] == [1] * len(questions(lesson))
    assert len(kept["predictions"]) == len(operations) and all(item["said"] == "app" for item in kept["predictions"])
    assert (phone.device / "lessons.json").stat().st_mode & 0o777 == 0o600

    # The panel Sequence shows the lab: its name, its last step, and no message of the phone beside it.
    terminal.press("2").wait_for(f"Lab: {lesson['title'][:40]}", f"{len(lesson['steps'])} · ")
    terminal.press("v").wait_for("This phone's own messages").press("v").wait_for("Lab: ")
    terminal.press("6")

    assert {goal["goal"] for goal in known["goals"]} == set(range(1, len(lesson["goals"]) + 1)), "a goal without a way to it"
    for goal in known["goals"]:
        reach(terminal, lesson, goal)
        wait_progress(terminal, phone, name, lambda kept: goal["goal"] - 1 in kept.get("goals", []))
    assert not of_own_phone(phone)
    assert stray_controls(terminal.raw) == []

    # Progress belongs to the device and survives the app.
    terminal.close()
    again = phone.start(size=(150, 50))
    open_lessons(again).wait_for(f"1 of {len(LESSONS)} done")
    open_lesson(again, name)
    again.press("x").wait_for("A reset forgets your progress").press("x").wait_for("The lab was reset")
    assert not (phone.device / "labs" / name).exists()
    again.wait_until(lambda: name not in progress(phone), "the progress to be forgotten")


@pytest.mark.parametrize("name", LABS)
def test_what_would_happen_next(phone, tmp_path, name):
    """A lab's conclusion cannot become false unnoticed, because its consequences are tested, too."""
    lesson = {key: value for key, value in LESSONS[name].items() if key not in ("translations", "goals")}
    more = cases(name)["continuation"]
    assert more, "nothing follows from this lab"
    lesson["steps"] = lesson["steps"] + more
    # A lesson has at most 30 steps and asks eight questions.
    file = tmp_path / "continued.json"
    file.write_text(json.dumps({**lesson, "id": "continued"}))
    status, output, errors = phone.command("lessons check", str(file), "--run", timeout=PATIENCE * 10)
    assert status == 0, output[-3000:] + errors
    assert all(step["title"] in output for step in more if step.get("do"))
    refused = cases(name)["refused"]
    assert re.findall(r"^  \d+ .* \(refused by: (\w+)\)$", output, re.M)[:len(refused)] == refused


def test_no_answer_to_who_will_refuse_is_right_too_often():
    """Pressing the same key every time is right in at most half of the steps, and the app is not a rare exception. The tests of the labs assert
    that the lists are true."""
    for name in LABS:
        assert len(cases(name)["refused"]) == sum("do" in step for step in LESSONS[name]["steps"]), name
    count = collections.Counter(who for name in LABS for who in cases(name)["refused"])
    assert set(count) == {"server", "app", "nobody"}
    assert max(count.values()) * 2 <= count.total(), count
    assert count["app"] * 4 >= count["app"] + count["server"], count

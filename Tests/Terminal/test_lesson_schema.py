"""docs/lesson.schema.json and the program agree: on the lessons that come with it, and on what is no lesson."""
import copy
import json
import pathlib

import jsonschema
import pytest
from phone import ROOT

SCHEMA = json.loads((ROOT / "docs/lesson.schema.json").read_text())
LESSONS = sorted(pathlib.Path(ROOT / "Sources/DCRTerminal/Lessons").glob("*.json"))
LESSON = json.loads((ROOT / "Sources/DCRTerminal/Lessons/forged-state.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert len(LESSONS) >= 10


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_each_lesson_of_the_program_fits(path):
    faults = [f"{list(fault.absolute_path)}: {fault.message[:200]}" for fault in VALIDATOR.iter_errors(json.loads(path.read_text()))]
    assert not faults, faults


def deed(lesson):
    return next(step["do"][0] for step in lesson["steps"] if step.get("do"))


BREAKS = {
    "no-title": lambda lesson: lesson.pop("title"),
    "no-steps": lambda lesson: lesson.update(steps=[]),
    "version": lambda lesson: lesson.update(version=2),
    "unknown": lambda lesson: lesson.update(author="me"),
    "kind": lambda lesson: lesson.update(kind="game"),
    "order": lambda lesson: lesson.update(order=10000),
    "long-title": lambda lesson: lesson.update(title="x" * 61),
    "insecure": lambda lesson: lesson.update(world={"insecure": ["everything"]}),
    "source": lambda lesson: lesson["sources"][0].update(url="http://example.com"),
    "right": lambda lesson: lesson["questions"][0].update(right=0),
    "choices": lambda lesson: lesson["questions"][0].update(choices=["one"]),
    "many-choices": lambda lesson: lesson["questions"][0].update(choices=list("abcdef")),
    "questions": lambda lesson: lesson.update(questions=lesson["questions"] * 3),
    "predict": lambda lesson: lesson["steps"][0].update(predict={"browser": "No."}),
    "goal-without-facts": lambda lesson: lesson["goals"][0].update(expect={}),
    "goal-user": lambda lesson: lesson["goals"][0].update(user="root"),
    "rogue": lambda lesson: lesson.update(world={"rogue": {"lies": {}}}),
    "server": lambda lesson: lesson.update(world={"server": {"adminPort": 1}}),
    "phone": lambda lesson: lesson.update(world={"phone": {"issuer": "https://example.com"}}),
    "registration": lambda lesson: lesson.update(world={"phone": {"registration": "push"}}),
    "receiver": lambda lesson: deed(lesson)["browser"].update(receiver="server"),
    "checks": lambda lesson: deed(lesson)["browser"].update(checks=["nonce"]),
    "clock": lambda lesson: lesson["steps"][0]["do"].insert(0, {"clock": {"of": "church", "ahead": 1}}),
    "clock-back": lambda lesson: lesson["steps"][0]["do"].insert(0, {"clock": {"ahead": -1}}),
    "copies": lambda lesson: lesson["steps"][0]["do"].insert(
        0, {"request": {"method": "GET", "url": "{issuer}", "copies": 0}}),
    "translations": lambda lesson: lesson.update(translations={"de": "Deutsch"}),
    "deed": lambda lesson: deed(lesson).update(dance={}),
    "two-deeds": lambda lesson: deed(lesson).update(loot={}, inspect={}),
    "proves": lambda lesson: deed(lesson).update(proves="nothing"),
}


def test_what_one_refuses_the_other_refuses(phone):
    folder = phone.data / "lessons"
    folder.mkdir(parents=True)
    for name, change in BREAKS.items():
        lesson = copy.deepcopy(LESSON)
        lesson["id"] = name
        assert VALIDATOR.is_valid(lesson)
        change(lesson)
        assert not VALIDATOR.is_valid(lesson), f"the schema takes {name}"
        (folder / f"{name}.json").write_text(json.dumps(lesson))
    (folder / "fine.json").write_text(json.dumps({**LESSON, "id": "fine"}))
    _, output, errors = phone.command("doctor", "--json")
    for name in BREAKS:
        assert f"{name}.json" in output + errors, f"the program takes {name}"
    assert "fine.json" not in output + errors, output

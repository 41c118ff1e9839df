"""`dcr-terminal lessons list` and `check`: the available lessons, whether a file is valid, and whether its labs end as they say."""
import json
import re

import pytest

from codes import codes
from labs import LESSONS, questions, small_lab, write_lesson


def in_order(*more):
    return sorted([*LESSONS.values(), *more], key=lambda lesson: (lesson["order"], lesson["id"]))


def listed(lesson, file=None):
    return {
        "id": lesson["id"], "kind": lesson["kind"], "title": lesson["title"], "steps": len(lesson["steps"]),
        "questions": len(questions(lesson)), "goals": len(lesson.get("goals", [])),
        "languages": ["en", *sorted(lesson.get("translations", {}))], "file": file}


def test_the_list_has_the_lessons_in_their_order(phone):
    status, output, errors = phone.command("lessons list --json")
    assert (status, errors) == (0, "")
    assert json.loads(output) == [listed(lesson) for lesson in in_order()]
    assert all(listed(lesson)["languages"] == ["en", "de", "sv"] for lesson in LESSONS.values())
    # Without another word it lists the lessons as text.
    status, output, errors = phone.command("lessons")
    head, *rows = output.splitlines()
    assert (status, errors, head.split()) == (0, "", ["id", "kind", "steps", "questions", "title"])
    assert [row.split(maxsplit=4) for row in rows] == [
        [item["id"], item["kind"], str(item["steps"]), str(item["questions"]), item["title"]]
        for item in map(listed, in_order())]
    assert not phone.data.exists(), "looking makes nothing"


def test_a_trainers_lessons_are_listed_with_their_files(phone):
    own = small_lab(order=35, translations={"sv": {"title": "Vår lektion"}, "de": {"title": "Unsere Lektion"}})
    instead = small_lab(id="mix-up", order=5000, title="Another mix-up")
    paths = {lesson["id"]: str(write_lesson(phone, f"{lesson['id']}.json", lesson)) for lesson in (own, instead)}
    write_lesson(phone, "broken.json", "{")
    status, output, errors = phone.command("lessons list --json")
    assert status == 0 and "lesson file broken.json, line 1, is left out: not valid JSON" in errors and len(errors.splitlines()) == 1
    others = [lesson for lesson in LESSONS.values() if lesson["id"] != "mix-up"]
    expected = sorted([*others, own, instead], key=lambda lesson: (lesson["order"], lesson["id"]))
    assert json.loads(output) == [listed(lesson, paths.get(lesson["id"])) for lesson in expected]
    assert json.loads(output)[-1]["title"] == "Another mix-up"


def test_what_is_right_is_named(phone):
    file = phone.folder / "mine.json"
    file.write_text(json.dumps(small_lab(title="Quotes “and” <b>")))
    assert phone.command("lessons check", file, "tour") == (
        0, f"small: “Quotes “and” <b>”, 1 step\ntour: “{LESSONS['tour']['title']}”, {len(LESSONS['tour']['steps'])} steps\n", "")
    # Without a name: all lessons, also the broken ones in the data directory.
    write_lesson(phone, "own.json", small_lab(order=0))
    status, output, errors = phone.command("lessons check")
    assert (status, errors) == (0, "")
    assert [line.split(":")[0] for line in output.splitlines()] == ["small", *LESSONS]
    write_lesson(phone, "wrong.json", small_lab(id="wrong", kind="game"))
    write_lesson(phone, "copy.json", small_lab(title="Its id was forgotten"))
    status, output, errors = phone.command("lessons check")
    assert (status, codes(errors)) == (65, ["lesson_file_wrong", "lesson_file_wrong"])
    assert "own.json, line 3: id should be an id that is not in copy.json" in errors and "wrong.json, line 5: kind should be" in errors
    assert len(output.splitlines()) == len(LESSONS) + 1


def operation(lesson, **members):
    lesson["steps"][0]["do"][0].update(members)


def with_operation(lesson, **members):
    lesson["steps"][0]["do"] = [members]


# The change, the text in the faulty line, and the member.
BROKEN = {
    "type": (lambda lesson: lesson.update(order="five"), '"order"', "order"),
    "missing": (lambda lesson: lesson.pop("goal"), "{", "goal"),
    "unknown": (lambda lesson: lesson.update(author="me"), '"author"', "author"),
    "inner": (lambda lesson: operation(lesson, proves="nothing"), '"proves"', "steps[0].do[0].proves"),
    "variable": (lambda lesson: lesson["steps"][0]["do"][0]["request"].update(url="{nobody}"), '"url"', "steps[0].do[0].request.url"),
    "two operations": (lambda lesson: operation(lesson, inspect={}), "        {", "steps[0].do[0]"),
    "control character": (lambda lesson: lesson.update(setting="red \x1b[31m"), '"setting"', "setting"),
    "translation": (lambda lesson: lesson.update(translations={"de": {"order": 3}}), '"order": 3', "translations.de.order"),
    "server": (lambda lesson: lesson.update(world={"server": {"adminPort": 1}}), '"adminPort"', "world.server.adminPort"),
    "lifetime": (lambda lesson: lesson.update(world={"server": {"lifetimes": {"code": -1}}}), '"code"', "world.server.lifetimes.code"),
    "policy": (lambda lesson: lesson.update(world={"server": {"policies": {"dpopp": "required"}}}), '"dpopp"', "world.server.policies.dpopp"),
    "contradiction": (
        lambda lesson: lesson.update(world={"phone": {"profile": "fapi-2.0"}, "server": {"policies": {"refreshTokens": "rotating"}}}),
        '"refreshTokens"', "world.server.policies.refreshTokens should be left out where"),
    "phone": (lambda lesson: lesson.update(world={"phone": {"silentStart": "yes"}}), '"silentStart"', "world.phone.silentStart"),
    "registration": (lambda lesson: with_operation(lesson, app={"device": "a", "until": "register", "phone": {"registration": "push"}}),
                     '"registration"', "steps[0].do[0].app.phone.registration"),
    "policies": (lambda lesson: with_operation(lesson, administer={"policies": {"refreshTokens": "never"}}),
                 '"refreshTokens"', "steps[0].do[0].administer.policies.refreshTokens"),
    "fault": (lambda lesson: with_operation(lesson, app={"device": "a", "until": "register", "faults": [{"endpoint": "token", "defect": "hunger"}]}),
              '"defect"', "steps[0].do[0].app.faults[0].defect"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_is_named_with_line_and_member(phone, case):
    change, mark, member = BROKEN[case]
    lesson = small_lab()
    change(lesson)
    file = phone.folder / "broken.json"
    file.write_text(json.dumps(lesson, indent=2))
    line = next(number for number, text in enumerate(file.read_text().splitlines(), 1) if mark in text)
    status, output, errors = phone.command("lessons check", file)
    assert (status, output, codes(errors)) == (65, "", ["lesson_file_wrong"])
    assert f": {file}, line {line}: {member} " in errors, errors
    assert "\x1b" not in errors


def test_what_is_no_lesson_at_all(phone):
    file = phone.folder / "broken.json"
    for text in ("", '{"version": 1,\n', "\0" * 9, "[" * 10_000, json.dumps(small_lab()) + " " * (256 << 10)):
        file.write_text(text)
        status, output, errors = phone.command("lessons check", file)
        assert (status, output, codes(errors)) == (65, "", ["lesson_file_wrong"]), text[:20]
        assert f"{file}, line " in errors
    for path in (phone.folder / "none.json", phone.folder, "nolesson"):
        status, output, errors = phone.command("lessons check", path)
        assert (status, output, codes(errors)) == (65, "", ["lesson_file_unreadable"]) and str(path) in errors
    # One of the data directory is named by what its name promises to be its id, also in the place of a built-in lesson.
    write_lesson(phone, "tour.json", small_lab(kind="game"))
    status, output, errors = phone.command("lessons check", "tour")
    assert (status, output, codes(errors)) == (65, "", ["lesson_file_wrong"]) and "tour.json, line " in errors


def test_a_lab_that_comes_out_as_it_says(phone):
    scratch = phone.folder / "scratch"
    scratch.mkdir()
    file = phone.folder / "mine.json"
    refused = {"request": {"method": "POST", "url": "{token_endpoint}", "form": {"grant_type": "password"}},
               "expect": {"status": 401}, "proves": "defence"}
    steps = [*small_lab()["steps"], {"title": "Read", "text": "Nothing."}, {"title": "Refused", "text": "It is.", "do": [refused]}]
    file.write_text(json.dumps(small_lab(steps=steps)))
    status, output, errors = phone.command("lessons check --run", file, env={"TMPDIR": str(scratch)})
    assert (status, errors) == (0, "")
    lines = [line.strip() for line in output.splitlines()]
    assert lines[0] == "small: “A lesson of our own”"
    assert [line for line in lines if "refused by" in line] == ["1 Ask (refused by: nobody)", "3 Refused (refused by: server)"]
    assert any("The defence held" in line for line in lines) and "status 401" in lines
    assert list(scratch.iterdir()) == [] and not phone.data.exists(), "a rehearsal leaves nothing"
    # A tour is only read.
    assert phone.command("lessons check --run tour")[0::2] == (0, "")


def test_a_lab_that_comes_out_otherwise(phone):
    file = phone.folder / "mine.json"
    other = small_lab()
    operation(other, expect={"status": 201})
    asking = small_lab()["steps"]
    file.write_text(json.dumps(small_lab(steps=asking + other["steps"] + asking)))
    status, output, errors = phone.command("lessons check --run", file)
    assert (status, codes(errors)) == (69, ["lesson_failed"])
    assert "small, step 2: " in errors and "status should be 201 and is 200" in errors and str(file) in errors
    assert "  1 Ask" in output and "  2 Ask" in output and "  3 Ask" not in output, "what builds on it is not done"


def test_what_cannot_be_done_is_quoted(phone):
    file = phone.folder / "mine.json"
    asked = {"response_type": "code", "client_id": "mobile-dcr-client", "redirect_uri": "nowhere", "scope": "dcr"}
    step = {"title": "Ask", "text": "The login.", "do": [{"browser": {"device": "phone-1", "parameters": asked}}]}
    file.write_text(json.dumps(small_lab(steps=[step])))
    status, output, errors = phone.command("lessons check --run", file)
    assert (status, codes(errors)) == (69, ["lesson_failed"])
    assert re.search(r"the configured redirect URI is not usable: .*nowhere.* is not an absolute URI", errors), errors


def test_a_goal_that_is_reached_before_anything_is_changed(phone):
    file = phone.folder / "mine.json"
    goals = [{"text": "Get a client of jd's.", "user": "jd", "expect": {"clients": count}, "reached": "So it is."} for count in (1, 0)]
    file.write_text(json.dumps(small_lab(goals=goals)))
    status, output, errors = phone.command("lessons check --run", file)
    assert (status, codes(errors)) == (69, ["lesson_failed"])
    assert "goal 2 is reached" in errors and "1 Ask" in output
    file.write_text(json.dumps(small_lab(goals=goals[:1])))
    assert phone.command("lessons check --run", file)[0::2] == (0, "")


def test_all_that_is_wrong_is_said(phone):
    broken, failing, fine = (phone.folder / f"{name}.json" for name in ("broken", "failing", "fine"))
    broken.write_text(json.dumps(small_lab(kind="game")))
    lesson = small_lab(id="failing")
    operation(lesson, expect={"status": 201})
    failing.write_text(json.dumps(lesson))
    fine.write_text(json.dumps(small_lab()))
    status, output, errors = phone.command("lessons check --run", failing, broken, "none.json", fine, "nolesson")
    assert codes(errors) == ["lesson_file_wrong", "lesson_file_unreadable", "lesson_file_unreadable", "lesson_failed"]
    assert status == 69, "the last one said decides"
    assert output.index("failing: ") < output.index("small: ")
    status, _, errors = phone.command("lessons check", broken, "none.json")
    assert (status, codes(errors)) == (65, ["lesson_file_wrong", "lesson_file_unreadable"])

"""`dcr-terminal lessons report`: each trainee's lessons, mistakes and times, from numbers that the test wrote itself."""
import csv
import html.parser
import io
import json
import re

import pytest

from codes import codes
from labs import LESSONS, questions, small_lab, write_lesson, write_progress
from phone import Phone

LAB, OTHER = "stolen-redirect", "forged-state"
DONE = {
    "steps": 4, "complete": True, "begun": 1_700_000_000, "finished": 1_700_003_600, "seconds": 61, "goals": [1],
    "predictions": [{"step": 0, "said": "server", "right": False}, {"step": 1, "said": "server", "right": True},
                    {"step": 2, "said": "nobody", "right": True}],
    "answers": [{"question": 0, "wrong": 2, "right": True}, {"question": 1, "wrong": 0, "right": True},
                {"question": 2, "wrong": 1, "right": False}]}
BEGUN = {"steps": 1, "complete": False, "begun": 1_700_000_000, "seconds": 60}


def row(phone, lesson, device="phone", **members):
    """The report's row for a lesson that has not begun, with these members changed."""
    asked = len(lesson.get("questions", [])) + len([step for step in lesson["steps"] if "question" in step])
    return {
        "directory": str(phone.data), "device": device, "lesson": lesson["id"], "title": lesson["title"], "done": False,
        "steps": 0, "of_steps": len(lesson["steps"]), "predictions_right": 0, "predictions": 0, "questions_right": 0,
        "questions": asked, "wrong_answers": 0, "goals": 0, "of_goals": len(lesson.get("goals", [])), "seconds": 0,
        "begun": None, "finished": None, **members}


def done(phone, device="phone"):
    return row(
        phone, LESSONS[LAB], device, done=True, steps=4, predictions_right=2, predictions=3, questions_right=2, wrong_answers=3,
        goals=1, seconds=61, begun="2023-11-14T22:13:20Z", finished="2023-11-14T23:13:20Z")


def begun(phone, lesson=LESSONS[OTHER], device="phone"):
    return row(phone, lesson, device, steps=1, seconds=60, begun="2023-11-14T22:13:20Z")


def report(phone, *arguments):
    status, output, errors = phone.command("lessons report", *arguments)
    assert (status, errors) == (0, ""), errors
    return output


def as_csv(rows):
    names = {None: "", True: "true", False: "false"}
    return [{name: names[value] if value is None or isinstance(value, bool) else str(value) for name, value in row.items()}
            for row in rows]


def read_csv(text):
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def directories(phone, names):
    """Data directories with these names, each with one lesson begun."""
    phones = []
    for name in names:
        other = Phone(phone.folder)
        other.data = phone.folder / name
        other.data.mkdir()
        write_progress(other, {OTHER: BEGUN})
        phones.append(other)
    return phones


class Page(html.parser.HTMLParser):
    """The cells of each row, and everything that could load or run something."""

    def __init__(self, path):
        super().__init__()
        self.rows, self.open, self.title, self.active, self.policy = [], None, "", [], None
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if named.get("http-equiv", "").lower() == "content-security-policy":
            self.policy = named["content"]
        elif tag not in "html meta title style main h1 h2 p table thead tbody tr th td pre".split() or any(
                name.startswith("on") or name in ("src", "href", "style", "action", "http-equiv") for name in named):
            self.active.append((tag, attributes))
        if tag == "tr":
            self.rows.append([])
        self.open = tag
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        self.open = None

    def handle_data(self, data):
        if self.open in ("td", "th"):
            self.rows[-1][-1] += data
        if self.open == "h1":
            self.title += data


def test_nothing_was_begun(phone):
    assert report(phone) == "no lesson was begun yet\n"
    assert json.loads(report(phone, "--json")) == []
    assert read_csv(report(phone, "--csv")) == []
    assert not phone.data.exists(), "looking makes nothing"
    # A device without progress has no row, nor has a lesson that no longer exists.
    write_progress(phone, {})
    write_progress(phone, {"gone": DONE}, device="tablet")
    assert report(phone) == "no lesson was begun yet\n"


def test_the_numbers_are_those_that_were_kept(phone):
    kept = write_progress(phone, {OTHER: BEGUN, LAB: DONE})
    before = kept.read_bytes()
    rows = [done(phone), begun(phone)]
    assert json.loads(report(phone, "--json")) == rows
    assert read_csv(report(phone, "--csv")) == as_csv(rows)
    head, *lines = report(phone).splitlines()
    assert re.split(r"  +", head) == ["device", "lesson", "done", "steps", "foreseen", "wrong answers", "goals", "minutes"]
    assert [re.split(r"  +", line) for line in lines] == [
        ["phone", LAB, "2023-11-14", f"4 of {len(LESSONS[LAB]['steps'])}", "2 of 3", "3", "1 of 2", "2"],
        ["phone", OTHER, "no", f"1 of {len(LESSONS[OTHER]['steps'])}", "-", "0", f"0 of {len(LESSONS[OTHER]['goals'])}", "1"]]
    # An earlier version stored less, and more steps than the lesson has now.
    write_progress(phone, {LAB: {"steps": 9, "complete": True, "answeredRight": True}})
    assert json.loads(report(phone, "--json")) == [row(phone, LESSONS[LAB], done=True, steps=len(LESSONS[LAB]["steps"]))]
    kept.write_bytes(before)
    report(phone)
    assert kept.read_bytes() == before


def test_devices_and_data_directories(phone):
    first, second = directories(phone, ["first", "second"])
    own = small_lab(title="Only here")
    write_lesson(second, "own.json", own)
    write_progress(first, {LAB: DONE}, device="tablet")
    write_progress(second, {"small": BEGUN})
    rows = [begun(first), done(first, "tablet"), begun(second, own)]
    assert json.loads(report(phone, "--json", first.data, second.data)) == rows
    assert json.loads(report(phone, "--json", second.data, first.data)) == rows[2:] + rows[:2]
    assert read_csv(report(phone, "--csv", first.data, second.data)) == as_csv(rows)
    head, *lines = report(phone, first.data, second.data).splitlines()
    assert head.startswith("data directory  ")
    assert [line.split()[:3] for line in lines] == [[str(one["directory"]), one["device"], one["lesson"]] for one in rows]
    # A single directory is not named, and one that is given twice is counted once.
    assert json.loads(report(phone, "--json", first.data, f"{first.data}/", first.data / ".." / "first")) == rows[:2]
    assert report(phone, first.data).splitlines()[0].startswith("device ")


@pytest.mark.parametrize("content", ["{", '{"version": 1, "lessons": {"x": {"steps": "many"}}}', "\0" * 10, " " * (1 << 20) + "{}"])
def test_what_is_no_progress_is_named_and_left(phone, content):
    damaged = write_progress(phone, content)
    write_progress(phone, {LAB: DONE}, device="tablet")
    status, output, errors = phone.command("lessons report --json")
    assert status == 0 and json.loads(output) == [done(phone, "tablet")]
    assert errors.startswith("dcr-terminal: warning: ") and str(damaged) in errors and len(errors.splitlines()) == 1
    assert damaged.read_text() == content and sorted(path.name for path in damaged.parent.iterdir()) == ["lessons.json"]


@pytest.mark.parametrize("title", ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("https://example.com","x"),', 'a "b", c', "Ünü ✓"])
def test_a_spreadsheet_takes_nothing_for_a_formula(phone, title):
    lesson = small_lab(title=title)
    write_lesson(phone, "own.json", lesson)
    write_progress(phone, {"small": BEGUN})
    text = report(phone, "--csv")
    [read] = read_csv(text)
    assert read["title"] == ("'" if title[0] in "=+-@" else "") + title
    assert {name: value for name, value in read.items() if name != "title"} \
        == {name: value for name, value in as_csv([begun(phone, lesson)])[0].items() if name != "title"}
    assert json.loads(report(phone, "--json"))[0]["title"] == title


NAMES = ['a "b", c', "<img src=x onerror=alert(1)>", "&lt;b&gt; 'x'", "=1+1"]


def test_names_of_directories_are_only_names(phone):
    paths = [other.data for other in directories(phone, NAMES)]
    assert [row["directory"] for row in read_csv(report(phone, "--csv", *paths))] == [str(path) for path in paths]
    assert [row["directory"] for row in json.loads(report(phone, "--json", *paths))] == [str(path) for path in paths]
    file = phone.folder / "report.html"
    assert report(phone, "--page", file, *paths) == f"{file}\n"
    page = Page(file)
    count = len(paths)
    for rows in (page.rows[1:count + 1], page.rows[count + 2:2 * count + 2]):
        assert [row[0] for row in rows] == [str(path) for path in paths]
    assert page.active == []
    hostile = directories(phone, ["red \x1b[31m"])[0].data
    assert "\x1b" not in report(phone, hostile, paths[0]) + report(phone, "--csv", hostile) + report(phone, "--json", hostile)


def test_the_page_says_what_the_text_says_and_fetches_nothing(phone):
    write_progress(phone, {OTHER: BEGUN, LAB: DONE})
    file = phone.folder / "page.html"
    assert report(phone, "--page", file) == f"{file}\n"
    page = Page(file)
    tables = ["\n".join(report(phone, "--by", subject).splitlines()) for subject in ("lesson", "trainee", "question")]
    assert page.rows == [re.split(r"  +", line) for table in tables for line in table.splitlines()]
    assert page.active == [] and "default-src 'none'" in page.policy and page.title == "Lessons"
    assert "url(" not in file.read_text() and "@import" not in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    status, output, errors = phone.command("lessons report", "--page", phone.folder / "none/page.html")
    assert (status, output, codes(errors)) == (73, "", ["lesson_report_unwritable"])


# By question and by trainee.

FIRST, SECOND, THIRD = (dict(question) for question in questions(LESSONS[LAB])[:3])


def asked(lesson, number, question, **members):
    """The report's row for a question without answers, with these members changed."""
    choices = {f"choice_{choice}": 0 if choice <= len(question["choices"]) else None for choice in range(1, 6)}
    return {
        "lesson": lesson, "question": number, "text": question["text"], "trainees": 1, "right": 0, "right_at_once": 0,
        "wrong_answers": 0, "right_choice": question["right"], **choices, "choice_unknown": 0, **members}


def answered(*answers):
    return {**DONE, "answers": [
        {"question": number, "wrong": wrong, "right": right,
         **({"taken": [{"choice": choice, "times": times} for choice, times in taken.items()]} if taken else {})}
        for number, wrong, right, taken in answers]}


def test_questions_are_counted_over_all_trainees(phone):
    first, second = directories(phone, ["first", "second"])
    wrong = [choice for choice in range(4) if choice != FIRST["right"] - 1]
    write_progress(first, {LAB: answered((0, 2, True, {wrong[0]: 1, wrong[2]: 1}), (1, 0, True, {}))})
    # An earlier version stored how many, not which.
    write_progress(first, {LAB: answered((0, 3, False, {}))}, device="tablet")
    write_progress(second, {LAB: answered((0, 1, True, {wrong[0]: 1}), (1, 0, True, {}))})
    rows = [
        asked(LAB, 1, FIRST, trainees=3, right=2, wrong_answers=6, choice_unknown=3, **{
            f"choice_{FIRST['right']}": 2, f"choice_{wrong[0] + 1}": 2, f"choice_{wrong[2] + 1}": 1}),
        asked(LAB, 2, SECOND, trainees=2, right=2, right_at_once=2, **{f"choice_{SECOND['right']}": 2})]
    arguments = ("--by", "question", first.data, second.data)
    assert json.loads(report(phone, "--json", *arguments)) == rows
    assert read_csv(report(phone, "--csv", *arguments)) == as_csv(rows)
    head, *lines = report(phone, *arguments).splitlines()
    assert re.split(r"  +", head) == [
        "lesson", "number", "trainees", "right at once", "wrong answers", "choices taken", "question"]
    taken = ", ".join(f"{choice}{'*' if choice == FIRST['right'] else ''}: {rows[0][f'choice_{choice}']}" for choice in range(1, 5))
    assert re.split(r"  +", lines[0]) == [LAB, "1", "3", "0", "6", f"{taken}, ?: 3", FIRST["text"]]
    # A choice that the lesson no longer has counts as unknown.
    write_progress(second, {LAB: answered((0, 2, True, {wrong[0]: 1, 9: 1}))})
    [row] = json.loads(report(phone, "--json", "--by", "question", second.data))
    assert (row["wrong_answers"], row["choice_unknown"]) == (2, 1)


def test_of_lessons_that_differ_questions_are_not_mixed(phone):
    ours, theirs = ({"text": text, "choices": ["a", "b"], "right": 1, "why": "So."} for text in ("Ours?", "Theirs?"))
    phones = directories(phone, ["first", "second"])
    for other, question in zip(phones, (ours, theirs)):
        write_lesson(other, "own.json", small_lab(question=question))
        write_progress(other, {"small": answered((0, 1, True, {1: 1}))})
    rows = json.loads(report(phone, "--json", "--by", "question", *(other.data for other in phones)))
    assert rows == [asked("small", 1, question, right=1, wrong_answers=1, choice_1=1, choice_2=1) for question in (ours, theirs)]


def test_each_trainee_is_summed_up(phone):
    write_progress(phone, {LAB: DONE, OTHER: BEGUN})
    write_progress(phone, {OTHER: BEGUN}, device="tablet")
    common = {"directory": str(phone.data), "lessons": len(LESSONS)}
    nothing = {"questions_right_at_once": 0, "questions_right": 0, "wrong_answers": 0, "predictions_right": 0, "predictions": 0, "goals": 0}
    goals = [len(LESSONS[name]["goals"]) for name in (LAB, OTHER)]
    rows = [
        {**common, "device": "phone", "lessons_done": 1, "lessons_begun": 2, "questions_right_at_once": 1, "questions_right": 2,
         "wrong_answers": 3, "predictions_right": 2, "predictions": 3, "goals": 1, "of_goals": sum(goals), "seconds": 121},
        {**common, **nothing, "device": "tablet", "lessons_done": 0, "lessons_begun": 1, "of_goals": goals[1], "seconds": 60}]
    assert json.loads(report(phone, "--json", "--by", "trainee")) == rows
    assert read_csv(report(phone, "--csv", "--by", "trainee")) == as_csv(rows)
    head, *lines = report(phone, "--by", "trainee").splitlines()
    assert re.split(r"  +", head) == ["device", "lessons done", "right at once", "wrong answers", "foreseen", "goals", "minutes"]
    assert [re.split(r"  +", line) for line in lines] == [
        ["phone", f"1 of {len(LESSONS)}", "1 of 2", "3", "2 of 3", f"1 of {sum(goals)}", "3"],
        ["tablet", f"0 of {len(LESSONS)}", "-", "0", "-", f"0 of {goals[1]}", "1"]]


def test_nobody_has_answered_a_question(phone):
    assert report(phone, "--by", "question") == report(phone, "--by", "trainee") == "no lesson was begun yet\n"
    write_progress(phone, {OTHER: BEGUN})
    assert report(phone, "--by", "question") == "no question was answered yet\n"
    assert json.loads(report(phone, "--by", "question", "--json")) == []


@pytest.mark.parametrize("taken", [[{"choice": 0}], [{"choice": 0, "times": -1}], [{"choice": "a", "times": 1}], [3]])
def test_choices_that_are_none_are_no_progress(phone, taken):
    damaged = write_progress(phone, {LAB: {**DONE, "answers": [{"question": 0, "wrong": 1, "right": True, "taken": taken}]}})
    status, output, errors = phone.command("lessons report --json")
    assert (status, json.loads(output)) == (0, []) and str(damaged) in errors


def test_a_page_is_not_by_anything(phone):
    status, output, errors = phone.command("lessons report --by trainee --page x.html")
    assert (status, output, codes(errors)) == (64, "", ["usage"])


def test_one_form_at_a_time(phone):
    status, output, errors = phone.command("lessons report --json --csv")
    assert (status, output, codes(errors)) == (64, "", ["usage"])




@pytest.mark.parametrize("title, directory", [("Fine", "two\nlines"), ("a,\u0308b", "plain"), ('a"\u0308,b', "plain")])
def test_a_field_is_quoted_by_its_bytes(phone, title, directory):
    [other] = directories(phone, [directory])
    write_lesson(other, "own.json", small_lab(title=title))
    write_progress(other, {"small": BEGUN})
    [read] = read_csv(report(phone, "--csv", other.data))
    assert (read["directory"], read["title"]) == (str(other.data), title)


def test_a_formula_with_a_combining_mark_is_text(phone):
    write_lesson(phone, "own.json", small_lab(title="=\u0308+1"))
    write_progress(phone, {"small": BEGUN})
    assert read_csv(report(phone, "--csv"))[0]["title"].startswith("'=")


MOST = (1 << 63) - 1


@pytest.mark.parametrize("progress", [
    {"steps": 1, "seconds": MOST}, {"steps": 1, "answers": [{"question": number, "wrong": MOST, "right": True} for number in (0, 1)]}])
def test_numbers_that_nobody_can_have_reached_end_nothing(phone, progress):
    write_progress(phone, {LAB: progress})
    assert phone.command("lessons report")[0] == 0


def test_a_data_directory_that_is_none_is_said(phone):
    (phone.folder / "file").write_text("")
    for name in ("nowhere", "file"):
        assert phone.command("lessons report", phone.folder / name)[0] == 65, name

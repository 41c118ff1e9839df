"""`dcr-terminal checks`: the plan, a team's own cases, and the reports of a run, tested with real readers."""
import json
import sys
import xml.etree.ElementTree as ElementTree

import pytest
from phone import ROOT

sys.path.insert(0, str(ROOT / "Tests/Interop"))
from chromium import PROGRAM as CHROMIUM, Chromium  # noqa: E402

HOSTILE = "<img src=x onerror=\"document.title='owned'\"></details></main><script>document.title='owned'</script> & | ]]>"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40" width="90" height="40"><rect width="90" height="40" fill="#246"/>' \
      '<text x="6" y="25" fill="#fff">screen</text></svg>'
OWN = {"version": 1, "title": "Ours", "cases": [
    {"id": "OWN-1", "title": "The till opens", "area": "till", "steps": ["Press Enter"], "expected": ["It opens"], "source": "UX"}]}


def result(mark, title, area, note="", attachments=()):
    return {"mark": mark, "time": "2026-11-22T07:00:00Z", "title": title, "area": area, "note": note,
            "attachments": list(attachments)}


def keep(phone, id, results, finished="2026-11-22T08:00:00Z", started="2026-11-22T06:30:00Z"):
    """A run as the app writes it."""
    folder = phone.data / "test-runs"
    folder.mkdir(parents=True, exist_ok=True)
    run = {"version": 1, "id": id, "plan": "DCR Terminal: test plan", "planDigest": "0123456789abcdef", "started": started,
           "finished": finished, "tester": "tess", "facts": [{"name": "Version", "value": "1.0.0"}], "results": results}
    if finished is None:
        del run["finished"]
    (folder / f"{id}.json").write_text(json.dumps(run))
    return folder / id


@pytest.fixture
def runs(phone):
    keep(phone, "2026-11-21-1", {
        "REG-001": result("pass", "t", "registration"), "REG-002": result("fail", "t", "registration"),
        "LOG-001": result("pass", "t", "login")}, "2026-11-21T08:00:00Z", "2026-11-21T06:30:00Z")
    folder = keep(phone, "2026-11-22-1", {
        "REG-001": result("fail", "t", "registration", HOSTILE, ["REG-001/screen.svg", "REG-001/screen.txt"]),
        "REG-002": result("pass", "t", "registration"), "LOG-001": result("blocked", "t", "login", "no network\nall day")})
    (folder / "REG-001").mkdir(parents=True)
    (folder / "REG-001/screen.svg").write_text(SVG)
    (folder / "REG-001/screen.txt").write_text("a screen <b>")
    return phone


def own(phone, name="own.json", plan=OWN):
    folder = phone.data / "test-plans"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(plan if isinstance(plan, str) else json.dumps(plan, indent=1))
    return folder / name


# The plan.

def test_list(phone):
    own(phone)
    status, output, errors = phone.command("checks list", "--json")
    cases = json.loads(output)
    assert (status, errors) == (0, "") and len(cases) > 85
    assert cases[-1]["id"] == "OWN-1" and cases[-1]["file"].endswith("own.json")
    status, output, _ = phone.command("checks list", "--area", "till")
    assert status == 0 and "The till opens" in output and "REG-001" not in output and "1 case\n" in output
    status, _, errors = phone.command("checks list", "--area", "nowhere")
    assert status == 64 and "registration" in errors


def test_a_broken_file_is_named_and_left_out(phone):
    own(phone, "bad.json", '{"version": 1,\n "title": "Bad",\n "cases": [{"id": "REG-001"}]}')
    status, output, errors = phone.command("checks list", "--json")
    assert status == 0 and len(json.loads(output)) > 85
    assert "warning: bad.json is left out: line 3: cases[0].title is missing" in errors


def test_verify(phone, tmp_path):
    good, bad, twice = own(phone), own(phone, "bad.json", '{"version": 1, "title": "x",\n"cases": []}'), own(phone, "two.json")
    status, output, errors = phone.command("checks check", good)
    assert (status, errors) == (0, "") and "“Ours”, 1 case\n" in output
    status, output, errors = phone.command("checks check", good, bad, twice, tmp_path / "gone.json")
    assert status == 65
    assert "bad.json: line 2: cases should be a list of 1 to 2000" in errors
    assert "two.json: line 6: cases[0].id is taken" in errors and "gone.json: it cannot be read" in errors
    assert errors.count("hint: ") == 3 and "“Ours”" in output


@pytest.mark.parametrize("given, known", [
    ({"devise": "fresh"}, "clock, colour, device, faults, glyphs, language, size, texts"), ({"clock": {"ap": "+1h"}}, "app, pace, server"),
])
def test_an_unknown_member_is_answered_with_all_that_there_are(phone, given, known):
    path = own(phone, "own.json", {**OWN, "cases": [{**OWN["cases"][0], "given": given}]})
    status, _, errors = phone.command("checks check", path)
    assert status == 65 and known in errors, errors


# Runs.

def test_runs(runs):
    keep(runs, "2026-11-22-2", {}, finished=None, started="2026-11-22T09:00:00Z")
    (runs.data / "test-runs/2026-11-22-3.json").write_text("{ half")
    status, output, errors = runs.command("checks runs")
    assert status == 0 and "2026-11-22-3.json is left out" in errors
    lines = output.splitlines()
    assert [line.split()[0] for line in lines] == ["run", "2026-11-22-2", "2026-11-22-1", "2026-11-21-1"]
    assert "not finished" in lines[1] and "1 passed, 1 failed, 1 blocked" in lines[2]
    listed = json.loads(runs.command("checks runs", "--json")[1])
    assert [run["fail"] for run in listed] == [0, 1, 1] and listed[0]["finished"] is None


@pytest.mark.parametrize("arguments, status, words", [
    (["--run", "nobody"], 65, "no run has the id nobody"),
    (["--compare", "nobody"], 65, "no run has the id nobody"),
    (["--run", "2026-11-21-1", "--compare", "last"], 65, "no run was finished before 2026-11-21-1"),
    (["--run", "../../x"], 65, "no run has the id"),
])
def test_no_such_run(runs, tmp_path, arguments, status, words):
    code, _, errors = runs.command("checks report", "--out", tmp_path / "out", *arguments)
    assert code == status and words in errors and "hint: " in errors
    assert not (tmp_path / "out").exists()


def test_nothing_to_report(phone, tmp_path):
    status, _, errors = phone.command("checks report", "--out", tmp_path / "out")
    assert status == 65 and "nobody has run the plan" in errors
    assert "no runs yet" in phone.command("checks runs")[1]


def test_a_folder_that_cannot_be_written(runs, tmp_path):
    (tmp_path / "file").write_text("")
    status, _, errors = runs.command("checks report", "--out", tmp_path / "file")
    assert status == 73 and "cannot write" in errors


# Reports.

@pytest.fixture
def report(runs, tmp_path):
    out = tmp_path / "out"
    status, output, errors = runs.command("checks report", "--compare", "last", "--out", out)
    assert (status, errors) == (0, ""), errors
    assert "1 passed, 1 failed, 1 blocked" in output and "since 2026-11-21-1: 1 newly failing, 1 fixed" in output
    return out


def test_the_files(report):
    assert sorted(str(path.relative_to(report)) for path in report.rglob("*") if path.is_file()) == [
        "attachments/REG-001/screen.svg", "attachments/REG-001/screen.txt", "junit.xml", "report.html", "report.md",
        "results.csv"]


SUITE = {"name", "tests", "failures", "errors", "skipped", "time", "timestamp"}


def test_junit(report):
    """The elements, attributes and order of junit-10.xsd, against which Jenkins and others check reports."""
    root = ElementTree.parse(report / "junit.xml").getroot()
    assert root.tag == "testsuites" and set(root.attrib) <= SUITE
    totals = dict.fromkeys(("tests", "failures", "skipped"), 0)
    for suite in root:
        assert suite.tag == "testsuite" and set(suite.attrib) <= SUITE and {"name", "tests"} <= set(suite.attrib)
        tags = [child.tag for child in suite]
        assert tags == ["properties"] + ["testcase"] * (len(tags) - 1) and len(tags) > 1
        assert all(set(entry.attrib) == {"name", "value"} for entry in suite[0])
        cases = suite.findall("testcase")
        for case in cases:
            assert set(case.attrib) == {"classname", "name", "time"} and float(case.get("time")) >= 0
            assert [child.tag for child in case] in ([], ["failure"], ["skipped"], ["failure", "system-out"], ["system-out"])
            assert all(set(child.attrib) <= {"type", "message"} for child in case)
        counts = (len(cases), len(suite.findall("*/failure")), len(suite.findall("*/skipped")))
        assert counts == tuple(int(suite.get(name)) for name in totals)
        for name, count in zip(totals, counts):
            totals[name] += count
    assert totals == {name: int(root.get(name)) for name in totals}
    failure = root.find(".//failure")
    assert failure.get("message") == HOSTILE and failure.get("type") == "newly-failing"
    assert root.find(".//system-out").text == "[[ATTACHMENT|attachments/REG-001/screen.txt]]", "an SVG can act in a browser"
    assert root.find(".//testcase[@name='LOG-001 The second login needs nothing from the user']/skipped").get("message") \
        == "blocked: no network all day"


def test_markdown(report):
    text = (report / "report.md").read_text()
    assert text.startswith("# DCR Terminal: test plan: run 2026-11-22-1\n") and "<script" not in text and "<img" not in text
    assert "| REG-001 t | newly failing | pass | fail |" in text, "the run's own title: the plan may have changed"
    columns = None
    for line in text.splitlines():
        if not line.startswith("| "):
            columns = None
            continue
        count = line.replace("\\|", "").count("|")
        assert columns in (None, count), line
        columns = count
    for link in ("attachments/REG-001/screen.svg", "attachments/REG-001/screen.txt"):
        assert f"]({link})" in text and (report / link).exists()


@pytest.fixture
def page(report, tmp_path_factory):
    if CHROMIUM is None:
        pytest.skip("there is no chromium: apt-get install chromium libnss3-tools")
    browser = Chromium(tmp_path_factory.mktemp("chromium"))
    browser.call("Log.enable")
    browser.call("Runtime.enable")
    browser.open((report / "report.html").as_uri())
    browser.wait_until(lambda: browser.value("document.body && document.body.dataset.ready") == "yes", "the page")
    yield browser
    browser.close()


def shown(browser):
    return browser.value("[...document.querySelectorAll('.case:not([hidden])')].map(e => e.id)")


def complaints(browser):
    return [values for name, values in browser.events if name in ("Log.entryAdded", "Runtime.exceptionThrown")]


def test_html_in_chromium(page):
    assert page.value("document.title") == "DCR Terminal: test plan: run 2026-11-22-1", "a note has acted"
    everything = shown(page)
    assert len(everything) > 85 and "REG-001" in everything
    assert HOSTILE in page.value("document.querySelector('#REG-001 .note').textContent")
    assert page.value("document.images.length") == 1
    page.value("document.getElementById('REG-001').scrollIntoView()")
    page.wait_until(lambda: page.value("document.images[0].complete && document.images[0].naturalWidth") == 90, "the picture")

    def choose(id, value):
        page.value(f"(e => {{ e.value = {json.dumps(value)}; e.dispatchEvent(new Event('input', {{bubbles: true}})) }})"
                   f"(document.getElementById('{id}'))")
    choose("mark", "blocked")
    assert shown(page) == ["LOG-001"] and "1 of" in page.value("document.getElementById('count').textContent")
    choose("mark", "")
    choose("area", "faults")
    assert len(shown(page)) >= 26 and all(id.startswith("FLT") for id in shown(page))
    choose("filter", "mix-up")
    assert shown(page) == ["FLT-015"]
    assert "area=faults" in page.url()
    assert complaints(page) == []


def test_html_without_scripts(page, report):
    """Everything is there except the form that needs scripts."""
    page.call("Emulation.setScriptExecutionDisabled", {"value": True})
    page.call("Page.navigate", {"url": (report / "report.html").as_uri() + "?plain"})
    page.wait_until(lambda: "plain" in (page.url() or ""), "the page without scripts")
    page.wait_until(lambda: page.value("document.readyState") == "complete", "the whole page")
    assert page.value("getComputedStyle(document.getElementById('tools')).display") == "none"
    assert len(shown(page)) > 85
    assert page.value("document.getElementById('REG-001').open") and "It works" not in page.text()


# The schema.

def test_the_schema_and_the_program_agree(phone):
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((ROOT / "docs/test-plan.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    plan = json.loads((ROOT / "Sources/Automation/TestPlan/plan.json").read_text())
    faults = [f"{list(fault.absolute_path)}: {fault.message[:200]}" for fault in validator.iter_errors(plan)]
    assert not faults, faults
    given = {"device": "fresh", "clock": {"app": "+2h"}, "size": "80x24"}
    breaks = {
        "version": {"version": 2}, "no-cases": {"cases": []}, "author": {"author": "me"}, "title": {"title": ""},
        "id": {"id": "a b"}, "steps": {"steps": []}, "expected": {"expected": []}, "source": {"source": None},
        "size": {"given": {**given, "size": "80*24"}}, "clock": {"given": {**given, "clock": {"app": "2h"}}},
        "device": {"given": {**given, "device": "broken"}}, "language": {"given": {**given, "language": "fr"}},
        "colour": {"given": {**given, "colour": 1}}, "faults": {"given": {**given, "faults": 3}},
        "pace": {"given": {**given, "clock": {"pace": 0}}}, "unknown": {"given": {**given, "weather": "fine"}},
    }
    good = [own(phone, "good.json", {**OWN, "cases": [{**OWN["cases"][0], "given": given}]})]
    assert validator.is_valid(json.loads(good[0].read_text()))
    assert phone.command("checks check", *good)[0] == 0
    for name, change in breaks.items():
        whole = name in ("version", "no-cases", "author", "title")
        broken = {**OWN, **change} if whole else {**OWN, "cases": [{**OWN["cases"][0], "given": given, **change}]}
        assert not validator.is_valid(broken), f"the schema takes {name}"
        status, _, errors = phone.command("checks check", own(phone, f"{name}.json", broken))
        assert status == 65 and "line " in errors, f"the program takes {name}"

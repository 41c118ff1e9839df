"""The test plan beside the phone: opened with one key, marked, annotated, paused and resumed, reported."""
import json

from leaks import assert_none_leaks, known_secrets
from phone import START_AUTHENTICATION, START_REGISTRATION


def open_plan(terminal):
    return terminal.press("C").wait_for("[C Test plan]", "no run yet")


def first_case(terminal, word):
    """Moves down to the first case whose open page shows the word; returns the case's id."""
    terminal.press("enter").wait_for("Steps")
    for _ in range(40):
        if word in terminal.text():
            return next(w for w in terminal.text().split() if "-" in w and w.split("-")[-1].isdigit() and w[0].isupper())
        terminal.press("right").settle()
    raise AssertionError(f"no case shows {word!r}:\n{terminal.text()}")


def test_a_case_is_set_up_by_one_key_marked_and_kept(phone):
    terminal = phone.start(size=(140, 40))
    terminal.wait_for(START_REGISTRATION).wait_gone("The identity server is starting")
    open_plan(terminal)
    case = first_case(terminal, "a phone with a client of its own")
    terminal.press("p").wait_for("Set up", START_AUTHENTICATION)
    terminal.press("n").wait_for("Your name").type("tess").press("enter")
    terminal.wait_for("What did you see?").type("the button was grey").press("enter").wait_for("the button was grey", "fail")
    terminal.wait_until(lambda: list(phone.folder.rglob("test-runs/*.json")), "the run on the disk")
    runs = list(phone.folder.rglob("test-runs/*.json"))
    terminal.wait_until(lambda: "the button was grey" in runs[0].read_text(), "the note on the disk")
    folder = runs[0].with_suffix("") / case
    assert {file.name for file in folder.iterdir()} == {"screen.txt", "screen.svg", "messages.har", "facts.json"}
    assert START_AUTHENTICATION in (folder / "screen.txt").read_text() and "Test plan" not in (folder / "screen.txt").read_text()
    assert json.loads((folder / "facts.json").read_text())["terminal"] == "140x40"
    assert len(json.loads((folder / "messages.har").read_text())["log"]["entries"]) > 3
    for file in folder.iterdir():
        assert file.stat().st_mode & 0o777 == 0o600
        assert_none_leaks([(file.name, file.read_text())], known_secrets(phone, needs_id_token=False), allowed=None)
    terminal.press("t").wait_for("Number or address").type("DEMO-7").press("enter").wait_for("ticket: DEMO-7")
    terminal.wait_until(lambda: '"ticket": "DEMO-7"' in runs[0].read_text(), "the ticket on the disk")
    assert '"tester": "tess"' in runs[0].read_text()
    # Paused by leaving, then resumed.
    terminal.press("q")
    assert terminal.wait_exit() == 0
    terminal = phone.start(size=(140, 40))
    terminal.wait_for(START_AUTHENTICATION).press("C").wait_for("1 of ", "1 fail", runs[0].stem)
    terminal.press("w").wait_for("report.html", "junit.xml", "results.csv", "written to")
    terminal.press("e").wait_for(f"run {runs[0].stem} has ended")
    terminal.wait_until(lambda: "finished" in json.loads(runs[0].read_text()), "the end on the disk")
    # The next run is compared with this one, also if its report is written after its end.
    terminal.press("y").wait_for("1 pass").press("e").wait_for("has ended").press("w")
    pattern = "exports/test-run-*/report.md"
    terminal.wait_until(lambda: len(list(phone.folder.rglob(pattern))) == 2, "a report of the second run")
    terminal.wait_until(lambda: f"since {runs[0].stem}" in sorted(phone.folder.rglob(pattern))[1].read_text(), "the comparison")
    terminal.press("escape").wait_for("1 Messages")


def test_a_note_is_typed_and_no_key_does_anything_else(phone):
    terminal = phone.start("--tester", "tess", size=(40, 15))
    terminal.wait_for(START_REGISTRATION).press("C").wait_for("C Test plan", "no run yet").press("enter").wait_for("Given")
    terminal.press("b").wait_for("What did you see?").type("qTFC?").wait_for("qTFC?").press("escape").wait_for("blocked")
    terminal.press("escape", "escape").wait_for(START_REGISTRATION).press("q")
    assert terminal.wait_exit() == 0

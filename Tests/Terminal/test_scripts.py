"""Scripts: those of the test plan pass, a failing one reports expected and actual screen, an invalid one is not played."""
import os
import pathlib
import re
import signal
import xml.etree.ElementTree as ElementTree

import pytest
from phone import APP
from session import Session, run

GIANT = 600


def script(folder, text, name="case.script"):
    path = folder / name
    path.write_text(text)
    return path


def play(tmp_path, *arguments, env=None):
    temporary = tmp_path / "t"
    temporary.mkdir(exist_ok=True)
    result = run([APP, "script", *arguments], env={"TMPDIR": str(temporary), **(env or {})}, timeout=GIANT, cwd=tmp_path)
    assert not list(temporary.iterdir()), "something is left in the folder for temporary files"
    return result


# Parts, so that workers share the scripts; each part creates its devices anew, which costs some seconds.
PARTS = 6


@pytest.mark.parametrize("part", range(PARTS))
def test_the_scripts_of_the_plan_pass(tmp_path, part):
    _, listed, _ = run([APP, "script", "--list"])
    names = re.findall(r"(?m)^([a-z0-9-]+)\t", listed)
    assert len(names) > 100, listed
    names = names[part::PARTS]
    status, _, errors = play(tmp_path, *names, "--junit", "results.xml", "--pictures", "pictures")
    suite = ElementTree.parse(tmp_path / "results.xml").getroot()
    failed = [case for case in suite.iter("testcase") if case.find("failure") is not None]
    assert not failed, "\n\n".join(case.find("failure").text for case in failed)
    assert (status, errors) == (0, "")
    assert int(suite.get("tests")) == len(names)
    pictures = list(tmp_path.glob("pictures/*/*.svg"))
    assert pictures and all(ElementTree.parse(picture) for picture in pictures)
    for picture in pictures:
        assert "Password1" not in picture.read_text() and "correct horse" not in picture.read_text(), picture


def test_a_broken_script_shows_expected_and_actual_screen(tmp_path):
    path = script(tmp_path, '# Broken\ntimeout 1\nexpect screen registration\nexpect "Start Registratoin"\n')
    good = script(tmp_path, "expect screen registration\n", "good.script")
    status, output, errors = play(tmp_path, path, good, "--junit", "results.xml", "--pictures", "pictures")
    assert (status, errors) == (1, "")
    assert "FAIL  case: Broken" in output and "ok    good" in output and "1 passed, 1 failed" in output
    assert f'{path}:4: expect "Start Registratoin"' in output
    assert "expected: “Start Registratoin”" in output
    assert re.search(r"actual:   app, .*screen registration, state no-client", output)
    assert re.search(r"nearest:  row \d+, column \d+: “Start Registrat", output)
    assert re.search(r"(?m)^> │.*Start Registration.*│", output)
    failure = ElementTree.parse(tmp_path / "results.xml").getroot().find(".//failure")
    assert "Start Registratoin" in failure.get("message") and "┌─ 110x30" in failure.text
    assert "Start Registration" in (tmp_path / "pictures/case/failure.txt").read_text()


def test_what_is_under_way_is_waited_for(tmp_path):
    """The metadata take three seconds, longer than the script waits if no request is under way."""
    steps = "expect screen registration\npress enter\ntimeout 2.5\nexpect browser\n"
    status, output, errors = play(tmp_path, script(tmp_path, f"# Slow\ndevice fresh\noption --faults slow-network\n\n{steps}"))
    assert (status, errors) == (0, ""), output


def test_a_wrong_script_is_told_whole_and_nothing_is_played(tmp_path):
    wrong = script(tmp_path, "# Wrong\npres enter\nexpect screen registratoin\n")
    good = script(tmp_path, "expect screen registration\n", "good.script")
    status, output, errors = play(tmp_path, good, wrong)
    assert (status, output) == (65, "")
    assert errors == (
        f"dcr-terminal: the script cannot be played: {wrong}:2:1: “pres” is not a step\nhint: one of: press\n"
        f"dcr-terminal: the script cannot be played: {wrong}:3:15: “registratoin” is none of the names that can stand here\n"
        "hint: one of: registration\n")


@pytest.mark.parametrize("arguments, status, words", [
    (["missing.script"], 65, ["missing.script", "no such file", "hint: "]), (["."], 65, ["holds no file", "hint: "]),
    (["--speed", "2"], 64, ["--speed needs --live"]), (["--live"], 64, ["not a terminal"]),
])
def test_what_cannot_be_played_is_said(tmp_path, arguments, status, words):
    found, output, errors = play(tmp_path, *arguments)
    assert (found, output) == (status, "")
    assert all(word in errors for word in words), errors


def test_an_app_that_ends_is_told_with_what_it_said(tmp_path):
    path = script(tmp_path, 'config scope 5\nexpect screen registration\n')
    status, output, _ = play(tmp_path, path)
    assert status == 1
    assert "the app has ended with exit code 65" in output and "| dcr-terminal: " in output and "scope" in output


@pytest.mark.parametrize("steps, words", [
    ("quit\ncommand-fails 65 devices list\n", [
        "that dcr-terminal devices list ends with exit code 65", "it ended with exit code 0", "| "]),
    ("command users add\n", ["that dcr-terminal users add succeeds", "it ended with exit code 64", "| dcr-terminal: wrong usage"]),
    ("command devices list\nexpect output \"no such words\"\n", ["output “no such words”", "what was written is this"]),
    ("remove data/nothing\n", ["a file that can be changed", "data/nothing: no such file"]),
    ("command replay @evidence\n", ["this device has written no bundle"]),
])
def test_a_command_or_file_that_disappoints_is_told_with_what_it_said(tmp_path, steps, words):
    path = script(tmp_path, "expect screen registration\n" + steps)
    status, output, errors = play(tmp_path, path)
    assert (status, errors) == (1, "")
    assert all(word in output for word in words), output


def test_a_strangers_script_reaches_nothing_of_the_person_who_plays_it(tmp_path):
    """Each line is refused with its place, --check reports it too, and no line takes effect."""
    mine = tmp_path / "mine"
    mine.mkdir()
    marker, log = tmp_path / "marker", mine / "log"
    log.write_text("mine\n")
    lines = [
        f"option --data-dir={mine}", f"option --log-file {log}", f'option --browser-command "touch {marker}"',
        f'config browserCommand "touch {marker}"', 'config issuer "https://id.elsewhere.org"',
        f"command keystore reset --yes --data-dir {mine}", f"command keystore export --reveal -o {log}",
        f"command flow --har {mine}/x.har", f"start --config {mine}/x.json",
    ]
    text = "\n".join(sorted(lines, key=lambda line: line.split()[0] in ("command", "start"))) + "\n"
    path = script(tmp_path, text)
    for arguments in ([path], [path, "--check"], [path, "--list"]):
        status, output, errors = play(tmp_path, *arguments)
        assert (status, output) == (65, ""), errors
        for number in range(1, len(lines) + 1):
            assert f"{path}:{number}:" in errors, errors
        assert errors.count("hint: ") == len(lines)
    assert log.read_text() == "mine\n" and [entry.name for entry in mine.iterdir()] == ["log"] and not marker.exists()


def test_a_script_starts_a_program_only_when_the_person_allows_it(tmp_path):
    """Not through the configuration, nor through what the app or the browser could do themselves."""
    marker = tmp_path / "marker"
    program = tmp_path / "bin" / "xdg-open"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho \"$0\" >> {marker}\nexit 1\n")
    program.chmod(0o755)
    env = {"PATH": f"{program.parent}:{os.environ['PATH']}"}
    path = script(tmp_path, f"""config browserCommand "{program} %u"
config browser "command"
expect screen registration
press enter
expect error browser_not_started
""")
    status, _, errors = play(tmp_path, path, env=env)
    assert status == 65 and f"{path}:1:" in errors and "--allow-programs" in errors
    assert not marker.exists()
    status, output, errors = play(tmp_path, path, "--allow-programs", env=env)
    assert (status, errors) == (0, ""), output
    assert marker.read_text().split() == [str(program)]


def test_a_folder_may_be_named_with_its_slash(tmp_path):
    (tmp_path / "mine").mkdir()
    script(tmp_path / "mine", "nonsense\n")
    status, _, errors = play(tmp_path, "mine/", "--check")
    assert status == 65 and " mine/case.script:1:" in errors, errors


def test_results_that_cannot_be_written_are_an_error(tmp_path):
    path = script(tmp_path, "expect screen registration\n")
    status, output, errors = play(tmp_path, path, "--junit", "no/such/folder/r.xml")
    assert (status, output) == (73, "") and "r.xml" in errors, "it is said before anything is played"


@pytest.mark.parametrize("words, begun, number", [
    (["script"], "dcr-script-*/1/data/devices/phone", signal.SIGINT),
    (["doctor", "--presenter"], "dcr-script-*", signal.SIGTERM),
    (["lessons", "check", "--run"], "dcr-lesson-*", signal.SIGHUP),
])
def test_an_interruption_leaves_nothing_behind(tmp_path, words, begun, number):
    if words == ["script"]:
        words = [*words, script(tmp_path, "expect screen registration\nwait 60\n")]
    (tmp_path / "t").mkdir()
    with Session([APP, *words], cwd=tmp_path, env={"TMPDIR": str(tmp_path / "t"), "XDG_DATA_HOME": str(tmp_path)}) as program:
        program.wait_until(lambda: list((tmp_path / "t").glob(begun)), "it to start")
        program.signal(number)
        assert program.wait_exit() == 128 + number
    assert not list((tmp_path / "t").iterdir())


def test_a_live_script_is_seen(tmp_path):
    path = script(tmp_path, "# Seen\nexpect screen registration\npress enter\nlogin demouser Password1\nexpect screen unauthenticated\n")
    terminal = Session([APP, "script", path, "--live", "--speed", "8"], size=(120, 40), cwd=tmp_path, env={"TMPDIR": str(tmp_path)})
    terminal.wait_for("ok    case: Seen", "1 passed, 0 failed")
    assert terminal.wait_exit() == 0
    terminal.assert_showed("Start Registration", "You have left the app", "Start Authentication", "ok    case: Seen")
    terminal.assert_restored()


@pytest.mark.parametrize("key", ["q", "ctrl-c"])
def test_a_live_script_can_be_left_before_its_device_is_ready(tmp_path, key):
    terminal = Session([APP, "script", script(tmp_path, "expect screen registration\n"), "--live"], size=(120, 40), cwd=tmp_path,
                       env={"TMPDIR": str(tmp_path)})
    from test_login import children_of
    # The first command, which makes the device, hangs and would never end.
    terminal.wait_until(lambda: children_of(terminal.child.pid), "the command that makes the device")
    os.kill(children_of(terminal.child.pid)[0], signal.SIGSTOP)
    terminal.press(key)
    assert terminal.wait_exit() == 130
    terminal.assert_restored()


def test_keys_wait_for_the_first_screen(tmp_path):
    first = script(tmp_path, "# First\npress enter\nlogin demouser Password1\nexpect screen unauthenticated\nquit\nstart\npress enter\nlogin demouser Password1\nexpect screen authenticated\n")
    status, output, errors = play(tmp_path, first)
    assert (status, errors) == (0, ""), output


def test_a_script_logs_in_after_a_wrong_password(tmp_path):
    path = script(tmp_path, """# Again
press enter
login demouser wrong
login demouser Password1
expect screen unauthenticated
""")
    status, output, errors = play(tmp_path, path)
    assert (status, errors) == (0, ""), output


def test_a_small_terminal_shows_no_large_script(tmp_path):
    path = script(tmp_path, "expect screen registration\n")
    terminal = Session([APP, "script", path, "--live"], size=(80, 24), cwd=tmp_path, env={"TMPDIR": str(tmp_path)})
    terminal.wait_for("they need 110x30, but this terminal i")
    assert terminal.wait_exit() == 64


def test_nothing_is_told_unless_a_script_asks(phone, tmp_path):
    """Without the hidden option only the terminal receives what is shown."""
    status, output, _ = run([APP, "run", "--help"])
    assert status == 0 and "mirror" not in output
    terminal = phone.start("--mirror", tmp_path / "nothing-there")
    terminal.wait_for("Start Registration").press("q")
    assert terminal.wait_exit() == 0
    assert not (tmp_path / "nothing-there").exists()

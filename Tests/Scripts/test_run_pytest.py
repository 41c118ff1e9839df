"""Which failures are red: scripts/run-pytest over folders of small tests that fail, crash and end in every way."""
import os
import pathlib
import subprocess

import pytest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/run-pytest"
GOOD = "def test_good(): pass\n"
BAD = "def test_bad(): assert False\n"
# Fails the first time that it runs.
FLAKY = "import pathlib\ndef test_flaky():\n    mark = pathlib.Path('mark')\n    seen = mark.exists()\n    mark.touch()\n    assert seen\n"
CRASH = FLAKY.replace("assert seen", "seen or __import__('os')._exit(9)")
LISTED = "Tests/Small/test_small.py::test_flaky\t2026-01-31\twe look into it\n"


@pytest.fixture
def small(tmp_path):
    """Runs the script over one file of tests: (exit status, everything said)."""
    def run(text, listed="", options=(), conftest=""):
        folder = tmp_path / "Tests/Small"
        folder.mkdir(parents=True)
        (tmp_path / "Tests/quarantine.txt").write_text("# None is here for long.\n\n" + listed)
        (folder / "test_small.py").write_text(text)
        (folder / "conftest.py").write_text(conftest)
        # The run around this one has workers and options of its own.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        done = subprocess.run(
            [SCRIPT, "Tests/Small", *options], cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=300)
        return done.returncode, done.stdout
    return run


def test_green_is_green(small):
    status, said = small(GOOD)
    assert status == 0 and "1 passed" in said and "second try" not in said


def test_a_failure_is_red_and_not_tried_again(small):
    status, said = small(GOOD + FLAKY)
    assert status == 1 and "FAILED Tests/Small/test_small.py::test_flaky" in said and "Once more" not in said


@pytest.mark.parametrize("text, options", [(FLAKY, []), (FLAKY, ["-n", "2"]), (CRASH, ["-n", "2"])], ids=["alone", "workers", "crash"])
def test_a_listed_test_that_passes_the_second_time_is_named(small, text, options):
    status, said = small(GOOD + text, LISTED, options)
    assert status == 0
    assert "second try passed: Tests/Small/test_small.py::test_flaky (quarantined 2026-01-31, we look into it)" in said


def test_a_listed_test_that_fails_twice_is_red(small):
    status, said = small(GOOD + BAD.replace("bad", "flaky"), LISTED)
    assert status == 1 and "second try FAILED: Tests/Small/test_small.py::test_flaky" in said


def test_a_listed_test_that_is_skipped_the_second_time_is_red(small):
    status, said = small(FLAKY.replace("assert seen", "assert seen\n    __import__('pytest').skip('later')"), LISTED)
    assert status == 1 and "second try FAILED" in said


def test_a_failure_beside_a_listed_one_is_red_at_once(small):
    status, said = small(FLAKY + BAD, LISTED)
    assert status == 1 and "Once more" not in said
    assert all(f"FAILED Tests/Small/test_small.py::{name}" in said for name in ("test_flaky", "test_bad"))


def test_a_worker_that_crashes_in_a_test_not_listed_is_red(small):
    status, said = small(GOOD + CRASH, options=["-n", "2"])
    assert status == 1 and "test_flaky" in said and "Once more" not in said


@pytest.mark.parametrize("ending, expected", [
    ("raise KeyboardInterrupt", 2), ("__import__('pytest').exit('stop', returncode=3)", 3),
    ("__import__('pytest').exit('stop', returncode=4)", 4)])
def test_a_run_that_was_aborted_is_red_whatever_is_listed(small, ending, expected):
    """The listed test failed; what came after it never ran."""
    status, said = small(FLAKY + f"def test_last(): {ending}\n" + GOOD, LISTED)
    assert status == expected and "Once more" not in said


def test_an_error_inside_of_pytest_is_red(small):
    status, said = small(FLAKY + GOOD, LISTED, conftest="def pytest_runtest_logfinish(nodeid): raise OSError\n")
    assert status == 3 and "Once more" not in said


@pytest.mark.parametrize("options", [[], ["-n", "2"]], ids=["alone", "workers"])
def test_a_file_that_cannot_be_read_is_red(small, options):
    status, said = small(FLAKY + "import no_such_module\n", "", options)
    assert status in (1, 2) and "Once more" not in said


def test_a_wrong_option_is_red(small):
    assert small(GOOD, options=["--no-such-option"])[0] == 4


def test_no_tests_at_all_is_told_by_status_five(small):
    assert small(GOOD, options=["-k", "nothing"])[0] == 5


@pytest.mark.parametrize("line", [
    "Tests/Small/test_small.py::test_flaky", LISTED.replace("\t", " "), LISTED.replace("01-31", "02-31"),
    LISTED.replace("we look into it", " "), LISTED + LISTED, LISTED.replace("\twe", "\t\twe"), "\t2026-01-31\twhy\n"])
def test_a_malformed_list_is_refused_and_nothing_runs(small, line):
    status, said = small(GOOD + FLAKY, line)
    assert status == 4 and "Tests/quarantine.txt: line " in said and "test_good" not in said


def test_a_listed_test_that_does_not_exist_is_an_error(small):
    status, said = small(GOOD, LISTED)
    assert status == 4 and "does not exist" in said and "PASSED" not in said

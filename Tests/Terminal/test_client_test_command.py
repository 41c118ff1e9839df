"""`client-test`: commands that drive the client well and badly, what is kept and reported, and that nothing is left running."""
import json
import os
import select
import signal
import socket
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest
from phone import APP, ROOT
from session import PATIENCE, Session, run, succeeded, wait_ended

DRIVE = ROOT / "docs/examples/drives/dcr-terminal.sh"
FEW = ["--only", "cb-state", "--only", "id-nonce"]


def client_test(phone, *arguments, **options):
    return phone.command("client-test", *arguments, **options)


def own_drive(phone):
    """The product's own app as the client under test."""
    return f"DCR_TERMINAL='{APP}' exec sh '{DRIVE}' '{phone.config}' '{phone.password_file}' '{phone.data}'"


def assert_nothing_is_left(phone):
    assert not any(phone.running(program) for program in ("dcr-identity-server", "dcr-terminal", "tail"))
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", phone.port), timeout=PATIENCE)


def hanging(phone):
    """A command that never ends by itself, and that ``running`` finds."""
    return f"/usr/bin/tail -f '{phone.password_file}'"


@pytest.mark.parametrize("arguments, said", [
    ([], "--drive"), (["--drive", "true", "--all", "--only", "id-nonce"], "--all"),
    (["--drive", "true", "--only", "no-such-check"], "no-such-check"),
    (["--drive", "true", "--only", "id-nonce@reg"], "id-nonce@reg"),
    (["--drive", "true", "--report", "report.pdf"], ".html"), (["--drive", "true", "--again", "failed"], "--resume"),
    (["--drive", "true", "--port", "4711", "--admin-port", "4711"], "--admin-port"),
    (["--drive", "true", "--admin-port", "4711", "--authority-page", "4711"], "--authority-page"),
    (["--drive", "true", "--patience", "0"], "--patience"), (["--drive", " "], "--drive"), (["--verbose"], "--drive"),
])
def test_a_wrong_command_line_is_refused(phone, arguments, said):
    status, output, errors = client_test(phone, *arguments)
    assert status == 64 and output == "" and said in errors and "hint:" in errors
    assert_nothing_is_left(phone)


def test_the_checks_are_listed():
    listed = succeeded(run([APP, "client-test", "list"]))
    assert "base-login" in listed and "cb-state@reg" in listed
    output = succeeded(run([APP, "client-test", "list", "--json"]))
    ids = [check["id"] for check in json.loads(output)]
    assert {"id-nonce", "base-login", "tk-auth@reg"} <= set(ids) and len(ids) == len(set(ids))
    repeated = [each for each in ids if "@" in each]
    assert repeated == [each + "@reg" for each in ids if each + "@reg" in repeated]
    assert f"{len(ids)} checks: {len(ids) - len(repeated)}, and {len(repeated)} of them again" in listed


def test_a_command_that_is_not_there_ends_the_test(phone):
    status, _, errors = client_test(phone, "--drive", "/no/such/program", *FEW)
    assert status == 69 and "/no/such/program" in errors and "not found" in errors and "by hand" in errors
    assert_nothing_is_left(phone)


def test_a_report_that_cannot_be_written_is_refused_first(phone):
    status, output, errors = client_test(phone, "--drive", own_drive(phone), *FEW, "--report", phone.folder / "no-such-folder/report.html")
    assert status == 73 and output == "" and "no-such-folder" in errors and "hint:" in errors
    assert_nothing_is_left(phone)


def test_a_log_that_cannot_be_written_is_refused_first(phone):
    (phone.data / "client-test/drive.log").mkdir(parents=True)
    status, output, errors = client_test(phone, "--drive", "exit 64", *FEW)
    assert status == 73 and output == "" and "drive.log" in errors and "/bin/sh" not in errors and "hint:" in errors
    assert_nothing_is_left(phone)


@pytest.mark.parametrize("command", ["exit 64", "true"], ids=["cannot", "never comes"])
def test_a_client_that_never_signs_in_is_no_baseline(phone, command):
    status, output, errors = client_test(phone, "--drive", command, "--patience", "2", *FEW)
    assert status == 2 and "has not signed in" in errors
    assert " passed" not in output
    assert_nothing_is_left(phone)


def test_a_command_that_hangs_is_ended_with_all_that_it_started(phone):
    status, output, errors = client_test(phone, "--drive", f"{hanging(phone)} & {hanging(phone)}; true", "--patience", "2", *FEW)
    assert status == 2, (output, errors)
    assert "longer than 2 s" in output
    assert_nothing_is_left(phone)


def test_output_of_the_command_never_mixes_with_the_report(phone):
    status, output, _ = client_test(phone, "--drive", "echo noise; exit 64", "--json", *FEW)
    assert status == 2
    assert json.loads(output)["kind"] == "client-test"
    assert "noise" in (phone.data / "client-test/drive.log").read_text()
    status, output, errors = client_test(phone, "--drive", "echo noise; exit 64", "--json", "--verbose", *FEW)
    assert "noise" in errors and json.loads(output)["ended"]


def ended_by(phone, number):
    """The exit status and the output of a test that gets this signal while its command runs."""
    environment = {name: value for name, value in phone.environment(None).items() if value is not None}
    begun = phone.folder / "begun"
    os.mkfifo(begun)
    words = [APP, "client-test", *phone.options(), "--drive", f"echo > '{begun}'; {hanging(phone)} & exec {hanging(phone)}", *FEW]
    test = subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=phone.folder)
    waiting = os.open(begun, os.O_RDONLY | os.O_NONBLOCK)
    assert select.select([waiting], [], [], PATIENCE)[0]
    test.send_signal(number)
    output, errors = test.communicate(timeout=PATIENCE)
    os.close(waiting)
    return test.returncode, output, errors


def test_a_run_beside_another_keeps_its_own_files(phone):
    environment = {name: value for name, value in phone.environment(None).items() if value is not None}
    begun = phone.folder / "begun"
    os.mkfifo(begun)
    words = [APP, "client-test", *phone.options(), "--drive", f"echo first; echo > '{begun}'; exec {hanging(phone)}", *FEW]
    first = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment, cwd=phone.folder)
    waiting = os.open(begun, os.O_RDONLY | os.O_NONBLOCK)
    assert select.select([waiting], [], [], PATIENCE)[0]
    status, output, errors = client_test(phone, "--drive", "echo second; exit 64", "--port", "0", "--admin-port", "0", *FEW)
    assert status == 2 and str(phone.data / "client-test-2/last.json") in output, (output, errors)
    first.send_signal(signal.SIGTERM)
    assert first.wait(PATIENCE) == 75
    os.close(waiting)
    logs = [(phone.data / name / "drive.log").read_text() for name in ("client-test", "client-test-2")]
    assert ["first" in log for log in logs] == [True, False] and ["second" in log for log in logs] == [False, True]
    status, output, _ = client_test(phone, "--drive", "exit 64", *FEW)
    assert status == 2 and str(phone.data / "client-test/last.json") in output


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_everything(phone, number):
    status, output, errors = ended_by(phone, number)
    assert status == 75, (output, errors)
    assert_nothing_is_left(phone)
    assert json.loads((phone.data / "client-test/last.json").read_text())["kind"] == "client-test"


def test_a_test_that_is_killed_leaves_nothing_running(phone):
    assert ended_by(phone, signal.SIGKILL)[0] == -signal.SIGKILL
    for program in ("dcr-identity-server", "tail"):
        for process in phone.running(program):
            wait_ended(process)
    assert_nothing_is_left(phone)


def test_the_products_own_app_is_careful(phone):
    reports = [phone.folder / f"report.{ending}" for ending in ("md", "html", "xml", "json", "txt")]
    status, output, errors = client_test(
        phone, "--drive", own_drive(phone), *FEW, "--min-seen", "2",
        *[word for report in reports for word in ("--report", report)], timeout=PATIENCE * 10)
    assert status == 0, (output, errors)
    assert "cb-state" in output and "passed" in output and "failed" not in output
    markdown, page, junit, document, text = (report.read_text() for report in reports)
    verdicts = {verdict["id"]: verdict["verdict"] for verdict in json.loads(document)["verdicts"]}
    assert verdicts["cb-state"] == verdicts["id-nonce"] == "passed"
    assert "id-nonce" in markdown and "id-nonce" in text and "Content-Security-Policy" in page
    names = [case.get("name") for case in ElementTree.fromstring(junit).iter("testcase")]
    assert any(name.startswith("id-nonce") for name in names)
    assert_nothing_is_left(phone)


def saved(phone, name, **verdicts):
    """A run as `--save` writes it, with these verdicts."""
    document = {
        "format": 1, "kind": "client-test", "dcr-terminal": "1.0.0", "started": "2026-11-22T06:30:00Z", "ended": None,
        "subject": {"client": "c"}, "settings": {"checks": "core"}, "facts": {}, "exchanges": [],
        "verdicts": [
            {"id": id.replace("_", "-"), "about": "a", "group": "g", "kind": "active", "level": "must", "source": None,
             "how": "h", "careful": "c", "careless": "c", "verdict": verdict, "evidence": "\x1b[2J<script>", "exchanges": []}
            for id, verdict in verdicts.items()]}
    path = phone.folder / name
    path.write_text(json.dumps(document))
    return path


def test_two_runs_are_compared(phone):
    old = saved(phone, "old.json", id_nonce="passed", id_iss="failed", cb_iss="passed")
    new = saved(phone, "new.json", id_nonce="failed", id_iss="passed", cb_iss="not_seen")
    page = phone.folder / "report.html"
    words = [APP, "client-test", "compare", old, new]
    done = subprocess.run([*words, "--report", page], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert "newly failed: id-nonce" in done.stdout and "fixed: id-iss" in done.stdout and "weaker: cb-iss" in done.stdout
    assert "<script>" not in page.read_text() and "newly failed" in page.read_text()
    changes = json.loads(subprocess.run([*words, "--json"], capture_output=True, text=True, timeout=PATIENCE).stdout)["changes"]
    assert {change["id"]: change["change"] for change in changes}["cb-iss"] == "weaker"
    assert subprocess.run([APP, "client-test", "compare", new, new], timeout=PATIENCE).returncode == 0
    before = old.read_text()
    refused = subprocess.run([*words, "--report", old], capture_output=True, text=True, timeout=PATIENCE)
    assert refused.returncode == 64 and "give the report its own file" in refused.stderr
    assert old.read_text() == before


@pytest.mark.parametrize("text", ["", "{}", "[" * 5000, '{"format":9}'])
def test_a_file_that_is_no_run_is_refused(phone, text):
    path = phone.folder / "run.json"
    path.write_text(text)
    status, output, errors = client_test(phone, "--drive", "true", "--resume", path)
    assert status == 65 and output == "" and str(path) in errors and "hint:" in errors
    assert path.read_text() == text


def test_a_report_does_not_replace_the_run(phone):
    path = phone.folder / "run.md"
    status, output, errors = client_test(phone, "--drive", "exit 64", *FEW, "--save", path, "--report", path)
    assert status == 64 and output == "" and str(path) in errors and not path.exists(), errors


def test_a_folder_is_no_run(phone):
    status, output, errors = client_test(phone, "--drive", "true", "--resume", phone.folder)
    assert status == 65 and output == "" and "is a directory" in errors, errors


def test_a_run_is_not_touched_by_a_test_that_does_not_start(phone):
    path = saved(phone, "run.json", id_nonce="passed", id_iss="failed")
    before = path.read_text()
    status, _, errors = client_test(phone, "--drive", "true", "--resume", path, "--client", "nosuch")
    assert status == 65 and "nosuch" in errors and path.read_text() == before, errors
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        status, _, errors = client_test(phone, "--drive", "true", "--resume", path, "--port", port)
    assert status == 69 and port in errors and "config.json stands for" not in errors, errors
    assert path.read_text() == before


def test_what_is_not_seen_again_stays(phone):
    path = saved(phone, "run.json", base_login="passed", id_nonce="passed")
    status, _, errors = client_test(phone, "--drive", "exit 64", "--resume", path)
    assert status == 2, errors
    verdicts = {verdict["id"]: verdict["verdict"] for verdict in json.loads(path.read_text())["verdicts"]}
    assert verdicts["base-login"] == verdicts["id-nonce"] == "passed"


def test_a_stopped_run_goes_on(phone):
    """What the earlier run has found stays, also if this one finds no login."""
    path = saved(phone, "run.json", id_nonce="passed", id_iss="failed")
    status, _, errors = client_test(phone, "--drive", "exit 64", "--resume", path, "--again", "failed")
    assert status == 2, errors
    verdicts = {verdict["id"]: verdict["verdict"] for verdict in json.loads(path.read_text())["verdicts"]}
    assert verdicts["id-nonce"] == "passed"


def test_a_run_without_failures_is_reported_where_failures_are_to_be_repeated(phone):
    path, report = saved(phone, "run.json", id_nonce="passed"), phone.folder / "report.xml"
    words = ["--drive", "exit 64", "--resume", path, "--again", "failed"]
    status, output, errors = client_test(phone, *words, "--report", report, "--json")
    assert status == 0 and "no check failed" in errors, errors
    assert [verdict["id"] for verdict in json.loads(output)["verdicts"]] == ["id-nonce"]
    assert "id-nonce" in report.read_text()
    assert client_test(phone, *words, "--min-seen", "2")[0] == 1
    assert not phone.running("dcr-identity-server")


def test_a_person_is_asked_and_can_stop(phone):
    words = [APP, "client-test", *phone.options(), *FEW]
    terminal = Session(words, size=(40, 40), env=phone.environment(None), cwd=phone.folder)
    phone.terminals.append(terminal)
    terminal.wait_for("First everything is right.", "q: stop.")
    terminal.type("q").press("enter")
    assert terminal.wait_exit() == 75
    assert_nothing_is_left(phone)

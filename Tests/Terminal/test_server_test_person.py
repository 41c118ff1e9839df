"""`server-test --browser`: a person logs in once, in the browser's window, and the run goes on with the browser's cookies."""
import json
import signal

import pytest
from careless import CarelessServer
from phone import APP, LEFT_THE_APP, log_in
from server_tests import journals, only, phone_for
from session import Session


@pytest.fixture
def careful(authority, tmp_path):
    with CarelessServer(tmp_path, authority) as server:
        phone = phone_for(tmp_path / "phone", server)
        yield server, phone
        phone.close()


def begun(phone, *more, size=(110, 30)):
    """The program in a terminal, after the person has agreed to the plan: the browser is there."""
    words = [APP, "server-test", *phone.options(), phone.issuer, "--browser", *more]
    terminal = Session(words, size=size, env=phone.environment(None), cwd=phone.folder)
    phone.terminals.append(terminal)
    terminal.wait_for("you log in once, in the browser", "Press Enter to begin").press("enter")
    return terminal


def assert_nothing_is_left(server, phone):
    assert server.told()["clients"] == [] and journals(phone) == []
    assert not any(phone.running(program) for program in ("dcr-terminal", "dcr-browser"))
    assert not [path for path in (phone.data / "server-test/browser").rglob("*") if path.is_file() and "cookie" in path.name]


def test_one_login_is_enough(careful):
    server, phone = careful
    saved = phone.folder / "run.json"
    terminal = log_in(begun(phone, "--save", saved, *only("s-az-other", "s-tk-verif", "s-tk-client")))
    terminal.wait_for("The run is in")
    assert terminal.wait_exit() == 0
    terminal.assert_restored()
    verdicts = {each["id"]: each["verdict"] for each in json.loads(saved.read_text())["verdicts"]}
    assert verdicts == {"s-az-other": "passed", "s-tk-verif": "passed", "s-tk-client": "passed"}
    assert server.told()["passwords"] == 1
    assert_nothing_is_left(server, phone)


def test_who_closes_the_browser_ends_the_run(careful):
    server, phone = careful
    terminal = begun(phone, *only("s-az-other", "s-tk-verif"), size=(80, 24))
    terminal.wait_for(LEFT_THE_APP).press("escape").wait_for("the browser was closed before the login")
    assert terminal.wait_exit() == 75
    assert server.told()["passwords"] == 0
    assert_nothing_is_left(server, phone)


def test_a_signal_ends_browser_and_run(careful):
    server, phone = careful
    terminal = begun(phone, *only("s-az-other"))
    terminal.wait_for(LEFT_THE_APP).signal(signal.SIGTERM).wait_for("interrupted")
    assert terminal.wait_exit() == 75
    assert_nothing_is_left(server, phone)


def test_a_browser_needs_a_terminal(careful):
    server, phone = careful
    status, output, errors = phone.command("server-test", phone.issuer, "--browser", "--yes")
    assert status == 64 and output == "" and "--browser needs a terminal" in errors
    assert server.told()["requests"] == []

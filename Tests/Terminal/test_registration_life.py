"""The life of a registration: revoked at the server, forgotten on the phone; and the browser's data beside it."""
import json
import signal
import subprocess

from login_server import LoginServer, connect
from phone import APP, REFRESH, START_AUTHENTICATION, START_REGISTRATION, USER, log_in, press_button, register, sign_in
from session import succeeded


def clients(phone):
    output = succeeded(phone.command("clients list --json"))
    return {client["client_id"]: client for client in json.loads(output)}


def stored_client(phone):
    output = succeeded(phone.command("keystore show --json"))
    return json.loads(output)["client_id"]


def test_revoked_then_registered_again(phone):
    terminal = sign_in(phone.start())
    first = stored_client(phone)
    assert clients(phone)[first]["status"] == "active"
    status, _, errors = phone.command("clients revoke", first)
    assert status == 0, errors

    # The next request is refused, and the app offers a way out.
    press_button(terminal, "Refresh Access Token")
    terminal.wait_for("Register Again", "Keep")
    assert stored_client(phone) == first, "the registration was dropped before there was another"
    press_button(terminal, "Register Again")
    log_in(terminal)
    terminal.wait_for(START_AUTHENTICATION).press("enter").wait_for(REFRESH)
    assert stored_client(phone) != first
    assert clients(phone)[first]["status"] == "revoked"


def test_forget_this_device(phone):
    terminal = register(phone.start())
    client = stored_client(phone)
    terminal.press(",").wait_for("Forget This Device")
    press_button(terminal, "Forget This Device")
    terminal.wait_for("Forget this device?", "Keep It")
    terminal.press("escape").wait_gone("Forget this device?")
    assert phone.keystore.exists(), "the question alone has erased something"
    press_button(terminal, "Forget This Device")
    terminal.wait_for("Keep It")
    press_button(terminal, "Forget This Device")
    terminal.wait_for("Device forgotten", "keystore.age")
    assert not phone.keystore.exists()
    assert client not in clients(phone), "the server still has the client"
    press_button(terminal, "OK")
    terminal.press("escape").wait_for(START_REGISTRATION)


def test_clear_browser_data(phone):
    terminal = register(phone.start())
    assert any((phone.device / "browser").rglob("*"))
    terminal.press(",").wait_for("Clear Browser Data")
    press_button(terminal, "Clear Browser Data")
    terminal.wait_for("Clear browser data?")
    press_button(terminal, "Clear Browser Data")
    terminal.wait_for("Browser data cleared", "Erased:")
    press_button(terminal, "OK")
    terminal.press("escape").wait_for(START_AUTHENTICATION).press("enter")
    # Without the session's cookie the second login asks for the password; the registration was kept.
    log_in(terminal)
    terminal.wait_for(REFRESH)


def test_two_devices_are_two_phones(phone):
    first = succeeded(phone.flow("--until", "register"))
    second = succeeded(phone.flow("--until", "register", "--device", "tablet"))
    client = lambda lines: next(line["detail"]["client_id"] for line in lines if line["step"] == "register")
    assert client(first) != client(second)
    assert (phone.data / "devices/tablet/keystore.age").exists()
    assert len(clients(phone)) == 2
    # A registered device skips completed steps and says so.
    status, again, errors = phone.flow("--until", "register")
    assert [line.get("skipped") for line in again[1:4]] == [True, True, True], again


def test_killed_before_the_client_was_saved(phone, authority):
    """The next start registers another client, and says that one may be left."""
    with LoginServer(*authority.issue()) as server:
        connect(phone, server, authority, registration="open")
        environment = {name: value for name, value in phone.environment(None).items() if value is not None}

        def kill(parameters):
            app.kill()
            return server.register(parameters)
        server.routes["/register"] = kill
        words = ["--username", USER, "--password-file", phone.password_file, "--until", "register"]
        app = subprocess.Popen(
            [APP, "flow", *phone.options(), *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=environment)
        assert app.wait(60) == -signal.SIGKILL
        server.routes["/register"] = server.register
        for warned in (True, False):
            status, _, errors = phone.command("flow", *words)
            assert status == 0, errors
            assert ("may have made a client that nobody uses" in errors) == warned, errors


def test_killed_while_it_registers_on_the_screen(phone, authority):
    """The next start's first screen says what may be left, once, and blames no file."""
    with LoginServer(*authority.issue()) as server:
        connect(phone, server, authority, registration="open")

        def kill(parameters):
            terminal.signal(signal.SIGKILL)
            return server.register(parameters)
        server.routes["/register"] = kill
        terminal = phone.start().wait_for(START_REGISTRATION).press("enter")
        terminal.wait_exit()
        terminal = phone.start().wait_for("The registration was", "finished: the server may have")
        assert not terminal.shows("config.json")
        terminal.press("q").ends()
        terminal = phone.start().wait_for(START_REGISTRATION)
        assert not terminal.shows("finished:")


def test_killed_during_an_update(phone, authority):
    """Each start says that the update was not confirmed, until the registration has been read."""
    with LoginServer(*authority.issue()) as server:
        server.registered = {
            "registration_client_uri": f"{server.origin}/register/instance", "registration_access_token": "manager", "scope": "profile"}
        connect(phone, server, authority, registration="open")
        succeeded(phone.flow("--until", "register"))
        connect(phone, server, authority, registration="open", scope="profile email")

        def kill(_):
            terminal.signal(signal.SIGKILL)
            return 200, {}, {}
        server.routes["/register/instance"] = kill
        terminal = phone.start().wait_for(START_AUTHENTICATION).press(",")
        press_button(terminal, "Update Registration")
        terminal.wait_exit()
        assert ("PUT", "/register/instance") in server.requests

        server.routes["/register/instance"] = lambda parameters: (200, {}, server.register(parameters)[2])
        warned = lambda: "was not confirmed" in phone.flow("--until", "register")[2]
        assert warned() and warned()
        terminal = phone.start().wait_for("Update not confirmed")
        press_button(terminal, "Check Registration")
        terminal.wait_for("The server knows this")
        terminal.press("q").ends()
        assert not warned()

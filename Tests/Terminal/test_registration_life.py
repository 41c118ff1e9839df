"""The life of a registration: revoked at the server, forgotten on the phone; and the browser's data beside it."""
import json

from phone import REFRESH, START_AUTHENTICATION, START_REGISTRATION, log_in, press_button, register, sign_in
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

"""Two apps that want to be the same phone: one is, the other gets an error; commands that only read still work."""
import os
import signal

from phone import START_AUTHENTICATION, register
from session import succeeded


def refused(result):
    status, _, errors = result
    assert status == 75, (status, errors)
    assert "this device is in use" in errors and "hint: " in errors and "--device" in errors, errors
    return errors


def test_the_second_app_of_a_device_is_refused(phone):
    terminal = register(phone.start())
    errors = refused(phone.command("run --plain"))
    assert f"process {terminal.child.pid}" in errors
    status, lines, errors = phone.flow()
    assert status == 75 and lines[-1]["error"] == "device_in_use", (lines, errors)
    before = phone.keystore.read_bytes()
    refused(phone.command("keystore reset --yes"))
    assert phone.keystore.read_bytes() == before
    for command in ("keystore show", "keystore check", "keystore export"):
        status, _, errors = phone.command(command)
        assert status == 0, (command, errors)
    # Another device is another phone.
    succeeded(phone.flow("--until", "register", "--device", "tablet"))


def test_a_killed_app_leaves_no_lock(phone):
    terminal = register(phone.start())
    os.kill(terminal.child.pid, signal.SIGKILL)
    terminal.child.wait()
    again = phone.start()
    again.wait_for(START_AUTHENTICATION)

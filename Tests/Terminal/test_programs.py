"""Three programs that belong together, when one of them is gone."""
import shutil

import pytest
from phone import APP, BROWSER, USER, run


@pytest.fixture
def without_server(tmp_path):
    """The app and the browser in a folder of their own, and nothing of the product in PATH."""
    for program in (APP, BROWSER):
        shutil.copy(program, tmp_path)
    return tmp_path / APP.name


@pytest.mark.parametrize("command", ["serve", "clients list", "users list", "help clients", "push list"])
def test_without_the_server_there_is_one_error_with_a_hint(without_server, phone, command):
    status, output, errors = run(
        [without_server, *command.split(), *([] if command.startswith("help") else phone.options())],
        env=phone.environment({"PATH": "/usr/bin:/bin"}), cwd=phone.folder)
    assert (status, output) == (69, "")
    what, hint = errors.splitlines()
    assert what.startswith("dcr-terminal: the identity server cannot be started: dcr-identity-server is neither beside")
    assert hint.startswith("hint: install dcr-identity-server beside dcr-terminal")


def test_without_the_server_the_app_says_so_and_goes_on(without_server, phone):
    status, _, errors = run(
        [without_server, "flow", *phone.options(), "--username", USER, "--password-file", phone.password_file],
        env=phone.environment({"PATH": "/usr/bin:/bin"}), cwd=phone.folder)
    assert status == 69
    assert "dcr-identity-server is neither beside" in errors and "hint: " in errors
    # Nothing is lost: with the server there again, the same data directory does.
    assert phone.flow()[0] == 0


def test_the_app_has_no_code_of_the_server():
    text = APP.read_bytes()
    for mark in (b"Hummingbird", b"GRDB", b"Mustache"):
        assert mark not in text, mark

"""The three programs belong together; here one of them is missing."""
import re
import shutil
import subprocess

import pytest
from phone import APP, BROWSER, ELEMENT, SERVER, USER, run
from session import PATIENCE


@pytest.fixture
def without_server(tmp_path):
    """The app and the browser in a separate folder, and none of the programs in PATH."""
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
    # Nothing is lost: once the server is back, the same data directory works.
    assert phone.flow()[0] == 0


def test_all_programs_have_one_version():
    said = {run([program, "--version"], env={}) for program in (APP, BROWSER, SERVER, ELEMENT)}
    assert len(said) == 1
    status, version, errors = said.pop()
    assert (status, errors) == (0, "") and re.fullmatch(r"\d+\.\d+\.\d+\n", version)


def test_the_app_has_no_code_of_the_server():
    text = APP.read_bytes()
    for mark in (b"Hummingbird", b"GRDB", b"Mustache"):
        assert mark not in text, mark


ADMINISTRATION = ["clients", "users", "sessions", "templates", "devices", "push"]


def shown_examples(words):
    """The command lines in a help text; their explanation stands after them or in the line below."""
    help_text = subprocess.run([str(APP), *words, "--help"], capture_output=True, text=True, timeout=PATIENCE, check=True).stdout
    assert "\n\nEXAMPLES:\n" in help_text, words
    lines = re.findall(r"^  dcr-terminal (.*)$", help_text.split("EXAMPLES:\n")[1], re.M)
    return [re.split(r"  +", line)[0].split() for line in lines]


@pytest.mark.parametrize("group", ADMINISTRATION)
def test_the_examples_of_administration_are_taken(phone, group):
    """Their help comes from the app or from the server's program: the same words, and each example is accepted."""
    listed = subprocess.run([str(APP), group, "--help"], capture_output=True, text=True, timeout=PATIENCE, check=True).stdout
    commands = re.findall(r"^  ([a-z]+)  +\S", listed.split("SUBCOMMANDS:")[1].split("EXAMPLES:")[0], re.M)
    assert len(commands) >= 2
    examples = shown_examples([group])
    for command in commands:
        examples += shown_examples([group, command])
    for words in examples:
        status, _, errors = run([APP, *words, "--config", phone.config, "--data-dir", phone.data], cwd=phone.folder)
        assert status != 64, (words, errors)

"""Tab in bash, zsh and fish with a stranger's names: of files and folders, of devices, runs and clients.

Real shells, with the package's scripts. A file's name never runs anything, and never becomes an option.
"""
import contextlib
import json
import os
import re
import sqlite3

import pytest
from completion import COMMANDS, SHELLS, fill, is_harmless, lines, offers, script
from phone import BINARIES, Phone
from session import Session


@pytest.fixture(scope="module")
def stranger(tmp_path_factory):
    """A working folder, and the default data directory: a stranger has put files into both."""
    base = tmp_path_factory.mktemp("stranger")
    phone = Phone(base)
    phone.data = base / "share/dcr-terminal"
    status, _, errors = phone.flow("--until", "register")
    assert status == 0, errors
    fill(base / "here")
    (base / "here/sub").mkdir()
    fill(phone.data / "devices")
    fill(phone.data / "test-runs")
    (phone.data / "devices/tablet").mkdir()
    for command in COMMANDS:
        run = {"version": 1, "id": command, "plan": "P", "planDigest": "d", "started": "2026-01-01T00:00:00Z", "facts": [], "results": {}}
        (phone.data / "test-runs" / (command + ".json")).write_text(json.dumps(run))
    database = sqlite3.connect(phone.data / "idsvr/idsvr.sqlite")
    with database:
        for number, command in enumerate([*COMMANDS, "good-client"]):
            database.execute(
                """insert into dynamically_registered_clients (client_id, authenticated_user, status, created, updated,
                registration_token_hash, registration_token_expires, metadata) values (?, 'jd', 'active', ?, 0, randomblob(32), 0, '{}')""",
                (command, number))
            database.execute(
                """insert or ignore into users (user_name, given_name, family_name, email, origin)
                values (?, 'A', 'B', 'a@example.com', 'administrator')""", (command.replace("client", "user"),))
    database.close()
    assert is_harmless(base)
    yield base
    phone.close()


# Shells read a name after typed text differently from one at the beginning.
MORE = [
    "flow --faults ./", r"flow --faults ./\$\(touch\ PWN\)+/", "flow --faults './$(touch PWN)+/", "script ./", "faults check ./", "checks report --run ",
    "clients show ", "users show ", "run --device t", "clients change-template good-client --template ", "clients list --status ",
    "clients list --owner "]


@pytest.fixture(scope="module", params=SHELLS)
def found(request, stranger):
    """The offers for each line, wherever Tab is pressed."""
    environment = {"HOME": str(stranger), "XDG_DATA_HOME": str(stranger / "share"), "XDG_CONFIG_HOME": str(stranger)}
    asked = list(dict.fromkeys([*lines(), *("dcr-terminal " + line for line in MORE)]))
    found = offers(request.param, stranger / "here", asked, environment)
    assert set(found) == set(asked)
    return found


def test_no_name_is_run_and_what_is_harmless_is_offered(stranger, found):
    assert is_harmless(stranger)
    for line, wanted in [
            ("run --faults ", ["disk-full", "good.json", "two words.json", "größe.json", "sub/"]), ("run --device t", ["tablet"]),
            ("script s", ["sub/", "show-five-minutes"]), ("clients show ", ["good-client"]), ("users show ", ["good-user"]),
            ("faults ", ["show", "check"]), ("run --theme ", ["light"]), ("flow -", ["--username"]), ("clients list --status ", ["active", "revoked"]),
            ("clients list --owner ", ["good-user"]), ("clients change-template good-client --template ", ["mobile-dcr-template-client"])]:
        offered = {word.removeprefix("./") for word in found["dcr-terminal " + line]}
        assert set(wanted) <= offered, (line, offered)
    # After an option comes what it means, and not what the command is about.
    assert not {"good-client"} & set(found["dcr-terminal clients change-template good-client --template "])


# Lines whose names come only from this program and not from the shell.
OWN = ["run --faults ", "run --device ", "checks report --run ", "flow --faults ./", "faults show s", "script s", "script ./", "clients show ", "users show "]


def test_the_program_offers_no_name_that_means_something_to_a_shell(found):
    offered = {word for line in OWN for word in found["dcr-terminal " + line]}
    assert {word for word in offered if re.search(r"[^\w ._@,/+-]|^-|PWN", word)} == set()


COMMAND_LINES = {
    "bash": (["bash", "--norc", "-i"], "source {script}"), "zsh": (["zsh", "-f", "-i"], "autoload -Uz compinit && compinit -u -D; source {script}"),
    "fish": (["fish", "--private", "--no-config"], "source {script}; function fish_prompt; echo '> '; end"),
}


@contextlib.contextmanager
def typing(shell, here, programs=BINARIES):
    """A shell at a terminal in the folder, with its completion script, and the folder of the program that it asks."""
    (here.parent / "script").write_text(script(shell))
    command, setup = COMMAND_LINES[shell]
    environment = {"PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(here.parent), "XDG_CONFIG_HOME": str(here.parent)}
    with Session(command, env=environment, cwd=here) as terminal:
        terminal.type(setup.format(script=here.parent / "script") + "; echo rea''dy").press("enter").wait_for(re.compile("^ready", re.M))
        yield terminal


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("name", ["$(touch PWN).json", "`touch PWN`.json", "$(touch${IFS}PWN).json", ";touch PWN;.json"])
def test_a_name_that_the_shell_itself_completes_is_one_quoted_word(tmp_path, shell, name):
    """The only file of a folder, completed and then passed to the program: `faults check` reports that it is not JSON."""
    here = tmp_path / "here"
    here.mkdir()
    (here / name).write_text("no JSON")
    with typing(shell, here) as terminal:
        terminal.type("dcr-terminal faults check ./").press("tab").wait_for("PWN").press("enter").wait_for("hint: ")
    assert is_harmless(tmp_path)


@pytest.mark.parametrize("shell", SHELLS)
def test_whatever_the_program_offers_is_compared_and_not_run(tmp_path, shell):
    """The program offers no such name; should it ever, the scripts still hold."""
    (tmp_path / "here").mkdir()
    program = tmp_path / "bin/dcr-terminal"
    program.parent.mkdir()
    # For zsh the last line says that nothing follows.
    program.write_text("#!/bin/sh\nprintf '%s\\n' '$(touch PWN)' '`touch PWN`' disk-full end\n")
    program.chmod(0o755)
    with typing(shell, tmp_path / "here", program.parent) as terminal:
        terminal.type("dcr-terminal run --faults d").press("tab").wait_for("--faults disk-full")
    assert is_harmless(tmp_path)


# Together these two lines name a file, but each alone does not: a shell may expand an unknown name, to see whether it is a folder.
TWICE = "${x:-`touch PWN`}.json\n${x:-`touch PWN`}.json"


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("line", ["faults check ", "faults check ./", "play ", "script ", "run --data-dir ", "flow --faults "])
@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_name_of_two_lines_is_no_two_names(tmp_path, shell, line, kind):
    here = tmp_path / "here"
    (here / TWICE).mkdir(parents=True) if kind == "folder" else (here.mkdir(), (here / TWICE).touch())
    with typing(shell, here) as terminal:
        # ^U removes the line that Tab has completed.
        terminal.type("dcr-terminal " + line).press("tab").type("\x15").type("echo do''ne").press("enter").wait_for(re.compile("^done", re.M))
    assert is_harmless(tmp_path)


@pytest.mark.parametrize("shell", SHELLS)
def test_tab_completes_files_and_folders_as_the_shell_does(tmp_path, shell):
    (tmp_path / "here/folder").mkdir(parents=True)
    (tmp_path / "here/notes.json").touch()
    with typing(shell, tmp_path / "here") as terminal:
        terminal.type("dcr-terminal faults check n").press("tab").wait_for("check notes.json").type("\x15")
        terminal.type("dcr-terminal run --data-dir f").press("tab").wait_for("--data-dir folder/")


@pytest.mark.parametrize("shell", SHELLS)
def test_tab_finds_the_one_good_name_among_bad_ones(tmp_path, shell):
    # After "./" a name with a dash is not an option.
    fill(tmp_path / "here", endings=[".json"], harmless=["good.json"])
    for name in ("--allow-programs", "-rf"):
        (tmp_path / "here" / (name + ".json")).unlink()
        (tmp_path / "here" / (name + "+")).rmdir()
    with typing(shell, tmp_path / "here") as terminal:
        terminal.type("dcr-terminal flow --faults ./").press("tab").wait_for("--faults ./good.json")
    assert is_harmless(tmp_path)

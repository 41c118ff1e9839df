"""Foreign texts in a command's output: no escape sequence reaches a terminal, directly or through a pipe."""
import json
import re
import sqlite3
import subprocess

import pytest
from phone import APP
from session import Session, run, succeeded

EVIL = "\x1b]0;owned\x07\x1b[31mred\x9b31m\x9d0;x\x9c\r\x08\x7f\u202ebidi"
# Characters on which a terminal would act, or that change the writing direction. Line feeds and tabs are the commands' own.
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def harmless(*texts):
    for text in texts:
        assert not HARMFUL.search(text), text


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "evil.script"
    path.write_text(f"# Title {EVIL}\ntimeout 1\nexpect \"never to be seen\"\n")
    return path


def test_a_title_of_a_script(script, tmp_path):
    status, output, errors = run([APP, "script", "--list", script])
    assert (status, errors) == (0, "")
    harmless(output)
    assert output.count("\n") == 1 and output.startswith("evil\tTitle ") and "owned" in output
    status, output, errors = run([APP, "script", script], cwd=tmp_path)
    assert status == 1
    harmless(output, errors)
    assert "FAIL  evil: Title " in output


def test_a_name_of_a_script_that_is_wrong(tmp_path):
    path = tmp_path / "a\x1b[31m\nb.script"
    path.write_text("pres\x1b[31m enter\n")
    status, output, errors = run([APP, "script", path])
    assert status == 65
    harmless(output, errors)
    assert errors.count("\n") == 2, "a name has made a line of its own"


def test_a_name_of_a_client(phone):
    server = subprocess.Popen(
        [str(APP), "serve", *map(str, phone.options()), "--json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    server.stdout.readline()
    server.terminate()
    server.wait()
    server.stdout.close()
    database = sqlite3.connect(phone.data / "idsvr/idsvr.sqlite")
    with database:
        database.execute(
            """insert into dynamically_registered_clients (client_id, authenticated_user, status, created, updated,
            registration_token_hash, registration_token_expires, metadata) values (?, ?, 'active', 0, 0, randomblob(32), 0, ?)""",
            ("made" + EVIL, "jd" + EVIL, json.dumps({"description": {"client_name": EVIL}})))
    database.close()
    for command in ("clients list", "clients list --json", "sessions list", "users list", "users list --json"):
        status, output, errors = phone.command(command)
        assert status == 0, errors
        harmless(output, errors)
    _, output, _ = phone.command("clients list --json")
    assert json.loads(output)[0]["client_name"] == EVIL, "JSON says what is there"
    for command in ("clients show", "clients revoke", "clients show --json"):
        _, output, errors = phone.command(command, "made" + EVIL)
        harmless(output, errors)


@pytest.mark.parametrize("command", [
    "clients show", "checks report", "open-uri", "keystore show --identity", "flow --until", "evidence", "replay", "play", "faults show",
    "faults check", "checks check", "users show", "gallery --only"])
def test_a_word_of_the_command_line(phone, command):
    status, output, errors = phone.command(command, "word" + EVIL)
    assert status != 0
    harmless(output, errors)


def test_a_plan_of_somebody_else(phone):
    folder = phone.data / "test-plans"
    folder.mkdir(parents=True)
    case = {"id": "OWN-1", "title": EVIL, "area": EVIL, "steps": [EVIL], "expected": [EVIL], "source": EVIL}
    (folder / "own.json").write_text(json.dumps({"version": 1, "title": EVIL, "cases": [case]}))
    for command in ("checks list", "checks list --json", "checks runs"):
        _, output, errors = phone.command(command)
        harmless(output, errors)


def test_a_fault_file_of_somebody_else(tmp_path, phone):
    path = tmp_path / "evil.json"
    path.write_text(json.dumps({"version": 1, "title": EVIL, "faults": [{"at": "token", "fault": EVIL}]}, ensure_ascii=False))
    for command in ("faults check", "faults show"):
        _, output, errors = phone.command(command, path)
        harmless(output, errors)


# A file decrypted to a terminal.

@pytest.fixture
def key(phone):
    """The device's own key, which can encrypt anything."""
    succeeded(phone.flow("--until", "register"))
    return phone.device / "device.key"


CHUNK = 64 * 1024


@pytest.mark.parametrize("content, shown", [
    ("plain text, Grüße, 東京\n\tend\n".encode(), True),
    (b"a" * (CHUNK - 1) + "ü".encode() + b"end\n", True),
    (b"a" * (CHUNK - 2) + "東".encode() + b"end\n", True),
    (b"a\x1b[31m", False), (b"a\xc2\x9b31m", False), (b"a\x9b31m", False), (b"a\xff", False), (b"a\xc3", False), (b"\xc1\x9b", False),
    (b"\xed\xa0\x80", False), (b"a\x7f", False), (b"a\rb", False), ("a\u202eb".encode(), False),
    (b"a" * (CHUNK - 1) + b"\xc2\x9b31mowned", False),
    (b"a" * (CHUNK - 1) + b"\xc3", False),
    (b"a" * CHUNK + b"\x9b31mowned", False),
], ids=lambda value: f"{len(value)}-{value[-8:]!r}" if isinstance(value, bytes) else None)
def test_only_text_is_decrypted_to_a_terminal(phone, key, tmp_path, content, shown):
    plain, sealed = tmp_path / "plain", tmp_path / "sealed.age"
    plain.write_bytes(content)
    status, _, errors = run([APP, "age", "encrypt", "--identity", key, "--output", sealed, plain])
    assert status == 0, errors
    terminal = Session([APP, "age", "decrypt", "--identity", key, sealed], env=phone.environment(None), cwd=phone.folder)
    status = terminal.wait_exit()
    written = terminal.raw.replace(b"\r\n", b"\n")
    if shown:
        assert status == 0 and written == content
    else:
        assert status == 64 and b"hint: " in written
        harmless(written.decode())
        assert b"owned" not in written and b"31m" not in written

"""The administrator's commands, on the database of a server that has run and stopped: `clients`, `users`, `sessions`, `templates`."""
import contextlib
import json
import re
import sqlite3
import subprocess

import pytest

from phone import APP
from session import succeeded


@pytest.fixture
def admin(phone):
    """Runs a command with `--json` and returns its output; an error fails the test. The database exists."""
    server = subprocess.Popen(
        [str(APP), "serve", *map(str, phone.options()), "--json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    server.stdout.readline()
    server.terminate()
    server.wait()
    server.stdout.close()

    def run(*words):
        status, output, errors = phone.command(*words, "--json")
        assert (status, errors) == (0, ""), (words, errors)
        return json.loads(output)
    return run


@pytest.fixture
def device(phone):
    """A registered and signed-in device."""
    succeeded(phone.flow("--until", "userinfo"))


def refused(phone, *words):
    """Asserts a refusal: one line with the code's sentence, a hint, exit status 65."""
    status, output, errors = phone.command(*words)
    lines = errors.splitlines()
    assert (status, output, len(lines)) == (65, "", 2), (words, status, output, errors)
    assert lines[0].startswith("dcr-terminal: ") and lines[1].startswith("hint: "), errors
    return lines[0]


def test_clients_are_filtered_sorted_and_shown_with_their_grants(phone, admin, device):
    client = admin("clients list")[0]
    identity = client["client_id"]
    database = sqlite3.connect(phone.data / "idsvr/idsvr.sqlite")
    with database:
        for number in range(5):
            database.execute(
                """insert into dynamically_registered_clients (client_id, authenticated_user, status, created, updated,
                registration_token_hash, registration_token_expires, metadata) values (?, 'jd', ?, ?, 0, randomblob(32), 0, ?)""",
                (f"made-{number}", "revoked" if number == 3 else "active", 1000 + number,
                 json.dumps({"description": {"client_name": f"App {9 - number}"}})))
    database.close()

    def ids(*options):
        return [client["client_id"] for client in admin("clients list", *options)]

    made = [f"made-{number}" for number in (4, 3, 2, 1, 0)]
    assert ids() == [identity, *made]
    assert ids("--reverse") == [*reversed(made), identity]
    assert ids("--owner", "jd", "--status", "active") == ["made-4", "made-2", "made-1", "made-0"]
    assert ids("--status", "revoked") == ["made-3"]
    assert ids("--search", "app", "--sort", "name") == [*made, identity], "the demo app's own name begins with a C"
    assert ids("--search", "APP", "--sort", "name", "--limit", "2") == made[:2]
    assert ids("--template", "nothing") == []
    shown = admin("clients show", identity)
    assert [(grant["user"], grant["scope"], grant["live_tokens"] >= 1) for grant in shown["grants"]] \
        == [("demouser", "openid profile", True)]
    status, output, _ = phone.command("clients show", identity)
    assert status == 0 and "live tokens" in output and shown["grants"][0]["session"] in output
    for words, fault in [(("--sort", "size"), "size"), (("--status", "dead"), "dead"), (("--limit", "0"), "limit")]:
        status, _, errors = phone.command("clients list", *words)
        assert status == 64 and fault in errors, errors


def test_a_list_says_whether_there_is_none_or_none_like_that(phone, admin):
    for words, says in [
        ("clients list", "No client has been registered yet."), ("clients list --status revoked", "There is no such client."),
        ("clients list --owner nobody", "There is no such client."), ("clients list --search x", "There is no such client."),
        ("sessions list", "No browser is signed in."), ("sessions list --user nobody", "There is no such session."),
        ("users list --search nobody", "There is no such user."),
    ]:
        name, *filters = words.split(" --")
        status, output, _ = phone.command(name, *[word for part in filters for word in ("--" + part).split()])
        assert (status, output) == (0, says + "\n"), words


@pytest.mark.parametrize("words", [
    "templates add x --metadata gone", "templates change x --metadata gone", "users add x --password-file gone", "users password x --password-file gone"])
def test_a_file_that_is_not_there_is_said_to_be_missing(phone, admin, words):
    name, operand, *rest = words.split(" ")[:2], words.split(" ")[2], *words.split(" ")[3:]
    assert "no such file or directory" in refused(phone, " ".join(name), operand, *rest)


def test_a_file_that_cannot_be_used_says_why(phone, admin, tmp_path):
    file = tmp_path / "file"
    for content, says in [
        (b"p\xe4ssw\xf6rter\n", "cannot be read as text"), (b"a" * 70_000, "cannot be read as text"), (b"\nsecond line\n", "first line is empty"),
    ]:
        file.write_bytes(content)
        assert says in refused(phone, "users add", "ada", "--password-file", file)
    for content, says in [(b'{"a": 1, "a": 2}', "the same member twice"), (b'{"a": 1,}', "a syntax error"), (b"[]", "not a JSON object")]:
        file.write_bytes(content)
        assert says in refused(phone, "templates add", "x", "--metadata", file)


def test_a_token_is_json_for_scripts(phone, admin, tmp_path):
    issued = admin("clients token", "--lifetime", "60")
    assert issued["initial_access_token"] and issued["expires_in"] == 60
    assert admin("clients token", "--output", tmp_path / "token") == {"file": str(tmp_path / "token"), "expires_in": 3600}


def test_no_token_is_issued_that_cannot_be_saved(phone, admin):
    status, output, errors = phone.command("clients token", "--output", phone.folder)
    assert (status, output) == (73, "") and "is a directory" in errors
    with contextlib.closing(sqlite3.connect(phone.data / "idsvr/idsvr.sqlite")) as database:
        assert database.execute("select count(*) from initial_access_tokens").fetchone() == (0,)


def test_a_clients_tokens_are_shortened_and_its_secret_expires(phone, admin, device):
    identity = admin("clients list")[0]["client_id"]
    assert admin("clients show", identity)["access_token_lifetime"] is None
    assert admin("clients show", identity)["secret_expires"] == "never"
    assert admin("clients shorten", identity)["access_token_lifetime"] == 30
    assert admin("clients shorten", identity, "--access-token", "5")["access_token_lifetime"] == 5
    assert phone.command("clients shorten", identity, "--access-token", "0")[0] == 64
    assert "no such client" in refused(phone, "clients shorten", "nobody")
    succeeded(phone.flow("--until", "userinfo"))
    expired = admin("clients expire-secret", identity)
    assert expired["client_id"] == identity and re.match(r"\d{4}-\d\d-\d\dT", expired["secret_expires"])
    ended, said, _ = phone.flow()
    assert (ended, said[-1]["error"]) == (77, "client_secret_expired")
    assert "no such client" in refused(phone, "clients expire-secret", "nobody")
    assert "metadata of its own" in refused(phone, "clients change-template", identity)


def test_users_and_their_end(phone, admin, tmp_path):
    password = tmp_path / "secret"
    password.write_text("correct horse\n")
    added = admin("users add", "ada", "--password-file", str(password), "--given-name", "Ada", "--roles", "Manager, IC")
    assert (added["given_name"], added["roles"], added["origin"], added["status"]) == ("Ada", ["Manager", "IC"], "administrator", "active")
    assert admin("users change", "ada", "--family-name", "Byron")["given_name"] == "Ada", "what is not named stays"
    assert admin("users change", "ada", "--roles", "")["roles"] == []
    assert [user["user"] for user in admin("users list", "--search", "byron")] == ["ada"]
    assert "correct horse" not in json.dumps(admin("users list"))
    # The added user signs in.
    status, _, errors = phone.command("flow", "--username", "ada", "--password-file", str(password), "--until", "register")
    assert status == 0, errors
    assert [client["authenticated_user"] for client in admin("clients list")] == ["ada"]
    assert admin("users show", "ada")["active_clients"] == 1
    assert admin("users deactivate", "ada")["status"] == "inactive"
    assert [client["status"] for client in admin("clients list")] == ["revoked"]
    assert "deactivated" in refused(phone, "clients activate", admin("clients list")[0]["client_id"])
    assert admin("users activate", "ada")["status"] == "active"
    assert admin("users delete", "ada") == {"user": "ada", "deleted": True}
    assert "there is no user “ada”" in refused(phone, "users show", "ada")
    assert "is defined in config.json" in refused(phone, "users delete", "demouser")
    assert "already" in refused(phone, "users add", "jd", "--password-file", str(password))
    password.write_text("short\n")
    assert "fewer than 8" in refused(phone, "users add", "bob", "--password-file", str(password))
    assert "not fit" in refused(phone, "users add", "a b\x1b[31m", "--password-file", str(password))
    assert "cannot be used" in refused(phone, "users password", "demouser", "--password-file", str(tmp_path / "none"))
    status, output, _ = phone.command("users list")
    assert status == 0 and output.splitlines()[0].split() == ["user", "name", "roles", "status", "origin", "sessions", "clients"]


def test_the_log_has_the_command(phone, admin, device, tmp_path):
    client, log = admin("clients list")[0]["client_id"], tmp_path / "log"
    admin("clients revoke", client, "--log-file", str(log))
    refused(phone, "clients revoke", "nobody", "--log-file", str(log))
    done, failed = log.read_text().splitlines()
    assert 'info administration: done command="clients revoke ' in done and client in done
    assert 'error administration: failed command="clients revoke ' in failed and failed.endswith(" error=unknown_client")
    status, _, errors = phone.command("clients list", "--log-file", "/nowhere/log")
    assert status == 73 and "/nowhere/log" in errors


def test_a_database_that_cannot_be_written_is_not_called_damaged(phone, admin):
    """As on a full disk: nobody may be told to move a whole database away."""
    with contextlib.closing(sqlite3.connect(phone.data / "idsvr/idsvr.sqlite")) as database:
        database.execute(
            "create trigger full before insert on initial_access_tokens begin select raise(fail, 'no room is left'); end")
    status, output, errors = phone.command("clients token")
    assert (status, output) == (65, "") and "idsvr.sqlite: no room is left\n" in errors, errors
    assert "damaged" not in errors and "move" not in errors


def test_sessions_end_with_and_without_their_grants(phone, admin, device):
    session, = admin("sessions list")
    assert (session["user"], session["live_grants"]) == ("demouser", 1)
    assert "dcr-" in session["user_agent"], "the browser's own word"
    assert admin("sessions list", "--user", "jd") == []
    handle = session["session"]
    assert admin("sessions end", handle, "--revoke-grants") == {"session": handle, "ended": True, "grants_revoked": True}
    assert admin("sessions list") == []
    assert admin("clients show", admin("clients list")[0]["client_id"])["grants"] == []
    assert handle in refused(phone, "sessions end", handle)


def test_templates(phone, admin, tmp_path):
    metadata = {"client_name": "Kiosk", "application_type": "native", "redirect_uris": ["com.example.kiosk:/callback"]}
    file = tmp_path / "metadata.json"
    file.write_text(json.dumps(metadata))
    assert admin("templates add", "kiosk", "--metadata", str(file))["client_name"] == "Kiosk"
    assert {template["software_id"] for template in admin("templates list")} == {"kiosk", "mobile-dcr-template-client"}
    file.write_text(json.dumps({**metadata, "client_name": "Other"}))
    assert admin("templates change", "kiosk", "--metadata", str(file))["metadata"]["client_name"] == "Other"
    status, output, _ = phone.command("templates show", "kiosk")
    assert status == 0 and '"com.example.kiosk:/callback"' in output
    file.write_text(json.dumps({**metadata, "redirect_uris": ["javascript:x"]}))
    assert "redirect_uris" in refused(phone, "templates change", "kiosk", "--metadata", str(file))
    file.write_text("[]")
    assert "not a JSON object" in refused(phone, "templates add", "other", "--metadata", str(file))
    assert "comes with the product" in refused(phone, "templates delete", "mobile-dcr-template-client")
    assert admin("templates delete", "kiosk") == {"software_id": "kiosk", "deleted": True}
    assert "kiosk" in refused(phone, "templates show", "kiosk")


def test_a_template_is_judged_as_the_configuration_says(phone, admin, tmp_path):
    file = tmp_path / "metadata.json"
    file.write_text(json.dumps({"application_type": "native", "redirect_uris": ["com.example.kiosk:/callback"]}))
    phone.config.write_text(json.dumps({**json.loads(phone.config.read_text()), "profile": "fapi-2.0"}))
    assert "private_key_jwt" in refused(phone, "templates add", "kiosk", "--metadata", str(file))


def test_without_a_database_there_is_nothing_to_administer(phone):
    for words in ("users list", "sessions list", "templates list", "clients list"):
        assert "no identity server has run here yet" in refused(phone, words)
    assert not phone.data.exists(), "looking makes nothing"

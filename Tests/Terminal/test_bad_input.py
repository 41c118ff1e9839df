"""Every mistake before and around the flow: the exit status, one clear line, a hint, and no data lost."""
import contextlib
import grp
import json
import os
import pathlib
import pwd
import shutil
import socket
import subprocess
import tempfile

import pytest
from answering import answering
from phone import APP, BROWSER, SERVER, START_AUTHENTICATION, START_REGISTRATION, Phone, free_port, register
from session import run, succeeded

USAGE, DATA, UNAVAILABLE, CANNOT_WRITE = 64, 65, 69, 73


def assert_clear(errors, *words):
    """Asserts one line that says what failed and why, one with a hint, and nothing else."""
    lines = [line for line in errors.splitlines() if line]
    assert len(lines) == 2, errors
    assert lines[0].startswith("dcr-terminal: ") and lines[0].count(": ") >= 2, lines[0]
    assert lines[1].startswith("hint: ") and len(lines[1]) > len("hint: "), lines[1]
    for word in words:
        assert str(word) in errors, f"{word!r} is not in:\n{errors}"


def refused_on_screen(phone, status, *words, env=None, arguments=()):
    """Asserts that the full-screen app refuses to start: status, two lines, terminal as before."""
    terminal = phone.start(*arguments, env=env, size=(500, 40))
    assert terminal.wait_exit() == status, terminal.text()
    assert_clear(terminal.text(), *words)
    terminal.assert_restored()


# The log file.


def test_a_pipe_that_nobody_reads_is_not_waited_for(phone):
    os.mkfifo(phone.folder / "pipe")
    status, output, errors = phone.command("flow", "--log-file", phone.folder / "pipe")
    assert (status, output) == (CANNOT_WRITE, "")
    assert_clear(errors, phone.folder / "pipe")


# The configuration.


@pytest.mark.parametrize("how", ["everybody may write", "somebody else's", "a link of somebody else's"])
def test_a_configuration_that_just_lies_here_has_to_be_the_users_own(phone, how):
    """In a folder that others may write to, it could name a program to run. A file named on the command line counts."""
    marker, here = phone.folder / "marker", phone.folder / "shared"
    here.mkdir()
    phone.write_config({**phone.members, "browser": "command", "browserCommand": f"touch {marker} %u"})
    target = here / "config.json"
    if how == "a link of somebody else's":
        target.symlink_to(phone.config)
    else:
        shutil.copy(phone.config, target)
    if how == "everybody may write":
        target.chmod(0o666)
    elif os.geteuid() == 0:
        os.chown(target, 12345, 12345, follow_symlinks=False)
    else:
        pytest.skip("only root can give a file away")
    command = [APP, "flow", "--data-dir", phone.data]
    env = {"HOME": str(phone.folder)}
    status, _, errors = run(command, env=env, cwd=here)
    assert status == DATA
    assert_clear(errors, target, "--config")
    assert not marker.exists()
    status, output, _ = run([APP, "doctor", "--json", "--data-dir", phone.data], env=env, cwd=here)
    assert status == DATA and "config_not_trusted" in output
    # Naming the file is the user's decision.
    status, _, errors = run([*command, "--config", "config.json", "--until", "discovery"], env=env, cwd=here)
    assert status == 0, errors


def test_a_configuration_of_the_users_own_group_counts(phone):
    """Many systems create files that the user's group may write, where the user is the group's only member."""
    phone.config.chmod(0o664)
    user = pwd.getpwuid(os.geteuid())
    if grp.getgrgid(user.pw_gid).gr_name != user.pw_name or phone.config.stat().st_gid != user.pw_gid:
        pytest.skip("this user has no group of that name")
    status, _, errors = run(
        [APP, "flow", "--data-dir", phone.data, "--until", "discovery"], env={"HOME": str(phone.folder)}, cwd=phone.folder)
    assert status == 0, errors


def without(member):
    return lambda members: {k: v for k, v in members.items() if k != member}


def changed(**values):
    return lambda members: {**members, **values}


WRONG_CONFIGURATIONS = {
    "no JSON": (lambda _: '{"issuer": ', []),
    "an array": (lambda _: "[]", []),
    "empty": (lambda _: "", []),
    "a member twice": (lambda _: '{"scope": "openid", "scope": "dcr"}', ["scope"]),
    **{f"no {m}": (without(m), [m]) for m in (
        "issuer", "registrationClientID", "redirectUri", "postLogoutRedirectUri", "scope")},
    "issuer is a number": (changed(issuer=5), ["issuer", "5"]),
    "issuer is no URL": (changed(issuer="login.example.com"), ["issuer"]),
    "issuer is http": (changed(issuer="http://login.example.com/"), ["issuer", "http://login.example.com/"]),
    "issuer is http on loopback, not allowed": (changed(issuer="http://127.0.0.1:8080/x"), ["issuer", "allowPlainHTTPLoopback"]),
    "issuer has a query": (changed(issuer="https://login.example.com/?a=b"), ["issuer"]),
    "redirect without a dot": (changed(redirectUri="dcrclient:/callback"), ["redirectUri"]),
    "redirect with a fragment": (changed(redirectUri="io.curity.dcrclient:/callback#x"), ["redirectUri"]),
    "scope is a list": (changed(scope=["openid"]), ["scope"]),
    "users without a name": (changed(embeddedServer={"users": [{"passwordFile": "p"}]}), ["embeddedServer.users[0].name", 'add "name"']),
    "a member with another spelling": (lambda members: {"isuer": members.pop("issuer"), **members}, ["“isuer”", '"issuer"']),
    "a browser of another kind": (changed(browser="telepathy"), ["browser", "telepathy"]),
}


@pytest.mark.parametrize("case", WRONG_CONFIGURATIONS)
def test_wrong_configuration(phone, case):
    change, words = WRONG_CONFIGURATIONS[case]
    phone.write_config(change(phone.members))
    status, output, errors = phone.flow()
    assert status == DATA, errors
    assert_clear(errors, phone.config, *words)


def test_wrong_configuration_on_screen(phone):
    phone.write_config(without("issuer")(phone.members))
    refused_on_screen(phone, DATA, "issuer")


def test_missing_configuration(phone):
    phone.config.unlink()
    refused_on_screen(phone, DATA, "config.json")
    status, _, errors = phone.flow()
    assert status == DATA
    assert_clear(errors, phone.config)


def test_unknown_members_are_named_and_do_not_stop_it(phone):
    phone.write_config({**phone.members, "colour": "red", "embeddedServer": {"adminPort": 0, "speed": 3, "adminport": 1}})
    status, lines, errors = phone.flow("--until", "discovery")
    assert status == 0, errors
    warnings = [line for line in errors.splitlines() if line.startswith("dcr-terminal: warning: ")]
    assert len(warnings) == 3, errors
    assert any("“embeddedServer.adminport”" in line and "did you mean embeddedServer.adminPort" in line for line in warnings)
    assert any("“colour”" in line for line in warnings) and any("“embeddedServer.speed”" in line for line in warnings)


# Servers.


@pytest.fixture
def not_a_server():
    """A listener that closes every connection."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(16)

    def hang_up(connection):
        connection.settimeout(5)
        with contextlib.suppress(OSError):
            connection.recv(1024)
            connection.sendall(b"220 this is not what you are looking for\r\n")
    with answering(listener, hang_up):
        yield listener.getsockname()[1]


def test_port_taken_by_something_else(phone, not_a_server):
    phone.write_config({**phone.members, "issuer": f"https://localhost:{not_a_server}/oauth/v2/oauth-anonymous"})
    status, lines, errors = phone.flow()
    assert status == UNAVAILABLE, errors
    assert_clear(errors, not_a_server)
    assert lines[-1]["result"] == "error"
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION, str(not_a_server))
    terminal.press("enter").wait_for("Retry", "Dismiss")
    terminal.press("escape", "q")
    terminal.ends()


def test_serve_on_a_port_that_is_taken(phone, not_a_server):
    status, _, errors = phone.command("serve", "--port", not_a_server, "--admin-port", 0)
    assert status == UNAVAILABLE, errors
    assert_clear(errors, not_a_server)


@pytest.mark.parametrize("name, said", [("used-proofs", "is a directory"), ("tls/ca.key", "is a directory"), ("tls/server.pem", "is a directory")])
def test_a_folder_in_place_of_a_file_of_the_server(phone, name, said):
    """The system's reason in words, without its number or the names of a library."""
    (phone.data / "idsvr" / name).mkdir(parents=True)
    if name == "tls/server.pem":
        (phone.data / "idsvr/tls/server.key").write_text("")
    status, _, errors = phone.command("serve", "--admin-port", 0)
    assert status == CANNOT_WRITE
    assert_clear(errors, "idsvr", said)
    assert "NSPOSIX" not in errors


def test_a_file_in_place_of_the_folder_of_the_certificates(phone):
    (phone.data / "idsvr").mkdir(parents=True)
    (phone.data / "idsvr/tls").write_text("")
    status, _, errors = phone.command("serve", "--admin-port", 0)
    assert status == CANNOT_WRITE
    assert_clear(errors, "idsvr/tls: file exists")


def test_server_not_reachable(phone):
    port = free_port()
    phone.write_config({**phone.members, "issuer": f"https://localhost:{port}/somebody/elses"})
    status, lines, errors = phone.flow()
    assert status == UNAVAILABLE
    assert_clear(errors, port)
    assert lines[-1] | {"hint": "", "title": ""} == {
        "result": "error", "step": "discovery", "error": "connection_refused", "hint": "", "title": ""}
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION).press("enter").wait_for("Retry", "Dismiss")
    terminal.press("escape").wait_for(START_REGISTRATION).wait_gone("Dismiss")
    terminal.press("q").ends()


def test_server_without_a_name(phone):
    phone.write_config({**phone.members, "issuer": "https://no-such-host.invalid/oauth"})
    status, lines, errors = phone.flow()
    assert status == UNAVAILABLE
    assert_clear(errors, "no-such-host.invalid")
    assert lines[-1]["error"] == "host_not_found"


# The keystore.


@pytest.fixture(scope="module")
def registered(tmp_path_factory):
    """A phone that has registered once; each test works on a copy of its data."""
    phone = Phone(tmp_path_factory.mktemp("registered"))
    succeeded(phone.flow("--until", "register"))
    assert phone.keystore.exists()
    yield phone
    phone.close()


@pytest.fixture
def copy(registered, tmp_path):
    phone = Phone(tmp_path, issuer=registered.issuer)
    shutil.copytree(registered.data, phone.data, symlinks=True, ignore=shutil.ignore_patterns("uri.sock"))
    yield phone
    phone.close()


def flip(path, position):
    content = bytearray(path.read_bytes())
    content[position] ^= 0x01
    path.write_bytes(content)


def truncate(path):
    path.write_bytes(path.read_bytes()[:-20])


def other_key(path):
    key = subprocess.run(["age-keygen"], capture_output=True, check=True).stdout
    path.write_bytes(key)


DAMAGE = {
    "keystore_damaged_header": lambda phone: flip(phone.keystore, 30),
    "keystore_damaged_payload": lambda phone: flip(phone.keystore, -5),
    "keystore_damaged_payload ": lambda phone: truncate(phone.keystore),
    "keystore_damaged_header ": lambda phone: phone.keystore.write_bytes(b"this is no age file\n"),
    "keystore_damaged_header  ": lambda phone: phone.keystore.write_bytes(b""),
    "keystore_wrong_key": lambda phone: other_key(phone.device / "device.key"),
    "keystore_key_missing": lambda phone: (phone.device / "device.key").unlink(),
    "keystore_symlink": lambda phone: (
        phone.keystore.rename(phone.device / "elsewhere"), phone.keystore.symlink_to("elsewhere")),
}


@pytest.mark.parametrize("case", DAMAGE)
def test_keystore_that_cannot_be_used(copy, case):
    DAMAGE[case](copy)
    before = copy.keystore.read_bytes()
    status, lines, errors = copy.flow()
    assert status == DATA, errors
    assert_clear(errors)
    assert "keystore.age" in errors or "device.key" in errors
    assert lines[-1]["error"] == case.strip()
    status, _, errors = copy.command("keystore check")
    assert status == DATA, errors
    assert_clear(errors)
    status, output, errors = copy.command("keystore check", "--json")
    assert (status, json.loads(output)) == (DATA, {"ok": False, "error": case.strip()})
    assert_clear(errors)
    assert copy.keystore.read_bytes() == before, "a damaged store was overwritten"


def test_an_export_of_nothing_is_no_success(phone):
    """A backup that is not there must not count as one."""
    status, output, errors = phone.command("keystore export", "--output", phone.folder / "backup")
    assert (status, output) == (DATA, "") and not (phone.folder / "backup").exists()
    assert_clear(errors, "keystore.age", "nothing was saved yet")


def test_damaged_keystore_on_screen(copy):
    """It does not count as a first start; nothing is overwritten until the user decides, and then the app says what it erased."""
    flip(copy.keystore, -5)
    before = copy.keystore.read_bytes()
    terminal = copy.start()
    terminal.wait_for("Nothing has been overwritten", "Forget This Device")
    assert START_REGISTRATION not in terminal.text() and START_AUTHENTICATION not in terminal.text()
    assert copy.keystore.read_bytes() == before
    terminal.press("q").ends()
    output = succeeded(copy.command("keystore reset", "--yes"))
    assert "keystore.age" in output
    assert not copy.keystore.exists()


def test_the_registration_is_bound_to_its_issuer(copy):
    other = {**copy.members, "issuer": f"https://localhost:{free_port()}/oauth/v2/oauth-anonymous"}
    copy.write_config(other)
    before = copy.keystore.read_bytes()
    status, _, errors = copy.flow()
    assert status == DATA, errors
    assert_clear(errors, other["issuer"])
    assert copy.keystore.read_bytes() == before


@pytest.fixture
def ordinary_user():
    """Root may write anywhere, so the programs run as another user here, from a folder that no other user can enter."""
    if os.geteuid() != 0:
        yield [], BROWSER.parent, None
        return
    folder = pathlib.Path(tempfile.mkdtemp(prefix="dcr-nobody-"))
    folder.chmod(0o755)
    for program in (APP, BROWSER, SERVER):
        shutil.copy(program, folder)
        (folder / program.name).chmod(0o755)
    yield ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs"], folder, 65534
    shutil.rmtree(folder)


def test_unwritable_device_folder(ordinary_user, registered):
    prefix, binaries, user = ordinary_user
    with tempfile.TemporaryDirectory(prefix="dcr-unwritable-") as name:
        folder = pathlib.Path(name)
        phone = Phone(folder, issuer=registered.issuer)
        shutil.copytree(registered.data, phone.data, ignore=shutil.ignore_patterns("uri.sock"))
        if user:
            for path in [folder, *folder.rglob("*")]:
                os.chown(path, user, user)
        phone.device.chmod(0o500)
        before = phone.keystore.read_bytes()
        status, _, errors = run(
            [*prefix, binaries / "dcr-terminal", "flow", *phone.options(), "--username", "demouser", "--password-file",
             phone.password_file], env={"HOME": str(folder)})
        assert status == CANNOT_WRITE, errors
        assert_clear(errors, phone.device)
        assert phone.keystore.read_bytes() == before
        phone.device.chmod(0o700)


def test_a_database_that_is_out_of_reach_is_not_called_missing(ordinary_user, registered):
    prefix, binaries, user = ordinary_user
    if user is None:
        pytest.skip("the owner of the folder reaches it")
    status, _, errors = run(
        [*prefix, binaries / "dcr-terminal", "clients", "list", "--data-dir", registered.data], env={"HOME": str(binaries)}, cwd=binaries)
    assert status == DATA, errors
    assert_clear(errors, registered.data, "permission denied")


def test_an_empty_name_of_the_temporary_folder_is_not_the_root_folder(ordinary_user, phone):
    """As an unset variable of a script leaves it. A pipe is copied before it is decrypted."""
    prefix, binaries, user = ordinary_user
    word = (binaries if user else phone.folder) / "word"
    word.write_text("word")
    sealed = phone.folder / "sealed.age"
    succeeded(run([APP, "age", "encrypt", "--passphrase-file", phone.password_file, "-o", sealed, phone.config]))
    status, _, errors = run(
        [*prefix, binaries / "dcr-terminal", "age", "decrypt", "--passphrase-file", word], env={"TMPDIR": ""}, cwd=binaries,
        input=sealed.read_bytes())
    assert status == 77 and "passphrase" in errors, errors


def test_a_damaged_database_is_wrong_data_for_every_command(phone):
    (phone.data / "idsvr").mkdir(parents=True, mode=0o700)
    phone.data.chmod(0o700)
    database = phone.data / "idsvr/idsvr.sqlite"
    database.write_bytes(b"no database" * 1000)
    status, lines, errors = phone.flow()
    assert (status, lines[-1]["error"]) == (DATA, "embedded_server_failed")
    assert_clear(errors, database, "restore it from a copy")
    for words in (["doctor", "--start"], ["serve"], ["clients", "list"]):
        # Administration takes no configuration.
        options = phone.options() if words[0] != "clients" else ["--data-dir", phone.data]
        status, _, errors = run([APP, *words, *options], env=phone.environment(None), cwd=phone.folder)
        assert status == DATA, words
        assert "SQLite" not in errors and "PRAGMA" not in errors, "the statement of the server says nothing to a user"
    assert database.read_bytes() == b"no database" * 1000


def test_data_directory_that_cannot_be_made(phone):
    (phone.folder / "file").write_text("in the way")
    status, _, errors = run(
        [APP, "flow", "--config", phone.config, "--data-dir", phone.folder / "file/data", "--username", "demouser",
         "--password-file", phone.password_file])
    assert status == CANNOT_WRITE, errors
    assert_clear(errors, phone.folder / "file")


# The terminal and the command line.


@pytest.mark.parametrize("term", ["no-such-terminal", "", None, "dumb"])
def test_unknown_terminal(phone, term):
    refused_on_screen(phone, USAGE, term if term == "dumb" else "TERM", "--plain", env={"TERM": term})


def test_no_terminal(phone):
    status, output, errors = phone.command("run")
    assert status == USAGE
    assert output == ""
    assert_clear(errors, "--plain")


def test_too_small(phone):
    terminal = phone.start(size=(39, 14))
    terminal.wait_for("Please enlarge", "40x15")
    terminal.press("enter", ",", "?").settle().resize(40, 15)
    terminal.wait_for(START_REGISTRATION)
    assert "On this screen" not in terminal.text() and "Forget" not in terminal.text(), "a key was not ignored"
    terminal.resize(20, 5).wait_for("enlarge")
    terminal.press("q").ends()


@pytest.mark.parametrize("columns, lines", [("60", "20"), ("200", "60"), ("100000", "100000")])
def test_the_terminal_knows_its_size_better_than_the_environment(phone, columns, lines):
    """A container or an editor may pass on the size of another terminal."""
    terminal = phone.start(env={"COLUMNS": columns, "LINES": lines})
    terminal.wait_for(START_REGISTRATION, "6 Lesson", "q quit")
    assert terminal.row(0).endswith("╮")
    terminal.resize(80, 24).wait_gone("6 Lesson").wait_for(START_REGISTRATION, "q quit")


@pytest.mark.parametrize("arguments", [
    ["--no-such-option"], ["fly"], ["flow"], ["--device", "../up"], ["--browser", "telepathy"], ["--lang", "tlh"],
    ["flow", "--username", "demouser", "--password-file", "x", "--until", "lunch"],
    ["--data-dir", ""], ["keystore", "check", "--data-dir", ""], ["users", "list", "--data-dir", ""], ["config", "show", "--config", ""],
    ["serve", "--log-file", ""], ["open-uri", ""], ["gallery", "--out", "same", "--compare", "./same"],
], ids=" ".join)
def test_wrong_usage(phone, arguments):
    status, output, errors = run([APP, *arguments], cwd=phone.folder, env={"HOME": str(phone.folder)})
    assert status == USAGE, errors
    assert output == ""
    assert_clear(errors)


def test_wrong_password_file(phone):
    status, lines, errors = phone.command(
        "flow", "--username", "demouser", "--password-file", phone.folder / "absent")
    assert status == DATA, errors
    assert_clear(errors, "absent", "no such file")


def test_flow_warns_of_a_password_file_that_others_can_read(phone):
    phone.password_file.chmod(0o644)
    status, _, errors = phone.flow("--until", "discovery")
    assert status == 0 and errors.count("chmod 600") == 1, errors


def test_wrong_password_in_flow(phone):
    phone.password_file.write_text("wrong\n")
    status, lines, errors = phone.flow()
    assert status == 77, errors
    assert_clear(errors)
    assert "wrong\n" not in errors
    assert lines[-1]["step"] == "registration-login"
    assert not phone.keystore.exists()


# Unknown commands.


@pytest.mark.parametrize("words, unknown, known", [
    ("help nosuch", "nosuch", "keystore"), ("help keystore nosuch", "nosuch", "export"), ("help flow nosuch", "nosuch", "none"),
    ("help clients nosuch", "nosuch", "revoke"), ("clients nosuch", "nosuch", "revoke"), ("keystore nosuch", "nosuch", "check"),
    ("checks nosuch", "nosuch", "report"), ("config nosuch", "nosuch", "init"), ("nosuch", "nosuch", "doctor"),
])
def test_an_unknown_command_is_named_with_those_that_there_are(phone, words, unknown, known):
    status, output, errors = run([APP, *words.split()], cwd=phone.folder)
    assert (status, output) == (USAGE, "")
    assert_clear(errors, f"“{unknown}” is not a command of dcr-terminal", known)


@pytest.mark.parametrize("words, command", [
    ("--data-dir data clients list", "clients"), ("--plain flow", "flow"), ("--config=config.json serve --json", "serve"),
])
def test_a_command_behind_its_options_is_told_where_they_belong(phone, words, command):
    status, output, errors = run([APP, *words.split()], cwd=phone.folder)
    assert (status, output) == (USAGE, "")
    assert_clear(errors, f"options come after the command: dcr-terminal {command}")


@pytest.mark.parametrize("words", ["faults check", "lessons check", "checks check", "keystore check", "checks verify", "keystore verify"])
def test_one_verb_reads_a_file_and_says_what_is_wrong(phone, words):
    status, output, errors = run([APP, *words.split(), "--help"], cwd=phone.folder)
    assert (status, errors) == (0, "") and f"USAGE: dcr-terminal {words.replace('verify', 'check')}" in output


@pytest.mark.parametrize("words", ["serve", "config show"])
def test_too_few_open_files_are_an_error_with_a_hint(phone, words):
    limited = ["sh", "-c", 'ulimit -n 20; exec "$@"', "sh", APP, *words.split(), "--config", phone.config, "--data-dir", phone.data]
    status, output, errors = run(limited, cwd=phone.folder)
    assert (status, output) == (UNAVAILABLE, "")
    assert_clear(errors, "20")


# Files that the configuration names.


@pytest.mark.parametrize("members, names", [
    ({"trustedCertificates": "gone.pem"}, "gone.pem"), ({"faults": "gone.json"}, "gone.json"), ({"faults": "no-such-preset"}, "no-such-preset"),
    ({"embeddedServer": {"users": [{"name": "a", "passwordFile": "gone"}]}}, "gone"),
    ({"embeddedServer": {"administrator": {"passwordFile": "gone"}}}, "gone"),
    ({"registration": "static-client", "clientSecretFile": "gone"}, "gone"),
])
def test_a_configuration_whose_files_are_gone_is_shown_but_not_as_good(phone, members, names):
    phone.write_config({**phone.members, **members})
    status, output, errors = phone.command("config show", "--json")
    assert (status, json.loads(output)["issuer"]["value"]) == (DATA, phone.members["issuer"])
    assert_clear(errors, names)


def forecast(phone):
    status, output, _ = phone.command("doctor", "--json")
    lines = [json.loads(line) for line in output.splitlines()]
    return status, [line["step"] for line in lines if line.get("forecast") == "fails"], lines[-1].get("error")


def test_doctor_foretells_what_a_missing_certificate_does(phone):
    """Also while the server that the app would start is not running."""
    phone.write_config({**phone.members, "trustedCertificates": "gone.pem"})
    foretold = forecast(phone)
    status, lines, _ = phone.flow()
    assert foretold == (status, [lines[-1]["step"]], lines[-1]["error"]) == (UNAVAILABLE, ["discovery"], "tls_failure")


def test_doctor_foretells_that_the_device_is_taken(phone):
    phone.start().wait_for(START_REGISTRATION)
    foretold = forecast(phone)
    status, lines, _ = phone.flow()
    assert foretold == (status, ["discovery"], lines[-1]["error"]) == (75, ["discovery"], "device_in_use")


def test_doctor_waits_for_no_pipe_in_place_of_the_lock(phone):
    phone.device.mkdir(parents=True, mode=0o700)
    os.mkfifo(phone.device / "device.lock", 0o600)
    status, _, _ = phone.command("doctor")
    assert status in (0, DATA, UNAVAILABLE)


def test_by_hand_needs_somebody(phone):
    status, lines, errors = phone.command("flow", "--browser", "manual", "--json")
    assert status == UNAVAILABLE and "user_agent_input_ended" in lines
    assert "standard input ended" in errors


def test_the_systems_openssl_settings_take_nothing_away(phone):
    """An openssl.cnf that names providers leaves out all others; the app and its server read none."""
    settings = phone.folder / "openssl.cnf"
    settings.write_text("openssl_conf = start\n[start]\nproviders = some\n[some]\nbase = on\n[on]\nactivate = 1\n")
    status, lines, errors = phone.flow(env={"OPENSSL_CONF": str(settings)})
    assert (status, errors) == (0, ""), lines

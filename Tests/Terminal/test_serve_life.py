"""The life of `serve` over processes: restarts, kills, rotations, signals. Nothing that was confirmed is lost."""
import base64
import concurrent.futures
import contextlib
import http.client
import json
import signal
import sqlite3
import ssl
import subprocess
import threading

import pytest
from phone import APP, Phone, free_port
from session import PATIENCE, succeeded

METADATA = {"redirect_uris": ["io.curity.dcrclient:/callback"], "application_type": "native", "scope": "openid profile"}


@pytest.fixture
def open_phone(tmp_path):
    """A server with open registration: the test is about registrations, not about logins."""
    phone = Phone(tmp_path, registration="open", embeddedServer={"adminPort": 0, "policies": {"registration": "open"}})
    yield phone
    phone.close()


def start(phone, *arguments):
    command = [APP, "serve", "--json", *phone.options(), "--log-file", phone.folder / "serve.log", *arguments]
    environment = {name: value for name, value in phone.environment(None).items() if value is not None}
    server = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    lines = []
    while not lines or "issuer" not in lines[-1]:
        line = server.stdout.readline()
        assert line, server.stderr.read().decode()
        lines.append(json.loads(line))
    return server, lines


@contextlib.contextmanager
def serving(phone, *arguments):
    server, lines = start(phone, *arguments)
    try:
        yield server, lines
    finally:
        server.kill()
        server.wait()
        server.stdout.close()
        server.stderr.close()


def stopped(server, number=signal.SIGTERM):
    server.send_signal(number)
    return server.wait(PATIENCE)


def test_pem_files_make_a_bundle(phone):
    """`cat` joins them, and openssl reads all of them; a start repairs files of an earlier version."""
    with serving(phone):
        assert phone.command("devices enroll", "tablet")[0] == 0
    folders = {phone.data / "idsvr/tls": ["ca.pem", "server.pem", "ca.key", "server.key"],
               phone.data / "devices/tablet": ["device-certificate.pem", "device-certificate-key.pem"]}
    files = [folder / name for folder, names in folders.items() for name in names]
    before = [file.read_bytes() for file in files]

    def certificates():
        bundle = phone.folder / "bundle.pem"
        bundle.write_bytes(b"".join(file.read_bytes() for file in files if "key" not in file.name))
        said = subprocess.run(["openssl", "storeutl", "-noout", "-certs", bundle], capture_output=True, text=True, check=True).stdout
        return said.count("Certificate")
    assert certificates() == 3
    for file in files:
        file.write_bytes(file.read_bytes().rstrip())
    with serving(phone):
        assert phone.command("devices enroll", "tablet")[0] == 0
    assert [file.read_bytes() for file in files] == before
    assert certificates() == 3


def connection(phone, port=None):
    context = ssl.create_default_context(cafile=str(phone.data / "idsvr/tls/ca.pem"))
    return http.client.HTTPSConnection("localhost", port or phone.port, context=context, timeout=PATIENCE)


def get(phone, path, port=None):
    with contextlib.closing(connection(phone, port)) as client:
        client.request("GET", path)
        answer = client.getresponse()
        return answer.status, answer.read().decode()


HEALTHY = (200, {"status": "ok", "database": "ok", "keys": "ok"})


def health(phone):
    """Status and members, so that a failure names the faulty half of the server."""
    status, text = get(phone, "/health")
    return status, json.loads(text)


def key_ids(phone):
    status, text = get(phone, "/oauth/v2/oauth-anonymous/jwks")
    assert status == 200
    return [key["kid"] for key in json.loads(text)["keys"]]


def query(phone, sql):
    with contextlib.closing(sqlite3.connect(phone.data / "idsvr/idsvr.sqlite")) as database:
        return database.execute(sql).fetchall()


def registered(phone):
    return {row[0] for row in query(phone, "select client_id from dynamically_registered_clients")}


def test_servers_that_start_at_once_prepare_a_new_data_directory_once(phone):
    """As two scripts do that use one data directory: none finds the database or the certificates half made."""
    for attempt in range(3):
        options = ["--config", phone.config, "--data-dir", phone.folder / f"data{attempt}"]
        environment = {name: value for name, value in phone.environment(None).items() if value is not None}
        servers = [
            subprocess.Popen(
                [APP, "serve", "--json", *options, "--port", str(free_port())], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, env=environment)
            for _ in range(4)]
        ready = [server.stdout.readline() for server in servers]
        for server in servers:
            server.terminate()
        errors = [server.communicate(timeout=PATIENCE)[1].decode() for server in servers]
        assert all(b"issuer" in line for line in ready), errors


def test_a_restart_loses_no_registration_no_session_and_no_key(phone):
    with serving(phone) as (server, _):
        succeeded(phone.flow("--until", "token"))
        keys, clients = key_ids(phone), registered(phone)
        sessions = query(phone, "select * from sso_sessions")
        assert stopped(server) == 0
    assert (phone.data / "idsvr/idsvr.sqlite-wal").stat().st_size == 0, "the log is in the database"
    with serving(phone):
        assert key_ids(phone) == keys
        assert registered(phone) == clients and len(clients) == 1
        assert query(phone, "select * from sso_sessions") == sessions and len(sessions) == 1
        # The device's registration and its browser's session still work, without a password.
        lines = succeeded(phone.flow("--until", "userinfo"))
        assert next(line for line in lines if line.get("step") == "register")["skipped"]
        assert registered(phone) == clients


def test_kill_9_during_200_registrations(open_phone):
    """Every client that a 201 confirmed exists, and the database is intact."""
    phone = open_phone
    confirmed, lock, enough = [], threading.Lock(), threading.Event()

    def register(ready):
        try:
            with contextlib.closing(connection(phone)) as client:
                try:
                    client.connect()
                finally:
                    ready.wait(PATIENCE)  # who could not connect must not keep the others waiting
                client.request("POST", "/token-service/oauth-registration", json.dumps(METADATA),
                               {"Content-Type": "application/json"})
                answer = client.getresponse()
                if answer.status != 201:
                    return
                client_id = json.loads(answer.read())["client_id"]
        except (OSError, http.client.HTTPException, ValueError, threading.BrokenBarrierError):
            return
        with lock:
            confirmed.append(client_id)
            if len(confirmed) == 60:
                enough.set()

    with serving(phone) as (server, _):
        together = threading.Barrier(200)
        with concurrent.futures.ThreadPoolExecutor(200) as pool:
            asked = [pool.submit(register, together) for _ in range(200)]
            assert enough.wait(PATIENCE), f"only {len(confirmed)} were registered"
            server.send_signal(signal.SIGKILL)
            server.wait(PATIENCE)
            concurrent.futures.wait(asked)
    assert query(phone, "pragma integrity_check") == [("ok",)]
    assert query(phone, "pragma foreign_key_check") == []
    assert len(confirmed) >= 60
    assert set(confirmed) <= registered(phone)
    with serving(phone):
        assert health(phone) == HEALTHY
        assert set(confirmed) <= registered(phone)


def test_a_server_that_says_ready_is_healthy(tmp_path):
    """From its first moment, while its first key is still being made, and at every restart."""
    busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(4)]
    try:
        for number in range(6):
            # A new server makes its key; a restarted one that was killed at once finds the key or makes another.
            folder = tmp_path / f"{number // 2}"
            folder.mkdir(exist_ok=True)
            phone = Phone(folder, embeddedServer={"adminPort": 0})
            with serving(phone):
                assert health(phone) == HEALTHY, number
    finally:
        for process in busy:
            process.kill()
            process.wait()


def test_rotated_keys_count_at_once_and_at_the_server_that_runs(phone):
    with serving(phone) as (server, _):
        assert phone.flow("--until", "token")[0] == 0
        first = key_ids(phone)
        # A second process rotates. It cannot serve as well, and says so.
        status, output, errors = phone.command("serve --rotate-keys --json")
        assert status == 69 and "listens on port" in errors
        new = json.loads(output.splitlines()[0])["rotated_key"]
        end = threading.Event()
        for _ in range(100):
            if key_ids(phone) != first:
                break
            end.wait(0.1)
        assert key_ids(phone) == [new, *first]
        # The device signs in with a token of the new key.
        succeeded(phone.flow("--until", "userinfo"))
        assert stopped(server) == 0
    with serving(phone, "--rotate-keys") as (_, lines):
        newest = lines[0]["rotated_key"]
        assert key_ids(phone)[0] == newest and set(key_ids(phone)) == {newest, new, *first}
        status, output, _ = phone.flow("--until", "refresh")
        assert status == 0, output


def test_a_second_signal_ends_at_once(phone):
    """The first signal waits for a request under way; a second one means that the user does not want to wait."""
    with serving(phone) as (server, _):
        with contextlib.closing(connection(phone)) as client:
            client.putrequest("POST", "/oauth/v2/oauth-token")
            client.putheader("Content-Length", "100")
            client.endheaders(b"grant_type=")
            assert get(phone, "/assets/style.css")[0] == 200  # the unfinished request has arrived
            server.send_signal(signal.SIGINT)
            while server.poll() is None:
                server.send_signal(signal.SIGINT)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    server.wait(0.05)
            assert server.returncode == 130
    assert query(phone, "pragma integrity_check") == [("ok",)]


def test_health_and_metrics(tmp_path):
    admin = free_port()
    phone = Phone(tmp_path, embeddedServer={"adminPort": admin})
    with serving(phone):
        assert health(phone) == HEALTHY
        assert phone.flow("--until", "token")[0] == 0
        status, text = get(phone, "/metrics", admin)
        assert status == 200 and text.endswith("# EOF\n")
        assert "idsvr_registrations_total 1\n" in text
        assert 'idsvr_logins_total{outcome="accepted"} 1\n' in text
        assert get(phone, "/metrics")[0] == 404
    log = (tmp_path / "serve.log").read_text()
    client_id = registered(phone).pop()
    assert any(f"client={client_id}" in line and "ms=" in line for line in log.splitlines())
    secrets = [base64.b64encode(b"Password1").decode(), "Password1"]
    assert not [secret for secret in secrets if secret in log]

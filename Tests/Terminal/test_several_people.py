"""Several people on one machine, each with only a data directory: no configuration file, and no port used twice."""
import concurrent.futures
import contextlib
import http.client
import json
import os
import re
import select
import socket
import ssl
import threading
import urllib.parse

import pytest
from answering import answering
from phone import APP, PASSWORD, Phone, free_port, sign_in
from session import PATIENCE, run, succeeded
from test_serve_life import serving, stopped

ISSUER = re.compile(r"https://localhost:(\d+)/oauth/v2/oauth-anonymous")


class Newcomer(Phone):
    """A person without any file."""

    def __init__(self, folder):
        folder.mkdir()
        super().__init__(folder)
        self.config.unlink()

    def options(self):
        return ["--data-dir", self.data]

    @property
    def kept_port(self):
        return int((self.data / "idsvr/port").read_text())


@pytest.fixture
def newcomers(tmp_path):
    people = [Newcomer(tmp_path / f"home{number}") for number in range(8)]
    yield people
    for person in people:
        person.close()


@contextlib.contextmanager
def listening(port):
    """A foreign program on both addresses, except where another test already has the port."""
    with contextlib.ExitStack() as stack:
        for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
            with contextlib.suppress(OSError):
                listener = stack.enter_context(socket.socket(family))
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listener.bind((address, port))
                listener.listen()
        yield


def administrator_login(admin, authority, name, password):
    """The status of the answer to the form: 303 after a successful login."""
    target = urllib.parse.urlsplit(admin)
    connection = http.client.HTTPSConnection(
        "localhost", target.port, context=ssl.create_default_context(cafile=authority), timeout=PATIENCE)
    connection.request("GET", target.path)
    page = connection.getresponse()
    cookie = page.headers["Set-Cookie"].split(";")[0]
    form = re.search(r'name="form" value="([^"]+)"', page.read().decode()).group(1)
    body = urllib.parse.urlencode({"form": form, "username": name, "password": password})
    connection.request(
        "POST", "/admin/login", body, {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"})
    return connection.getresponse().status


def test_eight_people_start_at_once_and_all_are_signed_in(newcomers):
    terminals = [person.start() for person in newcomers]
    with concurrent.futures.ThreadPoolExecutor(len(newcomers)) as pool:
        list(pool.map(sign_in, terminals))
    ports = [person.kept_port for person in newcomers]
    assert len(set(ports)) == len(ports)
    for terminal in terminals:
        assert "Sign Out" in terminal.text()


def test_the_port_is_kept_although_the_usual_one_is_free_again(newcomers):
    person = newcomers[0]
    with listening(8443):
        lines = succeeded(person.flow())
    port = person.kept_port
    assert port != 8443
    status, lines, errors = person.flow("--until", "discovery")
    assert (status, person.kept_port) == (0, port), errors
    shown = person.command("config show")[1]
    assert ISSUER.search(shown).group(1) == str(port)


def test_a_data_directory_from_before_stays_at_the_usual_port(newcomers):
    person = newcomers[0]
    (person.data / "idsvr").mkdir(parents=True, mode=0o700)
    (person.data / "idsvr/idsvr.sqlite").touch()
    assert "https://localhost:8443/" in person.command("config show")[1]


def test_a_port_that_is_configured_is_never_changed(phone):
    with listening(phone.port):
        status, _, errors = phone.flow()
    assert status == 69
    assert str(phone.port) in errors
    assert not (phone.data / "idsvr/port").exists()


@contextlib.contextmanager
def speaking(family, address, port):
    """A foreign program at one of the two addresses: it does not speak TLS and closes the connection."""
    with socket.socket(family) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen()
        with answering(listener, lambda connection: connection.sendall(b"220 mail\r\n")):
            yield


@pytest.mark.parametrize("family, address", [(socket.AF_INET6, "::1"), (socket.AF_INET, "127.0.0.1")], ids=["::1", "127.0.0.1"])
def test_somebody_elses_program_at_one_address_of_the_port_is_named(phone, family, address):
    with speaking(family, address, phone.port):
        status, lines, errors = phone.flow()
        assert (status, lines[-1]["error"]) == (69, "embedded_server_failed"), (lines, errors)
        assert "something else listens" in errors and str(phone.port) in errors, errors
        status, output, _ = phone.command("doctor", "--start", "--json")
        assert status == 69
        said = [json.loads(line) for line in output.splitlines()]
        assert any(line.get("verdict") == "problem" and str(phone.port) in line["text"] for line in said), output
        assert not any(line.get("error") == "connection_refused" for line in said), output
        status, _, errors = phone.command("serve")
        assert status == 69 and f"port {phone.port}" in errors
    # Once it has ended, everything works.
    assert phone.flow("--until", "discovery")[0] == 0


@contextlib.contextmanager
def ending(port, connections):
    """A server at both addresses that ends after this many connections."""
    with contextlib.ExitStack() as stack:
        listeners = []
        for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
            listener = stack.enter_context(socket.socket(family))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((address, port))
            listener.listen()
            listeners.append(listener)

        def serve():
            with contextlib.ExitStack() as connected:
                for _ in range(connections):
                    ready = select.select(listeners, [], [])[0][0]
                    connected.enter_context(ready.accept()[0])
                for listener in listeners:
                    listener.close()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield thread


# The app checks at both addresses whether a program listens, and then requests the metadata.
@pytest.mark.parametrize("connections", [2, 3])
def test_a_server_that_is_about_to_end_is_not_counted_on(phone, connections):
    """Like the server of an app that was closed a moment ago: this app's own server takes its place."""
    with ending(phone.port, connections) as thread:
        status, lines, errors = phone.flow("--until", "discovery")
        assert not thread.is_alive()
    assert status == 0, (lines, errors)


def test_an_issuer_with_port_0_is_a_port_of_its_own(phone):
    phone.write_config({**phone.members, "issuer": "https://localhost:0/oauth/v2/oauth-anonymous"})
    succeeded(phone.flow())
    port = int((phone.data / "idsvr/port").read_text())
    assert f"https://localhost:{port}/oauth" in phone.command("config show")[1]


def test_a_damaged_port_is_one_clear_error(newcomers):
    person = newcomers[0]
    (person.data / "idsvr").mkdir(parents=True, mode=0o700)
    (person.data / "idsvr/port").write_text("many\n")
    status, output, errors = person.command("doctor")
    assert status == 65
    assert "idsvr/port" in output
    status, output, errors = person.command("serve")
    assert (status, output) == (65, "")
    assert "idsvr/port" in errors and "hint: " in errors and len(errors.splitlines()) == 2


def test_the_administration_moves_out_of_the_way_and_stays_there(phone):
    phone.write_config({**phone.members, "embeddedServer": {}})
    # Unless this user is alone beyond doubt, the usual port is not tried at all.
    is_usual = ":6749/" in phone.command("admin")[1]
    with listening(6749):
        with serving(phone) as (server, lines):
            admin = lines[-1]["admin"]
            assert ":6749/" not in admin
            assert stopped(server) == 0
            assert ("6749 is taken" in server.stderr.read().decode()) == is_usual
    with serving(phone) as (server, lines):
        assert lines[-1]["admin"] == admin
        assert stopped(server) == 0
        assert server.stderr.read() == b""
    assert phone.command("admin")[1].splitlines()[0].split()[1] == admin


def test_an_administration_that_is_configured_never_moves(phone):
    port = free_port()
    phone.write_config({**phone.members, "embeddedServer": {"adminPort": port}})
    with listening(port):
        status, _, errors = phone.command("serve")
    assert status == 69
    assert f"port {port}" in errors and "hint: " in errors


@pytest.mark.parametrize("way", ["own", "tutorial", "file"])
def test_who_may_administrate(phone, way):
    (phone.folder / "boss").write_text("a-long-secret\n")
    administrator = {"own": {}, "tutorial": {"administrator": "tutorial"}, "file": {
        "administrator": {"name": "boss", "passwordFile": "boss"}}}[way]
    phone.write_config({**phone.members, "embeddedServer": {"adminPort": 0, **administrator}})
    with serving(phone) as (server, lines):
        account = json.loads(phone.command("admin", "--json")[1])
        # The tutorial's password counts if the test machine has one user beyond doubt.
        counts = account["source"]
        assert counts in ({"tutorial", "own"} if way == "tutorial" else {way})
        assert (account["listening"], account["page"]) == (True, lines[-1]["admin"])
        assert (account["name"], account["password"]) == {
            "own": ("admin", account["password"]), "tutorial": ("admin", PASSWORD), "file": ("boss", "a-long-secret")}[counts]
        log_in = lambda *words: administrator_login(lines[-1]["admin"], lines[-1]["ca"], *words)
        assert log_in(account["name"], account["password"]) == 303
        assert log_in("admin", PASSWORD) == (303 if counts == "tutorial" else 200)
    # The password stays, and every data directory has its own.
    assert json.loads(phone.command("admin", "--json")[1])["password"] == account["password"]
    if way == "own":
        assert len(account["password"]) == 19
        other = json.loads(phone.command("admin", "--json", "--data-dir", phone.folder / "other")[1])
        assert other["password"] != account["password"]


ROOT_ALONE = "root:x:0:0::/root:/bin/bash\nnobody:x:65534:65534::/:/usr/sbin/nologin\n"
# A container: its own mounts, processes and network, which has one end of a link to another network.
CONTAINER = """
set -e
mount --bind "$PASSWD" /etc/passwd
mount --bind "$NSSWITCH" /etc/nsswitch.conf
unshare --net sleep infinity &
outside=$!
until [ "$(readlink /proc/$outside/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do :; done
[ "$NETWORK" = shared ] || { mount -t sysfs sysfs /sys && ip link add eth0 index 42 type veth peer name outside index 43 netns $outside; }
"$@" && status=0 || status=$?
kill $outside
exit $status
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes containers")
@pytest.mark.parametrize("passwd, nsswitch, network, alone", [
    (ROOT_ALONE, "passwd: files\n", "own", True), (ROOT_ALONE, "passwd: files systemd\n", "own", True),
    (ROOT_ALONE, "passwd: files\n", "shared", False), (ROOT_ALONE, "passwd: files sss\n", "own", False),
    (ROOT_ALONE + "anna:x:1000:1000::/:/bin/bash\n", "passwd: files\n", "own", False),
    (ROOT_ALONE + "anna:x:70001:70001::/:/bin/bash\n", "passwd: files\n", "own", False),
], ids=["root alone", "systemd without records", "network of the host", "directory", "somebody else", "somebody above 60000"])
def test_the_tutorials_password_and_port_are_for_whoever_is_alone_beyond_doubt(newcomers, tmp_path, passwd, nsswitch, network, alone):
    person = newcomers[0]
    # The tutorial's password is requested in a file; without a file the machine's situation determines the port.
    file = tmp_path / "tutorial.json"
    file.write_text(json.dumps({**person.members, "embeddedServer": {"administrator": "tutorial"}}))
    (tmp_path / "passwd").write_text(passwd)
    (tmp_path / "nsswitch.conf").write_text(nsswitch)
    spaces = ["--mount", "--pid", "--fork", "--mount-proc", "--kill-child", *(["--net"] if network == "own" else [])]
    environment = {"PASSWD": str(tmp_path / "passwd"), "NSSWITCH": str(tmp_path / "nsswitch.conf"), "NETWORK": network, "HOME": str(tmp_path)}
    def run_inside(*words):
        status, output, errors = run(["unshare", *spaces, "sh", "-c", CONTAINER, "sh", APP, *words, *person.options()], env=environment, cwd=person.folder)
        assert status == 0, errors
        return output
    account = json.loads(run_inside("admin", "--json", "--config", file))
    assert (account["source"], account["password"] == PASSWORD) == (("tutorial", True) if alone else ("own", False))
    assert (":6749/" in account["page"], "https://localhost:8443/" in run_inside("config", "show")) == (alone, alone)
    said = run_inside("admin", "--config", file)
    assert ("does not count here" in said) != alone


def test_a_written_configuration_says_what_counts_without_one(newcomers):
    person = newcomers[0]
    before = json.loads(person.command("config show", "--json")[1])
    assert person.command("config init")[0] == 0
    after = json.loads(person.command("config show", "--json")[1])
    assert {name: row["value"] for name, row in after.items()} == {name: row["value"] for name, row in before.items()}
    assert after["scope"]["source"] == "the file" and before["scope"]["source"] == "comes with it"
    text = person.config.read_text()
    status, _, errors = person.command("config init")
    assert status == 73 and "hint: " in errors
    assert person.config.read_text() == text


def test_every_comment_of_a_written_configuration_is_a_configuration(newcomers, authority):
    """Every commented member is valid when its comment marks are removed."""
    person = newcomers[0]
    person.command("config init")
    text = person.config.read_text()
    (person.folder / "ann").write_text("secret\n")
    (person.folder / "ca.pem").write_bytes(authority.pem.read_bytes())
    (person.folder / "brand.json").write_text('{"version": 1, "name": "Ann\'s"}')
    # These members need another one beside them.
    needy = {
        "api", "applicationServer", "clientID", "clientKey", "clientSecretFile", "deviceCertificate", "deviceKey",
        "initialAccessTokenFile", "userPresence"}
    names = [name for name in re.findall(r'^ *// "(\w+)":', text, re.M) if name not in needy]
    assert len(names) > 15
    for name in names:
        person.config.write_text(re.sub(rf'^( *)// ("{name}":)', r"\1\2", text, flags=re.M))
        status, output, errors = person.command("config show", "--json")
        assert (status, errors) == (0, ""), name
        shown = json.loads(output)
        assert (shown.get(name) or shown[f"embeddedServer.{name}"])["source"] == "the file"

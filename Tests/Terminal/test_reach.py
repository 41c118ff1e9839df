"""`serve` for others: only when told so, under which names, with which certificate. 127.0.0.2 stands for another address of the machine."""
import hashlib
import json
import plistlib
import re
import select
import signal
import socket
import ssl
import subprocess
import time
import xml.etree.ElementTree

import pytest
from certificates import LONG, LONG_AGO
from phone import APP, START_REGISTRATION, Phone, free_port
from session import PATIENCE, Session
from test_bad_input import assert_clear
from test_device_code import decoded
from test_serve_life import serving, stopped

OTHER = "127.0.0.2"
METADATA = "/oauth/v2/oauth-anonymous/.well-known/openid-configuration"
USAGE, DATA, UNAVAILABLE = 64, 65, 69


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as listener:
            listener.bind(("::1", 0))
            return True
    except OSError:
        return False


LOOPBACK = ["127.0.0.1", *(["::1"] if has_ipv6() else [])]


def own_authority(phone):
    return phone.data / "idsvr/tls/ca.pem"


def exchange(connection, host, path, method="GET", headers=()):
    """Status, head and body of one answer."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", "Content-Length: 0", *headers]
    connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    answer = b""
    while part := connection.recv(1 << 16):
        answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), head.decode(), body


def get(phone, address, path=METADATA, name=None, host=None, port=None, trusted=None, headers=()):
    """An exchange over TLS that verifies the certificate, for `name` where the client does not call the server by its address."""
    context = ssl.create_default_context(cafile=str(trusted or own_authority(phone)))
    port = port or phone.port
    with socket.create_connection((address, port), timeout=PATIENCE) as plain:
        with context.wrap_socket(plain, server_hostname=name or address) as connection:
            return exchange(connection, host or f"{name or address}:{port}", path, headers=headers)


def listens(address, port):
    with socket.socket() as client:
        return client.connect_ex((address, port)) == 0


def warned(server, *words):
    """Waits for a warning with these words on standard error."""
    said, end = "", time.monotonic() + PATIENCE
    while not all(word in said for word in words):
        assert select.select([server.stderr], [], [], max(0, end - time.monotonic()))[0], said
        line = server.stderr.readline().decode()
        assert line, said
        said += line
    return said


@pytest.fixture
def own_phone(tmp_path):
    """A phone whose server has a user and an administrator of its own."""
    secret = tmp_path / "secret"
    secret.write_text("correct horse battery staple\n")
    secret.chmod(0o600)
    phone = Phone(tmp_path, embeddedServer={"adminPort": 0, "users": [{"name": "anna", "passwordFile": str(secret)}]})
    yield phone
    phone.close()


def test_by_default_only_this_machine_reaches_it(phone):
    with serving(phone) as (server, lines):
        ready = lines[-1]
        assert ready["reachable_by"] == "machine" and ready["listening"] == LOOPBACK
        assert ready["issuer"] == phone.issuer and "authority_page" not in ready
        assert not listens(OTHER, phone.port)
        assert get(phone, "127.0.0.1", name="localhost")[0] == 200
        assert get(phone, "127.0.0.1", name="localhost", host=f"{OTHER}:{phone.port}")[0] == 421
        names = subprocess.run(["openssl", "x509", "-noout", "-ext", "subjectAltName", "-in", phone.data / "idsvr/tls/server.pem"],
                               capture_output=True, text=True, check=True).stdout
        assert re.findall(r"(?:DNS|IP Address):([^,\n]+)", names) == ["localhost", "127.0.0.1", "0:0:0:0:0:0:0:1"]
        assert stopped(server) == 0


def test_another_address(phone):
    with serving(phone, "--listen", OTHER) as (server, lines):
        ready, port = lines[-1], phone.port
        assert ready["reachable_by"] == "machine", "127.0.0.2 is loopback"
        assert ready["listening"] == [*LOOPBACK, OTHER]
        assert ready["issuer"] == f"https://{OTHER}:{port}/oauth/v2/oauth-anonymous"
        status, _, body = get(phone, OTHER)
        metadata = json.loads(body)
        assert status == 200 and metadata["issuer"] == ready["issuer"]
        addresses = [v for v in [*metadata.values(), *metadata["mtls_endpoint_aliases"].values()] if isinstance(v, str) and v.startswith("https:")]
        assert len(addresses) > 8 and all(a.startswith(f"https://{OTHER}:") for a in addresses)
        assert get(phone, "127.0.0.1", name="localhost")[0] == 200
        devices = int(metadata["mtls_endpoint_aliases"]["token_endpoint"].split(":")[2].split("/")[0])
        assert get(phone, OTHER, "/", port=devices)[0] == 404
        # The administration stays where it was.
        admin = int(ready["admin"].split(":")[2].split("/")[0])
        assert ready["admin"] == f"https://localhost:{admin}/admin" and listens("127.0.0.1", admin) and not listens(OTHER, admin)
        assert stopped(server) == 0
    assert not listens(OTHER, phone.port) and not listens("127.0.0.1", phone.port)


def test_named_hosts_are_answered_and_no_others(phone):
    with serving(phone, "--listen", OTHER, "--name", "idp.test", "--name", "Other.test") as (server, lines):
        assert lines[-1]["issuer"] == f"https://idp.test:{phone.port}/oauth/v2/oauth-anonymous"
        for name in ("idp.test", "other.test", "localhost", OTHER):
            status, _, body = get(phone, OTHER, name=name)
            assert status == 200 and json.loads(body)["issuer"] == lines[-1]["issuer"], name
        for host in ("evil.test", f"evil.test:{phone.port}", f"a.idp.test:{phone.port}", "idp.test", f"127.0.0.3:{phone.port}"):
            assert get(phone, OTHER, host=host)[0] == 421, host
        with pytest.raises(ssl.SSLCertVerificationError):
            get(phone, OTHER, name="evil.test")
        # Nobody can register a name below .test, so it is found nowhere; that is a warning, because the network's DNS may know it.
        warned(server, "warning", "idp.test")
        assert stopped(server) == 0


def test_the_certificate_follows_the_names_and_the_authority_keeps_its_key(phone):
    leaf = phone.data / "idsvr/tls/server.pem"

    def start(*arguments):
        with serving(phone, *arguments) as (server, _):
            files = leaf.read_text(), own_authority(phone).read_text()
            assert stopped(server) == 0
            return *files, server.stderr.read().decode()

    def public_key(pem):
        return subprocess.run(["openssl", "x509", "-noout", "-pubkey"], input=pem, capture_output=True, text=True, check=True).stdout
    first = start()
    other = start("--listen", OTHER)
    assert other[0] != first[0] and other[1] == first[1]
    assert start("--listen", OTHER)[:2] == other[:2]
    named = start("--listen", OTHER, "--name", "idp.test")
    assert named[1] != first[1] and public_key(named[1]) == public_key(first[1])
    assert "certificate of the authority is new" in named[2] and "certificate of the authority is new" not in other[2]
    again = start("--listen", OTHER, "--name", "b.test")
    assert again[0] != named[0] and again[1] == named[1]
    assert start()[1] == named[1]


def test_a_certificate_from_elsewhere(phone, authority):
    certificate, key = authority.issue(("DNS:idp.test", f"IP:{OTHER}"))
    with serving(phone, "--listen", OTHER, "--name", "idp.test", "--certificate", certificate, "--key", key) as (server, _):
        assert get(phone, OTHER, name="idp.test", trusted=authority.pem)[0] == 200
        with pytest.raises(ssl.SSLCertVerificationError):
            get(phone, OTHER)
        body = get(phone, OTHER, name="idp.test", trusted=authority.pem)[2]
        devices = int(json.loads(body)["mtls_endpoint_aliases"]["token_endpoint"].split(":")[2].split("/")[0])
        assert get(phone, OTHER, "/", name="idp.test", port=devices)[0] == 404, "the own authority's, as ever"
        assert stopped(server) == 0


def test_a_certificate_that_does_not_name_the_issuers_host_is_warned_of(phone, authority):
    for names, options, missing in [
            (("DNS:other.test", "DNS:*.test"), ["--listen", OTHER], OTHER),
            (("DNS:other.test", "DNS:*.idp.test", f"IP:{OTHER}"), ["--listen", OTHER, "--name", "idp.test"], "idp.test"),
            (("DNS:other.test",), ["--public-url", "https://idp.test", "--tutorial-users"], "idp.test or localhost")]:
        certificate, key = authority.issue(names)
        with serving(phone, *options, "--certificate", certificate, "--key", key) as (server, _):
            warned(server, "warning", str(certificate), f"does not name {missing},")
            assert stopped(server) == 0
    for names, options in [
            ((f"IP:{OTHER}",), ["--listen", OTHER]), (("DNS:*.idp.test",), ["--listen", OTHER, "--name", "a.idp.test"]),
            (("DNS:localhost",), ["--public-url", "https://idp.test", "--tutorial-users"])]:
        certificate, key = authority.issue(names)
        with serving(phone, *options, "--certificate", certificate, "--key", key) as (server, _):
            assert stopped(server) == 0
            assert "does not name" not in server.stderr.read().decode(), names


def test_a_certificate_whose_time_has_passed_is_warned_of(phone, authority):
    for valid, is_warned in ((LONG_AGO, True), (LONG, False)):
        certificate, key = authority.issue(("DNS:localhost",), valid)
        with serving(phone, "--certificate", certificate, "--key", key) as (server, _):
            assert stopped(server) == 0
            assert ("is not valid at this time" in server.stderr.read().decode()) == is_warned, valid


def refused(phone, status, words, *arguments):
    """The command ends with one clear error, and nothing listens afterwards at any address."""
    found, output, errors = phone.command("serve", "--json", *arguments)
    assert found == status, errors
    assert_clear(errors, *words)
    assert not output
    listening = subprocess.run(["ss", "-Hltn", f"sport = :{phone.port}"], capture_output=True, text=True, check=True)
    assert not listening.stdout and not phone.running("dcr-identity-server")


@pytest.mark.parametrize("arguments, words", [
    (["--port", "443"], ["--port", "443", "--public-url"]),
    (["--port", "1023"], ["1023"]),
    (["--admin-port", "444"], ["--admin-port", "444"]),
    (["--authority-page", "80"], ["--authority-page", "80"]),
    (["--authority-page=x"], ["port"]),
    (["--authority-page", "65536"], ["port"]),
    (["--port", "18443", "--admin-port", "18443"], ["--port", "--admin-port", "18443"]),
    (["--admin-port", "18443", "--authority-page", "18443"], ["--admin-port", "--authority-page", "18443"]),
    (["--listen", "192.0.2.1"], ["192.0.2.1", "not an IP address of this machine"]),
    (["--listen", "localhost"], ["localhost", "127.0.0.1"]),
    (["--listen", ""], ["not an IP address"]),
    (["--listen", OTHER, "--name", OTHER], [OTHER, "name of a host"]),
    (["--listen", OTHER, "--name", "a_b.test"], ["a_b.test"]),
    (["--listen", OTHER, "--name", "a.test", "--name", "https://b.test"], ["https://b.test"]),
    (["--name", "idp.test"], ["--name", "--listen"]),
    (["--certificate", "c.pem"], ["--certificate", "--key"]),
    (["--key", "c.pem"], ["--key", "--certificate"]),
    (["--public-url", "http://idp.example.com"], ["http://idp.example.com", "https://HOST"]),
    (["--public-url", "https://idp.example.com/oauth"], ["https://idp.example.com/oauth"]),
    (["--public-url", "https://idp.example.com?a=b"], ["?a=b"]),
    (["--public-url", "https://idp.example.com#a"], ["#a"]),
    (["--public-url", "idp.example.com"], ["idp.example.com"]),
], ids=lambda value: " ".join(value))
def test_wrong_options(phone, arguments, words):
    refused(phone, USAGE, words, *arguments)
    assert not (phone.data / "idsvr/idsvr.sqlite").exists(), "refused before anything was made"


@pytest.mark.parametrize("option", ["--admin-port", "--authority-page"])
def test_the_issuers_port_is_not_given_away(phone, option):
    refused(phone, USAGE, ["the issuer", option, phone.port, "same port"], option, phone.port)


def test_wrong_certificates(phone, authority):
    certificate, key = authority.issue()
    other_key = authority.issue()[1]
    missing = phone.folder / "missing.pem"
    refused(phone, DATA, ["another certificate", other_key], "--certificate", certificate, "--key", other_key)
    refused(phone, DATA, [missing], "--certificate", missing, "--key", key)
    refused(phone, DATA, [missing], "--certificate", certificate, "--key", missing)
    refused(phone, DATA, [key], "--certificate", key, "--key", key)
    refused(phone, DATA, [certificate], "--certificate", certificate, "--key", certificate)


@pytest.mark.parametrize("arguments", [["--listen", "0.0.0.0"], ["--public-url", "https://idp.example.com"]], ids=lambda a: a[0])
def test_the_tutorials_passwords_stay_at_home_unless_asked_for(phone, arguments):
    refused(phone, USAGE, ["demouser", "--tutorial-users"], *arguments)
    with serving(phone, *arguments, "--tutorial-users") as (server, lines):
        assert lines[-1]["reachable_by"] == ("network" if "--listen" in arguments else "public")
        assert stopped(server) == 0


def test_all_addresses(own_phone):
    phone = own_phone
    with serving(phone, "--listen", "0.0.0.0") as (server, lines):
        assert lines[-1]["reachable_by"] == "network" and lines[-1]["listening"] == ["0.0.0.0", *LOOPBACK[1:]]
        assert get(phone, "127.0.0.1", name="localhost")[0] == 200
        assert listens(OTHER, phone.port)
        assert get(phone, OTHER, name="localhost", host=f"{OTHER}:{phone.port}")[0] == 421, "no address of an interface"
        admin = int(lines[-1]["admin"].split(":")[2].split("/")[0])
        assert listens("127.0.0.1", admin) and not listens(OTHER, admin)
        assert stopped(server) == 0


def test_behind_a_proxy(own_phone):
    """Over TLS with the authority, by whatever name the proxy takes; nothing that it says about its own clients is believed."""
    phone = own_phone
    public = "https://idp.example.com"
    with serving(phone, "--public-url", public + "/") as (server, lines):
        assert lines[-1]["issuer"] == public + "/oauth/v2/oauth-anonymous"
        assert lines[-1]["reachable_by"] == "public" and lines[-1]["listening"] == LOOPBACK
        forwarded = ["X-Forwarded-Host: evil.example", "X-Forwarded-Proto: http", "X-Forwarded-Port: 80",
                     "Forwarded: host=evil.example;proto=http"]
        for host in ("idp.example.com", "idp.example.com:443", f"localhost:{phone.port}"):
            status, _, body = get(phone, "127.0.0.1", name="localhost", host=host, headers=forwarded)
            assert status == 200
            metadata = json.loads(body)
            addresses = [value for value in metadata.values() if isinstance(value, str) and value.startswith("http")]
            assert len(addresses) > 8 and all(address.startswith(public + "/") for address in addresses)
            assert "evil.example" not in body.decode() and "mtls_endpoint_aliases" not in metadata
        believed = ["X-Forwarded-Host: idp.example.com", "Forwarded: host=idp.example.com"]
        assert get(phone, "127.0.0.1", name="localhost", host="evil.example", headers=believed)[0] == 421
        with socket.create_connection(("127.0.0.1", phone.port), timeout=PATIENCE) as plain:
            plain.sendall(b"GET / HTTP/1.1\r\nHost: idp.example.com\r\n\r\n")
            assert not plain.recv(1 << 10).startswith(b"HTTP/"), "plain HTTP is not spoken"
        assert stopped(server) == 0


# The page with the authority


def plain(page, path="/", method="GET", host=None):
    address, port = re.fullmatch(r"http://([^:]+):(\d+)/", page).groups()
    with socket.create_connection((address, int(port)), timeout=PATIENCE) as connection:
        return exchange(connection, host or f"{address}:{port}", path, method)


def test_the_page_with_the_authority(phone):
    with serving(phone, "--listen", OTHER, "--authority-page", "0") as (server, lines):
        page = lines[-1]["authority_page"]
        assert page.startswith(f"http://{OTHER}:")
        der = ssl.PEM_cert_to_DER_cert(own_authority(phone).read_text())
        fingerprint = ":".join(f"{byte:02X}" for byte in hashlib.sha256(der).digest())
        status, head, body = plain(page)
        assert status == 200 and "text/html" in head and fingerprint in body.decode()
        links = re.findall(r'<a href="([^"]+)"', body.decode())
        assert len(links) == 3
        found = {link: plain(page, link) for link in [*links, "/assets/style.css"]}
        assert all(answer[0] == 200 for answer in found.values())

        _, head, body = found["/ca.pem"]
        assert "application/x-x509-ca-cert" in head and body.decode() == own_authority(phone).read_text()
        _, head, body = found["/dcr-terminal.mobileconfig"]
        assert "application/x-apple-aspen-config" in head
        profile = plistlib.loads(body)
        assert profile["PayloadType"] == "Configuration" and profile["PayloadContent"][0]["PayloadType"] == "com.apple.security.root"
        assert profile["PayloadContent"][0]["PayloadContent"] == der
        anchors = xml.etree.ElementTree.fromstring(found["/network_security_config.xml"][2]).findall("debug-overrides/trust-anchors/certificates")
        assert [anchor.get("src") for anchor in anchors] == ["@raw/dcr_terminal_ca"]

        # Nothing else: not the server, no other method, no other host.
        for path in (METADATA, "/health", "/metrics", "/admin", "/ca.key", "/../tls/ca.key"):
            assert plain(page, path)[0] == 404, path
        for method in ("POST", "PUT", "DELETE"):
            assert plain(page, "/ca.pem", method)[0] == 405
        assert plain(page, host="evil.test")[0] == 421
        assert get(phone, OTHER, "/ca.pem")[0] == 404, "and not on the protocol's port"
        assert stopped(server) == 0
    assert not listens(OTHER, int(page.rstrip("/").split(":")[2]))


def test_the_app_does_not_call_the_server_of_another_program_closed(phone):
    """It knows only whom it lets in itself."""
    with serving(phone, "--public-url", "https://idp.example.com", "--tutorial-users") as (server, _):
        terminal = phone.start(size=(110, 50)).wait_for(START_REGISTRATION)
        terminal.press("4").wait_for("Another program runs this server, and says who can reach it")
        assert "this machine only" not in terminal.text()
        assert stopped(server) == 0


def test_the_pages_port_may_be_taken(phone):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused(phone, UNAVAILABLE, [port, "--authority-page"], "--authority-page", port)


def test_a_terminal_shows_who_can_reach_it_and_a_code_of_the_page(phone):
    port = free_port()
    terminal = Session([APP, "serve", *phone.options(), "--authority-page", port], size=(100, 60), env=phone.environment(None))
    try:
        terminal.wait_for("Reachable by: this machine only", f"http://localhost:{port}/", "for this machine", "▀▀▀▀▀", "Its SHA-256 is", "Press Ctrl-C")
        assert decoded(terminal, phone.folder) == f"http://localhost:{port}/"
    finally:
        terminal.signal(signal.SIGTERM)
        terminal.wait_exit()
        terminal.close()


def test_without_a_terminal_there_is_no_code(phone):
    command = [APP, "serve", *phone.options(), "--listen", OTHER, "--authority-page", str(free_port())]
    environment = {name: value for name, value in phone.environment(None).items() if value is not None}
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=environment)
    try:
        said = b""
        while b"Ctrl-C" not in said:
            line = server.stdout.readline()
            assert line, said
            said += line
        assert b"Reachable by: this machine only" in said and f"http://{OTHER}:".encode() in said
        assert "█".encode() not in said and b"\x1b" not in said
    finally:
        server.kill()
        server.wait()
        server.stdout.close()

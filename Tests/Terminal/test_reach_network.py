"""`serve` for another machine of the network, and behind real proxies. The other machine is a network namespace where that is allowed; network.py
says what it is elsewhere, and what pytest shows of a failed test begins with it."""
import hashlib
import http.client
import json
import re
import select
import socket
import ssl
import time
from html import unescape
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

import pytest
from network import network
from phone import free_port
from proxies import INSTALLED, haproxy_as_localhost, running
from session import PATIENCE
from test_guessing import QUERY
from test_reach import METADATA, USAGE, exchange, get, listens, own_authority, own_phone, refused  # noqa: F401
from test_serve_life import serving, stopped

USER, PASSWORD = "anna", "correct horse battery staple"
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"  # of the challenge in QUERY (RFC 7636, appendix B)
REDIRECT = "io.curity.dcrclient:/callback"


@pytest.fixture(scope="module")
def other_machine():
    with network() as made:
        yield made


@pytest.fixture
def other(other_machine):
    print(other_machine.description)
    return other_machine


class Client:
    """Software on the other machine: it calls the server by one name, whose certificate it verifies, and keeps cookies."""

    def __init__(self, machine, address, port, trusted, name=None, headers=()):
        self.machine, self.address, self.port, self.name = machine, address, port, name or address
        self.context = ssl.create_default_context(cafile=str(trusted))
        self.origin, self.headers, self.cookies, self.said = f"https://{self.name}:{port}", dict(headers), {}, []

    def ask(self, method, path, body=None, host=None, **headers):
        """Status, headers and text of one answer, on a connection of its own."""
        connection = http.client.HTTPConnection(self.name, self.port)
        plain = self.machine.connect(self.address, self.port)
        connection.sock = self.context.wrap_socket(plain, server_hostname=self.name)
        try:
            sent = {**self.headers, **headers, "Host": host or f"{self.name}:{self.port}"}
            if self.cookies:
                sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            if isinstance(body, dict):
                body, sent["Content-Type"] = urlencode(body), "application/x-www-form-urlencoded"
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            self.said.append(cookie)
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        self.said += [str(answer.headers), text]
        return answer.status, answer.headers, text

    def path(self, url):
        """The path of a URL of this server: an absolute one has to have the origin by which the client calls it."""
        parts = urlsplit(urljoin(self.origin, url))
        assert f"{parts.scheme}://{parts.netloc}" == self.origin, url
        return parts.path + ("?" + parts.query if parts.query else "")

    def log_in(self, endpoint, password, user=USER):
        """The parameters of the redirect to the app, or the status of a refusal."""
        _, _, page = self.ask("GET", self.path(endpoint) + "?" + QUERY)
        action = unescape(re.search(r'<form[^>]*action="([^"]*)"', page)[1])
        form = {unescape(name): unescape(value) for name, value in re.findall(
            r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page)}
        status, headers, _ = self.ask(
            "POST", self.path(action), {**form, "username": user, "password": password}, Origin=self.origin)
        for _ in range(5):
            if status not in (302, 303):
                return status
            if headers["Location"].startswith(REDIRECT):
                return {name: values[0] for name, values in parse_qs(urlsplit(headers["Location"]).query).items()}
            status, headers, _ = self.ask("GET", self.path(headers["Location"]))
        raise AssertionError("too many redirects")


def plain(machine, page, path):
    """An exchange over plain HTTP with the page that has the authority."""
    address, port = re.fullmatch(r"http://([^:]+):(\d+)/", page).groups()
    with machine.connect(address, int(port)) as connection:
        return exchange(connection, f"{address}:{port}", path)


def is_refused(machine, address, port):
    """Whether nothing takes connections there."""
    try:
        machine.connect(address, port).close()
        return False
    except ConnectionRefusedError:
        return True


def test_another_machine_gets_the_authority_and_calls_the_server_by_name_and_address(own_phone, other):
    phone = own_phone
    with serving(phone, "--listen", other.here, "--name", "idp.test", "--authority-page", "0") as (server, lines):
        ready = lines[-1]
        assert ready["reachable_by"] == ("network" if other.is_network else "machine")
        assert other.here in ready["listening"] and ready["authority_page"].startswith(f"http://{other.here}:")
        _, _, page = plain(other, ready["authority_page"], "/")
        status, _, body = plain(other, ready["authority_page"], "/ca.pem")
        digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(body.decode())).digest()
        assert status == 200 and ":".join(f"{byte:02X}" for byte in digest) in page.decode()
        trusted = phone.folder / "fetched.pem"
        trusted.write_bytes(body)

        for name in ("idp.test", other.here):
            client = Client(other, other.here, phone.port, trusted, name)
            status, _, text = client.ask("GET", METADATA)
            assert (status, json.loads(text)["issuer"]) == (200, f"https://idp.test:{phone.port}/oauth/v2/oauth-anonymous")
            for host in ("evil.test", f"evil.test:{phone.port}", f"{other.there}:{phone.port}", "idp.test", f"idp.test:{phone.port + 1}"):
                assert client.ask("GET", METADATA, host=host)[0] == 421, host
        with pytest.raises(ssl.SSLCertVerificationError):
            Client(other, other.here, phone.port, trusted, "evil.test").ask("GET", METADATA)

        # The administration answers this machine alone, and so does everything on its port.
        admin = int(ready["admin"].split(":")[2].split("/")[0])
        assert listens("127.0.0.1", admin) and is_refused(other, other.here, admin)
        client = Client(other, other.here, phone.port, trusted, "idp.test")
        for path in ("/admin", "/admin/exchanges.json", "/metrics"):
            assert client.ask("GET", path)[0] == 404, path
            assert plain(other, ready["authority_page"], path)[0] == 404, path
        assert stopped(server) == 0
    assert is_refused(other, other.here, phone.port)


def test_a_network_keeps_the_tutorials_passwords_out(phone, other):
    if other.is_network:
        refused(phone, USAGE, ["demouser", "--tutorial-users"], "--listen", other.here)
        assert is_refused(other, other.here, phone.port)
    with serving(phone, "--listen", other.here, *(["--tutorial-users"] if other.is_network else [])) as (server, _):
        assert Client(other, other.here, phone.port, own_authority(phone)).ask("GET", METADATA)[0] == 200
        assert stopped(server) == 0


def closed(connections, expected):
    """How many of them the server has closed, once that are as many as expected: it says nothing before the client does."""
    end = time.monotonic() + PATIENCE
    while (found := len(select.select(connections, [], [], 0.1)[0])) < expected and time.monotonic() < end:
        pass
    return found


def test_connections_of_one_machine_are_limited_and_do_not_keep_others_out(own_phone, other):
    phone, limit, more = own_phone, 64, 6
    with serving(phone, "--listen", other.here) as (server, _):
        connections = [other.connect(other.here, phone.port) for _ in range(limit + more)]
        try:
            # Each one beyond the limit costs an idle one of the same address.
            expected = more if other.is_network else 0
            assert closed(connections, expected) == expected
            assert get(phone, "127.0.0.1", name="localhost")[0] == 200
            assert closed(connections, expected) == expected
            assert Client(other, other.here, phone.port, own_authority(phone)).ask("GET", METADATA)[0] == 200
        finally:
            for connection in connections:
                connection.close()
        assert stopped(server) == 0


def test_guesses_and_faults_of_one_machine_touch_no_other(own_phone, other):
    phone = own_phone
    with serving(phone, "--listen", other.here) as (server, lines):
        authorize = lines[-1]["issuer"].replace("oauth-anonymous", "oauth-authorize")
        # The first waits are shorter than a guess on a busy machine; each is twice as long as the one before.
        for _ in range(40):
            if Client(other, other.here, phone.port, own_authority(phone)).log_in(authorize, "wrong") == 429:
                break
        else:
            raise AssertionError("the guesser never has to wait")
        local = Client(other, other.here, phone.port, own_authority(phone))
        local.machine = This
        assert "code" in local.log_in(authorize, PASSWORD)

        status, _, errors = phone.command("faults on", "server-overloaded", "--address", other.there)
        assert status == 0, errors
        # The server looks once a second.
        for _ in range(200):
            if Client(other, other.here, phone.port, own_authority(phone)).ask("GET", METADATA)[0] == 503:
                break
            assert get(phone, other.here)[0] == 200
        else:
            raise AssertionError("the fault never happens")
        assert get(phone, other.here)[0] == 200
        assert stopped(server) == 0


class This:
    """The machine of the server."""

    @staticmethod
    def connect(address, port):
        return socket.create_connection((address, port), timeout=PATIENCE)


@pytest.mark.parametrize("proxy", INSTALLED, ids=lambda proxy: proxy.__name__)
def test_a_real_proxy_publishes_the_server(own_phone, other, authority, tmp_path, proxy):
    phone, port = own_phone, free_port()
    public = f"https://idp.test:{port}"
    certificate, key = authority.issue(["DNS:idp.test"])
    with serving(phone, "--public-url", public) as (server, lines), running(
            proxy, tmp_path, other.here, port, server=phone.port, certificate=certificate, key=key, authority=own_authority(phone)):
        assert lines[-1]["issuer"] == public + "/oauth/v2/oauth-anonymous"
        app = Client(other, other.here, port, authority.pem, "idp.test", {
            "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http", "X-Forwarded-Port": "80",
            "Forwarded": "host=evil.example;proto=http"})
        metadata = json.loads(app.ask("GET", METADATA)[2])
        assert metadata["issuer"] == lines[-1]["issuer"]
        assert all(value.startswith(public + "/") for value in metadata.values() if isinstance(value, str) and "://" in value)
        assert json.loads(app.ask("GET", app.path(metadata["jwks_uri"]))[2])["keys"]

        login = app.log_in(metadata["authorization_endpoint"], PASSWORD)
        assert login["iss"] == metadata["issuer"]
        assert app.cookies and all(name.startswith("__Host-") for name in app.cookies)
        status, _, text = app.ask("POST", app.path(metadata["token_endpoint"]), {
            "grant_type": "authorization_code", "code": login["code"], "redirect_uri": REDIRECT, "code_verifier": VERIFIER,
            "client_id": "mobile-dcr-client"})
        assert status == 200, text
        status, _, text = app.ask(
            "POST", app.path(metadata["registration_endpoint"]), json.dumps({"redirect_uris": [REDIRECT], "application_type": "native"}),
            Authorization="Bearer " + json.loads(text)["access_token"], **{"Content-Type": "application/json"})
        assert status == 201, text
        registered = json.loads(text)
        assert app.ask("GET", app.path(registered["registration_client_uri"]),
                       Authorization="Bearer " + registered["registration_access_token"])[0] == 200

        cookies = [said for said in app.said if said.startswith("__Host-")]
        assert cookies and all("; secure" in cookie.lower() and "domain=" not in cookie.lower() for cookie in cookies)
        assert not any("evil.example" in said or "http://" in said.replace("http://www.w3.org", "") for said in app.said)
        # What the proxy sends on under another name than the public one is not answered.
        if proxy is not haproxy_as_localhost:
            assert app.ask("GET", METADATA, host="evil.example")[0] == 421
        assert app.ask("GET", "/admin")[0] == 404
        assert is_refused(other, other.here, phone.port)
        assert stopped(server) == 0

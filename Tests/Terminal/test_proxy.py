"""A server that only a proxy can reach: no other resolver knows its name."""
import base64
import contextlib
import json
import re
import select
import socket
import threading

import pytest
from login_server import LoginServer, connect
from session import succeeded

HOST = "idp.company.example"


class ConnectProxy:
    """An HTTP proxy that connects to this computer, whatever name is requested (RFC 9110 §9.3.6)."""

    def __init__(self, credentials=None, refuses=False):
        self.credentials, self.refuses = credentials, refuses
        self.asked = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=self.serve, args=(self.listener.accept()[0],), daemon=True).start()

    def serve(self, client):
        with client, contextlib.suppress(OSError):
            head = b""
            while b"\r\n\r\n" not in head:
                part = client.recv(4096)
                if not part:
                    return
                head += part
            lines = head.decode().split("\r\n")
            target = lines[0].split(" ")[1]
            self.asked.append(target)
            if self.credentials and f"Proxy-Authorization: Basic {self.credentials}".lower() not in head.decode().lower():
                return client.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            if self.refuses:
                return client.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
            with socket.create_connection(("127.0.0.1", int(target.rsplit(":", 1)[1]))) as server:
                client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
                ends = {client: server, server: client}
                while ends:
                    for end in select.select(list(ends), [], [])[0]:
                        part = end.recv(65536)
                        if not part:
                            return
                        ends[end].sendall(part)


@pytest.fixture
def server(authority):
    with LoginServer(*authority.issue([f"DNS:{HOST}"]), host=HOST) as server:
        yield server


def proxied(address, exceptions=""):
    return {"HTTPS_PROXY": address, "NO_PROXY": exceptions, "https_proxy": None, "no_proxy": None}


def test_app_and_browser_go_through_the_environments_proxy(phone, authority, server):
    connect(phone, server, authority)
    with ConnectProxy() as proxy:
        status, lines, errors = phone.flow("--until", "token", env=proxied(proxy.address))
        assert (status, lines[-1]) == (0, {"result": "ok"}), errors
        assert set(proxy.asked) == {f"{HOST}:{server.port}"}
        # App and browser each have their own connections.
        assert len(proxy.asked) > 2
        said = phone.command("doctor", "--json", env=proxied(proxy.address))[1]
        assert any(json.loads(line).get("check") == "proxy" and str(proxy.port) in line for line in said.splitlines()), said


def test_the_configuration_goes_before_the_environment(phone, authority, server):
    with ConnectProxy() as proxy, ConnectProxy() as other:
        connect(phone, server, authority, proxy=proxy.address)
        succeeded(phone.flow("--until", "token", env=proxied(other.address)))
        assert proxy.asked and not other.asked
        connect(phone, server, authority, proxy="none")
        status, lines, _ = phone.flow("--until", "discovery", env=proxied(other.address))
        assert (lines[-1]["error"], other.asked) == ("host_not_found", [])


def test_a_name_and_a_password_are_sent_and_not_shown(phone, authority, server):
    connect(phone, server, authority)
    with ConnectProxy(base64.b64encode(b"jane:s3cr3t/x").decode()) as proxy:
        address = f"http://jane:s3cr3t%2Fx@127.0.0.1:{proxy.port}"
        log = phone.folder / "log"
        status, lines, errors = phone.flow("--until", "token", "--log-file", log, "--log-level", "trace", env=proxied(address))
        assert status == 0, errors
        said = log.read_text() + json.dumps(lines) + errors + phone.command("doctor", "--json", env=proxied(address))[1]
        assert not re.search("s3cr3t|jane", said)


@pytest.mark.parametrize("problem, words", [
    ("gone", "refuses the connection"), ("password", "wants a name and a password"), ("refuses", "does not connect"),
    ("none", "names none"),
])
def test_what_is_wrong_with_the_proxy_is_said_of_the_proxy(phone, authority, server, problem, words):
    connect(phone, server, authority)
    with ConnectProxy("secret" if problem == "password" else None, problem == "refuses") as proxy:
        address = {"gone": "http://127.0.0.1:1", "none": "https://127.0.0.1:1"}.get(problem, proxy.address)
        status, lines, errors = phone.flow("--until", "discovery", env=proxied(address))
        assert (status, lines[-1]["error"]) == (69, "proxy_unusable"), errors
        assert words in errors and "HTTPS_PROXY" in errors, errors
        status, said, _ = phone.command("doctor", "--json", env=proxied(address))
        assert status == 69 and "proxy_unusable" in said, said


def test_this_computer_is_never_asked_through_a_proxy(phone):
    with ConnectProxy() as proxy:
        status, _, errors = phone.flow("--until", "token", env=proxied(proxy.address))
        assert (status, proxy.asked) == (0, []), errors


def test_a_proxy_with_a_password_in_the_configuration_is_refused(phone, authority, server):
    connect(phone, server, authority, proxy="http://jane:s3cr3t@proxy.example:3128")
    status, _, errors = phone.flow("--until", "discovery")
    assert status == 65 and "proxy" in errors and "HTTPS_PROXY" in errors, errors

"""`serve` alone: how it ends."""
import signal
import socket
import ssl
import subprocess

import pytest
from phone import APP
from session import PATIENCE

FORCED = "stop forced"


@pytest.fixture
def serve(phone):
    """The server, once it answers; its log is beside it."""
    phone.log = phone.folder / "serve.log"
    command = [APP, "serve", "--json", *phone.options(), "--log-file", phone.log]
    environment = {name: value for name, value in phone.environment(None).items() if value is not None}
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=environment)
    assert server.stdout.readline()
    yield server
    server.kill()
    server.wait()
    server.stdout.close()


def connect(phone):
    return socket.create_connection(("127.0.0.1", phone.port), timeout=PATIENCE)


def secure(phone):
    context = ssl.create_default_context(cafile=str(phone.data / "idsvr/tls/ca.pem"))
    return context.wrap_socket(connect(phone), server_hostname="localhost")


def kept_alive(phone):
    """A connection kept open after an answer, as browsers do; the test no longer reads from it."""
    connection = secure(phone)
    connection.sendall(f"GET /favicon.ico HTTP/1.1\r\nHost: localhost:{phone.port}\r\n\r\n".encode())
    assert connection.recv(1 << 16).startswith(b"HTTP/1.1 ")
    return connection


def unfinished(phone):
    connection = secure(phone)
    head = f"POST /oauth/v2/oauth-token HTTP/1.1\r\nHost: localhost:{phone.port}\r\nContent-Length: 100\r\n\r\n"
    connection.sendall(head.encode() + b"grant_type=")
    return connection


def stop(phone, server):
    """Stops the server and returns the log's lines about it."""
    server.send_signal(signal.SIGTERM)
    assert server.wait(PATIENCE) == 0
    return phone.log.read_text()


@pytest.mark.parametrize("opened", [kept_alive, secure, connect], ids=["kept alive", "fresh", "without TLS yet"])
def test_an_idle_connection_does_not_hold_up_the_stop(phone, serve, opened):
    """Nor does the connection's TLS close, which an idle client does not answer: the stop is not the forced one."""
    idle = [opened(phone) for _ in range(3)]
    assert FORCED not in stop(phone, serve)
    for connection in idle:
        connection.close()


def test_a_request_under_way_is_waited_for_but_not_for_ever(phone, serve):
    with kept_alive(phone), unfinished(phone) as connection:
        # Another request that is answered: the server has read the unfinished one before the signal comes.
        kept_alive(phone).close()
        assert FORCED in stop(phone, serve)
        assert not connection.recv(1)

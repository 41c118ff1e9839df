"""Canaille, an independent server: its pages with our headless browser."""
import socket

from answering import answering
from phone import BROWSER, PASSWORD, USER
from session import run
from webclient import Client

# Canaille refuses io.curity.dcrclient:/callback, which has no authority.
PRIVATE_USE = "io.curity.dcrclient://callback"


class Dispatch:
    """The app's end of the socket that replaces the operating system's URI dispatch: receives one redirect."""

    def __init__(self, folder):
        folder.mkdir(mode=0o700)
        self.path = folder / "uri.sock"
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.path.chmod(0o600)
        self.listener.listen(1)
        self.received = None

    def take(self, connection):
        with connection.makefile("rwb") as stream:
            self.received = stream.readline().decode().strip()
            stream.write(b"ok\n")
            stream.flush()


def registered(server, redirect=PRIVATE_USE):
    """A client of this test, with its own initial access token."""
    client = Client(server.issuer, server.authority.pem, None, redirect)
    answer = client.register(
        server.initial_access_token(), redirect_uris=[redirect], client_name="A test", response_types=["code"], scope="openid profile",
        grant_types=["authorization_code", "refresh_token"], token_endpoint_auth_method="client_secret_basic")
    client.client_id, client.secret = answer["client_id"], answer["client_secret"]
    return client


def browse(client, folder, password=PASSWORD, scope="openid profile", **more):
    """Logs in with the headless in-app browser: (exit status, the redirect that the app received, standard error)."""
    folder.mkdir(exist_ok=True)
    (folder / "password").write_text(password + "\n")
    (folder / "password").chmod(0o600)
    dispatch = Dispatch(folder / f"app{len(list(folder.iterdir()))}")
    with answering(dispatch.listener, dispatch.take):
        status, _, errors = run([
            BROWSER, client.authorization_url(scope, **more), "--redirect-uri", client.redirect, "--dispatch-socket",
            dispatch.path, "--data-dir", folder / "browser", "--trusted-certificates", client.authority, "--headless",
            "--username", USER, "--password-file", folder / "password"])
    return status, dispatch.received, errors


def test_two_pages_and_consent_then_silently(closed_canaille, tmp_path):
    client = registered(closed_canaille)
    status, redirect, errors = browse(client, tmp_path)
    assert status == 0, errors
    tokens = client.tokens(client.judge(redirect)["code"])
    assert tokens["token_type"] == "Bearer" and "id_token" in tokens

    # User name, password and consent are known now: if a form appeared, the wrong password would fail.
    status, redirect, errors = browse(client, tmp_path, password="wrong", prompt="none")
    assert status == 0, errors
    assert "code" in client.judge(redirect)


def test_a_forced_login_asks_for_the_password_again(closed_canaille, tmp_path):
    client = registered(closed_canaille)
    # First without prompt=login: with a consent due as well, Canaille asks for the password again and again.
    for more in [{}, {"prompt": "login"}]:
        status, redirect, errors = browse(client, tmp_path, **more)
        assert status == 0, errors
        assert "code" in client.judge(redirect)
    status, redirect, errors = browse(client, tmp_path, password="wrong", prompt="login")
    assert (status, redirect) == (77, None), errors


def test_a_wrong_password_is_refused_in_the_words_of_the_page(closed_canaille, tmp_path):
    status, redirect, errors = browse(registered(closed_canaille), tmp_path, password="wrong")
    assert (status, redirect) == (77, None), errors
    assert errors.startswith('dcr-browser: the login was refused: the page says "Login failed'), errors
    assert "wrong" not in errors.split("hint:")[0].replace("is wrong", "")

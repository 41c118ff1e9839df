"""Messages and Sequence: this phone, one client, everybody. A program, an administrator and another phone use the same server."""
import base64
import hashlib
import html
import http.client
import json
import re
import secrets
import ssl
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from phone import PASSWORD, USER, sign_in
from session import PATIENCE, succeeded
from test_messages_panel import written
from test_registration_life import stored_client

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
REDIRECT = "io.curity.dcrclient:/callback"
AUTHORIZE = "/oauth/v2/oauth-authorize"


class Program:
    """A client as somebody writes one: it logs in for a dcr token and registers with it, and remembers its secrets."""

    def __init__(self, phone):
        self.connection = http.client.HTTPSConnection(
            "localhost", phone.port, context=ssl.create_default_context(cafile=phone.data / "idsvr/tls/ca.pem"), timeout=PATIENCE)
        self.secrets = []

    def ask(self, method, path, body=None, headers=None):
        """(status, headers, text)"""
        self.connection.request(method, path, body, headers or {})
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()

    def log_in(self, client, scope):
        """Returns a code and its verifier."""
        verifier = secrets.token_urlsafe(40)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        status, headers, page = self.ask("GET", AUTHORIZE + "?" + urlencode({
            "response_type": "code", "client_id": client, "redirect_uri": REDIRECT, "scope": scope,
            "state": secrets.token_urlsafe(20), "code_challenge": challenge, "code_challenge_method": "S256",
            "prompt": "login"}))
        assert status == 200, page
        cookies = "; ".join(value.split(";")[0] for value in headers.get_all("Set-Cookie", []))
        sealed = html.unescape(re.search(r'name="form" value="([^"]+)"', page).group(1))
        status, headers, page = self.ask(
            "POST", AUTHORIZE + "/login", urlencode({"form": sealed, "username": USER, "password": PASSWORD}),
            {**FORM, **({"Cookie": cookies} if cookies else {})})
        target = headers.get("Location") or headers["Refresh"].split("url=", 1)[1]
        code = parse_qs(urlsplit(target).query)["code"][0]
        self.secrets += [verifier, code]
        return code, verifier

    def redeem(self, code, verifier, **members):
        status, _, text = self.ask("POST", "/oauth/v2/oauth-token", urlencode({
            "grant_type": "authorization_code", "code": code, "code_verifier": verifier, "redirect_uri": REDIRECT,
            **members}), FORM)
        answer = json.loads(text)
        self.secrets += [answer[name] for name in ("access_token", "refresh_token") if name in answer]
        return status, answer

    def register(self):
        """Returns the new client's id."""
        code, verifier = self.log_in("mobile-dcr-client", "dcr")
        status, answer = self.redeem(code, verifier, client_id="mobile-dcr-client")
        assert status == 200, answer
        status, _, text = self.ask(
            "POST", "/token-service/oauth-registration",
            json.dumps({
                "client_name": "a program", "application_type": "native", "redirect_uris": [REDIRECT],
                "scope": "openid profile"}),
            {"Content-Type": "application/json", "Authorization": f"Bearer {answer['access_token']}"})
        assert status == 201, text
        registered = json.loads(text)
        self.secrets += [registered["client_secret"], registered["registration_access_token"]]
        return registered["client_id"]

    def fail(self, client):
        """Redeems a code that does not exist."""
        return self.redeem("no-such-code", "no-such-verifier-of-forty-three-characters-at-least", client_id=client)


@pytest.fixture
def seen(phone):
    """A signed-in phone in front of its messages, and a program that uses its server."""
    return sign_in(phone.start()).press("tab").wait_for("newest followed"), Program(phone)



def count(terminal):
    """How many messages the panel's last line says there are."""
    return int(re.search(r"(\d+)[^\d\n]*newest followed", terminal.settle().text()).group(1))


def test_what_others_do_is_not_this_phones(phone, seen):
    terminal, program = seen
    before = count(terminal)
    client = program.register()
    assert program.fail(client)[0] >= 400
    administration = http.client.HTTPSConnection(
        "localhost", int((phone.data / "idsvr/admin-port").read_text()),
        context=ssl.create_default_context(cafile=phone.data / "idsvr/tls/ca.pem"), timeout=PATIENCE)
    for path in ("/admin", "/admin/login", "/admin/users"):
        administration.request("GET", path)
        administration.getresponse().read()
    succeeded(phone.flow("--device", "tablet", "--until", "userinfo"))
    # Events come in order. This one is this phone's: it comes after all that would have come.
    succeeded(phone.command("clients revoke", stored_client(phone)))
    terminal.wait_for(re.compile(r"Admin\S*Server +client revoke"))
    assert count(terminal) == before + 1 and before > 0


def test_everybody_and_one_client_can_be_watched(phone, seen):
    terminal, program = seen
    client = program.register()
    terminal.press("v").wait_for("Everything that the server has seen", client)
    # As it happens.
    assert program.fail(client)[0] >= 400
    terminal.wait_for(re.compile(r"Client\S*Server +POST token.* 400|Client\S*Server +POST token.* 401"))
    terminal.press("enter").wait_for("The server says", re.compile(r"From: (127\.0\.0\.1|::1)"))
    terminal.press("escape").wait_for("Everything that the server has seen")

    # The program's client is the latest of the clients.
    terminal.press("v").wait_for(f"Client {client}", "POST register", "POST token")
    archive = json.loads(written(phone, terminal, "w", ".har").read_text())
    entries = archive["log"]["entries"]
    assert all(client in entry["_clients"] for entry in entries) and entries[-1]["response"]["status"] >= 400
    terminal.press("2").wait_for("2 Sequence]", "Client", "Identity server", "POST register")
    picture = written(phone, terminal, "w", ".svg")
    terminal.press("1").wait_for("1 Messages]")
    terminal.press("end")
    command = written(phone, terminal, "y", ".sh")
    texts = [json.dumps(archive), picture.read_text(), picture.with_suffix(".mmd").read_text(), command.read_text()]
    for secret in program.secrets + [PASSWORD]:
        assert not any(secret in text for text in texts), "a secret was written"
    assert "curl" in texts[3] and "--cacert" in texts[3]

    # The way back.
    for _ in range(4):
        if "seen by the server" not in terminal.settle().text():
            break
        terminal.press("v")
    terminal.wait_for("newest followed")
    assert "Everything that" not in terminal.text() and client not in terminal.text()


def test_a_foreign_server_tells_nothing(phone, seen):
    """The palette says why, where another program runs the server."""
    terminal = phone.start("--device", "tablet")
    sign_in(terminal).press("tab").wait_for("newest followed")
    terminal.press("v").press(":").type("messages of all clients").wait_for("another program runs this server")

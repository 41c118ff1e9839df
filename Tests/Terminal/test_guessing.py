"""Guesses at a user's password, over real connections: they slow down the guesser, but no other user."""
import http.client
import re
import ssl
from html import unescape
from urllib.parse import urlencode, urlsplit

from phone import PASSWORD, USER
from test_serve_life import serving

QUERY = urlencode({
    "response_type": "code", "client_id": "mobile-dcr-client", "redirect_uri": "io.curity.dcrclient:/callback", "scope": "dcr",
    "state": "state-of-a-test-that-is-long-enough", "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    "code_challenge_method": "S256", "prompt": "login"})


class Browser:
    """A new browser at an address of this machine."""

    def __init__(self, address, ready):
        issuer = urlsplit(ready["issuer"])
        self.connection = http.client.HTTPSConnection(
            issuer.hostname, issuer.port, context=ssl.create_default_context(cafile=ready["ca"]), source_address=(address, 0))
        self.path = issuer.path.replace("oauth-anonymous", "oauth-authorize") + "?" + QUERY
        self.cookies = {}

    def ask(self, method, path, body=None):
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, answer.headers, answer.read().decode()

    def log_in(self, password):
        """Whether the password was accepted."""
        _, _, page = self.ask("GET", self.path)
        action = unescape(re.search(r'<form[^>]*action="([^"]*)"', page)[1])
        hidden = {unescape(name): unescape(value) for name, value in re.findall(
            r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page)}
        status, headers, _ = self.ask("POST", action, urlencode({**hidden, "username": USER, "password": password}))
        return status in (302, 303) and headers["Location"].startswith("io.curity.dcrclient:/callback?code=")


def test_guesses_from_elsewhere_do_not_keep_the_right_password_out(phone):
    with serving(phone) as (_, lines):
        # The first waits are seconds, which is less than a guess takes on a busy machine; each is twice as long as the one before.
        for guesses in range(8, 17):
            for _ in range(guesses):
                assert not Browser("127.0.0.2", lines[-1]).log_in("wrong")
            if not Browser("127.0.0.2", lines[-1]).log_in(PASSWORD):
                break
        else:
            raise AssertionError("the guesser has to wait")
        assert Browser("127.0.0.1", lines[-1]).log_in(PASSWORD)

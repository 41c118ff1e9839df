"""A minimal OAuth client that shares no code with the app, for a test's own requests to a server."""
import base64
import hashlib
import http.server
import json
import secrets
import ssl
import urllib.error
import urllib.request
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from tls_server import InBackground


class Client:
    def __init__(self, issuer, authority, client_id, redirect, secret=None):
        self.context = ssl.create_default_context(cafile=str(authority))
        self.authority, self.client_id, self.redirect, self.secret = authority, client_id, redirect, secret
        self.issuer = issuer
        self.metadata = self.ask(issuer + "/.well-known/openid-configuration")

    def authorization_url(self, scope, redirect=None, **more):
        """The address for a login; keeps state and verifier for the redirect."""
        self.state, self.verifier = secrets.token_urlsafe(24), secrets.token_urlsafe(48)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()
        self.sent_redirect = redirect or self.redirect
        return self.metadata["authorization_endpoint"] + "?" + urlencode({
            "response_type": "code", "client_id": self.client_id, "redirect_uri": self.sent_redirect, "scope": scope,
            "state": self.state, "nonce": secrets.token_urlsafe(24), "code_challenge": challenge,
            "code_challenge_method": "S256", **more})

    def judge(self, redirect):
        """The parameters of a redirect to exactly the requested address."""
        assert redirect.split("?")[0] == self.sent_redirect, redirect
        answer = {name: values[0] for name, values in parse_qs(urlsplit(redirect).query).items()}
        assert answer.pop("state") == self.state
        assert answer.pop("iss") == self.issuer
        return answer

    def tokens(self, code):
        form = {
            "grant_type": "authorization_code", "code": code, "redirect_uri": self.sent_redirect,
            "code_verifier": self.verifier}
        headers = {}
        if self.secret is None:
            form["client_id"] = self.client_id
        else:
            pair = f"{quote(self.client_id, safe='')}:{quote(self.secret, safe='')}"
            headers["Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
        return self.ask(self.metadata["token_endpoint"], urlencode(form), headers)

    def register(self, token=None, **metadata):
        """The registration answer for this metadata (RFC 7591)."""
        headers = {"Content-Type": "application/json", **({"Authorization": "Bearer " + token} if token else {})}
        return self.ask(self.metadata["registration_endpoint"], json.dumps(metadata), headers)

    def ask(self, url, data=None, headers=None):
        request = urllib.request.Request(url, data and data.encode(), headers or {})
        try:
            with urllib.request.urlopen(request, context=self.context, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{error.code} at {url}: {error.read(2000)!r}") from error


class Listener(InBackground):
    """A real listener on a free loopback port, as an app opens for its redirect; records its requests."""

    def __init__(self):
        self.requests = []
        listener = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                listener.requests.append(self.path)
                body = b"<!doctype html><title>Back</title><link rel=icon href='data:,'><p>You can close this page"
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.http.server_address[1]
        self.redirect = f"http://127.0.0.1:{self.port}/callback"

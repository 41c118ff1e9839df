"""The flow of `dcr-terminal flow`, by Python's standard library: the same exchanges with the same server, no more.

The peer of the bench, and nothing else: it judges nothing, keeps nothing, and runs app and browser in one process, with
one kept connection each. What it takes is near what server and sockets take.
"""
import base64
import hashlib
import http.client
import json
import secrets
import ssl
import time
from html.parser import HTMLParser
from urllib.parse import parse_qs, quote, urlencode, urljoin, urlsplit


class Forms(HTMLParser):
    def __init__(self):
        super().__init__()
        self.action, self.fields = None, []

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if tag == "form" and self.action is None:
            self.action = named.get("action", "")
        elif tag in ("input", "button") and named.get("name"):
            self.fields.append((named["name"], named.get("type", "text" if tag == "input" else "submit"), named.get("value") or ""))


class Agent:
    """Either the app (no cookies, no redirects followed) or the browser, over one connection that stays open."""

    def __init__(self, host, port, authority):
        context = ssl.create_default_context(cafile=authority)
        self.connection = http.client.HTTPSConnection(host, port, context=context, timeout=15)
        self.cookies = {}

    def ask(self, method, url, body=None, headers=()):
        parts = urlsplit(url)
        path = parts.path + ("?" + parts.query if parts.query else "")
        sent = dict(headers)
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        self.connection.request(method, path, body=body, headers=sent)
        answer = self.connection.getresponse()
        data = answer.read()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name.strip()] = value.strip()
        return answer.status, answer.headers, data

    def browse(self, url, redirect, user, password):
        """Follows redirects and submits forms until the server sends the browser to `redirect`."""
        method, body = "GET", None
        for _ in range(20):
            headers = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
            if body:
                headers["Origin"] = "{0.scheme}://{0.netloc}".format(urlsplit(url))
            status, answer, data = self.ask(method, url, body, headers)
            if 300 <= status < 400:
                url = urljoin(url, answer["Location"])
                if url.startswith(redirect):
                    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
                method, body = "GET", None
                continue
            forms = Forms()
            forms.feed(data.decode())
            if status != 200 or forms.action is None:
                raise RuntimeError(f"{status} at {url}")
            values = {}
            for name, kind, value in forms.fields:
                values[name] = password if kind == "password" else user if kind in ("text", "email") else value
            method, url, body = "POST", urljoin(url, forms.action), urlencode(values)
        raise RuntimeError("too many pages")


def flow(issuer, authority, client, redirect, logged_out, scope, user, password):
    """Runs it and returns milliseconds by step, in order."""
    where = urlsplit(issuer)
    app = Agent(where.hostname, where.port, authority)
    browser = Agent(where.hostname, where.port, authority)
    steps, last = {}, time.perf_counter()

    def done(step):
        nonlocal last
        now = time.perf_counter()
        steps[step], last = (now - last) * 1000, now

    def authorize(client_id, scope, **more):
        verifier = secrets.token_urlsafe(48)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        query = {
            "response_type": "code", "client_id": client_id, "redirect_uri": redirect, "scope": scope,
            "state": secrets.token_urlsafe(24), "nonce": secrets.token_urlsafe(24), "code_challenge": challenge,
            "code_challenge_method": "S256", **more}
        answer = browser.browse(
            metadata["authorization_endpoint"] + "?" + urlencode(query), redirect, user, password)
        return answer["code"], verifier

    def post(endpoint, values, **headers):
        status, _, data = app.ask(
            "POST", metadata[endpoint], urlencode(values),
            {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json", **headers})
        if status != 200:
            raise RuntimeError(f"{status} at {endpoint}: {data[:200]!r}")
        return json.loads(data)

    status, _, data = app.ask("GET", issuer + "/.well-known/openid-configuration")
    metadata = json.loads(data)
    done("discovery")
    code, verifier = authorize(client, "dcr", prompt="login")
    done("registration-login")
    token = post("token_endpoint", {
        "grant_type": "authorization_code", "code": code, "redirect_uri": redirect, "code_verifier": verifier,
        "client_id": client})
    done("registration-token")
    status, _, data = app.ask("POST", metadata["registration_endpoint"], json.dumps({
        "redirect_uris": [redirect], "post_logout_redirect_uris": [logged_out], "application_type": "native",
        "grant_types": ["authorization_code", "refresh_token"], "scope": scope,
        "token_endpoint_auth_method": "client_secret_basic"}),
        {"Content-Type": "application/json", "Authorization": "Bearer " + token["access_token"]})
    if status not in (200, 201):
        raise RuntimeError(f"{status} at registration: {data[:200]!r}")
    registered = json.loads(data)
    done("register")
    basic = "Basic " + base64.b64encode(
        f"{quote(registered['client_id'])}:{quote(registered['client_secret'])}".encode()).decode()
    code, verifier = authorize(registered["client_id"], scope)
    done("login")
    tokens = post("token_endpoint", {
        "grant_type": "authorization_code", "code": code, "redirect_uri": redirect, "code_verifier": verifier},
        Authorization=basic)
    app.ask("GET", metadata["jwks_uri"])
    done("token")
    app.ask("GET", metadata["userinfo_endpoint"], headers={"Authorization": "Bearer " + tokens["access_token"]})
    done("userinfo")
    tokens = {**tokens, **post(
        "token_endpoint", {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}, Authorization=basic)}
    done("refresh")
    browser.browse(metadata["end_session_endpoint"] + "?" + urlencode({
        "id_token_hint": tokens["id_token"], "post_logout_redirect_uri": logged_out,
        "client_id": registered["client_id"], "state": secrets.token_urlsafe(24)}), logged_out, user, password)
    done("logout")
    return steps

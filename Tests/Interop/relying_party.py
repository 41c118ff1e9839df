"""A relying party with Authlib and requests (PyPI): independent software that shares no code with the app.

It runs in the environment of scripts/interop-environment, for the interoperability tests and the bench.
"""
import html
import re
import secrets
import time
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from authlib.oidc.discovery import OpenIDProviderMetadata, get_well_known_url
from joserfc import jwt
from joserfc.jwk import KeySet

TIMEOUT = 15


class Browser:
    """Follows redirects and fills in the login form, until an address outside the server comes."""

    def __init__(self, session, user, password):
        self.session, self.user, self.password = session, user, password

    def open(self, url):
        method, data = "GET", None
        for _ in range(10):
            answer = self.session.request(method, url, data=data, allow_redirects=False, timeout=TIMEOUT)
            if answer.is_redirect:
                method, data, url = "GET", None, urljoin(url, answer.headers["Location"])
                if not url.startswith("https:"):
                    return url
                continue
            answer.raise_for_status()
            form = re.search(r'<form[^>]* action="([^"]*)"', answer.text)
            data = {html.unescape(name): html.unescape(value) for name, value in re.findall(
                r'<input type="hidden" name="([^"]*)" value="([^"]*)"', answer.text)}
            data |= {"username": self.user, "password": self.password}
            method, url = "POST", urljoin(url, html.unescape(form[1]))
        raise RuntimeError("no redirect to the app")


class RelyingParty:
    """One client of the server at a time; `browser` keeps the user's session."""

    def __init__(self, issuer, authority, user, password, callback):
        self.issuer, self.authority, self.callback = issuer, authority, callback
        self.web, pages = requests.Session(), requests.Session()
        for each in (self.web, pages):
            self.trust(each)
        self.browser = Browser(pages, user, password)
        self.metadata = OpenIDProviderMetadata(
            self.web.get(get_well_known_url(issuer, external=True), timeout=TIMEOUT).json())
        self.metadata.validate()
        if self.metadata["issuer"] != issuer:
            raise ValueError("issuer")

    def trust(self, session):
        # Without the second, the environment's REQUESTS_CA_BUNDLE would take precedence.
        session.verify, session.trust_env = self.authority, False

    def client(self, client_id, secret, scope, method="client_secret_basic"):
        client = OAuth2Session(
            client_id, secret, scope=scope, redirect_uri=self.callback, code_challenge_method="S256",
            token_endpoint_auth_method=method if secret else "none")
        self.trust(client)
        return client

    def log_in(self, client, **more):
        """Code Flow with PKCE, state and iss: the tokens."""
        verifier = secrets.token_urlsafe(48)
        url, state = client.create_authorization_url(
            self.metadata["authorization_endpoint"], code_verifier=verifier, **more)
        answer = self.browser.open(url)
        if not answer.startswith(self.callback + "?") or parse_qs(urlsplit(answer).query)["iss"] != [self.issuer]:
            raise ValueError("redirect")
        return client.fetch_token(
            self.metadata["token_endpoint"], authorization_response=answer, state=state, code_verifier=verifier,
            timeout=TIMEOUT)

    def register(self, token, **metadata):
        """RFC 7591: the answer's status and document."""
        answer = self.web.post(
            self.metadata["registration_endpoint"], headers={"Authorization": "Bearer " + token}, timeout=TIMEOUT,
            json={"redirect_uris": [self.callback], "response_types": ["code"], **metadata})
        return answer.status_code, answer.json()

    def fetch_keys(self):
        self.keys = KeySet.import_key_set(self.web.get(self.metadata["jwks_uri"], timeout=TIMEOUT).json())

    def judge(self, client, tokens, nonce=None):
        """The ID token's claims, after checking signature, iss, aud, azp, exp, iat, nonce, at_hash."""
        token = jwt.decode(tokens["id_token"], self.keys, algorithms=["RS256"])
        claims = CodeIDToken(
            token.claims, token.header, {
                "iss": {"essential": True, "value": self.issuer}, "aud": {"essential": True, "value": client.client_id}},
            {"client_id": client.client_id, "access_token": tokens["access_token"], "nonce": nonce})
        claims.validate(now=int(time.time()), leeway=60)
        return claims

    def userinfo(self, client):
        return client.get(self.metadata["userinfo_endpoint"], timeout=TIMEOUT)

    def log_out(self, client, tokens, after):
        """RP-initiated logout: the address to which the browser was sent, and the expected one."""
        state = secrets.token_urlsafe(24)
        end = self.browser.open(self.metadata["end_session_endpoint"] + "?" + urlencode({
            "id_token_hint": tokens["id_token"], "client_id": client.client_id, "post_logout_redirect_uri": after,
            "state": state}))
        return end, f"{after}?state={state}"

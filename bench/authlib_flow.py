"""A command-line OAuth client that does the flow of `dcr-terminal flow` for real, with Authlib and requests (PyPI).

What it does: discovery; a login for the dcr token (Code Flow, PKCE, state, iss); RFC 7591 registration with that token; a
second, silent login as the new client (with nonce); ID token validation against the JWKS (signature, iss, aud, azp, exp,
iat, nonce, at_hash); userinfo and its sub; refresh with validation of the new ID token; RP-initiated logout with state. It
is started as a process of its own, like `dcr-terminal flow`.

What it does not: a browser in a process of its own, with its own cookie jar on disk (the login form is filled in by this
process), a keystore (nothing is saved), the judging of every member of every answer, a report of each step.

usage: authlib_flow.py ISSUER CA.pem USER PASSWORD-FILE
"""
import html
import re
import secrets
import sys
import time
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from authlib.oidc.discovery import OpenIDProviderMetadata, get_well_known_url
from joserfc import jwt
from joserfc.jwk import KeySet

CLIENT, CALLBACK, LOGGED_OUT = "mobile-dcr-client", "io.curity.dcrclient:/callback", "io.curity.dcrclient:/logoutcallback"


class Browser:
    """Follows redirects and fills in the login form, until the app's own scheme comes."""

    def __init__(self, session, user, password):
        self.session, self.user, self.password = session, user, password

    def open(self, url):
        method, data = "GET", None
        for _ in range(10):
            answer = self.session.request(method, url, data=data, allow_redirects=False, timeout=15)
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


def main():
    issuer, authority, user, password_file = sys.argv[1:]
    with open(password_file) as file:
        password = file.readline().rstrip("\n")
    web, pages = requests.Session(), requests.Session()
    for each in (web, pages):
        # Without the second, REQUESTS_CA_BUNDLE of the environment would win.
        each.verify, each.trust_env = authority, False
    browser = Browser(pages, user, password)

    metadata = OpenIDProviderMetadata(web.get(get_well_known_url(issuer, external=True), timeout=15).json())
    metadata.validate()
    if metadata["issuer"] != issuer:
        raise ValueError("issuer")

    def session(client_id, secret, scope):
        client = OAuth2Session(
            client_id, secret, scope=scope, redirect_uri=CALLBACK, code_challenge_method="S256",
            token_endpoint_auth_method="client_secret_basic" if secret else "none")
        client.verify, client.trust_env = authority, False
        return client

    def log_in(client, **more):
        verifier = secrets.token_urlsafe(48)
        url, state = client.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier, **more)
        answer = browser.open(url)
        if not answer.startswith(CALLBACK + "?") or parse_qs(urlsplit(answer).query)["iss"] != [issuer]:
            raise ValueError("redirect")
        return client.fetch_token(
            metadata["token_endpoint"], authorization_response=answer, state=state, code_verifier=verifier, timeout=15)

    token = log_in(session(CLIENT, None, "dcr"), prompt="login")
    answer = web.post(
        metadata["registration_endpoint"], headers={"Authorization": "Bearer " + token["access_token"]}, timeout=15, json={
            "redirect_uris": [CALLBACK], "post_logout_redirect_uris": [LOGGED_OUT], "application_type": "native",
            "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"], "scope": "openid profile",
            "token_endpoint_auth_method": "client_secret_basic"})
    answer.raise_for_status()
    registered = answer.json()

    client = session(registered["client_id"], registered["client_secret"], "openid profile")
    nonce = secrets.token_urlsafe(24)
    tokens = log_in(client, nonce=nonce)
    keys = KeySet.import_key_set(web.get(metadata["jwks_uri"], timeout=15).json())

    def judge(tokens, nonce=None):
        token = jwt.decode(tokens["id_token"], keys, algorithms=["RS256"])
        claims = CodeIDToken(
            token.claims, token.header, {
                "iss": {"essential": True, "value": issuer}, "aud": {"essential": True, "value": registered["client_id"]}},
            {"client_id": registered["client_id"], "access_token": tokens["access_token"], "nonce": nonce})
        claims.validate(now=int(time.time()), leeway=60)
        return claims

    claims = judge(tokens, nonce)
    about = client.get(metadata["userinfo_endpoint"], timeout=15)
    about.raise_for_status()
    if about.json()["sub"] != claims["sub"]:
        raise ValueError("userinfo")
    tokens = client.refresh_token(metadata["token_endpoint"], timeout=15)
    if judge(tokens)["sub"] != claims["sub"]:
        raise ValueError("refreshed token")
    state = secrets.token_urlsafe(24)
    end = browser.open(metadata["end_session_endpoint"] + "?" + urlencode({
        "id_token_hint": tokens["id_token"], "client_id": registered["client_id"],
        "post_logout_redirect_uri": LOGGED_OUT, "state": state}))
    if end != f"{LOGGED_OUT}?state={state}":
        raise ValueError("logout")


if __name__ == "__main__":
    main()

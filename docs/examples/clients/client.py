"""A relying party in Python: registers itself, logs in with the system's browser, judges the ID token, asks for the user and refreshes.
docs/your-own-client.md.

usage: client.py ISSUER CA-FILE        (Authlib and requests, from PyPI)
"""
import http.server
import queue
import sys
import threading
import webbrowser
from urllib.parse import parse_qs, quote_plus, urlsplit

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.jwk import KeySet

issuer, authority = sys.argv[1:]


def ask(method, url, **more):
    answer = requests.request(method, url, verify=authority, timeout=15, **more)
    answer.raise_for_status()
    return answer.json()


class Callback(http.server.BaseHTTPRequestHandler):
    """The browser comes back here (RFC 8252 §7.3)."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"You can close this page.\n")
        # A browser asks for an icon as well.
        if self.path.startswith("/callback?"):
            answers.put(self.path)

    def log_message(self, *_):
        pass


metadata = ask("GET", issuer + "/.well-known/openid-configuration")
if metadata["issuer"] != issuer:
    sys.exit("the metadata is another server's")
if any(urlsplit(url).scheme != "https" for name, url in metadata.items() if name.endswith(("_endpoint", "jwks_uri"))):
    sys.exit("the metadata names an address without TLS")
answers = queue.Queue()
listener = http.server.HTTPServer(("127.0.0.1", 0), Callback)
threading.Thread(target=listener.serve_forever, daemon=True).start()
redirect = f"http://127.0.0.1:{listener.server_port}/callback"
registered = ask("POST", metadata["registration_endpoint"], json={
    "application_type": "native", "client_name": "A Python client", "redirect_uris": [redirect],
    "grant_types": ["authorization_code", "refresh_token"], "scope": "openid profile"})
if registered["redirect_uris"] != [redirect]:
    sys.exit("the server registered another redirect URI")
print("registered:", registered["client_id"])

# Authlib leaves the form encoding of the secret to its caller (RFC 6749 §2.3.1).
client = OAuth2Session(
    registered["client_id"], quote_plus(registered["client_secret"]), registered["token_endpoint_auth_method"],
    scope=registered["scope"], redirect_uri=redirect, code_challenge_method="S256")
verifier, nonce = generate_token(48), generate_token(32)
url, state = client.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier, nonce=nonce)
print("if no browser opens:", url, flush=True)
webbrowser.open(url)
answer = redirect.removesuffix("/callback") + answers.get(timeout=300)
if parse_qs(urlsplit(answer).query).get("iss") != [issuer]:
    sys.exit("the answer is another server's (RFC 9207)")
tokens = client.fetch_token(
    metadata["token_endpoint"], authorization_response=answer, state=state, code_verifier=verifier, verify=authority, timeout=15)
# OpenID Connect Core §3.1.3.7.
token = jwt.decode(tokens["id_token"], KeySet.import_key_set(ask("GET", metadata["jwks_uri"])), algorithms=["RS256"])
expected = {"iss": {"essential": True, "value": issuer}, "aud": {"essential": True, "value": client.client_id}}
CodeIDToken(token.claims, token.header, expected, {"client_id": client.client_id, "nonce": nonce}).validate(leeway=60)
answer = client.get(metadata["userinfo_endpoint"], verify=authority, timeout=15)
answer.raise_for_status()
user = answer.json()
if user["sub"] != token.claims["sub"]:
    sys.exit("that is somebody else's profile (§5.3.2)")
print("signed in:", user["sub"], user["name"])
client.refresh_token(metadata["token_endpoint"], tokens["refresh_token"], verify=authority, timeout=15)
print("refreshed")

"""A relying party in Python: registers itself, logs in with the system's browser, asks for the user and refreshes. docs/your-own-client.md.

usage: client.py ISSUER CA-FILE        (Authlib and requests, from PyPI)
"""
import http.server
import queue
import sys
import threading
import webbrowser

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session

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
answers = queue.Queue()
listener = http.server.HTTPServer(("127.0.0.1", 0), Callback)
threading.Thread(target=listener.serve_forever, daemon=True).start()
redirect = f"http://127.0.0.1:{listener.server_port}/callback"
registered = ask("POST", metadata["registration_endpoint"], json={
    "application_type": "native", "client_name": "A Python client", "redirect_uris": [redirect],
    "grant_types": ["authorization_code", "refresh_token"], "scope": "openid profile"})
print("registered:", registered["client_id"])

client = OAuth2Session(
    registered["client_id"], registered["client_secret"], scope=registered["scope"], redirect_uri=redirect, code_challenge_method="S256")
verifier = generate_token(48)
url, state = client.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier)
print("if no browser opens:", url, flush=True)
webbrowser.open(url)
answer = redirect.removesuffix("/callback") + answers.get(timeout=300)
tokens = client.fetch_token(
    metadata["token_endpoint"], authorization_response=answer, state=state, code_verifier=verifier, verify=authority)
user = ask("GET", metadata["userinfo_endpoint"], headers={"Authorization": "Bearer " + tokens["access_token"]})
print("signed in:", user["sub"], user["name"])
client.refresh_token(metadata["token_endpoint"], tokens["refresh_token"], verify=authority)
print("refreshed")

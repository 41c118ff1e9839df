"""Authlib's relying party (relying_party.py) as a command of `client-test --drive`. Its authors chose Authlib's own checks; nothing is added here.

usage: authlib_drive.py STATE USER PASSWORD        with DCR_ACTION, DCR_ISSUER and DCR_CA
"""
import json
import os
import pathlib
import pickle
import secrets
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from relying_party import RelyingParty  # noqa: E402

CALLBACK, LOGGED_OUT, SCOPE = "io.curity.dcrclient:/callback", "io.curity.dcrclient:/logoutcallback", "openid profile"
METHOD = "client_secret_basic"


class Drive:
    def __init__(self, file, user, password):
        self.file, self.cookies = pathlib.Path(file), pathlib.Path(file + ".cookies")
        self.state = json.loads(self.file.read_text()) if self.file.exists() else {}
        self.party = RelyingParty(os.environ["DCR_ISSUER"], os.environ["DCR_CA"], user, password, CALLBACK)
        if self.cookies.exists():
            self.party.browser.session.cookies.update(pickle.loads(self.cookies.read_bytes()))

    def keep(self):
        self.file.write_text(json.dumps(self.state))
        self.cookies.write_bytes(pickle.dumps(self.party.browser.session.cookies))

    def client(self):
        client = self.party.client(self.state["client"]["client_id"], self.state["client"]["client_secret"], SCOPE, METHOD)
        client.token = self.state.get("tokens")
        return client

    def login(self):
        if "client" not in self.state:
            token = self.party.log_in(self.party.client("mobile-dcr-client", None, "dcr"), prompt="login")
            status, registered = self.party.register(
                token["access_token"], post_logout_redirect_uris=[LOGGED_OUT], application_type="native", scope=SCOPE,
                grant_types=["authorization_code", "refresh_token"], token_endpoint_auth_method=METHOD, client_name="Authlib")
            if status != 201:
                raise ValueError(registered)
            self.state["client"] = registered
        nonce = secrets.token_urlsafe(24)
        client = self.client()
        tokens = self.party.log_in(client, nonce=nonce)
        self.party.fetch_keys()
        subject = self.party.judge(client, tokens, nonce)["sub"]
        self.state["tokens"] = tokens
        self.use(subject)

    def use(self, subject=None):
        answer = self.party.userinfo(self.client())
        answer.raise_for_status()
        if subject not in (None, answer.json()["sub"]):
            self.state.pop("tokens")
            raise ValueError("sub")

    def refresh(self):
        client, before = self.client(), self.state["tokens"]
        tokens = client.refresh_token(self.party.metadata["token_endpoint"])
        if "id_token" in tokens:
            self.party.fetch_keys()
            self.party.judge(client, tokens)
        self.state["tokens"] = {**before, **tokens}

    def logout(self):
        client, tokens = self.client(), self.state.pop("tokens")
        client.revoke_token(self.party.metadata["revocation_endpoint"], token=tokens["refresh_token"], token_type_hint="refresh_token")
        self.party.log_out(client, tokens, LOGGED_OUT)

    def restart(self):
        """Nothing is kept in memory."""

    def forget(self):
        self.state = {}
        self.party.browser.session.cookies.clear()


def main():
    drive = Drive(*sys.argv[1:])
    try:
        getattr(drive, os.environ["DCR_ACTION"])()
    finally:
        drive.keep()


main()

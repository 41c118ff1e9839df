"""A command-line OAuth client that does the flow of `dcr-terminal flow` for real, with Authlib and requests (PyPI).

What it does: discovery; a login for the dcr token (Code Flow, PKCE, state, iss); RFC 7591 registration with that token; a
second, silent login as the new client (with nonce); ID token validation against the JWKS (signature, iss, aud, azp, exp,
iat, nonce, at_hash); userinfo and its sub; refresh with validation of the new ID token; RP-initiated logout with state. It
is started as a process of its own, like `dcr-terminal flow`.

What it does not: a browser in a process of its own, with its own cookie jar on disk (the login form is filled in by this
process), a keystore (nothing is saved), the judging of every member of every answer, a report of each step.

usage: authlib_flow.py ISSUER CA.pem USER PASSWORD-FILE
"""
import pathlib
import secrets
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests/Interop"))
from relying_party import TIMEOUT, RelyingParty  # noqa: E402

CLIENT, CALLBACK, LOGGED_OUT = "mobile-dcr-client", "io.curity.dcrclient:/callback", "io.curity.dcrclient:/logoutcallback"


def main():
    issuer, authority, user, password_file = sys.argv[1:]
    with open(password_file) as file:
        password = file.readline().rstrip("\n")
    party = RelyingParty(issuer, authority, user, password, CALLBACK)
    token = party.log_in(party.client(CLIENT, None, "dcr"), prompt="login")
    status, registered = party.register(
        token["access_token"], post_logout_redirect_uris=[LOGGED_OUT], application_type="native",
        grant_types=["authorization_code", "refresh_token"], scope="openid profile",
        token_endpoint_auth_method="client_secret_basic")
    if status != 201:
        raise ValueError("registration")

    client = party.client(registered["client_id"], registered["client_secret"], "openid profile")
    nonce = secrets.token_urlsafe(24)
    tokens = party.log_in(client, nonce=nonce)
    party.fetch_keys()
    claims = party.judge(client, tokens, nonce)
    about = party.userinfo(client)
    about.raise_for_status()
    if about.json()["sub"] != claims["sub"]:
        raise ValueError("userinfo")
    tokens = client.refresh_token(party.metadata["token_endpoint"], timeout=TIMEOUT)
    if party.judge(client, tokens)["sub"] != claims["sub"]:
        raise ValueError("refreshed token")
    end, expected = party.log_out(client, tokens, LOGGED_OUT)
    if end != expected:
        raise ValueError("logout")


if __name__ == "__main__":
    main()

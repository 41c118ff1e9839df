"""Runs a relying party once through its whole life with a server; prints the results as JSON for test_relying_party.py.

usage: relying_party_run.py ISSUER CA.pem USER PASSWORD METHOD
"""
import json
import secrets
import sys

from relying_party import TIMEOUT, RelyingParty

CALLBACK, LOGGED_OUT = "io.curity.dcrclient:/callback", "io.curity.dcrclient:/logoutcallback"


def main():
    issuer, authority, user, password, method = sys.argv[1:]
    seen = {}
    party = RelyingParty(issuer, authority, user, password, CALLBACK)
    metadata = party.metadata
    token = party.log_in(party.client("mobile-dcr-client", None, "dcr"), prompt="login")
    wishes = {
        "post_logout_redirect_uris": [LOGGED_OUT], "application_type": "native", "scope": "openid profile email",
        "grant_types": ["authorization_code", "refresh_token"], "token_endpoint_auth_method": method,
        "client_name": "A relying party", "contacts": ["a@example.com"]}
    seen["registration"], registered = party.register(token["access_token"], **wishes)
    seen["echoes"] = {name: registered.get(name) == value for name, value in wishes.items()}
    seen["registration again"], _ = party.register(token["access_token"], **wishes)

    client = party.client(registered["client_id"], registered["client_secret"], "openid profile email", method)
    nonce = secrets.token_urlsafe(24)
    tokens = party.log_in(client, nonce=nonce)
    party.fetch_keys()
    claims = party.judge(client, tokens, nonce)
    seen["claims"] = {name: claims[name] for name in ("iss", "aud", "sub")} | {"client_id": client.client_id}
    about = party.userinfo(client).json()
    seen["userinfo"] = about
    refreshed = client.refresh_token(metadata["token_endpoint"], timeout=TIMEOUT)
    seen["refreshed"] = {
        "sub": party.judge(client, refreshed)["sub"], "rotated": refreshed["refresh_token"] != tokens["refresh_token"]}

    def introspect(token):
        return client.introspect_token(metadata["introspection_endpoint"], token=token, timeout=TIMEOUT).json()

    seen["introspection"] = introspect(refreshed["access_token"])
    seen["revocation"] = client.revoke_token(
        metadata["revocation_endpoint"], token=refreshed["refresh_token"], token_type_hint="refresh_token",
        timeout=TIMEOUT).status_code
    seen["after revocation"] = [introspect(refreshed[kind])["active"] for kind in ("access_token", "refresh_token")]

    fresh = party.log_in(client)
    seen["logout"] = party.log_out(client, fresh, LOGGED_OUT)

    def manage(verb, document=None):
        answer = party.web.request(
            verb, registered["registration_client_uri"], json=document, timeout=TIMEOUT,
            headers={"Authorization": "Bearer " + registered["registration_access_token"]})
        return answer.status_code, answer.json() if answer.content else None

    status, document = manage("GET")
    seen["read"] = [status, document["client_id"] == client.client_id, document["registration_access_token"]
                    == registered["registration_access_token"]]
    forbidden = ("registration_access_token", "registration_client_uri", "client_secret_expires_at", "client_id_issued_at",
                 "registration_access_token_expires_in")
    changed = {name: value for name, value in document.items() if name not in forbidden} | {"client_name": "Another name"}
    status, updated = manage("PUT", changed)
    seen["update"] = [status, updated["client_name"]]
    seen["old token"], _ = manage("GET")
    registered["registration_access_token"] = updated["registration_access_token"]
    seen["deletion"], _ = manage("DELETE")
    seen["after deletion"], _ = manage("GET")
    print(json.dumps(seen))


if __name__ == "__main__":
    main()

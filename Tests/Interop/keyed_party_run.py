"""Runs a relying party with keys once against a server that demands them; prints the results as JSON for test_keyed_party.py.

usage: keyed_party_run.py ISSUER CA.pem USER PASSWORD
"""
import json
import secrets
import sys

from joserfc.jwk import ECKey
from keyed_party import KeyedParty

CALLBACK = "io.curity.dcrclient:/callback"
SCOPE = "openid profile accounts"


def main():
    issuer, authority, user, password = sys.argv[1:]
    seen = {}
    party = KeyedParty(issuer, authority, user, password, CALLBACK)
    metadata = party.metadata
    api = metadata["protected_resources"][0]

    def key():
        return ECKey.generate_key("P-256", {"use": "sig", "alg": "ES256", "kid": secrets.token_urlsafe(8)})

    def keys_of(*keys):
        return {"keys": [each.as_dict(private=False) for each in keys]}

    first, second = key(), key()
    wishes = {
        "redirect_uris": [CALLBACK], "application_type": "native", "scope": SCOPE, "response_types": ["code"],
        "grant_types": ["authorization_code", "refresh_token"], "token_endpoint_auth_method": "private_key_jwt",
        "token_endpoint_auth_signing_alg": "ES256", "jwks": keys_of(first), "dpop_bound_access_tokens": True,
        "require_pushed_authorization_requests": True}
    answer = party.web.post(metadata["registration_endpoint"], json=wishes)
    registered = answer.json()
    seen["registration"] = [answer.status_code, "client_secret" in registered]
    seen["echoes"] = {name: registered.get(name) == value for name, value in wishes.items()}

    client = party.keyed_client(registered["client_id"], first, SCOPE)
    nonce = secrets.token_urlsafe(24)
    tokens = party.log_in_pushed(client, nonce=nonce, resource=api)
    seen["dances"] = client.dances
    party.fetch_keys()
    seen["claims"] = {name: party.judge(client, tokens, nonce)[name] for name in ("iss", "aud", "sub")}
    seen["token type"] = tokens["token_type"]

    def ask(url, session=client):
        return session.get(url, bound_token=tokens["access_token"])

    seen["userinfo"] = ask(metadata["userinfo_endpoint"]).json().get("sub")
    seen["accounts"] = [ask(api + "/accounts").status_code, len(ask(api + "/accounts").json()["accounts"])]
    thief = party.keyed_client(client.client_id, key(), SCOPE)
    stolen = ask(metadata["userinfo_endpoint"], thief)
    plain = party.web.get(
        metadata["userinfo_endpoint"], headers={"Authorization": "Bearer " + tokens["access_token"]})
    seen["stolen"] = [[each.status_code, each.json()["error"]] for each in (stolen, plain)]

    about = client.introspect_token(metadata["introspection_endpoint"], token=tokens["access_token"]).json()
    seen["bound to"] = about["cnf"]["jkt"] == client.proof_key.thumbprint()
    kept = tokens["refresh_token"]
    refreshed = [client.refresh_token(metadata["token_endpoint"], refresh_token=kept) for _ in range(2)]
    seen["refreshed"] = [each["token_type"] for each in refreshed]

    def refused(of):
        answer = of.introspect_token(metadata["introspection_endpoint"], token="x")
        return answer.status_code == 401

    changed = {name: value for name, value in registered.items() if name in wishes} | {
        "client_id": client.client_id, "jwks": keys_of(second)}
    updated = party.web.put(
        registered["registration_client_uri"], json=changed,
        headers={"Authorization": "Bearer " + registered["registration_access_token"]})
    rotated = party.keyed_client(client.client_id, second, SCOPE)
    seen["rotation"] = [updated.status_code, refused(client), refused(rotated)]
    gone = rotated.revoke_token(metadata["revocation_endpoint"], token=kept, token_type_hint="refresh_token")
    seen["revocation"] = [gone.status_code, ask(metadata["userinfo_endpoint"]).status_code]
    print(json.dumps(seen))


if __name__ == "__main__":
    main()

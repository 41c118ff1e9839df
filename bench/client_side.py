"""The client side of one flow alone, by Authlib and joserfc (PyPI): the peer of `client-bench`.

Every request is built and every answer is judged, with neither server nor network. What Authlib has a check for is
checked by Authlib: metadata, state and issuer of the redirect, error answers, signature and claims of ID tokens. What it
leaves to the caller is done by hand where `client-bench` does it: the shape of the registration answer, userinfo's
subject, the refreshed token's subject and issuer. It judges less than dcr-terminal does: neither duplicate members, sizes,
types and characters of every member, nor the fitness of each endpoint.

usage: client_side.py write ANSWERS.json    makes the answers that both sides judge
       client_side.py run ANSWERS.json ROUNDS    prints the microseconds of one whole flow, on average
"""
import base64
import hashlib
import json
import sys
import time
import urllib.parse

from authlib.common.urls import add_params_to_uri
from authlib.oauth2.auth import encode_client_secret_basic
from authlib.oauth2.rfc6749.parameters import (
    parse_authorization_code_response, prepare_grant_uri, prepare_token_request)
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.core import CodeIDToken
from authlib.oidc.discovery import OpenIDProviderMetadata, get_well_known_url
from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

ISSUER = "https://localhost:8443/oauth/v2/oauth-anonymous"
BASE = "https://localhost:8443"


def make_answers():
    now = 1_800_000_000
    key = RSAKey.generate_key(2048, {"use": "sig", "alg": "RS256"}, auto_kid=True)
    client = "87f1d9de-de2f-4e96-b27b-882cce0a3352"

    def token_set(access, nonce=None, **more):
        digest = hashlib.sha256(access.encode()).digest()[:16]
        claims = {
            "iss": ISSUER, "sub": "demouser", "aud": client, "exp": now + 300, "iat": now, "auth_time": now - 10,
            "at_hash": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(), **({"nonce": nonce} if nonce else {})}
        return json.dumps({
            "access_token": access, "token_type": "bearer", "expires_in": 300, "scope": "openid profile",
            "id_token": jwt.encode({"alg": "RS256", "kid": key.kid}, claims, key), **more})

    def redirect(uri, **parameters):
        return uri + "?" + urllib.parse.urlencode(parameters, quote_via=urllib.parse.quote)

    secrets = {
        "state": "fV3FqJfH0nGzY4w1mC5rYw0oQbqkqX2k9fQp3cVd8uE", "nonce": "Zr0oPzGNUR1zqkOAZoJ_Ya7ZsbYx2hTeK3R8AbjJKpQ",
        "verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"}
    callback, logged_out = "io.curity.dcrclient:/callback", "io.curity.dcrclient:/logoutcallback"
    return {
        "issuer": ISSUER, "redirect_uri": callback, "post_logout_redirect_uri": logged_out, "now": str(now),
        "client_id": "mobile-dcr-client", "scope": "openid profile", **secrets,
        "redirects": {
            "first": redirect(callback, code="Cg85vgCfElPckCgzPYDcZUrMekzA1iv5", state=secrets["state"], iss=ISSUER),
            "second": redirect(callback, code="yV7Fv1G0q3dV9w2Zr5mC8xK1tB4nH6jP", state=secrets["state"], iss=ISSUER),
            "logged_out": redirect(logged_out, state=secrets["state"])},
        "answers": {
            "metadata": json.dumps({
                "issuer": ISSUER, "authorization_endpoint": f"{BASE}/oauth/v2/oauth-authorize",
                "token_endpoint": f"{BASE}/oauth/v2/oauth-token", "jwks_uri": f"{BASE}/oauth/v2/oauth-anonymous/jwks",
                "registration_endpoint": f"{BASE}/token-service/oauth-registration",
                "userinfo_endpoint": f"{BASE}/oauth/v2/oauth-userinfo",
                "end_session_endpoint": f"{BASE}/oauth/v2/oauth-session/logout",
                "response_types_supported": ["code"], "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"], "code_challenge_methods_supported": ["S256"],
                "grant_types_supported": ["authorization_code", "refresh_token"],
                "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
                "authorization_response_iss_parameter_supported": True}),
            "first_tokens": json.dumps({
                "access_token": "14757ddb-1a0c-4fd3-b9d8-0c0a7c0f0d2e", "token_type": "bearer", "expires_in": 300,
                "scope": "dcr"}),
            "registration": json.dumps({
                "client_id": client, "client_secret": "tfs9nad3dweFAa1CqpUj5p6NC4-092hb5Gg4SVRhOkc",
                "client_id_issued_at": now, "client_secret_expires_at": 0, "redirect_uris": [callback],
                "post_logout_redirect_uris": [logged_out], "grant_types": ["authorization_code", "refresh_token"],
                "response_types": ["code"], "token_endpoint_auth_method": "client_secret_basic",
                "id_token_signed_response_alg": "RS256",
                "registration_client_uri": f"{BASE}/token-service/oauth-registration/{client}",
                "registration_access_token": "e99ab41e-52a1-4fa3-b21b-fb95a398c33a", "refresh_token_ttl": 3600}),
            "tokens": token_set("a1b2c3d4-access", secrets["nonce"], refresh_token="62a11202-4302-42e1-983e-b26362093b67"),
            "jwks": json.dumps({"keys": [key.as_dict(private=False)]}),
            "userinfo": json.dumps({"sub": "demouser", "preferred_username": "demouser", "name": "Demo User"}),
            "refreshed": token_set("e5f6a7b8-access", refresh_token="7a5c1e7e-96f0-4d0c-8d1f-1d8a4a3e9b11")},
    }


def flow(given):
    answers, redirects, now = given["answers"], given["redirects"], int(given["now"])
    state, nonce, verifier = given["state"], given["nonce"], given["verifier"]

    get_well_known_url(given["issuer"], external=True)
    metadata = OpenIDProviderMetadata(json.loads(answers["metadata"]))
    metadata.validate()
    if metadata["issuer"] != given["issuer"]:
        raise ValueError("issuer")

    def authorize(client, scope, answer, **more):
        prepare_grant_uri(
            metadata["authorization_endpoint"], client, "code", given["redirect_uri"], scope, state,
            code_challenge=create_s256_code_challenge(verifier), code_challenge_method="S256", **more)
        if not answer.startswith(given["redirect_uri"] + "?"):
            raise ValueError("redirect_uri")
        parameters = parse_authorization_code_response(answer, state=state)
        if urllib.parse.parse_qs(urllib.parse.urlsplit(answer).query)["iss"] != [given["issuer"]]:
            raise ValueError("iss")
        return parameters["code"]

    def tokens(body):
        answer = json.loads(body)
        if "error" in answer or not answer["access_token"] or answer["token_type"].lower() != "bearer":
            raise ValueError("token answer")
        return answer

    def judge(answer, keys, client, nonce=None):
        token = jwt.decode(answer["id_token"], keys, algorithms=[client["id_token_signed_response_alg"]])
        claims = CodeIDToken(
            token.claims, token.header,
            {"iss": {"essential": True, "value": given["issuer"]}, "aud": {"essential": True, "value": client["client_id"]}},
            {"client_id": client["client_id"], "access_token": answer["access_token"], "nonce": nonce})
        claims.validate(now=now, leeway=60)
        return claims

    code = authorize(given["client_id"], "dcr", redirects["first"], nonce=nonce, prompt="login")
    prepare_token_request(
        "authorization_code", "", given["redirect_uri"], code=code, code_verifier=verifier, client_id=given["client_id"])
    allowed = tokens(answers["first_tokens"])

    json.dumps({
        "redirect_uris": [given["redirect_uri"]], "post_logout_redirect_uris": [given["post_logout_redirect_uri"]],
        "application_type": "native", "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
        "token_endpoint_auth_method": "client_secret_basic", "scope": given["scope"]})
    {"Content-Type": "application/json", "Authorization": "Bearer " + allowed["access_token"]}
    client = json.loads(answers["registration"])
    if not client["client_id"] or client["token_endpoint_auth_method"] != "client_secret_basic" \
            or given["redirect_uri"] not in client["redirect_uris"] or 0 < client["client_secret_expires_at"] <= now:
        raise ValueError("registration answer")

    def authenticate(body):
        return encode_client_secret_basic(
            type("Client", (), client), "POST", metadata["token_endpoint"],
            {"Content-Type": "application/x-www-form-urlencoded"}, body)

    code = authorize(client["client_id"], given["scope"], redirects["second"], nonce=nonce)
    authenticate(prepare_token_request(
        "authorization_code", "", given["redirect_uri"], code=code, code_verifier=verifier))
    received = tokens(answers["tokens"])
    keys = KeySet.import_key_set(json.loads(answers["jwks"]))
    claims = judge(received, keys, client, nonce)

    {"Authorization": "Bearer " + received["access_token"]}
    if json.loads(answers["userinfo"])["sub"] != claims["sub"]:
        raise ValueError("userinfo")

    authenticate(prepare_token_request("refresh_token", "", refresh_token=received["refresh_token"]))
    refreshed = tokens(answers["refreshed"])
    new = judge(refreshed, keys, client)
    if (new["iss"], new["sub"], new["aud"]) != (claims["iss"], claims["sub"], claims["aud"]):
        raise ValueError("refreshed token")

    add_params_to_uri(metadata["end_session_endpoint"], {
        "id_token_hint": refreshed["id_token"], "client_id": client["client_id"],
        "post_logout_redirect_uri": given["post_logout_redirect_uri"], "state": state})
    if urllib.parse.parse_qs(urllib.parse.urlsplit(redirects["logged_out"]).query)["state"] != [state]:
        raise ValueError("state")


def main():
    if sys.argv[1] == "write":
        with open(sys.argv[2], "w") as file:
            json.dump(make_answers(), file)
        return
    with open(sys.argv[2]) as file:
        given = json.load(file)
    rounds = int(sys.argv[3])
    flow(given)
    began = time.perf_counter()
    for _ in range(rounds):
        flow(given)
    print((time.perf_counter() - began) / rounds * 1e6)


if __name__ == "__main__":
    main()

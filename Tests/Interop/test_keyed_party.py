"""An independent client at a server that demands keys: private_key_jwt, DPoP with nonces, PAR, and the protected API."""
import json
import pathlib
import subprocess

from embedded import Server
from phone import PASSWORD, USER

HERE = pathlib.Path(__file__).resolve().parent
DEMANDS = {
    "registration": "open", "dpop": "required", "dpopNonce": "always", "pushedAuthorization": "required",
    "clientAuthentication": "private-key", "refreshTokens": "lasting"}


def test_keys_and_nothing_else(phone, canaille_python):
    phone.write_config({**phone.members, "embeddedServer": {"adminPort": 0, "policies": DEMANDS}})
    server = Server(phone)
    try:
        done = subprocess.run(
            [canaille_python, HERE / "keyed_party_run.py", server.issuer, server.authority, USER, PASSWORD],
            stdin=subprocess.DEVNULL, capture_output=True, text=True)
    finally:
        server.close()
    assert done.returncode == 0, done.stderr[-3000:]
    seen = json.loads(done.stdout)
    assert seen["registration"] == [201, False] and all(seen["echoes"].values()), seen["echoes"]
    assert seen["dances"] == 1, "one nonce is good for both endpoints"
    claims = seen["claims"]
    assert claims["iss"] == server.issuer and seen["userinfo"] == claims["sub"]
    assert seen["token type"] == "DPoP" and seen["bound to"]
    assert seen["accounts"][0] == 200 and seen["accounts"][1] >= 2
    assert seen["stolen"] == [[401, "invalid_token"], [401, "invalid_token"]]
    assert seen["refreshed"] == ["DPoP", "DPoP"], "the refresh token lasts"
    assert seen["rotation"] == [200, True, False], "the new key, and no longer the old one"
    assert seen["revocation"] == [200, 401]

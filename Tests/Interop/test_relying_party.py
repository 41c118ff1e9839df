"""An independent client, Authlib, at the embedded server."""
import json
import pathlib
import subprocess

import pytest
from phone import PASSWORD, USER

HERE = pathlib.Path(__file__).resolve().parent


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_the_whole_life_of_a_client(server, canaille_python, method):
    done = subprocess.run(
        [canaille_python, HERE / "relying_party_run.py", server.issuer, server.authority, USER, PASSWORD, method],
        stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    seen = json.loads(done.stdout)
    assert seen["registration"] == 201 and all(seen["echoes"].values()), seen["echoes"]
    assert seen["registration again"] == 401, "a dcr token registers one client"
    claims = seen["claims"]
    assert claims["iss"] == server.issuer and claims["aud"] == claims["client_id"]
    assert seen["userinfo"]["sub"] == claims["sub"] and seen["userinfo"]["email"]
    assert seen["refreshed"] == {"sub": claims["sub"], "rotated": True}
    about = seen["introspection"]
    assert about["active"] and about["client_id"] == claims["client_id"] and set(about["scope"].split()) == {
        "openid", "profile", "email"}
    assert seen["revocation"] == 200 and seen["after revocation"] == [False, False]
    assert seen["logout"][0] == seen["logout"][1]
    assert seen["read"] == [200, True, True]
    assert seen["update"] == [200, "Another name"]
    assert seen["old token"] == 401, "an update brings another registration access token"
    assert seen["deletion"] == 204 and seen["after deletion"] == 401

"""A client of the MCP Python SDK, which knows only the address of an MCP server whose tokens come from the embedded server."""
import json
import subprocess
from urllib.parse import parse_qs, urlsplit

import pytest
from embedded import Server
from peer import HERE, Peer
from phone import PASSWORD, USER, Phone, free_port


@pytest.fixture(scope="module")
def tools(canaille_python, authority, tmp_path_factory):
    """An MCP server; `identity` issues its tokens, as in the configuration of `phone`."""
    folder, port = tmp_path_factory.mktemp("tools"), free_port()
    resource = f"https://localhost:{port}/mcp"
    phone = Phone(folder, embeddedServer={
        "adminPort": 0, "resources": [{"resource": resource, "scopes": ["notes"]}],
        "policies": {"registration": "open", "accessTokens": "jwt"}})
    identity = Server(phone)
    try:
        with Peer(
                folder, canaille_python, HERE / "mcp_resource.py", port, *authority.issue(), identity.issuer, identity.authority) as tools:
            tools.phone, tools.identity, tools.resource = phone, identity, resource
            yield tools
    finally:
        identity.close()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_from_an_address_to_a_tools_answer(tools, canaille_python, authority, host):
    redirect = f"http://{host}:{free_port()}/callback"
    done = subprocess.run(
        [canaille_python, HERE / "mcp_client_run.py", tools.resource, redirect, USER, PASSWORD, tools.identity.authority, authority.pem],
        stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, (done.stderr[-4000:], tools.said())
    seen = json.loads(done.stdout)
    assert seen["answers"] == [USER, USER] and seen["rotated"]
    # 401, the resource's metadata, the server's, registration; then one login, and no second.
    asked = [path.removeprefix(tools.resource.removesuffix("/mcp")) for _, path, _ in seen["seen"]]
    assert asked[:2] == ["/mcp", "/.well-known/oauth-protected-resource/mcp"], seen["seen"]
    registration = tools.identity.issuer.split("/oauth/")[0] + "/token-service/oauth-registration"
    assert [path for _, path, status in seen["seen"] if status == 201] == [registration]
    login, = seen["visits"]
    query = parse_qs(urlsplit(login).query)
    assert query["resource"] == [tools.resource]
    # The SDK adds offline_access, which means nothing without openid and is not granted.
    assert query["scope"] == ["notes offline_access"] and seen["scope"] == "notes"
    assert seen["client"]["redirect_uris"] == [redirect] and seen["client"]["application_type"] == "native"
    listed = json.loads(tools.phone.command("clients list --json")[1])
    assert seen["client"]["client_id"] in [each["client_id"] for each in listed]

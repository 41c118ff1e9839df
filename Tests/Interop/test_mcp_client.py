"""A client of the MCP Python SDK, which knows nothing but the address of an MCP server, and the embedded server gives its tokens."""
import json
import subprocess
from urllib.parse import parse_qs, urlsplit

import pytest
from embedded import Server
from peer import HERE, Peer
from phone import PASSWORD, USER, Phone, free_port


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_from_an_address_to_a_tools_answer(canaille_python, authority, tmp_path, host):
    port = free_port()
    resource = f"https://localhost:{port}/mcp"
    phone = Phone(tmp_path, embeddedServer={
        "adminPort": 0, "resources": [{"resource": resource, "scopes": ["notes"]}],
        "policies": {"registration": "open", "accessTokens": "jwt"}})
    server = Server(phone)
    redirect = f"http://{host}:{free_port()}/callback"
    try:
        with Peer(
                tmp_path, canaille_python, HERE / "mcp_resource.py", port, *authority.issue(), server.issuer, server.authority) as tools:
            done = subprocess.run(
                [canaille_python, HERE / "mcp_client_run.py", resource, redirect, USER, PASSWORD, server.authority, authority.pem],
                stdin=subprocess.DEVNULL, capture_output=True, text=True)
            assert done.returncode == 0, (done.stderr[-4000:], tools.said())
        listed = json.loads(phone.command("clients list --json")[1])
    finally:
        server.close()
    seen = json.loads(done.stdout)
    assert seen["answers"] == [USER, USER] and seen["rotated"] and seen["scope"] == "notes"
    # 401, the resource's metadata, the server's, registration; then one login, and no second one.
    asked = [path.removeprefix(resource.removesuffix("/mcp")) for _, path, _ in seen["seen"]]
    assert asked[:2] == ["/mcp", "/.well-known/oauth-protected-resource/mcp"], seen["seen"]
    assert [path for method, path, status in seen["seen"] if status == 201] == [server.issuer.split("/oauth/")[0] + "/token-service/oauth-registration"]
    login, = seen["visits"]
    query = parse_qs(urlsplit(login).query)
    assert query["resource"] == [resource] and query["scope"] == ["notes"]
    assert seen["client"]["redirect_uris"] == [redirect] and seen["client"]["application_type"] == "native"
    assert [each["client_id"] for each in listed] == [seen["client"]["client_id"]]

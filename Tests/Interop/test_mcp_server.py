"""The app at the authorization server of the MCP Python SDK: open registration, no OpenID Connect, and `client_id` wanted beside HTTP Basic."""
import pytest
from peer import HERE, Peer
from phone import PASSWORD, USER, Phone, free_port

PRIVATE_USE = "io.curity.dcrclient:/callback"
STEPS = ["discovery", "register", "login", "token", "refresh", "logout"]


@pytest.fixture(scope="module")
def mcp_server(canaille_python, authority, tmp_path_factory):
    with Peer(tmp_path_factory.mktemp("mcp"), canaille_python, HERE / "mcp_server.py", *authority.issue(), USER, PASSWORD) as server:
        yield server


def phone_at(server, authority, folder, **members):
    return Phone(folder, server.issuer, registration="open", scope="notes", trustedCertificates=str(authority.pem), **members)


@pytest.mark.parametrize("method", ["auto", "client_secret_basic", "client_secret_post"])
def test_flow(mcp_server, authority, tmp_path, method):
    phone = phone_at(mcp_server, authority, tmp_path, clientAuthentication=method)
    status, lines, errors = phone.flow()
    print(lines, errors)
    assert (status, lines[-1]) == (0, {"result": "ok"}), (lines, errors, mcp_server.said())

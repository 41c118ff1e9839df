"""The app at the authorization server of the MCP Python SDK: open registration, no OpenID Connect, and `client_id` required beside HTTP Basic."""
import pytest
from peer import HERE, Peer
from phone import PASSWORD, USER, Phone


@pytest.fixture(scope="module")
def mcp_server(canaille_python, authority, tmp_path_factory):
    with Peer(tmp_path_factory.mktemp("mcp"), canaille_python, HERE / "mcp_server.py", *authority.issue(), USER, PASSWORD) as server:
        yield server


@pytest.mark.parametrize("method", ["auto", "client_secret_basic"])
def test_the_whole_flow(mcp_server, authority, tmp_path, method):
    phone = Phone(
        tmp_path, mcp_server.issuer, registration="open", scope="notes", trustedCertificates=str(authority.pem), clientAuthentication=method)
    status, lines, errors = phone.flow()
    assert (status, lines[-1]) == (0, {"result": "ok"}), (lines, errors, mcp_server.said())
    done = [line["step"] for line in lines if line.get("ok") and not line.get("skipped")]
    assert done == ["discovery", "register", "login", "token", "refresh"]
    detail = {line.get("step"): line.get("detail") for line in lines}
    assert detail["register"]["token_endpoint_auth_method"] == ("client_secret_post" if method == "auto" else method)
    assert detail["token"]["scope"] == "notes" and "id_token" not in detail["token"]

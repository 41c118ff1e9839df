"""An MCP server whose tokens the embedded identity server gives. docs/your-own-client.md.

usage: SSL_CERT_FILE=CA-FILE mcp_server.py ISSUER        (FastMCP, from PyPI)
"""
import sys

from fastmcp import FastMCP
from fastmcp.server.auth import RemoteAuthProvider
from fastmcp.server.auth.providers.jwt import JWTVerifier
from fastmcp.server.dependencies import get_access_token

issuer, = sys.argv[1:]
tokens = JWTVerifier(
    jwks_uri=issuer + "/jwks", issuer=issuer, audience="http://localhost:8000/mcp", required_scopes=["notes"])
server = FastMCP("notes", auth=RemoteAuthProvider(tokens, [issuer], base_url="http://localhost:8000"))


@server.tool
def whoami() -> str:
    """Whose notes these are."""
    return get_access_token().claims["sub"]


server.run(transport="http", host="127.0.0.1", port=8000)

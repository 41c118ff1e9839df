"""An MCP server of the MCP Python SDK with another server's tokens: it reads JWTs by the issuer's JWKS; its metadata (RFC 9728) names the issuer.

usage: mcp_resource.py PORT CERTIFICATE KEY ISSUER ISSUERS-AUTHORITY
"""
import json
import logging
import ssl
import sys
import urllib.request

import jwt
from asgi import listener, serve
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import MCPServer


class Verifier:
    """RFC 9068 §4: checks issuer, audience, signature and times."""

    def __init__(self, issuer, authority, resource):
        self.issuer, self.resource, self.context = issuer, resource, ssl.create_default_context(cafile=authority)

    def read(self, url):
        with urllib.request.urlopen(url, context=self.context, timeout=15) as answer:
            return json.load(answer)

    async def verify_token(self, token):
        try:
            keys = jwt.PyJWKSet.from_dict(self.read(self.read(self.issuer + "/.well-known/openid-configuration")["jwks_uri"]))
            key = keys[jwt.get_unverified_header(token)["kid"]]
            claims = jwt.decode(token, key, ["RS256"], audience=self.resource, issuer=self.issuer)
        except (jwt.PyJWTError, KeyError) as why:
            logging.warning("refused: %r", why)
            return None
        return AccessToken(
            token=token, client_id=claims["client_id"], scopes=claims["scope"].split(), expires_at=claims["exp"], resource=self.resource,
            subject=claims["sub"])


def main():
    port, certificate, key, issuer, authority = sys.argv[1:]
    logging.basicConfig(level=logging.INFO)
    socket, origin = listener(int(port))
    resource = origin + "/mcp"
    server = MCPServer("notes", token_verifier=Verifier(issuer, authority, resource), auth=AuthSettings(
        issuer_url=issuer, resource_server_url=resource, required_scopes=["notes"], validate_token_resource=True))

    @server.tool()
    def whoami() -> str:
        """Whose notes these are."""
        return get_access_token().subject
    serve(server.streamable_http_app(), socket, certificate, key, {"issuer": issuer, "mcp": resource})


main()

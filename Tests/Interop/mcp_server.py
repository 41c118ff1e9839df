"""An MCP server of the MCP Python SDK with the SDK's own authorization server. The SDK has the endpoints and identifies clients; its user
supplies codes, tokens and the login page, which are the few lines here. It has no OpenID Connect.

usage: mcp_server.py CERTIFICATE KEY USER PASSWORD
"""
import hmac
import html
import logging
import secrets
import sys
import time

from asgi import listener, serve
from mcp.server.auth.provider import AccessToken, AuthorizationCode, RefreshToken, construct_redirect_uri
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions, RevocationOptions
from mcp.server.mcpserver import MCPServer
from mcp.shared.auth import OAuthToken
from starlette.responses import HTMLResponse, RedirectResponse

LIFETIME = 300
PAGE = """<!doctype html><title>Sign in</title><h1>Sign in</h1>{alert}<form method="post" action="/login?request={request}">
<label>User name <input name="username" autocomplete="username"></label>
<label>Password <input type="password" name="password" autocomplete="current-password"></label><button>Sign in</button></form>"""


class Provider:
    """The SDK's OAuthAuthorizationServerProvider, in memory."""

    def __init__(self, origin, user, password):
        self.origin, self.user, self.password = origin, user, password
        self.clients, self.requests, self.codes, self.access, self.refresh = {}, {}, {}, {}, {}

    async def get_client(self, client_id):
        return self.clients.get(client_id)

    async def register_client(self, client):
        self.clients[client.client_id] = client

    async def authorize(self, client, request):
        name = secrets.token_urlsafe(32)
        self.requests[name] = client, request
        return f"{self.origin}/login?request={name}"

    async def login(self, request):
        """The login page, and the person's input."""
        name, alert = request.query_params.get("request", ""), ""
        if request.method == "POST":
            form = await request.form()
            if name in self.requests and form["username"] == self.user and hmac.compare_digest(form["password"], self.password):
                return RedirectResponse(self.answer(*self.requests.pop(name)), 302)
            alert = '<p role="alert">Wrong user name or password</p>'
        return HTMLResponse(PAGE.format(request=html.escape(name), alert=alert), headers={"X-Frame-Options": "DENY"})

    def answer(self, client, request):
        code = AuthorizationCode(
            code=secrets.token_urlsafe(32), scopes=request.scopes or [], expires_at=time.time() + 60, client_id=client.client_id,
            code_challenge=request.code_challenge, redirect_uri=request.redirect_uri,
            redirect_uri_provided_explicitly=request.redirect_uri_provided_explicitly, resource=request.resource, subject=self.user)
        self.codes[code.code] = code
        return construct_redirect_uri(str(request.redirect_uri), code=code.code, state=request.state)

    async def load_authorization_code(self, client, code):
        return self.codes.get(code)

    async def exchange_authorization_code(self, client, code):
        del self.codes[code.code]
        return self.tokens(client, code.scopes, code.resource)

    async def load_refresh_token(self, client, token):
        return self.refresh.get(token)

    async def exchange_refresh_token(self, client, token, scopes):
        del self.refresh[token.token]
        return self.tokens(client, scopes, token.resource)

    async def load_access_token(self, token):
        return self.access.get(token)

    async def revoke_token(self, token):
        for kind in (self.access, self.refresh):
            for name in [name for name, each in kind.items() if each.client_id == token.client_id]:
                del kind[name]

    def tokens(self, client, scopes, resource):
        about = {"client_id": client.client_id, "scopes": scopes, "resource": resource, "subject": self.user}
        access = AccessToken(token=secrets.token_urlsafe(32), expires_at=int(time.time()) + LIFETIME, **about)
        refresh = RefreshToken(token=secrets.token_urlsafe(32), **about)
        self.access[access.token], self.refresh[refresh.token] = access, refresh
        return OAuthToken(
            access_token=access.token, token_type="Bearer", expires_in=LIFETIME, scope=" ".join(scopes), refresh_token=refresh.token)


def main():
    certificate, key, user, password = sys.argv[1:]
    logging.basicConfig(level=logging.INFO)
    socket, origin = listener()
    provider = Provider(origin, user, password)
    server = MCPServer(
        "notes", auth_server_provider=provider, auth=AuthSettings(
            issuer_url=origin, resource_server_url=origin + "/mcp", required_scopes=["notes"], validate_token_resource=True,
            client_registration_options=ClientRegistrationOptions(enabled=True, valid_scopes=["notes"], default_scopes=["notes"]),
            revocation_options=RevocationOptions(enabled=True)))
    server.custom_route("/login", methods=["GET", "POST"])(provider.login)

    @server.tool()
    def count() -> int:
        """How many notes there are."""
        return 3
    serve(server.streamable_http_app(), socket, certificate, key, {"issuer": origin, "mcp": origin + "/mcp"})


main()

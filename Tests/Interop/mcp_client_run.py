"""A client of the MCP Python SDK: from an MCP server's address to a tool's answer, with registration, login and a refresh. Prints JSON.

usage: mcp_client_run.py MCP-SERVER REDIRECT USER PASSWORD AUTHORITY...
"""
import asyncio
import json
import ssl
import sys
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp.client import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
from person import Person


class Storage:
    tokens = client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


class Visits:
    """A person's browser: allows every request and stops at the redirect URI, where no listener is needed."""

    def __init__(self, person, redirect):
        self.person, self.redirect, self.requests = person, redirect, []

    async def go(self, url):
        self.requests.append(url)
        self.answer = await asyncio.to_thread(self.person.open, url, self.redirect)

    async def come_back(self):
        answer = {name: values[0] for name, values in parse_qs(urlsplit(self.answer).query).items()}
        return AuthorizationCodeResult(code=answer.get("code"), state=answer.get("state"), iss=answer.get("iss"))


async def main(server, redirect, user, password, *authorities):
    context = ssl.create_default_context()
    for each in authorities:
        context.load_verify_locations(each)
    storage, visits, seen = Storage(), Visits(Person(user, password, authorities[0]), redirect), []

    async def note(answer):
        seen.append([answer.request.method, str(answer.request.url), answer.status_code])
    auth = OAuthClientProvider(
        server, OAuthClientMetadata(redirect_uris=[redirect], client_name="MCP client"), storage, visits.go, visits.come_back)
    async with httpx2.AsyncClient(auth=auth, verify=context, event_hooks={"response": [note]}) as web:
        async with Client(streamable_http_client(server, http_client=web)) as client:
            first = await client.call_tool("whoami", {})
            before = storage.tokens
            auth.context.token_expiry_time = 1  # long ago
            second = await client.call_tool("whoami", {})
    print(json.dumps({
        "answers": [each.content[0].text for each in (first, second)], "seen": seen, "visits": visits.requests,
        "client": storage.client.model_dump(mode="json", exclude_none=True), "scope": before.scope,
        "rotated": storage.tokens.refresh_token != before.refresh_token and storage.tokens.access_token != before.access_token}))


asyncio.run(main(*sys.argv[1:]))

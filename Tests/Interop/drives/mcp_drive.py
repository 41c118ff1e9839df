"""A client of the MCP Python SDK as a command of `client-test --drive`: it connects to an MCP server and calls a tool. What it keeps are tokens and
registration, as the SDK gives them to its storage.

usage: mcp_drive.py STATE MCP-SERVER REDIRECT USER PASSWORD AUTHORITY...        with DCR_ACTION
"""
import asyncio
import json
import os
import pathlib
import ssl
import sys
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp.client import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from person import Person  # noqa: E402

PATIENCE = 45


class Storage:
    """The SDK's storage, in a file."""

    kinds = {"tokens": OAuthToken, "client": OAuthClientInformationFull}

    def __init__(self, file):
        self.file = pathlib.Path(file)
        self.kept = json.loads(self.file.read_text()) if self.file.exists() else {}

    def get(self, name):
        return self.kinds[name].model_validate(self.kept[name]) if name in self.kept else None

    def set(self, name, value):
        self.kept[name] = value.model_dump(mode="json", exclude_none=True)
        self.file.write_text(json.dumps(self.kept))

    def drop(self, *names):
        self.kept = {name: value for name, value in self.kept.items() if name not in names}
        self.file.write_text(json.dumps(self.kept))

    async def get_tokens(self):
        return self.get("tokens")

    async def set_tokens(self, tokens):
        self.set("tokens", tokens)

    async def get_client_info(self):
        return self.get("client")

    async def set_client_info(self, client):
        self.set("client", client)


class Visits:
    """A browser that allows every request and stops at the redirect URI."""

    def __init__(self, person, redirect):
        self.person, self.redirect = person, redirect

    async def go(self, url):
        self.answer = await asyncio.to_thread(self.person.open, url, self.redirect)

    async def come_back(self):
        answer = {name: values[0] for name, values in parse_qs(urlsplit(self.answer).query).items()}
        return AuthorizationCodeResult(code=answer.get("code"), state=answer.get("state"), iss=answer.get("iss"))


async def call(storage, is_dead, server, redirect, user, password, *authorities):
    """Calls the tool; `is_dead`: the SDK takes the access token for one that is over."""
    context = ssl.create_default_context()
    for each in authorities:
        context.load_verify_locations(each)
    visits = Visits(Person(user, password, *authorities), redirect)
    auth = OAuthClientProvider(
        server, OAuthClientMetadata(redirect_uris=[redirect], client_name="MCP client"), storage, visits.go, visits.come_back)
    async with httpx2.AsyncClient(auth=auth, verify=context) as web:
        await auth._initialize()
        if is_dead:
            auth.context.token_expiry_time = 1  # long ago
        async with Client(streamable_http_client(server, http_client=web)) as client:
            await client.call_tool("whoami", {})


def main():
    file, *rest = sys.argv[1:]
    storage, action = Storage(file), os.environ["DCR_ACTION"]
    if action == "logout":
        return 64  # The SDK has no sign-out.
    if action == "restart":
        return 0  # Each run is one.
    if action in ("login", "forget"):
        storage.drop("tokens", *(["client"] if action == "forget" else []))
    if action in ("use", "refresh") and storage.get("tokens") is None:
        return 1
    if action != "forget":
        asyncio.run(asyncio.wait_for(call(storage, action == "refresh", *rest), PATIENCE))
    return 0


sys.exit(main())

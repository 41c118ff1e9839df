"""An MCP client that knows nothing but the address of an MCP server: it registers itself and logs in with the system's browser. docs/your-own-client.md.

usage: SSL_CERT_FILE=CA-FILE mcp_client.py        (FastMCP, from PyPI)
"""
import asyncio

from fastmcp import Client


async def main():
    async with Client("http://localhost:8000/mcp", auth="oauth") as client:
        print("the server says:", (await client.call_tool("whoami")).data)


asyncio.run(main())

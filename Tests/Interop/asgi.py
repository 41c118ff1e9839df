"""Serves an ASGI application over https on a free loopback port until standard input closes. Runs in the environment of scripts/interop-environment."""
import json
import socket
import sys
import threading

import uvicorn


def listener(port=0):
    """Already listens, so a client that connects before the application is ready waits for the answer."""
    made = socket.create_server(("127.0.0.1", port))
    return made, f"https://localhost:{made.getsockname()[1]}"


def serve(app, socket, certificate, key, ready):
    """`ready`: what the program prints about itself, as JSON."""
    server = uvicorn.Server(uvicorn.Config(
        app, ssl_certfile=certificate, ssl_keyfile=key, log_level="info", log_config=None, server_header=False, timeout_graceful_shutdown=1))

    def end():
        sys.stdin.read()
        server.should_exit = True
    threading.Thread(target=end, daemon=True).start()
    print(json.dumps(ready), flush=True)
    server.run(sockets=[socket])

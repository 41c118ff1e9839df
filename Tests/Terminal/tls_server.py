"""A minimal HTTPS server on a free loopback port that answers as a test tells it to.

It shares no code with the embedded server, and it may send answers that no honest server would.
"""
import http.server
import json
import ssl
import threading
from urllib.parse import parse_qs, urlsplit


class InBackground:
    """Serves `self.http` on a thread for as long as the `with` lasts."""

    def __enter__(self):
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()


class TLSServer(InBackground):
    """`routes`: path to a function of (query or form parameters) that returns (status, headers, body).

    Without a certificate it speaks plain HTTP. `received` has the target and the body of each request; `credentials` the last request's header
    Authorization.
    """

    def __init__(self, certificate=None, key=None, routes=None, host="localhost"):
        self.routes = routes or {}
        self.requests = []
        self.received = []
        self.credentials = None
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self, body=b""):
                parts = urlsplit(self.path)
                server.credentials = self.headers.get("Authorization")
                server.requests.append((self.command, parts.path))
                server.received.append(self.path + "\n" + body.decode(errors="replace"))
                parameters = {name: values[0] for name, values in parse_qs(parts.query).items()}
                parameters |= {name: values[0] for name, values in parse_qs(body.decode(errors="replace")).items()}
                route = server.routes.get(parts.path)
                status, headers, content = route(parameters) if route else (404, {}, b"nothing here")
                if isinstance(content, (dict, list)):
                    headers, content = {"Content-Type": "application/json", **headers}, json.dumps(content).encode()
                elif isinstance(content, str):
                    content = content.encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def do_GET(self):
                self.answer()

            def do_POST(self):
                self.answer(self.rfile.read(int(self.headers.get("Content-Length") or 0)))

            do_PUT = do_POST

            def log_message(self, *_):
                pass

        class Quiet(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass  # a client that refuses the certificate hangs up: that is what some tests are about

        self.http = Quiet(("127.0.0.1", 0), Handler)
        self.port = self.http.server_address[1]
        self.origin = f"{'https' if certificate else 'http'}://{host}:{self.port}"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            self.http.socket = context.wrap_socket(self.http.socket, server_side=True, do_handshake_on_connect=False)


class Provider(TLSServer):
    """An authorization server with only metadata; the test supplies the endpoints."""

    def __init__(self, certificate, key, host="localhost", **routes):
        super().__init__(certificate, key, host=host)
        self.issuer = f"{self.origin}/provider"
        self.metadata = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.origin}/authorize", "token_endpoint": f"{self.origin}/token",
            "registration_endpoint": f"{self.origin}/register", "jwks_uri": f"{self.origin}/jwks",
            "userinfo_endpoint": f"{self.origin}/userinfo", "end_session_endpoint": f"{self.origin}/logout",
            "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"], "code_challenge_methods_supported": ["S256"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "scopes_supported": ["openid", "profile", "dcr"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "none"],
        }
        self.routes["/provider/.well-known/openid-configuration"] = lambda _: (200, {}, self.metadata)
        for name, route in routes.items():
            self.routes[f"/{name}"] = route

"""An authorization server of the tests that does everything right, or omits the duties that it is told to omit.

Its first line of output is a JSON object: `issuer`, and `tokens`, the initial access tokens. Each line of its input is a JSON object; the
answer is a line with what it has seen. {"up": true} lets it answer again after --crash-after, {"careless": [ID]} sets the duties that it omits,
{"tokens": N} gives it N new initial access tokens to demand (0: none), {"wait": MEMBER} lets it answer when that member of its answer is not empty.
It ends with its input.
"""
import argparse
import http.server
import json
import pathlib
import secrets
import ssl
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from authentication import Authentication, Proofs  # noqa: E402
from authorization import Authorization  # noqa: E402
from clients import GRANTS, METHODS, SCOPES, Clients  # noqa: E402
from duties import DUTIES  # noqa: E402
from grants import Grants  # noqa: E402
from messages import Answer, Refusal, Request, document, page  # noqa: E402
from signatures import ALGORITHMS, SigningKey  # noqa: E402
from tokens import Tokens  # noqa: E402

PATH = "/careful"
LONGEST_BODY = 1 << 16
# Seconds.
LONGEST_WAIT = 60


class Server:
    def __init__(self, options, origin):
        self.options, self.origin, self.issuer = options, origin, origin + PATH
        self.user, self.password = options.user, options.password
        self.subject, self.cookie = secrets.token_urlsafe(9), f"Path={PATH}; Secure; HttpOnly; SameSite=Lax"
        self.demand(options.tokens)
        self.key, self.grants = SigningKey(), Grants()
        self.clients, self.authentication, self.proofs = Clients(self), Authentication(self), Proofs(self)
        self.authorization, self.tokens = Authorization(self), Tokens(self)
        self.lock, self.is_down, self.requests = threading.Condition(), False, []
        self.routes = {
            ("GET", f"{PATH}/.well-known/openid-configuration"): lambda _: document(self.metadata()),
            ("GET", f"/.well-known/oauth-authorization-server{PATH}"): lambda _: document(self.metadata()),
            ("GET", f"{PATH}/jwks"): lambda _: document({"keys": [self.key.public if self.keeps("s-jwks") else self.key.private]}),
            ("GET", f"{PATH}/authorize"): self.authorization.authorize, ("POST", f"{PATH}/authorize"): self.authorization.authorize,
            ("POST", f"{PATH}/login"): self.authorization.login, ("POST", f"{PATH}/par"): self.authorization.push,
            ("GET", f"{PATH}/logout"): self.authorization.end_session, ("POST", f"{PATH}/logout"): self.authorization.end_session,
            ("POST", f"{PATH}/token"): self.tokens.token, ("POST", f"{PATH}/revoke"): self.tokens.revoke,
            ("POST", f"{PATH}/introspect"): self.tokens.introspect,
            ("GET", f"{PATH}/userinfo"): self.tokens.userinfo, ("POST", f"{PATH}/userinfo"): self.tokens.userinfo}
        if options.registration:
            self.routes["POST", f"{PATH}/register"] = self.clients.register

    def keeps(self, duty):
        assert duty in DUTIES, duty
        return duty not in self.options.careless

    def metadata(self):
        base = self.issuer
        document = {
            "issuer": self.issuer + ("" if self.keeps("s-md-issuer") else "/other"),
            "authorization_endpoint": f"{base}/authorize", "token_endpoint": f"{base}/token", "jwks_uri": f"{base}/jwks",
            "userinfo_endpoint": f"{base}/userinfo", "end_session_endpoint": f"{base}/logout",
            "revocation_endpoint": f"{base}/revoke", "introspection_endpoint": f"{base}/introspect",
            "pushed_authorization_request_endpoint": f"{base}/par", "response_types_supported": ["code"],
            "response_modes_supported": ["query"], "subject_types_supported": ["public"], "grant_types_supported": GRANTS,
            "code_challenge_methods_supported": ["S256"], "scopes_supported": SCOPES, "token_endpoint_auth_methods_supported": METHODS,
            "token_endpoint_auth_signing_alg_values_supported": ALGORITHMS, "dpop_signing_alg_values_supported": ALGORITHMS,
            "id_token_signing_alg_values_supported": ["RS256"], "authorization_response_iss_parameter_supported": True,
            "claims_supported": ["sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "name", "preferred_username"]}
        if self.options.registration:
            document["registration_endpoint"] = f"{self.issuer}/register"
        if not self.keeps("s-md-https"):
            document["introspection_endpoint"] = "http://as.example/introspect"
        return document

    def answer(self, request):
        """One answer at a time; None for a connection that breaks."""
        with self.lock:
            number = len(self.requests) + 1
            self.is_down = self.is_down or number == self.options.crash_after
            answer = None if self.is_down else self.weathered(request, number)
            self.requests.append([time.time(), request.method, request.path, answer.status if answer else 0])
            self.lock.notify_all()
            return answer

    def weathered(self, request, number):
        if self.options.rate_limited and number >= self.options.rate_limited:
            return document({"error": "temporarily_unavailable"}, 429, {"Retry-After": "2"})
        answer = self.judged(request)
        if self.options.error_page and answer.status == 400 and request.path == f"{PATH}/authorize":
            return Answer(302, {"Location": self.options.error_page}, b"")
        if answer.refuses and self.options.waf:
            return page("Request blocked", "<p>Your request looks like an attack. Reference 7f3a91.</p>", 403)
        if answer.refuses and self.options.answers:
            return Answer(self.options.answers, {"Content-Type": "text/plain"}, b"something is broken")
        return answer

    def judged(self, request):
        route, place = self.routes.get((request.method, request.path)), request.path.removeprefix(f"{PATH}/register/")
        try:
            if route:
                return route(request)
            if place != request.path and request.method == "PUT" and self.options.no_updates:
                return page("Updates are not implemented", status=501)
            if place != request.path and request.method in ("GET", "PUT", "DELETE"):
                return self.clients.manage(request, place)
            raise Refusal(page("There is nothing here", status=404))
        except Refusal as refusal:
            return refusal.answer

    def demand(self, tokens):
        self.initial_tokens = [secrets.token_urlsafe(24) for _ in range(tokens)] if tokens else None

    def told(self, order):
        """What was seen, after the order was carried out."""
        with self.lock:
            self.is_down = self.is_down and not order.get("up")
            self.options.careless = order.get("careless", self.options.careless)
            if "tokens" in order:
                self.demand(order["tokens"])
            if "wait" in order:
                self.lock.wait_for(lambda: self.seen()[order["wait"]], LONGEST_WAIT)
            return self.seen()

    def seen(self):
        return {
            "clients": [each.id for each in self.clients.all], "made": self.clients.made, "passwords": self.authorization.passwords,
            "requests": self.requests, "tokens": self.initial_tokens or []}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version, timeout, wbufsize = "HTTP/1.1", 60, -1

    def handle_any(self):
        length = self.headers.get("Content-Length") or "0"
        if not length.isdecimal() or int(length) > LONGEST_BODY:
            self.close_connection = True
            return self.send_error(413)
        request = Request(self.command, self.path, self.headers, self.rfile.read(int(length)))
        answer = self.server.authorization_server.answer(request)
        if answer is None:
            self.close_connection = True
            return None
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.status != 204:
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        return self.wfile.write(answer.body)

    do_GET = do_POST = do_PUT = do_DELETE = handle_any

    def log_message(self, *_):
        pass


class Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def options():
    parser = argparse.ArgumentParser(prog="careless_server", description="An authorization server of the tests.", epilog="\n".join(
        f"{name}: {what}" for name, what in DUTIES.items()), formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("certificate")
    parser.add_argument("key")
    parser.add_argument("user")
    parser.add_argument("password")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--careless", action="append", default=[], choices=DUTIES, metavar="ID", help="a duty to omit, see below")
    parser.add_argument("--tokens", type=int, default=0, metavar="N", help="demand one of N initial access tokens for a registration")
    parser.add_argument("--no-registration", dest="registration", action="store_false")
    parser.add_argument("--audience", metavar="NAME", help="issue ID tokens for this audience, too")
    parser.add_argument("--key-in-header", action="store_true", help="repeat the key in the header of ID tokens")
    parser.add_argument("--error-page", metavar="URL", help="send the browser there in place of showing what is wrong with its request")
    parser.add_argument("--no-updates", action="store_true", help="answer each update of a registration with 501")
    parser.add_argument("--answers", type=int, metavar="STATUS", help="answer with this status what would be refused")
    parser.add_argument("--waf", action="store_true", help="answer with a page of a firewall what would be refused")
    parser.add_argument("--rate-limited", type=int, metavar="N", help="429 from the Nth request on")
    parser.add_argument("--crash-after", type=int, metavar="N", help="break every connection from the Nth request on")
    return parser.parse_args()


def main():
    chosen = options()
    listener = Listener(("127.0.0.1", chosen.port), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chosen.certificate, chosen.key)
    listener.socket = context.wrap_socket(listener.socket, server_side=True, do_handshake_on_connect=False)
    server = listener.authorization_server = Server(chosen, f"https://localhost:{listener.server_address[1]}")
    threading.Thread(target=listener.serve_forever, args=(0.05,), daemon=True).start()
    print(json.dumps({"issuer": server.issuer, "tokens": server.initial_tokens or []}), flush=True)
    for line in sys.stdin:
        print(json.dumps(server.told(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()

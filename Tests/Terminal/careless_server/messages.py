"""Requests and answers of the server, and the ways to refuse a request."""
import dataclasses
import html
import http.cookies
import json
from urllib.parse import parse_qsl, urlencode, urlsplit

NO_STORE = {"Cache-Control": "no-store", "Pragma": "no-cache"}
UNFRAMED = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'", "X-Frame-Options": "DENY"}


@dataclasses.dataclass
class Answer:
    status: int
    headers: dict
    body: bytes
    refuses: bool = False


def document(content, status=200, headers=None):
    return Answer(status, {"Content-Type": "application/json", **NO_STORE, **(headers or {})}, json.dumps(content).encode())


def page(title, body="", status=200, headers=None):
    text = f'<!doctype html><html lang="en"><title>{html.escape(title)}</title><h1>{html.escape(title)}</h1>{body}</html>'
    return Answer(status, {"Content-Type": "text/html; charset=utf-8", **NO_STORE, **UNFRAMED, **(headers or {})}, text.encode())


def redirect(address, parameters, status=303, separator=None):
    parameters = {name: value for name, value in parameters.items() if value is not None}
    joint = separator or ("&" if "?" in address else "?")
    location = address + joint + urlencode(parameters) if parameters else address
    return Answer(status, {"Location": location, **NO_STORE}, b"")


class Refusal(Exception):
    """`answer` is what the peer gets."""

    def __init__(self, answer):
        super().__init__(answer.status)
        self.answer = dataclasses.replace(answer, refuses=True)


class Refused(Refusal):
    """With an OAuth error (RFC 6749 §5.2)."""

    def __init__(self, error, description, status=400, headers=None):
        super().__init__(document({"error": error, "error_description": description}, status, headers))


class ShownAsPage(Refusal):
    """Where no redirect may go (RFC 6749 §4.1.2.1)."""

    def __init__(self, reason):
        super().__init__(page("This request cannot be answered", f"<p>{html.escape(reason)}</p>", 400))


class Request:
    def __init__(self, method, target, headers, body):
        parts = urlsplit(target)
        self.method, self.path, self.headers, self.body = method, parts.path, headers, body
        self.query = parse_qsl(parts.query, keep_blank_values=True)
        is_form = (headers.get("Content-Type") or "").partition(";")[0].strip() == "application/x-www-form-urlencoded"
        self.form = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True) if is_form else []
        self.cookies = {name: each.value for name, each in http.cookies.SimpleCookie(headers.get("Cookie") or "").items()}

    def parameters(self):
        """Each parameter once, or the request is refused (RFC 6749 §3.1, §3.2). A parameter without a value counts as left out."""
        pairs = self.form if self.method == "POST" else self.query
        if len({name for name, _ in pairs}) != len(pairs):
            raise Refused("invalid_request", "a parameter is repeated")
        return {name: value for name, value in pairs if value}

    def members(self):
        """The body's JSON object."""
        try:
            content = json.loads(self.body)
            if isinstance(content, dict):
                return content
        except ValueError:
            pass
        raise Refused("invalid_client_metadata", "the body is no JSON object")

    def token(self, scheme="bearer"):
        """The token of the header Authorization with this scheme."""
        given, _, token = (self.headers.get("Authorization") or "").partition(" ")
        return token.strip() if given.lower() == scheme else None

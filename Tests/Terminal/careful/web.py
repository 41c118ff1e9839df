"""One HTTP request at a time, without redirects, repetitions or pooled connections: what is sent is what the client decided to send."""
import http.client
import json
import ssl
import threading
from urllib.parse import urlencode, urlsplit

from duties import Refused

LIMIT = 1 << 20
PATIENCE = 15
NO_CHECK_TIME, PARTIAL_CHAIN = 0x200000, 0x80000  # X509_V_FLAG_…


class Lost(Refused):
    """There was no answer, and nobody knows whether the request has arrived."""


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def header(self, name):
        return self.headers.get(name, "")

    @property
    def json(self):
        """The object in the body."""
        try:
            read = json.loads(self.body)
        except ValueError:
            read = None
        if not isinstance(read, dict):
            raise Refused(f"the answer {self.status} is no JSON object")
        return read

    @property
    def error(self):
        try:
            return str(self.json.get("error", ""))
        except Refused:
            return ""


class Web:
    def __init__(self, duties, authority, agent):
        self.duties, self.authority, self.agent = duties, authority, agent

    def ask(self, method, url, form=None, body=None, headers=None):
        where = urlsplit(url)
        data = urlencode(form) if form is not None else json.dumps(body) if body is not None else None
        sent = {"User-Agent": self.agent, "Accept": "application/json", "Connection": "close", **(headers or {})}
        if data is not None:
            sent["Content-Type"] = "application/json" if form is None else "application/x-www-form-urlencoded"
        connection = None
        try:
            connection = self.connection(where)
            connection.request(method, (where.path or "/") + ("?" + where.query if where.query else ""), data, sent)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read(LIMIT))
        except (OSError, ValueError, http.client.HTTPException) as why:
            raise Lost(f"no answer from {where.netloc}: {why!r}") from why
        finally:
            if connection:
                connection.close()

    def connection(self, where):
        timeout = None if self.duties.omits("net-slow") else PATIENCE
        if where.scheme != "https":
            return http.client.HTTPConnection(where.hostname, where.port, timeout=timeout)
        context = ssl.create_default_context(cafile=self.authority)
        context.check_hostname = not self.duties.omits("tls-host")
        if self.duties.omits("tls-date"):
            context.verify_flags |= NO_CHECK_TIME
        if self.duties.omits("tls-ca"):
            # Trusts whatever certificate is shown; its name and its dates are checked all the same.
            context.load_verify_locations(cadata=ssl.get_server_certificate((where.hostname, where.port or 443), timeout=PATIENCE))
            context.verify_flags |= PARTIAL_CHAIN
        return http.client.HTTPSConnection(where.hostname, where.port, timeout=timeout, context=context)


def pause(seconds):
    """Between two requests that must not follow each other at once."""
    threading.Event().wait(seconds)

"""A thief's attempts with what was copied from another phone and with the thief's own key, which the thief's secure element signs with."""
import base64
import hashlib
import json
import secrets
import socket
import subprocess
import time
import urllib.error
import urllib.request
from urllib.parse import urlencode

from phone import ELEMENT

ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


def encode(data):
    return base64.urlsafe_b64encode(data if isinstance(data, bytes) else json.dumps(data).encode()).rstrip(b"=").decode()


class SecondPhone:
    """The keys of a phone that is not running, for as long as the `with` lasts."""

    def __init__(self, phone, context):
        self.context = context
        status, output, errors = phone.command("keys list --json")
        assert status == 0, errors
        self.keys = {key["use"]: key for key in json.loads(output)}
        self.folder = phone.data / "secure-elements/phone"

    def __enter__(self):
        # The secure element obeys only its parent process, so it is started here.
        self.element = subprocess.Popen(
            [ELEMENT, "--folder", self.folder, "--owner", "phone"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.element.stdout.readline().strip() == b"ready"
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(self.folder / f"{self.element.pid}.sock"))
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.element.stdin.close()
        self.element.wait(15)
        self.element.stdout.close()

    def sign(self, use, header, claims):
        now = int(time.time())
        text = encode({"alg": "ES256", **header}) + "." + encode({"iat": now, "jti": secrets.token_urlsafe(16), **claims})
        order = {"do": "sign", "thumbprint": self.keys[use]["thumbprint"], "bytes": encode(text.encode())}
        self.socket.sendall(json.dumps(order).encode() + b"\n")
        return text + "." + json.loads(self.socket.makefile("rb").readline())["signature"]

    def ask(self, url, form=None, nonce=None, token=None):
        """(status, answer), after repeating the request with a nonce if necessary."""
        method = "POST" if form else "GET"
        jwk = {name: self.keys["dpop"]["jwk"][name] for name in ("kty", "crv", "x", "y")}
        claims = {"htm": method, "htu": url, **({"nonce": nonce} if nonce else {})}
        headers = {}
        if token:
            claims["ath"] = encode(hashlib.sha256(token.encode()).digest())
            headers["Authorization"] = "DPoP " + token
        headers["DPoP"] = self.sign("dpop", {"typ": "dpop+jwt", "jwk": jwk}, claims)
        sent = form() if form else {}
        request = urllib.request.Request(url, urlencode(sent).encode() if form else None, headers)
        try:
            with urllib.request.urlopen(request, context=self.context, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            answer = json.load(error)
            if answer["error"] == "use_dpop_nonce" and nonce is None:
                return self.ask(url, form, error.headers["DPoP-Nonce"], token)
            return error.code, answer

    def assertion(self, client_id, issuer):
        """The form fields that authenticate the client with this phone's key."""
        claims = {"iss": client_id, "sub": client_id, "aud": issuer, "exp": int(time.time()) + 60}
        signed = self.sign("client-authentication", {"typ": "JWT", "kid": self.keys["client-authentication"]["thumbprint"]}, claims)
        return {"client_id": client_id, "client_assertion_type": ASSERTION, "client_assertion": signed}

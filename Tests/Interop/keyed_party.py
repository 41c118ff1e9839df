"""A relying party that signs: Authlib makes the assertions, joserfc the proofs, because Authlib 1.9 has no DPoP."""
import hashlib
import secrets
import time
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from joserfc import jwt
from joserfc.jwk import ECKey
from joserfc.util import urlsafe_b64encode
from relying_party import TIMEOUT, RelyingParty


class ShortLivedAssertion(PrivateKeyJWT):
    """For the issuer, valid for a minute and for one request: Authlib's own is for the token endpoint and valid for an hour, and with custom
    claims it reuses one `jti`, which it adds to them."""

    def __init__(self, issuer):
        super().__init__(issuer, alg="ES256")

    def sign(self, auth, audience):
        self.claims = {"exp": int(time.time()) + 60}
        return super().sign(auth, audience)


class KeyedSession(OAuth2Session):
    """Sends a proof with every request (RFC 9449 §4.2), and repeats a request with the nonce that the server demands (§8)."""

    proof_key, nonce, dances = None, None, 0

    def request(self, method, url, bound_token=None, **options):
        for _ in range(2):
            headers = dict(options.get("headers") or {}) | {"DPoP": self.proof(method, url, bound_token)}
            if bound_token:
                headers["Authorization"] = "DPoP " + bound_token
            answer = super().request(method, url, withhold_token=True, **options | {"headers": headers, "timeout": TIMEOUT})
            self.nonce = answer.headers.get("DPoP-Nonce", self.nonce)
            if answer.status_code not in (400, 401) or answer.json().get("error") != "use_dpop_nonce":
                break
            self.dances += 1
        return answer

    def proof(self, method, url, token=None):
        claims = {"jti": secrets.token_urlsafe(16), "htm": method, "htu": url, "iat": int(time.time())}
        if token:
            claims["ath"] = urlsafe_b64encode(hashlib.sha256(token.encode()).digest()).decode()
        if self.nonce:
            claims["nonce"] = self.nonce
        header = {"typ": "dpop+jwt", "alg": "ES256", "jwk": self.proof_key.as_dict(private=False)}
        return jwt.encode(header, claims, self.proof_key)


class KeyedParty(RelyingParty):
    """Everything that FAPI 2.0 demands of a client, at a server that demands it."""

    def keyed_client(self, client_id, key, scope):
        client = KeyedSession(
            client_id, key, scope=scope, redirect_uri=self.callback, code_challenge_method="S256",
            token_endpoint_auth_method="private_key_jwt", revocation_endpoint_auth_method="private_key_jwt")
        self.trust(client)
        client.register_client_auth_method(ShortLivedAssertion(self.issuer))
        client.proof_key = ECKey.generate_key("P-256")
        return client

    def log_in_pushed(self, client, **more):
        """The tokens, and the names of the parameters in the browser's address."""
        verifier = secrets.token_urlsafe(48)
        url, state = client.create_authorization_url(
            self.metadata["authorization_endpoint"], code_verifier=verifier, **more)
        pushed = client.post(
            self.metadata["pushed_authorization_request_endpoint"], data=dict(parse_qsl(urlsplit(url).query)),
            auth=client.client_auth("private_key_jwt"))
        if pushed.status_code != 201:
            raise ValueError(pushed.text)
        carried = {"client_id": client.client_id, "request_uri": pushed.json()["request_uri"]}
        answer = self.browser.open(self.metadata["authorization_endpoint"] + "?" + urlencode(carried))
        if not answer.startswith(self.callback + "?") or parse_qs(urlsplit(answer).query)["iss"] != [self.issuer]:
            raise ValueError("redirect")
        return client.fetch_token(
            self.metadata["token_endpoint"], authorization_response=answer, state=state, code_verifier=verifier)

"""DPoP for a server (RFC 9449), which Authlib 1.9 lacks: joserfc verifies the proofs' signatures, claims and key thumbprints."""
import hashlib
import secrets
import time

from authlib.oauth2 import OAuth2Error
from joserfc import jws, jwt
from joserfc.errors import JoseError
from joserfc.jwk import import_key
from joserfc.util import urlsafe_b64encode

ALGORITHMS = ["ES256", "PS256", "EdDSA"]
LIFETIME = 60


class ProofRefused(OAuth2Error):
    """At the token endpoint 400; at a resource 401 with a challenge (RFC 9449 §7.1, §9). Every answer also carries a nonce."""

    def __init__(self, error, description, is_resource):
        super().__init__(error=error, description=description, status_code=401 if is_resource else 400)
        self.is_resource = is_resource

    def get_headers(self):
        challenge = [("WWW-Authenticate", f'DPoP error="{self.error}", algs="{" ".join(ALGORITHMS)}"')]
        return super().get_headers() + (challenge if self.is_resource else [])


class Nonces:
    """Each nonce is valid for one proof, and every answer brings a new one. `own`: each endpoint accepts only its own."""

    def __init__(self):
        self.current, self.own = {}, False

    def give(self, endpoint):
        nonce = self.current[self.place(endpoint)] = secrets.token_urlsafe(16)
        return nonce

    def take(self, endpoint, nonce):
        return nonce is not None and self.current.pop(self.place(endpoint), None) == nonce

    def place(self, endpoint):
        return endpoint if self.own else "everywhere"


class Proofs:
    def __init__(self):
        self.nonces, self.used = Nonces(), set()

    def judge(self, request, url, endpoint, demands_nonce, access_token=None):
        """The thumbprint of the key that made the request's only proof (RFC 9449 §4.3)."""
        is_resource = access_token is not None
        try:
            proof, = request.headers.getlist("DPoP")
            header = jws.extract_compact(proof.encode()).headers()
            key = import_key(header["jwk"])
            claims = jwt.decode(proof, key, algorithms=ALGORITHMS).claims
            expected = {"htm": request.method, "htu": url}
            if is_resource:
                expected["ath"] = urlsafe_b64encode(hashlib.sha256(access_token.encode()).digest()).decode()
            jwt.JWTClaimsRegistry(
                leeway=LIFETIME, jti={"essential": True}, iat={"essential": True},
                **{name: {"essential": True, "value": value} for name, value in expected.items()}).validate(claims)
            if header["typ"] != "dpop+jwt" or key.is_private or claims["iat"] < time.time() - LIFETIME:
                raise ValueError("typ, jwk or iat")
        except (JoseError, ValueError, KeyError) as error:
            raise ProofRefused("invalid_dpop_proof", type(error).__name__, is_resource) from error
        if demands_nonce and not self.nonces.take(endpoint, claims.get("nonce")):
            raise ProofRefused("use_dpop_nonce", "a nonce of this server is needed", is_resource)
        if claims["jti"] in self.used:
            raise ProofRefused("invalid_dpop_proof", "a proof counts once", is_resource)
        self.used.add(claims["jti"])
        return key.thumbprint()

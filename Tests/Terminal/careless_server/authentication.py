"""Authentication of clients (RFC 6749 §2.3, RFC 7523 §3), and DPoP (RFC 9449)."""
import base64
import hashlib
import time
from urllib.parse import unquote_plus

from clients import same
from messages import Refused
from signatures import encoded, fooled, parts, thumbprint, verified

ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
LEEWAY, LONGEST = 60, 3600


class Authentication:
    def __init__(self, server):
        self.server, self.used = server, set()

    def client(self, request, parameters):
        """The client that sends the request, authenticated in the way that it registered, and in that way alone."""
        basic, is_asserted = request.token("basic"), "client_assertion" in parameters
        ways = [basic is not None, "client_secret" in parameters, is_asserted]
        if sum(ways) > 1:
            raise Refused("invalid_request", "the client authenticates in more than one way")
        if basic is not None:
            name, secret = self.pair(basic)
            client, method = self.server.clients.find(name), "client_secret_basic"
        elif is_asserted:
            client, method, secret = self.asserted(parameters), "private_key_jwt", None
        else:
            client, secret = self.server.clients.find(parameters.get("client_id")), parameters.get("client_secret")
            method = "client_secret_post" if secret is not None else "none"
        named = parameters.get("client_id")
        if client is None or client.method != method or named is not None and named != client.id:
            raise self.refused()
        if secret is not None and not same(secret, client.secret) and self.server.keeps("s-tk-wrong"):
            raise self.refused()
        return client

    def refused(self):
        return Refused("invalid_client", "the client is not authenticated", 401, {"WWW-Authenticate": 'Basic realm="clients"'})

    def pair(self, basic):
        try:
            name, _, secret = base64.b64decode(basic).decode().partition(":")
            return unquote_plus(name), unquote_plus(secret)
        except ValueError as error:
            raise self.refused() from error

    def asserted(self, parameters):
        try:
            if parameters.get("client_assertion_type") != ASSERTION:
                raise ValueError("type")
            token = parameters["client_assertion"]
            client = self.server.clients.find(parts(token)[1]["sub"])
            claims = None if self.server.keeps("s-ca-alg") else fooled(token, client.keys)
            claims = claims or verified(token, client.keys)
            self.judge(claims, client)
            return client
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise self.refused() from error

    def judge(self, claims, client):
        audience = claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]]
        ours = {self.server.issuer, f"{self.server.issuer}/token", f"{self.server.issuer}/par"}
        if claims["iss"] != client.id:
            raise ValueError("iss")
        if not ours & set(audience) and self.server.keeps("s-ca-aud"):
            raise ValueError("aud")
        if claims["exp"] < time.time() - LEEWAY and self.server.keeps("s-ca-exp") or claims["exp"] > time.time() + LONGEST:
            raise ValueError("exp")
        if (client.id, claims["jti"]) in self.used and self.server.keeps("s-ca-jti"):
            raise ValueError("jti")
        self.used.add((client.id, claims["jti"]))


class Proofs:
    def __init__(self, server):
        self.server, self.used = server, set()

    def key(self, request, access_token=None):
        """The thumbprint of the key of the request's DPoP proof; None without a proof. Raises what the token endpoint answers."""
        proofs = request.headers.get_all("DPoP") or []
        if not proofs:
            return None
        try:
            proof, = proofs
            header, claims, *_ = parts(proof)
            if self.server.keeps("s-dp-bad"):
                self.judge(request, header, verified(proof, [header["jwk"]]), access_token)
            return thumbprint(header["jwk"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Refused("invalid_dpop_proof", f"the proof is wrong: {error}") from error

    def judge(self, request, header, claims, access_token):
        if header["typ"] != "dpop+jwt" or "d" in header["jwk"]:
            raise ValueError("typ or jwk")
        if claims["htm"] != request.method or claims["htu"].partition("?")[0] != self.server.origin + request.path:
            raise ValueError("htm or htu")
        if abs(claims["iat"] - time.time()) > LEEWAY:
            raise ValueError("iat")
        if access_token and claims["ath"] != encoded(hashlib.sha256(access_token.encode()).digest()):
            raise ValueError("ath")
        if claims["jti"] in self.used:
            raise ValueError("jti")
        self.used.add(claims["jti"])

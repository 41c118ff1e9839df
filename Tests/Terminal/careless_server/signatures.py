"""Signed JSON Web Tokens (RFC 7515, RFC 7519) and their keys (RFC 7517, RFC 7638)."""
import base64
import hashlib
import hmac
import json

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils

ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"]
PSS = padding.PSS(mgf=padding.MGF1(hashes.SHA256()), salt_length=32)
REQUIRED = {"RSA": ("e", "kty", "n"), "EC": ("crv", "kty", "x", "y"), "OKP": ("crv", "kty", "x")}


def encoded(data):
    return base64.urlsafe_b64encode(data if isinstance(data, bytes) else json.dumps(data).encode()).decode().rstrip("=")


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def number(text):
    return int.from_bytes(decoded(text), "big")


def octets(value):
    return encoded(value.to_bytes((value.bit_length() + 7) // 8, "big"))


def thumbprint(jwk):
    members = {name: jwk[name] for name in REQUIRED[jwk["kty"]]}
    return encoded(hashlib.sha256(json.dumps(members, separators=(",", ":")).encode()).digest())


def public_key(jwk):
    if jwk["kty"] == "RSA":
        return rsa.RSAPublicNumbers(number(jwk["e"]), number(jwk["n"])).public_key()
    if jwk["kty"] == "EC" and jwk["crv"] == "P-256":
        return ec.EllipticCurvePublicNumbers(number(jwk["x"]), number(jwk["y"]), ec.SECP256R1()).public_key()
    if jwk["kty"] == "OKP" and jwk["crv"] == "Ed25519":
        return ed25519.Ed25519PublicKey.from_public_bytes(decoded(jwk["x"]))
    raise ValueError("key type")


def parts(token):
    """Header, claims, what was signed, and the signature."""
    header, claims, signature = token.split(".")
    return json.loads(decoded(header)), json.loads(decoded(claims)), f"{header}.{claims}".encode(), decoded(signature)


def is_signed(algorithm, jwk, signed, signature):
    key = public_key(jwk)
    try:
        if algorithm == "RS256":
            key.verify(signature, signed, padding.PKCS1v15(), hashes.SHA256())
        elif algorithm == "PS256":
            key.verify(signature, signed, PSS, hashes.SHA256())
        elif algorithm == "ES256" and len(signature) == 64:
            pair = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
            key.verify(utils.encode_dss_signature(*pair), signed, ec.ECDSA(hashes.SHA256()))
        elif algorithm == "EdDSA":
            key.verify(signature, signed)
        else:
            return False
    except (InvalidSignature, TypeError, AttributeError):
        return False
    return True


def verified(token, keys):
    """The claims of a token that one of the keys has signed with an algorithm of ours. Raises ValueError."""
    try:
        header, claims, signed, signature = parts(token)
        wanted = [key for key in keys if header.get("kid") in (None, key.get("kid"))] or keys
        if header["alg"] in ALGORITHMS and any(is_signed(header["alg"], key, signed, signature) for key in wanted):
            return claims
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError("malformed") from error
    raise ValueError("signature")


def fooled(token, keys):
    """The claims of a token with alg none, or with HS256 keyed with a public key as PEM, DER or JWK; None of any other."""
    header, claims, signed, signature = parts(token)
    if header.get("alg") == "none":
        return claims
    if header.get("alg") != "HS256":
        return None
    for jwk in keys:
        key, form = public_key(jwk), serialization.PublicFormat.SubjectPublicKeyInfo
        pem, der = (key.public_bytes(encoding, form) for encoding in (serialization.Encoding.PEM, serialization.Encoding.DER))
        canonical = json.dumps({name: jwk[name] for name in REQUIRED[jwk["kty"]]}, separators=(",", ":")).encode()
        for secret in (pem, pem.strip(), der, canonical):
            if hmac.compare_digest(hmac.new(secret, signed, hashlib.sha256).digest(), signature):
                return claims
    return None


class SigningKey:
    """The server's own key, for RS256."""

    def __init__(self):
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        numbers = self.key.private_numbers()
        public = numbers.public_numbers
        jwk = {"kty": "RSA", "n": octets(public.n), "e": octets(public.e)}
        self.public = {**jwk, "kid": thumbprint(jwk), "use": "sig", "alg": "RS256"}
        self.private = {**self.public, "d": octets(numbers.d), "p": octets(numbers.p), "q": octets(numbers.q)}

    def sign(self, claims, **header):
        signed = encoded({"alg": "RS256", "typ": "JWT", "kid": self.public["kid"], **header}) + "." + encoded(claims)
        return signed + "." + encoded(self.key.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256()))

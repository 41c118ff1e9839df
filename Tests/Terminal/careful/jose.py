"""Signatures of JSON Web Tokens with nothing but the standard library (RFC 7515, RFC 7518): RS256, ES256 and HS256. For tests alone: it computes
with Python's integers, which leak their values by time."""
import base64
import hashlib
import hmac
import json
import secrets

# P-256 (FIPS 186-5, D.1.2.3): y² = x³ - 3x + b over P; N points are multiples of G.
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296, 0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)
SHA256 = bytes.fromhex("3031300d060960864801650304020105000420")  # DigestInfo (RFC 8017 §9.2)


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def digest(text):
    return encode(hashlib.sha256(text.encode()).digest())


def read(token):
    """Header, claims, what is signed, and the signature; ValueError."""
    header, claims, signature = token.split(".")
    opened = [json.loads(decode(each)) for each in (header, claims)]
    if not all(isinstance(each, dict) for each in opened):
        raise ValueError("no objects")
    return *opened, f"{header}.{claims}".encode(), decode(signature)


def number(text):
    return int.from_bytes(decode(text), "big")


def is_signed(message, signature, key, algorithm):
    """Whether the public key (a JWK) made the signature with this algorithm."""
    hashed = hashlib.sha256(message).digest()
    if algorithm == "RS256" and key.get("kty") == "RSA":
        n, size = number(key["n"]), len(decode(key["n"]))
        shown = pow(int.from_bytes(signature, "big"), number(key["e"]), n).to_bytes(size, "big")
        return shown == b"\0\1" + b"\xff" * (size - 3 - len(SHA256) - 32) + b"\0" + SHA256 + hashed
    if algorithm == "ES256" and key.get("crv") == "P-256" and len(signature) == 64:
        r, s = (int.from_bytes(signature[part], "big") for part in (slice(32), slice(32, 64)))
        if not (0 < r < N and 0 < s < N):
            return False
        w, e = pow(s, -1, N), int.from_bytes(hashed, "big")
        point = add(multiply(e * w % N, G), multiply(r * w % N, (number(key["x"]), number(key["y"]))))
        return point is not None and point[0] % N == r
    return False


def is_keyed_with(message, signature, key):
    """HS256 whose secret is the PEM text of a public RSA key: what a library accepts that lets the token choose the algorithm (RFC 8725 §2.1)."""
    return any(
        hmac.compare_digest(hmac.digest(text.encode(), message, "sha256"), signature) for text in (pem(key), pem(key).rstrip("\n")))


def pem(key):
    """SubjectPublicKeyInfo of an RSA key (RFC 8017 A.1, RFC 5280 §4.1.2.7)."""
    def der(tag, body):
        size = len(body).to_bytes((len(body).bit_length() + 7) // 8, "big")
        return bytes([tag]) + (bytes([len(body)]) if len(body) < 128 else bytes([128 + len(size)]) + size) + body

    def integer(text):
        return der(2, b"\0" + decode(text) if decode(text)[0] > 127 else decode(text))
    rsa = der(48, integer(key["n"]) + integer(key["e"]))
    whole = der(48, bytes.fromhex("300d06092a864886f70d0101010500") + der(3, b"\0" + rsa))
    text = base64.b64encode(whole).decode()
    lines = "\n".join(text[start:start + 64] for start in range(0, len(text), 64))
    return f"-----BEGIN PUBLIC KEY-----\n{lines}\n-----END PUBLIC KEY-----\n"


def new_key():
    """A private P-256 key as a JWK."""
    d = secrets.randbelow(N - 1) + 1
    x, y = multiply(d, G)
    return {"kty": "EC", "crv": "P-256", **{name: encode(value.to_bytes(32, "big")) for name, value in {"x": x, "y": y, "d": d}.items()}}


def public(key):
    return {name: value for name, value in key.items() if name != "d"}


def sign(header, claims, key):
    """The token, signed with ES256."""
    signed = ".".join(encode(json.dumps(each).encode()) for each in ({**header, "alg": "ES256"}, claims))
    e, k = int.from_bytes(hashlib.sha256(signed.encode()).digest(), "big"), secrets.randbelow(N - 1) + 1
    r = multiply(k, G)[0] % N
    s = pow(k, -1, N) * (e + r * number(key["d"])) % N
    return signed + "." + encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))


def add(a, b):
    """The sum of two points; None is the point at infinity."""
    if a is None or b is None:
        return a or b
    if a[0] == b[0]:
        if (a[1] + b[1]) % P == 0:
            return None
        slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def multiply(factor, point):
    total = None
    while factor:
        if factor & 1:
            total = add(total, point)
        factor, point = factor >> 1, add(point, point)
    return total

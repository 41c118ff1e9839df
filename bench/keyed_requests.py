"""Signed token requests for the load, in the environment of the interoperability tests: an assertion and a proof for each.

usage: keyed_requests.py ISSUER TOKEN_ENDPOINT CLIENT NUMBER
prints the client's JWK, then as many lines: assertion, tab, proof
"""
import json
import secrets
import sys
import time

from joserfc import jwt
from joserfc.jwk import ECKey


def main():
    issuer, endpoint, client, number = sys.argv[1:]
    key = ECKey.generate_key("P-256")
    public = key.as_dict(private=False)
    print(json.dumps(public))
    for _ in range(int(number)):
        now = int(time.time())
        assertion = {"iss": client, "sub": client, "aud": issuer, "jti": secrets.token_urlsafe(12), "iat": now, "exp": now + 300}
        proof = {"jti": secrets.token_urlsafe(12), "htm": "POST", "htu": endpoint, "iat": now}
        print(jwt.encode({"alg": "ES256"}, assertion, key),
              jwt.encode({"typ": "dpop+jwt", "alg": "ES256", "jwk": public}, proof, key), sep="\t")


if __name__ == "__main__":
    main()

"""Whether an ID token is good (OpenID Connect Core §3.1.3.7, §12.2)."""
import time

import jose
from duties import Refused

LEEWAY = 60


def judge(duties, token, expected, keys, earlier=None):
    """The claims of a good token; Refused.

    expected: issuer, client_id, nonce, max_age. keys(kid): the published keys, asked for anew if none has that kid. earlier: the claims of the login,
    if a refresh brought the token.
    """
    try:
        header, claims, signed, signature = jose.read(token)
        verify(duties, header, signed, signature, keys)
    except (ValueError, KeyError, TypeError) as why:
        raise Refused(f"the ID token cannot be read: {why!r}") from why
    must = duties.must
    must("id-iss", claims.get("iss") == expected["issuer"], "the ID token is another issuer's")
    audiences = claims.get("aud") if isinstance(claims.get("aud"), list) else [claims.get("aud")]
    must("id-aud", expected["client_id"] in audiences, "the ID token is for another client")
    is_alone = len(audiences) == 1 and claims.get("azp", expected["client_id"]) == expected["client_id"]
    must("id-aud2", is_alone or claims.get("azp") == expected["client_id"], "the ID token is for others, too")
    now = time.time()
    must("id-exp", is_number(claims.get("exp")) and claims["exp"] > now - LEEWAY, "the ID token is over")
    if not is_number(claims.get("iat")) or duties.omits("id-skew") and claims["iat"] > now:
        raise Refused("the ID token is not of now")
    must("id-no-sub", isinstance(claims.get("sub"), str) and claims["sub"], "the ID token names nobody")
    if earlier is None:
        must("id-no-nonce", "nonce" in claims or not expected["nonce"], "the ID token has no nonce")
        must("id-nonce", claims.get("nonce", expected["nonce"]) == expected["nonce"], "the ID token is of another login")
        if expected["max_age"] is not None:
            is_fresh = is_number(claims.get("auth_time")) and claims["auth_time"] > now - expected["max_age"] - LEEWAY
            must("az-maxage", is_fresh, "the login is too long ago")
    else:
        must("rf-sub", all(claims.get(name) == earlier.get(name) for name in ("iss", "sub")), "the refreshed ID token is of another user")
        is_of_login = "nonce" not in claims if duties.omits("rf-nonce") else claims.get("nonce", expected["nonce"]) == expected["nonce"]
        if not is_of_login:
            raise Refused("the refreshed ID token has another nonce")
    return claims


def verify(duties, header, signed, signature, keys):
    """Accepts a published key, and RS256 or ES256 as the key says."""
    if duties.silent == "keys":
        return
    algorithm = header.get("alg")
    if algorithm == "none" and duties.omits("id-unsigned"):
        return
    if not isinstance(algorithm, str) or algorithm not in ("RS256", "ES256") and not (algorithm == "HS256" and duties.omits("id-hs")):
        raise Refused("the ID token is not signed as agreed", {"none": "id-unsigned", "HS256": "id-hs"}.get(algorithm))
    if "crit" in header:
        raise Refused("the ID token demands what this client does not know")
    brought = [name for name in ("jwk", "jku", "x5c", "x5u") if name in header]
    duties.must("id-jwk", not brought, "the ID token brings a key of its own")
    found = [header["jwk"]] if "jwk" in brought else keys(header.get("kid"))
    if not found and duties.omits("id-kid"):
        return
    if not found:
        raise Refused("the ID token is signed with a key that is not published", "id-kid")
    if algorithm == "HS256":
        is_good = any(jose.is_keyed_with(signed, signature, key) for key in found if key.get("kty") == "RSA")
    else:
        is_good = any(jose.is_signed(signed, signature, key, algorithm) for key in found)
    duties.must("id-sig", is_good, "the ID token has a wrong signature")


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)

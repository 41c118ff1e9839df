"""Codes and tokens of Authlib's server, in memory, and the two lines that add DPoP, which Authlib lacks, to each part: `g.key` is the
thumbprint of the key that the request proved, or `None`."""
import time

from authlib.integrations.sqla_oauth2 import OAuth2AuthorizationCodeMixin, OAuth2TokenMixin
from authlib.oauth2.rfc6749 import InvalidGrantError
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant, RefreshTokenGrant
from authlib.oauth2.rfc6750 import InvalidTokenError
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc9068 import JWTBearerTokenGenerator, JWTBearerTokenValidator
from authlib.oidc.core.grants import OpenIDCode
from flask import g

METHODS = ["private_key_jwt", "client_secret_basic", "none"]


class Record:
    def __init__(self, **members):
        self.__dict__.update(members)


class Code(Record, OAuth2AuthorizationCodeMixin):
    acr = amr = None


class Token(Record, OAuth2TokenMixin):
    access_token_revoked_at = refresh_token_revoked_at = 0


class User(Record):
    def get_user_id(self):
        return self.name


class CodeGrant(AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS

    def save_authorization_code(self, code, request):
        data = request.payload.data
        self.server.provider.codes[code] = Code(
            client_id=request.client.client_id, redirect_uri=data["redirect_uri"], scope=request.scope, nonce=data.get("nonce"),
            code_challenge=data["code_challenge"], code_challenge_method=data["code_challenge_method"], user=request.user,
            code=code, auth_time=int(time.time()), key=self.server.provider.wanted_key(data.get("dpop_jkt")))

    def query_authorization_code(self, code, client):
        found = self.server.provider.codes.get(code)
        if found is None or found.client_id != client.client_id:
            return None
        if found.key not in (None, g.key):
            raise InvalidGrantError("The code is bound to another key.")
        return found

    def delete_authorization_code(self, authorization_code):
        del self.server.provider.codes[authorization_code.code]

    def authenticate_user(self, authorization_code):
        return authorization_code.user


class RefreshGrant(RefreshTokenGrant):
    """Refresh tokens do not rotate, as FAPI 2.0 demands (§5.3.2.1), and are bound to the key for every client."""

    TOKEN_ENDPOINT_AUTH_METHODS = METHODS

    def authenticate_refresh_token(self, refresh_token):
        token = self.server.provider.token(refresh_token)
        if token and token.key != g.key:
            raise InvalidGrantError("The token is bound to another key.")
        return token

    def authenticate_user(self, refresh_token):
        return refresh_token.user

    def revoke_old_credential(self, refresh_token):
        pass


class IDTokens(OpenIDCode):
    def __init__(self, provider):
        super().__init__()
        self.provider = provider

    def exists_nonce(self, nonce, request):
        return any(code.nonce == nonce for code in self.provider.codes.values())

    def get_client_algorithm(self, client):
        return client.id_token_signed_response_alg or self.provider.behaviour["id_token_algorithm"]

    def get_encode_header(self, client):
        return {"alg": self.get_client_algorithm(client), "kid": self.resolve_client_private_key(client).kid}

    def resolve_client_private_key(self, client):
        return self.provider.keys[self.get_client_algorithm(client)]

    def get_client_claims(self, client):
        return {"iss": self.provider.issuer, "aud": client.client_id}

    def get_compatible_claims(self, request):
        """The ID token of a refresh states the original login's time (OpenID Connect Core §12.2); Authlib's own states the present."""
        claims = super().get_compatible_claims(request)
        return claims | ({"auth_time": request.refresh_token.auth_time} if request.refresh_token else {})

    def generate_user_info(self, user, scope):
        return {"sub": user.name}


class AccessTokens(JWTBearerTokenGenerator):
    """JWTs that name the key (RFC 9449 §6.1); what Authlib calls all of them, Bearer, only counts of those that name none."""

    def __init__(self, provider):
        super().__init__(provider.issuer, "ES256", lambda **_: provider.random(), lambda *_: 300)
        self.provider = provider

    def get_jwks(self):
        return self.provider.keys["ES256"]

    def get_audiences(self, client, user, scope):
        return [self.provider.origin]

    def get_extra_claims(self, client, grant_type, user, scope):
        return {"cnf": {"jkt": g.key}} if g.key else {}

    def generate(self, *arguments, **more):
        return super().generate(*arguments, **more) | ({"token_type": "DPoP"} if g.key else {})


class TokenOfKey(JWTBearerTokenValidator):
    """`Authorization: DPoP`: the token, and a proof of the key that it names (RFC 9449 §7.1)."""

    TOKEN_TYPE = "dpop"

    def __init__(self, provider):
        super().__init__(provider.issuer, provider.origin)
        self.provider = provider

    def get_jwks(self):
        return self.provider.keys["ES256"]

    def key(self, token_string):
        return self.provider.proven_key(token_string)

    def authenticate_token(self, token_string):
        token = super().authenticate_token(token_string)
        if token.get("cnf", {}).get("jkt") != self.key(token_string) or self.provider.token(token_string) is None:
            raise InvalidTokenError()
        return token


class TokenOfAnybody(TokenOfKey):
    """`Authorization: Bearer`: none that names a key."""

    TOKEN_TYPE = "bearer"

    def key(self, token_string):
        return None


class Revocation(RevocationEndpoint):
    CLIENT_AUTH_METHODS = METHODS

    def query_token(self, token_string, token_type_hint):
        return self.server.provider.token(token_string)

    def revoke_token(self, token, request):
        token.refresh_token_revoked_at = int(time.time())

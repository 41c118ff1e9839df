"""The parts of Authlib that an authorization server is made of, with memory in place of a database, and the two lines by which each of them learns of
DPoP: `g.key` is the thumbprint of the key that the request proved, `None` where it proved none."""
import secrets
import time

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.integrations.sqla_oauth2 import OAuth2AuthorizationCodeMixin, OAuth2ClientMixin, OAuth2TokenMixin
from authlib.oauth2 import OAuth2Request
from authlib.oauth2.claims import BaseClaims
from authlib.oauth2.rfc6749 import InvalidGrantError
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant, RefreshTokenGrant
from authlib.oauth2.rfc6750 import InvalidTokenError
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7523 import JWTBearerClientAssertion
from authlib.oauth2.rfc7591 import ClientMetadataClaims, ClientRegistrationEndpoint
from authlib.oauth2.rfc7592 import ClientConfigurationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc9068 import JWTBearerTokenGenerator, JWTBearerTokenValidator
from authlib.oauth2.rfc9207 import IssuerParameter
from authlib.oidc import registration, rpinitiated
from authlib.oidc.core.grants import OpenIDCode
from flask import g
from joserfc.jwk import KeySet

METHODS = ["private_key_jwt", "client_secret_basic", "none"]


class Record:
    def __init__(self, **members):
        self.__dict__.update(members)


class Client(OAuth2ClientMixin):
    def __init__(self, client_id, client_secret, metadata):
        self.client_id, self.client_secret, self.client_id_issued_at, self.client_secret_expires_at = client_id, client_secret, int(time.time()), 0
        self.set_client_metadata(metadata)
        # Good for managing it (RFC 7592), and for nothing else.
        self.access_token = secrets.token_urlsafe(24)


class Code(Record, OAuth2AuthorizationCodeMixin):
    acr = amr = None


class Token(Record, OAuth2TokenMixin):
    access_token_revoked_at = refresh_token_revoked_at = 0


class User(Record):
    def get_user_id(self):
        return self.name


class KeyMetadata(BaseClaims):
    """RFC 9449 §5.2 and RFC 9126 §6: Authlib drops what it does not know."""

    REGISTERED_CLAIMS = ["dpop_bound_access_tokens", "require_pushed_authorization_requests"]


CLAIMS = [ClientMetadataClaims, registration.ClientMetadataClaims, rpinitiated.ClientMetadataClaims, KeyMetadata]


class Server(AuthorizationServer):
    """Clients authenticate, and then they prove their key."""

    def create_oauth2_request(self, request):
        return request if isinstance(request, OAuth2Request) else super().create_oauth2_request(request)

    def authenticate_client(self, request, methods, endpoint="token"):
        client = super().authenticate_client(request, methods, endpoint)
        if endpoint != "revocation":
            g.key = self.provider.proven_key()
        return client


class Assertion(JWTBearerClientAssertion):
    """`private_key_jwt`, for the issuer alone (RFC 7523 §3, OpenID Connect Core §9)."""

    CLIENT_AUTH_METHOD = "private_key_jwt"

    def __init__(self, provider):
        super().__init__()
        self.provider, self.used = provider, set()

    def get_audiences(self):
        return [self.provider.issuer]

    def validate_jti(self, claims, jti):
        is_new = (claims["sub"], jti) not in self.used
        self.used.add((claims["sub"], jti))
        return is_new

    def resolve_client_public_key(self, client):
        return KeySet.import_key_set(client.jwks)


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
    """Refresh tokens last, as FAPI 2.0 wants it (§5.3.2.1), and are bound to the key, whoever the client is."""

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


class Registration(ClientRegistrationEndpoint):
    def authenticate_token(self, request):
        provider = self.server.provider
        return provider.behaviour["registration"] == "open" or provider.resource.validate_request(["dcr"], request)

    def get_server_metadata(self):
        return self.server.provider.metadata()

    def save_client(self, client_info, client_metadata, request):
        client = Client(client_info["client_id"], client_info["client_secret"], client_metadata)
        self.server.provider.clients[client.client_id] = client
        return client

    def generate_client_registration_info(self, client, request):
        provider = self.server.provider
        return {"registration_client_uri": f"{provider.origin}/clients/{client.client_id}", "registration_access_token": client.access_token}


class Configuration(ClientConfigurationEndpoint):
    """RFC 7592."""

    def authenticate_token(self, request):
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        owners = [client for client in self.server.provider.clients.values() if scheme == "Bearer" and client.access_token == text]
        return owners and Token(client_id=owners[0].client_id)

    def authenticate_client(self, request):
        return self.server.provider.clients.get(request.uri.rsplit("/", 1)[-1])

    def check_permission(self, client, request):
        return True

    def update_client(self, client, client_metadata, request):
        client.set_client_metadata(client_metadata)
        return client

    def delete_client(self, client, request):
        del self.server.provider.clients[client.client_id]

    def get_server_metadata(self):
        return self.server.provider.metadata()

    generate_client_registration_info = Registration.generate_client_registration_info


class Revocation(RevocationEndpoint):
    CLIENT_AUTH_METHODS = METHODS

    def query_token(self, token_string, token_type_hint):
        return self.server.provider.token(token_string)

    def revoke_token(self, token, request):
        token.refresh_token_revoked_at = int(time.time())


class EndSession(rpinitiated.EndSessionEndpoint):
    def get_server_jwks(self):
        return self.server.provider.key_set()

    def end_session(self, end_session_request):
        self.server.provider.end_session()


class Issuer(IssuerParameter):
    def __init__(self, provider):
        self.provider = provider

    def get_issuer(self):
        return self.provider.issuer


def server(provider):
    """All of it, put together."""
    made = Server()
    made.provider = provider
    made.init_app(provider.app, lambda client_id: provider.clients.get(client_id), provider.save_token)
    made.register_token_generator("default", AccessTokens(provider))
    made.register_client_auth_method("private_key_jwt", Assertion(provider))
    made.register_grant(CodeGrant, [CodeChallenge(required=True), IDTokens(provider)])
    made.register_grant(RefreshGrant)
    for endpoint in [Registration(made, CLAIMS), Configuration(made, CLAIMS), Revocation(made), EndSession(made)]:
        made.register_endpoint(endpoint)
    made.register_extension(Issuer(provider))
    return made

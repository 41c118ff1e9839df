"""Clients of Authlib's server, in memory: registered (RFC 7591), managed (RFC 7592), and authenticated by their keys (RFC 7523)."""
import secrets
import time

from authlib.integrations.sqla_oauth2 import OAuth2ClientMixin
from authlib.oauth2.claims import BaseClaims
from authlib.oauth2.rfc7523 import JWTBearerClientAssertion
from authlib.oauth2.rfc7591 import ClientMetadataClaims, ClientRegistrationEndpoint
from authlib.oauth2.rfc7592 import ClientConfigurationEndpoint
from authlib.oidc import registration, rpinitiated
from joserfc.jwk import KeySet
from keyed_tokens import Token


class Client(OAuth2ClientMixin):
    def __init__(self, client_id, client_secret, metadata):
        self.client_id, self.client_secret = client_id, client_secret
        self.client_id_issued_at, self.client_secret_expires_at = int(time.time()), 0
        self.set_client_metadata(metadata)
        # For managing the client (RFC 7592) only.
        self.access_token = secrets.token_urlsafe(24)


class KeyMetadata(BaseClaims):
    """RFC 9449 §5.2 and RFC 9126 §6: Authlib drops unknown metadata."""

    REGISTERED_CLAIMS = ["dpop_bound_access_tokens", "require_pushed_authorization_requests"]


CLAIMS = [ClientMetadataClaims, registration.ClientMetadataClaims, rpinitiated.ClientMetadataClaims, KeyMetadata]


class Assertion(JWTBearerClientAssertion):
    """`private_key_jwt` with the issuer as the only audience (RFC 7523 §3, OpenID Connect Core §9)."""

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
        return {
            "registration_client_uri": f"{provider.origin}/clients/{client.client_id}",
            "registration_access_token": client.access_token}


class Configuration(ClientConfigurationEndpoint):
    """RFC 7592."""

    def authenticate_token(self, request):
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        for client in self.server.provider.clients.values():
            if scheme == "Bearer" and client.access_token == text:
                return Token(client_id=client.client_id)

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

"""Authlib's authorization server, assembled from its parts."""
from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2 import OAuth2Request
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc9207 import IssuerParameter
from authlib.oidc.rpinitiated import EndSessionEndpoint
from flask import g
from keyed_clients import CLAIMS, Assertion, Configuration, Registration
from keyed_tokens import AccessTokens, CodeGrant, IDTokens, RefreshGrant, Revocation


class Server(AuthorizationServer):
    """Clients first authenticate, then prove their key."""

    def create_oauth2_request(self, request):
        return request if isinstance(request, OAuth2Request) else super().create_oauth2_request(request)

    def authenticate_client(self, request, methods, endpoint="token"):
        client = super().authenticate_client(request, methods, endpoint)
        if endpoint != "revocation":
            g.key = self.provider.proven_key()
        return client


class EndSession(EndSessionEndpoint):
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
    made = Server()
    made.provider = provider
    made.init_app(provider.app, lambda client_id: provider.clients.get(client_id), provider.save_token)
    made.register_token_generator("default", AccessTokens(provider))
    made.register_client_auth_method("private_key_jwt", Assertion(provider))
    made.register_grant(CodeGrant, [CodeChallenge(required=True), IDTokens(provider)])
    made.register_grant(RefreshGrant, [IDTokens(provider)])
    for endpoint in [Registration(made, CLAIMS), Configuration(made, CLAIMS), Revocation(made), EndSession(made)]:
        made.register_endpoint(endpoint)
    made.register_extension(Issuer(provider))
    return made

"""A provider that demands keys: Authlib's server (keyed_server.py) behind Flask, with two parts that Authlib 1.9 lacks: DPoP (proofs.py)
and pushed authorization requests (`Provider.push`).

usage: keyed_provider.py CERTIFICATE KEY USER PASSWORD
It prints its issuer on standard output, and answers each line on standard input, a behaviour as JSON, with the requests since the last one.
"""
import json
import secrets
import socket
import sys
import threading
import time
from urllib.parse import urlencode

import flask
from authlib.integrations.flask_oauth2 import ResourceProtector
from authlib.integrations.flask_oauth2.requests import FlaskOAuth2Request
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata
from joserfc.jwk import ECKey, KeySet, OKPKey, RSAKey
from keyed_clients import Client
from keyed_metadata import changed, metadata
from keyed_server import Issuer, server
from keyed_tokens import METHODS, Token, TokenOfAnybody, TokenOfKey, User
from proofs import Proofs
from werkzeug.serving import WSGIRequestHandler, make_server

# The behaviour of a provider for FAPI 2.0. The tests state what differs.
BEHAVIOUR = {
    "registration": "open", "id_token_algorithm": "ES256", "pushed": "required", "bearer": False,
    # The endpoints that demand a nonce, and whether each accepts only its own.
    "nonces": ["pushed", "token", "registration", "userinfo"], "own_nonces": False,
    # Members to set in the metadata and in endpoints' successful answers; null removes a member.
    "metadata": {}, "answers": {},
    # Endpoints that do what they are asked, but whose answer is lost.
    "lost": []}
REQUEST_LIFETIME = 60
PAGE = """<!doctype html><title>Sign in</title><h1>Sign in</h1>{alert}<form method="post" action="{action}">
<label>User name <input name="username" autocomplete="username"></label>
<label>Password <input type="password" name="password" autocomplete="current-password"></label><button>Sign in</button></form>"""


class Provider:
    def __init__(self, port, user, password):
        self.origin = f"https://localhost:{port}"
        self.issuer = self.origin + "/provider"
        self.user, self.password, self.behaviour, self.seen = User(name=user), password, BEHAVIOUR, []
        self.codes, self.tokens, self.pushed, self.proofs = {}, [], {}, Proofs()
        self.clients = {"mobile-dcr-client": Client("mobile-dcr-client", None, {
            "redirect_uris": ["io.curity.dcrclient://callback"], "scope": "dcr", "grant_types": ["authorization_code"],
            "response_types": ["code"], "token_endpoint_auth_method": "none"})}
        self.keys = {
            "ES256": ECKey.generate_key("P-256"), "EdDSA": OKPKey.generate_key("Ed25519"), "PS256": RSAKey.generate_key(2048)}
        for key in self.keys.values():
            key.ensure_kid()
        self.keys["RS256"] = self.keys["PS256"]
        self.app = flask.Flask("keyed provider")
        self.app.config.update(SECRET_KEY=self.random(), SESSION_COOKIE_SECURE=True)
        self.server = server(self)
        self.resource = ResourceProtector()
        for validator in (TokenOfKey(self), TokenOfAnybody(self)):
            self.resource.register_token_validator(validator)
        self.route()

    def random(self):
        return secrets.token_urlsafe(24)

    # What the parts of the server call

    def metadata(self):
        return metadata(self.origin, self.issuer, self.behaviour)

    def key_set(self):
        return KeySet([self.keys[name] for name in ("ES256", "PS256", "EdDSA")])

    def proven_key(self, access_token=None):
        """The thumbprint of the proven key; `None` at a provider that ignores proofs."""
        if self.behaviour["bearer"]:
            return None
        request = flask.request
        demands_nonce = request.endpoint in self.behaviour["nonces"]
        return self.proofs.judge(request, self.origin + request.path, request.endpoint, demands_nonce, access_token)

    def wanted_key(self, thumbprint):
        """The key to which the code is to be bound (RFC 9449 §10)."""
        return None if self.behaviour["bearer"] else thumbprint

    def save_token(self, token, request):
        kept = {name: token.get(name) for name in ("access_token", "refresh_token", "scope", "expires_in")}
        login = request.authorization_code or request.refresh_token
        self.tokens.append(Token(
            client_id=request.client.client_id, user=request.user, key=flask.g.key, auth_time=login.auth_time,
            issued_at=int(time.time()), **kept))

    def token(self, text):
        """The record of a valid access or refresh token."""
        for each in self.tokens:
            if text in (each.access_token, each.refresh_token) and not each.is_revoked():
                return each

    def end_session(self):
        flask.session.clear()

    # Endpoints

    def route(self):
        for path, endpoint, view, methods in [
            ("/provider/.well-known/openid-configuration", "metadata", self.metadata, ["GET"]),
            ("/.well-known/oauth-authorization-server/provider", "oauth metadata", self.metadata, ["GET"]),
            ("/jwks", "jwks", lambda: self.key_set().as_dict(), ["GET"]),
            ("/register", "registration", lambda: self.server.create_endpoint_response("client_registration"), ["POST"]),
            ("/clients/<_>", "client", lambda _: self.server.create_endpoint_response("client_configuration"),
             ["GET", "PUT", "DELETE"]),
            ("/par", "pushed", self.push, ["POST"]), ("/authorize", "authorize", self.authorize, ["GET", "POST"]),
            ("/token", "token", lambda: self.server.create_token_response(), ["POST"]),
            ("/userinfo", "userinfo", self.userinfo, ["GET"]),
            ("/revoke", "revocation", lambda: self.server.create_endpoint_response("revocation"), ["POST"]),
            ("/logout", "logout", lambda: self.server.create_endpoint_response("end_session") or "Signed out", ["GET"])
        ]:
            self.app.add_url_rule(path, endpoint, view, methods=methods)
        self.app.register_error_handler(OAuth2Error, lambda error: self.server.handle_error_response(None, error))
        self.app.after_request(self.finish)

    def push(self):
        """RFC 9126 §2: checked like an authorization request, and stored."""
        client = self.server.authenticate_client(self.server.create_oauth2_request(None), METHODS, "pushed")
        wanted = {name: value for name, value in flask.request.form.items() if not name.startswith("client_assertion")}
        if flask.g.key and wanted.setdefault("dpop_jkt", flask.g.key) != flask.g.key:
            raise OAuth2Error(error="invalid_dpop_proof", description="dpop_jkt is of another key")
        try:
            self.server.get_consent_grant(self.request(wanted)).validate_authorization_request()
        except OAuth2Error as error:
            error.redirect_uri = None
            raise
        reference = "urn:ietf:params:oauth:request_uri:" + self.random()
        self.pushed[reference] = client.client_id, wanted, time.time() + REQUEST_LIFETIME
        return {"request_uri": reference, "expires_in": REQUEST_LIFETIME}, 201

    def authorize(self):
        arguments, given = flask.request.args, flask.request.form
        reference = arguments.get("request_uri")
        client_id, wanted, end = self.pushed.get(reference, (None, arguments.to_dict(), 0))
        is_good = client_id == arguments.get("client_id") and end > time.time()
        if not is_good and (reference or self.behaviour["pushed"] == "required"):
            raise OAuth2Error(error="invalid_request", description="a pushed request is needed, once and soon")
        user = self.user if (given.get("username"), given.get("password")) == (self.user.name, self.password) else None
        if user is None and (given or "user" not in flask.session or wanted.get("prompt") == "login"):
            alert = '<p role="alert">User name or password is wrong</p>' if given else ""
            return PAGE.format(alert=alert, action="/authorize?" + urlencode(arguments).replace("&", "&amp;"))
        self.pushed.pop(reference, None)
        flask.session["user"] = self.user.name
        request = self.request(wanted)
        try:
            grant = self.server.get_consent_grant(request, self.user)
            return self.server.create_authorization_response(request, self.user, grant)
        except OAuth2Error as error:
            answer = self.server.handle_error_response(request, error)
            Issuer(self).add_issuer_parameter(self.server, answer)
            return answer

    def request(self, parameters):
        request = FlaskOAuth2Request(flask.request)
        request.payload = BasicOAuth2Payload(parameters)
        return request

    def userinfo(self):
        with self.resource.acquire("openid") as token:
            return {"sub": token["sub"], "name": "Demo User", "preferred_username": token["sub"]}

    def finish(self, answer):
        """Added to every answer: a nonce, the test's changes, and a line in the record."""
        request = flask.request
        if request.endpoint in self.behaviour["nonces"]:
            answer.headers["DPoP-Nonce"] = self.proofs.nonces.give(request.endpoint)
        body = answer.get_json(silent=True) if answer.is_json else None
        if body and request.endpoint in self.behaviour["answers"] and answer.status_code < 300:
            answer.set_data(json.dumps(changed(body, self.behaviour["answers"][request.endpoint])))
        if request.endpoint in self.behaviour["lost"]:
            request.environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
        self.seen.append({
            "endpoint": request.endpoint, "method": request.method, "status": answer.status_code, "error": (body or {}).get("error"),
            "said": (body or {}).get("error_description"), "carried": sorted(request.args), "form": sorted(request.form),
            "scheme": request.headers.get("Authorization", "").split(" ")[0], "proof": "DPoP" in request.headers})
        return answer

    def behave(self, otherwise):
        seen, self.seen = self.seen, []
        self.behaviour = BEHAVIOUR | otherwise
        self.proofs.nonces.own = self.behaviour["own_nonces"]
        return seen


def main():
    certificate, key, user, password = sys.argv[1:]
    WSGIRequestHandler.log_request = lambda *_: None
    http = make_server(
        "localhost", 0, lambda *request: provider.app(*request), threaded=True, ssl_context=(certificate, key))
    provider = Provider(http.server_port, user, password)
    AuthorizationServerMetadata(provider.metadata()).validate()
    threading.Thread(target=http.serve_forever, daemon=True).start()
    print(provider.issuer, flush=True)
    for line in sys.stdin:
        print(json.dumps(provider.behave(json.loads(line))), flush=True)


main()

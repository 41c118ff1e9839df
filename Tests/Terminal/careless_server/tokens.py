"""The token endpoint, userinfo, revocation and introspection (RFC 6749 §4.1.3 and §6, RFC 7009, RFC 7662, OpenID Connect Core §5.3)."""
import hashlib
import time

from clients import SCOPES, same
from grants import ACCESS_LIFE, Login
from messages import Answer, NO_STORE, Refused, document
from signatures import encoded, verified


def refused(description):
    return Refused("invalid_grant", description)


class Tokens:
    def __init__(self, server):
        self.server, self.grants = server, server.grants

    def token(self, request):
        parameters = request.parameters()
        grants = {"authorization_code": self.redeem, "refresh_token": self.renew}
        if not self.server.keeps("s-tk-ropc"):
            grants["password"] = self.sign_in
        grant = grants.get(parameters.get("grant_type"))
        if grant is None:
            if "grant_type" not in parameters:
                raise Refused("invalid_request", "grant_type is missing")
            raise Refused("unsupported_grant_type", "only authorization_code and refresh_token")
        client = self.server.authentication.client(request, parameters)
        return grant(client, parameters, self.server.proofs.key(request))

    # Codes

    def redeem(self, client, parameters, key):
        code = self.grants.good(self.grants.codes, parameters.get("code"))
        if code is None:
            raise refused("the code is unknown or has expired")
        if code.login.client is not client and self.server.keeps("s-tk-client"):
            raise refused("the code is another client's")
        if code.spent and self.server.keeps("s-tk-twice"):
            code.login.ended = True
            raise refused("the code has been used")
        asked = code.login.asked
        self.judge_redirect(asked, parameters)
        self.judge_verifier(asked, parameters.get("code_verifier"))
        if client.metadata.get("dpop_bound_access_tokens") and key is None:
            raise Refused("invalid_dpop_proof", "the client's tokens are bound to a key")
        if asked.get("dpop_jkt", key) != key:
            raise Refused("invalid_dpop_proof", "the code is for another key")
        code.spent = True
        login = code.login
        if login.client is not client:
            login = Login(client, login.scope, asked, login.signed_in)
        login.key = key
        return self.issued(login, login.scope, self.grants.refresh_token(login))

    def judge_redirect(self, asked, parameters):
        given = parameters.get("redirect_uri")
        if given != asked.get("redirect_uri") and (given is None or self.server.keeps("s-tk-redir")):
            raise refused("the redirect_uri is not that of the request")

    def judge_verifier(self, asked, verifier):
        challenge, method = asked.get("code_challenge"), asked.get("code_challenge_method", "plain")
        if challenge is None:
            if verifier is not None and self.server.keeps("s-tk-downgr"):
                raise refused("there was no code_challenge")
        elif verifier is None:
            if self.server.keeps("s-tk-noverif"):
                raise refused("code_verifier is missing")
        elif self.server.keeps("s-tk-verif"):
            proof = verifier if method == "plain" else encoded(hashlib.sha256(verifier.encode()).digest())
            if not 43 <= len(verifier) <= 128 or not same(proof, challenge):
                raise refused("code_verifier is wrong")

    # Refresh

    def renew(self, client, parameters, key):
        old = self.grants.good(self.grants.refresh, parameters.get("refresh_token"))
        if old is None:
            raise refused("the refresh token is unknown or has ended")
        login = old.login
        if login.client is not client and self.server.keeps("s-rf-client"):
            raise refused("the refresh token is another client's")
        if old.spent and self.server.keeps("s-rf-reuse"):
            login.ended = True
            raise refused("the refresh token has been replaced")
        if client.method == "none" and login.key is not None and login.key != key and self.server.keeps("s-dp-key"):
            raise refused("the refresh token is bound to another key")
        scope = parameters.get("scope", "").split() or old.scope
        allowed = login.scope if self.server.keeps("s-rf-wide") else SCOPES
        if not set(scope) <= set(allowed):
            raise Refused("invalid_scope", "the login gave less")
        old.spent = True
        if login.key is not None:
            login.key = key or login.key
        return self.issued(login, scope, self.grants.refresh_token(login))

    # The password grant, which only the careless server has (RFC 6749 §4.3)

    def sign_in(self, client, parameters, key):
        if "username" not in parameters or "password" not in parameters:
            raise Refused("invalid_request", "username and password are needed")
        if not (same(parameters["username"], self.server.user) and same(parameters["password"], self.server.password)):
            raise refused("wrong user name or password")
        login = Login(client, client.scope, {}, int(time.time()), key)
        return self.issued(login, login.scope, self.grants.refresh_token(login))

    # What comes of it

    def issued(self, login, scope, refresh_token):
        answer = {
            "access_token": self.grants.access_token(login, scope), "token_type": "DPoP" if login.key else "Bearer",
            "expires_in": ACCESS_LIFE, "scope": " ".join(scope), "refresh_token": refresh_token}
        if "openid" in scope:
            answer["id_token"] = self.id_token(login)
        return document(answer)

    def id_token(self, login):
        now = int(time.time())
        claims = {
            "iss": self.server.issuer, "sub": self.server.subject, "aud": login.client.id, "auth_time": login.signed_in, "iat": now,
            "exp": now + (ACCESS_LIFE if self.server.keeps("s-id-token") else -ACCESS_LIFE)}
        if "nonce" in login.asked:
            claims["nonce"] = login.asked["nonce"]
        if self.server.options.audience:
            claims["aud"] = [login.client.id, self.server.options.audience]
        return self.server.key.sign(claims, **({"jwk": self.server.key.public} if self.server.options.key_in_header else {}))

    def userinfo(self, request):
        scheme = "dpop" if request.token("dpop") else "bearer"
        name = request.token(scheme)
        token = self.grants.good(self.grants.access, name)
        if token is None and name and not self.server.keeps("s-ui-id") and self.is_id_token(name):
            return document({"sub": self.server.subject})
        if token is None or not self.is_proven(request, scheme, name, token.login.key):
            kind = "DPoP" if scheme == "dpop" or token else "Bearer"
            challenge = f'{kind} error="invalid_token"' if name else kind
            raise Refused("invalid_token", "there is no good access token", 401, {"WWW-Authenticate": challenge})
        if "openid" not in token.scope:
            challenge = 'Bearer error="insufficient_scope", scope="openid"'
            raise Refused("insufficient_scope", "the scope openid is needed", 403, {"WWW-Authenticate": challenge})
        profile = {"name": "Demo User", "preferred_username": self.server.user} if "profile" in token.scope else {}
        return document({"sub": self.server.subject, **profile})

    def is_proven(self, request, scheme, name, key):
        if key is None:
            return scheme == "bearer"
        if not self.server.keeps("s-dp-key"):
            return True
        try:
            return scheme == "dpop" and self.server.proofs.key(request, name) == key
        except Refused:
            return False

    def is_id_token(self, name):
        try:
            return verified(name, [self.server.key.public])["iss"] == self.server.issuer
        except ValueError:
            return False

    # Revocation and introspection

    def revoke(self, request):
        parameters = request.parameters()
        client = self.server.authentication.client(request, parameters)
        token = self.grants.refresh.get(parameters.get("token")) or self.grants.access.get(parameters.get("token"))
        if token and token.login.client is not client and self.server.keeps("s-rv-other"):
            raise Refused("invalid_grant", "the token is another client's")
        if token and self.server.keeps("s-rv-dead"):
            token.login.ended = True
        return Answer(200, dict(NO_STORE), b"")

    def introspect(self, request):
        parameters = request.parameters()
        asks = {"client_id", "client_secret", "client_assertion"} & set(parameters) or request.headers.get("Authorization")
        client = self.server.authentication.client(request, parameters) if asks or self.server.keeps("s-in-anon") else None
        name = parameters.get("token")
        token = self.grants.good(self.grants.access, name)
        refresh = self.grants.good(self.grants.refresh, name)
        token = token or refresh and not refresh.spent and refresh
        if not token or client and (client.method == "none" or token.login.client is not client):
            return document({"active": False})
        return document({
            "active": True, "client_id": token.login.client.id, "scope": " ".join(token.scope), "sub": self.server.subject,
            "iss": self.server.issuer})

"""What logins have given: codes, access tokens and refresh tokens, all opaque and in memory."""
import dataclasses
import secrets
import time

CODE_LIFE, ACCESS_LIFE = 60, 600


@dataclasses.dataclass
class Login:
    """What one authorization request was granted. `ended`: none of its tokens is good any more."""
    client: object
    scope: list
    asked: dict
    signed_in: int
    key: str = None
    ended: bool = False


@dataclasses.dataclass
class Token:
    login: Login
    scope: list
    until: float
    spent: bool = False


class Grants:
    def __init__(self):
        self.codes, self.access, self.refresh = {}, {}, {}

    def code(self, login):
        return self.put(self.codes, Token(login, login.scope, time.time() + CODE_LIFE))

    def access_token(self, login, scope):
        return self.put(self.access, Token(login, scope, time.time() + ACCESS_LIFE))

    def refresh_token(self, login):
        return self.put(self.refresh, Token(login, login.scope, float("inf")))

    def put(self, kind, token):
        name = secrets.token_urlsafe(32)
        kind[name] = token
        return name

    def good(self, kind, name):
        """The token of this kind, unless it is unknown, has expired, or its login has ended."""
        token = kind.get(name)
        return None if token is None or token.login.ended or token.until < time.time() else token

    def end_client(self, client):
        for kind in (self.codes, self.access, self.refresh):
            for token in kind.values():
                token.login.ended = token.login.ended or token.login.client is client

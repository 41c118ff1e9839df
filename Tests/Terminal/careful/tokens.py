"""Token requests, and what is done with tokens: userinfo, API, refresh, sign-out."""
import base64
import contextlib
import secrets
import threading
import time
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import jose
from duties import Refused
from registration import LOGGED_OUT
from web import Lost, pause

ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
TRIES = 6  # of a client that loops
SLOW = 1.5  # seconds: no answer takes that long unless the server means it


class Tokens:
    """Part of the client."""

    # MARK: Requests of a client that authenticates

    def ask_as(self, client, endpoint, form):
        """A POST with this client's authentication, and a proof if it binds its tokens. Repeated once with the nonce that the server demands."""
        url = self.endpoint(endpoint)
        for is_last in (False, True):
            sent, headers = self.authenticated(client, form)
            if self.binds(client):
                headers["DPoP"] = self.proof("POST", url)
            answer = self.web.ask("POST", url, form=sent, headers=headers)
            if is_last or not self.wants_nonce(answer) and not (answer.status in (400, 401) and self.duties.mend({"tk-auth", "tk-auth@reg", "ca-jwt"})):
                return answer

    def authenticated(self, client, form):
        """RFC 6749 §2.3.1, RFC 7523 §2.2: form and headers."""
        method, identity, secret = client["method"], client["client_id"], client.get("client_secret") or ""
        headers = {}
        if method == "client_secret_basic":
            pair = f"{identity}:{secret}" if self.duties.omits("tk-basic") else f"{quote(identity, safe='')}:{quote(secret, safe='')}"
            headers["Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
            if self.duties.omits("tk-auth"):
                form = {**form, "client_id": identity, "client_secret": secret}
        elif method == "client_secret_post":
            form = {**form, "client_id": identity, "client_secret": secret}
        elif method == "private_key_jwt":
            life = 3600 if self.duties.omits("ca-jwt") else 60
            claims = {
                "iss": identity, "sub": identity, "aud": self.issuer, "iat": int(time.time()), "exp": int(time.time()) + life,
                "jti": secrets.token_urlsafe(16)}
            key = self.state["client_key"]
            form = {**form, "client_assertion_type": ASSERTION, "client_assertion": jose.sign({"kid": key["kid"]}, claims, key)}
        else:
            form = {**form, "client_id": identity, **({"client_secret": "secret"} if self.duties.omits("tk-auth") else {})}
        return form, headers

    def binds(self, client):
        return self.options.dpop and client is self.state.get("registration")

    def proof(self, method, url, token=None):
        """A new proof of this client's key (RFC 9449 §4.2)."""
        key = self.state.setdefault("proof_key", jose.new_key())
        claims = {"jti": secrets.token_urlsafe(16), "htm": method, "htu": url, "iat": int(time.time())}
        if token and not self.duties.omits("dp-proof"):
            claims["ath"] = jose.digest(token)
        if self.state.get("dpop_nonce"):
            claims["nonce"] = self.state["dpop_nonce"]
        return jose.sign({"typ": "dpop+jwt", "jwk": jose.public(key)}, claims, key)

    def wants_nonce(self, answer):
        """Whether the request has to be repeated with the server's nonce (RFC 9449 §8), which is kept."""
        nonce = answer.header("DPoP-Nonce")
        if not self.options.dpop or not nonce or self.duties.omits("dp-nonce"):
            return False
        self.state["dpop_nonce"] = nonce
        return answer.status in (400, 401) and (answer.error == "use_dpop_nonce" or "use_dpop_nonce" in answer.header("WWW-Authenticate"))

    def redeemed(self, client, form):
        """The answer 200 to a code. A lost answer is asked for once more, a refused request is not repeated."""
        omits, lost = self.duties.omits, 0
        for _ in range(TRIES):
            try:
                answer = self.ask_as(client, "token_endpoint", form)
            except Lost:
                lost += 1
                if lost == TRIES or lost > 1 and not omits("tk-lost"):
                    raise
                continue
            if answer.status == 200:
                return answer
            # After a lost answer the code is used: to ask again then is about that.
            loops = omits("tk-lost") if lost else omits("en-client" if answer.status == 401 else "tk-refused")
            if not loops:
                break
        if answer.status == 401 and answer.error == "invalid_client" and not omits("en-client"):
            self.state.drop("registration", "tokens")
        raise Refused(f"the token request is refused: {answer.status} {answer.error}")

    def granted(self, answer):
        """The tokens of an answer whose form is right (RFC 6749 §5.1)."""
        got = answer.json
        if not isinstance(got.get("access_token"), str):
            raise Refused("there is no access token")
        kind = str(got.get("token_type"))
        if self.duties.omits("tk-case") and kind.lower() in ("bearer", "dpop") and kind not in ("bearer", "Bearer", "DPoP"):
            raise Refused("the token type is unknown")
        self.duties.must("tk-type", kind.lower() in ("bearer", "dpop"), "the token type is unknown")
        if self.duties.omits("tk-no-exp") and "expires_in" not in got:
            raise Refused("nobody says how long the token lives")
        life = got.get("expires_in")
        got["until"] = time.time() + life if isinstance(life, (int, float)) else None
        return got

    def accept(self, tokens):
        """Keeps the tokens of a login that is judged."""
        if self.options.dpop:
            self.duties.must("dp-bearer", tokens["token_type"].lower() == "dpop", "the token is not bound to the key")
        self.state["tokens"] = {name: tokens.get(name) for name in (
            "access_token", "refresh_token", "id_token", "token_type", "until", "nonce", "claims")}
        self.state.save()

    # MARK: Use

    def use(self):
        """Userinfo, and the API if there is one."""
        tokens = self.tokens()
        if tokens["until"] and tokens["until"] < time.time() + 5:
            self.refresh()
        about = self.resource(self.endpoint("userinfo_endpoint")).json
        subject = tokens["claims"].get("sub")
        if subject is not None and about.get("sub") != subject and not self.duties.omits("ui-sub"):
            self.state.drop("tokens")
            raise Refused("userinfo is somebody else's", "ui-sub")
        if self.options.api:
            self.resource(self.api() + "/accounts")

    def resource(self, url):
        """A resource with the access token; a token that is dead is refreshed once."""
        for number in range(TRIES if self.duties.omits("ui-401") else 2):
            answer = self.shown_token(url)
            if answer.status != 401:
                break
            if number == 0 and not self.duties.omits("ui-401"):
                self.refresh("en-grant")
        if answer.status == 401:
            self.state.drop("tokens")
        if answer.status != 200:
            raise Refused(f"the token is refused: {answer.status}")
        return answer

    def shown_token(self, url):
        """RFC 6750 §2.1, RFC 9449 §7.1."""
        token, is_bound = self.tokens()["access_token"], self.tokens()["token_type"].lower() == "dpop"
        for is_last in (False, True):
            if self.duties.omits("ui-header"):
                answer = self.web.ask("GET", url + "?" + urlencode({"access_token": token}))
            else:
                headers = {"Authorization": ("DPoP " if is_bound else "Bearer ") + token}
                if is_bound:
                    headers["DPoP"] = self.proof("GET", url, token)
                answer = self.web.ask("GET", url, headers=headers)
            if is_last or not self.wants_nonce(answer) and not (answer.status in (400, 401) and self.duties.mend({"ui-header", "dp-proof"})):
                return answer

    def tokens(self):
        tokens = self.state.get("tokens")
        if not tokens:
            raise Refused("nobody is signed in")
        return tokens

    # MARK: Refresh

    def refresh(self, ends="rf-dead"):
        """New tokens for the refresh token; without one, or if the server refuses it, nobody is signed in any more.

        ends: the check that says so.
        """
        tokens, client = self.tokens(), self.state["registration"]
        if not tokens.get("refresh_token"):
            self.state.drop("tokens")
            raise Refused("there is no refresh token")
        if self.is_over(client):
            self.state.drop("tokens", "registration")
            raise Refused("the client's secret is over", "en-secret")
        is_answered = threading.Event()
        others = [threading.Thread(target=self.refresh_beside, args=(client, tokens, is_answered))] if self.duties.omits("rf-race") else []
        for each in others:
            each.start()
        try:
            self.take(tokens, self.renewed(client, tokens, ends))
        finally:
            is_answered.set()
            for each in others:
                each.join()

    def refresh_beside(self, client, tokens, is_answered):
        """What another part of a program does that finds the access token dead while an answer takes long. What it gets is lost."""
        if is_answered.wait(SLOW):
            return
        with contextlib.suppress(Refused):
            self.ask_as(client, "token_endpoint", {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]})

    def renewed(self, client, tokens, ends):
        form = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
        omits = self.duties.omits
        lost = outages = 0
        for _ in range(TRIES):
            try:
                answer = self.ask_as(client, "token_endpoint", form)
            except Lost:
                lost += 1
                if lost == TRIES or lost > 1 and not omits("rf-lost"):
                    raise
                continue
            if answer.status == 200:
                return answer
            if answer.status >= 500 and outages < 3 and not omits("rf-down"):
                # The grant is not at fault: it is kept, and asked for later.
                outages += 1
                pause(1.2 * outages)
            elif not (omits("rf-lost") if lost else answer.status < 500 and omits(ends)):
                break
        if answer.status < 500 or omits("rf-down"):
            self.state.drop("tokens", *(["registration"] if answer.error == "invalid_client" and not omits("en-client") else []))
        raise Refused(f"the refresh is refused: {answer.status} {answer.error}")

    def take(self, tokens, answer):
        """Judges the renewed tokens and keeps them."""
        got, client = self.granted(answer), self.state["registration"]
        got["nonce"], got["claims"] = tokens["nonce"], tokens["claims"]
        if self.duties.omits("rf-no-id") and "id_token" not in got:
            raise Refused("the refresh brings no ID token")
        if "id_token" in got:
            try:
                got["claims"] = self.judged_id_token(client, got, tokens["claims"])
            except Refused:
                self.state.drop("tokens")
                raise
        else:
            got["id_token"] = tokens["id_token"]
        if "refresh_token" not in got and not self.duties.omits("rf-keep") or self.duties.omits("rf-rotate"):
            got["refresh_token"] = tokens["refresh_token"]
        self.accept(got)

    # MARK: Sign-out

    def log_out(self):
        """Revokes the refresh token, ends the session in the browser, and forgets the tokens first of all."""
        tokens, client = self.tokens(), self.state["registration"]
        if not self.duties.omits("lo-tokens"):
            self.state.drop("tokens")
        try:
            kind = "access_token" if self.duties.omits("lo-revoke") or not tokens["refresh_token"] else "refresh_token"
            self.ask_as(client, "revocation_endpoint", {"token": tokens[kind], "token_type_hint": kind})
            if not self.duties.omits("lo-revoke"):
                self.end_session(tokens)
        finally:
            if self.duties.omits("lo-tokens"):
                pause(6)
                self.resource(self.endpoint("userinfo_endpoint"))

    def end_session(self, tokens):
        """RP-Initiated Logout §2."""
        state = secrets.token_urlsafe(24)
        sent = {"id_token_hint": tokens["id_token"], "post_logout_redirect_uri": LOGGED_OUT, "state": state}
        if self.duties.omits("lo-hint"):
            sent = {}
        calls = self.browser.call(self.endpoint("end_session_endpoint") + ("?" + urlencode(sent) if sent else ""), LOGGED_OUT)
        if sent and (not calls or dict(parse_qsl(urlsplit(calls[0]).query)).get("state") != state):
            raise Refused("the sign-out did not come back")

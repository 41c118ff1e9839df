"""Dynamic registration and its management (RFC 7591, RFC 7592)."""
import time

import jose
from discovery import origin
from duties import Refused
from web import pause

REDIRECT, LOGGED_OUT = "io.curity.dcrclient:/callback", "io.curity.dcrclient:/logoutcallback"
LOCALHOST = "http://localhost:8017/callback"
# In seconds: what the person at the client bears.
LONGEST_WAIT = 40
# The public client of the first login, whose token may register.
FIRST = {"client_id": "mobile-dcr-client", "method": "none", "redirect": REDIRECT}
METHODS = {"basic": "client_secret_basic", "post": "client_secret_post", "key": "private_key_jwt", "none": "none"}


class Registration:
    """Part of the client."""

    def registration(self):
        """This installation's registration: the kept one, if the server still knows it, else a new one."""
        if self.duties.omits("rg-once"):
            self.state.drop("registration")
        kept = self.state.get("registration")
        if kept and self.is_over(kept):
            kept = None
        if kept and not self.state.get("checked"):
            kept = self.looked_at(kept)
        if not kept:
            kept = self.register()
        self.state["checked"] = True
        self.state.save()
        return kept

    def is_over(self, kept):
        end = kept.get("client_secret_expires_at") or 0
        return 0 < end <= time.time() and not self.duties.omits("en-secret")

    def looked_at(self, kept):
        """The registration as the server has it now (RFC 7592 §2.1); None: it is gone."""
        address, token = kept.get("registration_client_uri"), kept.get("registration_access_token")
        if not address or not token:
            return kept
        if origin(address) != origin(self.endpoint("registration_endpoint")) and not self.duties.omits("rm-origin"):
            return kept
        answer = self.web.ask("GET", address, headers={"Authorization": "Bearer " + token})
        if answer.status in (401, 403, 404):
            return kept if self.duties.omits("en-client") else None
        if answer.status == 200 and not self.duties.omits("rm-rotate"):
            kept.update({name: value for name, value in answer.json.items() if name in (
                "client_secret", "client_secret_expires_at", "registration_access_token", "registration_client_uri")})
        return kept

    def register(self):
        wait = self.state.get("not_before", 0) - time.time()
        if wait > LONGEST_WAIT:
            raise Refused("the server has asked to wait", "rg-later")
        pause(max(wait, 0))
        token = self.initial_token()
        wishes = self.wishes()
        if self.duties.omits("rg-redirects"):
            self.ask_to_register(token, {**wishes, "redirect_uris": [*wishes["redirect_uris"], "http://app.example/callback"]})
        for _ in range(6 if self.duties.omits("rg-refused") else 1):
            answer = self.ask_to_register(token, wishes)
            # An answer that says when to come again is no refusal.
            if answer.status in (201, 429, 503):
                break
        if answer.status == 429 and self.duties.omits("rg-later"):
            pause(1)
            answer = self.ask_to_register(token, wishes)
        if answer.status in (429, 503) and not self.duties.omits("rg-later"):
            wait = answer.header("Retry-After")
            self.state["not_before"] = time.time() + (int(wait) if wait.isdecimal() else 60)
            self.state.save()
        if answer.status != 201:
            raise Refused(f"the registration is refused: {answer.status} {answer.error}")
        return self.judged(answer.json, wishes, token)

    def ask_to_register(self, token, wishes):
        headers = {"Authorization": "Bearer " + token} if token else {}
        return self.web.ask("POST", self.endpoint("registration_endpoint"), body=wishes, headers=headers)

    def wishes(self):
        redirects = [LOCALHOST] if self.duties.omits("az-redirect") else [REDIRECT]
        more = {}
        if self.options.auth == "key":
            key = self.state.setdefault("client_key", {**jose.new_key(), "kid": "one"})
            more = {"jwks": {"keys": [jose.public(key)]}, "token_endpoint_auth_signing_alg": "ES256"}
        if self.options.dpop:
            more["dpop_bound_access_tokens"] = True
        if self.options.push and not self.duties.omits("pa-refused"):
            more["require_pushed_authorization_requests"] = True
        return {
            "redirect_uris": redirects, "post_logout_redirect_uris": [LOGGED_OUT], "application_type": "native", "scope": self.scope,
            "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"], "client_name": "The tests' careful client",
            "token_endpoint_auth_method": METHODS[self.options.auth], **more}

    def judged(self, answer, wishes, token):
        """Keeps the registration as it was answered, not as it was asked for (RFC 7591 §3.2.1)."""
        asked = wishes["token_endpoint_auth_method"]
        if not isinstance(answer.get("client_id"), str):
            raise Refused("the registration names no client")
        got = answer.get("token_endpoint_auth_method", asked)
        if not self.duties.omits("rg-echo"):
            is_able = got == "none" or got == "private_key_jwt" and "client_key" in self.state or (
                got in ("client_secret_basic", "client_secret_post") and answer.get("client_secret"))
            self.duties.must("rg-echo", is_able, "the registration is for a way of authenticating that this client does not have")
        redirects = wishes["redirect_uris"]
        self.duties.must("rg-redirect", answer.get("redirect_uris", redirects) == redirects, "the redirect URI is another")
        registration = {
            **{name: answer.get(name) for name in (
                "client_id", "client_secret", "client_secret_expires_at", "registration_client_uri", "registration_access_token")},
            "method": asked if self.duties.omits("rg-echo") else got, "redirect": redirects[0]}
        self.state["registration"] = registration
        self.state.save()
        if token and self.duties.omits("rg-token"):
            self.web.ask("GET", self.endpoint("userinfo_endpoint"), headers={"Authorization": "Bearer " + token})
        return registration

    def initial_token(self):
        """By a login of the first client, from a file, or none."""
        if self.options.registration == "open":
            return None
        if self.options.registration == "user":
            token = self.logged_in(FIRST, "dcr")["access_token"]
            self.duties.is_first_login = False
            return token
        with open(self.options.registration.removeprefix("token:")) as file:
            return file.read().strip()

    def forget(self):
        """As a new installation begins: nothing is told to the server."""
        self.state.drop(*[name for name in list(self.state) if name not in ("not_before", "dead")])

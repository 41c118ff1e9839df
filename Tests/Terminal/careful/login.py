"""A login: code with PKCE, state, nonce and iss (RFC 6749 §4.1, RFC 7636, RFC 9207, RFC 9126)."""
import secrets
from urllib.parse import parse_qsl, urlencode, urlsplit

import idtoken
import jose
from duties import REFUSED_LOGINS, Refused
from registration import FIRST
from tokens import TRIES

# Nothing is wrong: only the user is needed (OpenID Connect Core §3.1.2.6).
WITH_THE_USER = ("login_required", "interaction_required", "consent_required", "account_selection_required")
KNOWN_ERRORS = ("access_denied", "server_error", "temporarily_unavailable", *WITH_THE_USER)


class Login:
    """Part of the client."""

    def log_in(self):
        """From nothing to tokens that are judged and used."""
        try:
            self.sign_in_once()
        except Refused as why:
            if not self.duties.mend(REFUSED_LOGINS):
                raise
            print(f"once more, rightly: {why}")
            self.sign_in_once()

    def sign_in_once(self):
        registration = self.registration()
        tokens = self.logged_in(registration, self.scope)
        self.accept(tokens)
        if self.duties.silent != "uses":
            self.use()

    def logged_in(self, client, scope):
        """The judged tokens of one login."""
        self.duties.is_first_login = client is FIRST
        prompts = [None]
        if self.options.prompt_none and client is not FIRST:
            prompts = ["none"] * TRIES if self.duties.omits("az-silent") else ["none", None]
        elif self.duties.omits("cb-denied"):
            prompts = [None] * TRIES
        for number, prompt in enumerate(prompts, 1):
            try:
                return self.logged_in_once(client, scope, prompt)
            except Denied as why:
                if self.duties.omits("cb-odd") and why.error not in KNOWN_ERRORS:
                    self.open_again(client, scope)
                goes_on = why.error in WITH_THE_USER if prompt else self.duties.omits("cb-denied") and why.error in KNOWN_ERRORS
                if number == len(prompts) or not goes_on:
                    raise

    def open_again(self, client, scope):
        """What a client does that does not understand an answer: it shows the login page again, and again."""
        for _ in range(4):
            login = self.request(client, scope, None)
            self.browser.call(self.endpoint("authorization_endpoint") + "?" + urlencode(self.shown(client, login)), client["redirect"])

    def open_link(self):
        """The app is called while it waits for no answer: what the careful client does not ask for, it does not take (RFC 8252 §8.9)."""
        self.duties.must("cb-unasked", False, "an answer comes to no request")
        client, answer = self.registration(), dict(parse_qsl(urlsplit(self.link).query))
        self.redeemed(client, {"grant_type": "authorization_code", "code": answer["code"], "redirect_uri": client["redirect"]})

    def logged_in_once(self, client, scope, prompt):
        login = self.request(client, scope, prompt)
        address = self.endpoint("authorization_endpoint") + "?" + urlencode(self.shown(client, login))
        if self.state.get("stuck"):
            raise Refused("the app still waits for its browser")
        self.state["stuck"] = self.duties.omits("en-page")
        calls = self.browser.call(address, client["redirect"])
        if not calls:
            raise Refused("the browser did not come back")
        self.state["stuck"] = False
        codes = self.codes(client, login, calls)
        # One answer ends the login; another one with the same state answers nothing.
        *_, tokens = [self.redeem(client, login, code) for code in (codes if self.duties.omits("cb-again") else codes[:1])]
        return tokens

    def request(self, client, scope, prompt):
        """The parameters of a new request, with the verifier, which stays here."""
        omits = self.duties.omits
        seed = self.state.setdefault("seed", secrets.token_urlsafe(24))
        verifier = secrets.token_urlsafe(48)
        method = self.challenge_method()
        sent = {
            "response_type": "code id_token" if omits("az-code") else "code", "client_id": client["client_id"],
            "redirect_uri": client["redirect"], "scope": scope, "state": seed if omits("az-fresh") else secrets.token_urlsafe(24)}
        if omits("az-state"):
            del sent["state"]
        if "openid" in scope.split() and not omits("az-nonce"):
            sent["nonce"] = secrets.token_urlsafe(24)
        if not omits("az-pkce") and not omits("az-nonce"):
            sent |= {"code_challenge": jose.digest(verifier) if method == "S256" else verifier, "code_challenge_method": method}
        if omits("az-secret"):
            sent["client_secret"] = client.get("client_secret") or "secret"
        if prompt:
            sent["prompt"] = prompt
        if self.options.max_age is not None and client is not FIRST:
            sent["max_age"] = self.options.max_age
        if self.options.api and client is not FIRST:
            sent["resource"] = self.api()
        earlier, self.state["began"] = self.state.get("began"), sent.get("state")
        self.state.save()
        return {"sent": sent, "verifier": verifier, "earlier": earlier}

    def shown(self, client, login):
        """What the browser sees: the request, or a reference to the pushed one."""
        sent = login["sent"]
        if not self.options.push or client is FIRST:
            return sent
        answer = self.ask_as(client, "pushed_authorization_request_endpoint", sent)
        if answer.status != 201:
            self.duties.must("pa-refused", False, f"the pushed request is refused: {answer.status} {answer.error}")
            return sent
        reference = {"client_id": client["client_id"], "request_uri": answer.json["request_uri"]}
        return {**sent, **reference} if self.duties.omits("pa-only") else reference

    def codes(self, client, login, calls):
        """The codes of the answers that belong to this request. Answers to other ones end nothing, if a right one comes."""
        codes, others = [], []
        for call in calls:
            try:
                codes.append(self.code(client, login, call))
            except Refused as why:
                if why.duty != "cb-state":
                    raise
                others.append(why)
        if not codes:
            raise others[0]
        return codes

    def code(self, client, login, call):
        """The code of an answer that belongs to this request."""
        pairs = parse_qsl(urlsplit(call).query, keep_blank_values=True)
        answer, sent, must = dict(pairs), login["sent"], self.duties.must
        if urlsplit(call)._replace(query="", fragment="").geturl() != client["redirect"]:
            raise Refused("the answer came to another address")
        must("cb-double", len(answer) == len(pairs) and not {"code", "error"} <= set(answer), "a parameter came twice")
        if "state" in sent:
            must("cb-no-state", "state" in answer, "the answer has no state")
            is_mixed_up = self.duties.omits("cb-stale") and answer.get("state") == login["earlier"]
            must("cb-state", is_mixed_up or answer.get("state", sent["state"]) == sent["state"], "the answer has another state")
        is_promised = self.metadata().get("authorization_response_iss_parameter_supported") is True
        must("cb-no-iss", "iss" in answer or not is_promised, "the answer does not say whose it is")
        must("cb-iss", answer.get("iss", self.issuer) == self.issuer, "the answer is another issuer's")
        if "error" in answer:
            raise Denied(answer["error"])
        if not answer.get("code"):
            raise Refused("the answer has no code")
        return answer["code"]

    def redeem(self, client, login, code):
        sent = login["sent"]
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": sent["redirect_uri"], "code_verifier": login["verifier"]}
        if self.duties.omits("tk-redirect"):
            del form["redirect_uri"]
        if "code_challenge" not in sent:
            del form["code_verifier"]
        if "resource" in sent and not self.duties.omits("az-resource"):
            form["resource"] = sent["resource"]
        tokens = self.granted(self.redeemed(client, form))
        if "openid" in sent["scope"].split():
            tokens["nonce"] = sent.get("nonce")
            tokens["claims"] = self.judged_id_token(client, tokens)
        return tokens

    def judged_id_token(self, client, tokens, earlier=None):
        token = tokens.get("id_token")
        if token is None:
            self.duties.must("id-none", False, "there is no ID token")
            return {}
        expected = {
            "issuer": self.issuer, "client_id": client["client_id"], "nonce": tokens["nonce"],
            "max_age": self.options.max_age}
        return idtoken.judge(self.duties, token, expected, self.keys, earlier)


class Denied(Refused):
    """The server's answer in the redirect is an error (RFC 6749 §4.1.2.1)."""

    def __init__(self, error):
        super().__init__(f"the server denies the login: {error[:40]!r}")
        self.error = error

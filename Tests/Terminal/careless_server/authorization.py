"""The authorization endpoint with its login page, pushed requests, and the sign-out (RFC 6749 §4.1, RFC 9126, RP-Initiated Logout)."""
import html
import re
import secrets
import time
from urllib.parse import urlsplit

import signatures
from clients import LOOPBACK, same
from grants import Login
from messages import UNFRAMED, Refusal, Refused, ShownAsPage, document, page, redirect

PUSHED, PUSHED_LIFE = "urn:ietf:params:oauth:request_uri:", 60
FORM = """<form method="post" action="{action}"><input type="hidden" name="csrf" value="{csrf}">
<input type="hidden" name="request" value="{request}">{alert}<label>User name <input name="username" autocomplete="username"></label>
<label>Password <input type="password" name="password" autocomplete="current-password"></label><button>Log In</button></form>"""


class Authorization:
    def __init__(self, server):
        self.server = server
        # By random name: requests at the login page, pushed requests, and the sessions of browsers (since when the user is signed in).
        self.waiting, self.pushed, self.sessions = {}, {}, {}
        self.leaving = {}  # by session: the value of the form that asks whether to sign out
        self.passwords = 0

    # The request

    def authorize(self, request):
        try:
            parameters = request.parameters()
        except Refused as error:
            raise ShownAsPage("a parameter is repeated") from error
        client = self.server.clients.find(parameters.get("client_id"))
        if client is None:
            raise ShownAsPage("the client is unknown")
        if "request_uri" in parameters:
            asked = self.pulled(client, parameters["request_uri"])
        elif client.metadata.get("require_pushed_authorization_requests"):
            raise ShownAsPage("the client has to push its requests")
        else:
            asked = self.judged(client, parameters)
        since = self.sessions.get(request.cookies.get("session"))
        prompt, longest = asked.get("prompt", "").split(), asked.get("max_age", "")
        stale = longest.isdecimal() and since is not None and time.time() - since > int(longest)
        if since is None or stale or "login" in prompt:
            if "none" in prompt:
                raise self.sent_back(asked, "login_required")
            return self.login_page(request, client, asked)
        return self.granted(client, asked, since, 303)

    def pulled(self, client, name):
        owner, asked, until = self.pushed.get(name, (None, None, 0))
        if asked is None or until < time.time():
            raise ShownAsPage("the request_uri is unknown, used, or has expired")
        if owner is not client and self.server.keeps("s-pa-other"):
            raise ShownAsPage("the request_uri belongs to another client")
        return {**asked, "request_uri": name}

    def judged(self, client, parameters):
        """The request with a redirect URI that may be redirected to."""
        asked = {**parameters, "redirect": self.redirect_uri(client, parameters.get("redirect_uri"))}
        if "request" in asked or "request_uri" in asked:
            raise self.sent_back(asked, "request_not_supported")
        if asked.get("response_type") != "code" and (asked.get("response_type") != "token" or self.server.keeps("s-az-token")):
            raise self.sent_back(asked, "unsupported_response_type")
        if asked.get("response_mode", "query") != "query":
            raise self.sent_back(asked, "invalid_request")
        if asked["response_type"] == "code":
            self.judge_challenge(client, asked)
        if not set(asked.get("scope", "").split()) <= set(client.scope):
            raise self.sent_back(asked, "invalid_scope")
        return asked

    def judge_challenge(self, client, asked):
        challenge, method = asked.get("code_challenge"), asked.get("code_challenge_method", "plain")
        if challenge is None:
            may_do_without = client.method != "none" and not self.server.keeps("s-tk-downgr")
            if self.server.keeps("s-az-nopkce") and not may_do_without:
                raise self.sent_back(asked, "invalid_request")
        elif method == "S256" and not re.fullmatch(r"[A-Za-z0-9_-]{43}", challenge):
            raise self.sent_back(asked, "invalid_request")
        elif method != "S256" and (method != "plain" or self.server.keeps("s-az-plain")):
            raise self.sent_back(asked, "invalid_request")

    def redirect_uri(self, client, uri):
        """The one to redirect to: registered, to the letter but for the port of this machine (RFC 8252 §7.3)."""
        registered = client.redirects
        if uri is None and len(registered) == 1:
            return registered[0]
        if uri is not None:
            if uri in registered or any(self.differs_in_port(uri, each) for each in registered):
                return uri
            if not registered and not self.server.keeps("s-rg-noredir"):
                return uri
            if not self.server.keeps("s-az-near" if any(is_near(uri, each) for each in registered) else "s-az-other"):
                return uri
        raise ShownAsPage("the redirect_uri is not registered")

    def differs_in_port(self, uri, registered):
        if not self.server.keeps("s-az-port"):
            return False
        try:
            parts = urlsplit(uri)
            local = parts.scheme == "http" and parts.hostname in LOOPBACK and parts.port != 0
            port = re.compile(r"(?<=[\w\]]):\d+(?=[/?]|$)")
            return local and port.sub("", uri, count=1) == port.sub("", registered, count=1)
        except ValueError:
            return False

    # The answer

    def state(self, asked):
        state = asked.get("state")
        return state if state is None or self.server.keeps("s-az-state") else re.sub("[^A-Za-z0-9]", "", state)

    def back(self, asked, parameters, status=303, separator=None):
        iss = self.server.issuer if self.server.keeps("s-az-iss") else None
        return redirect(asked["redirect"], {**parameters, "state": self.state(asked), "iss": iss}, status, separator)

    def sent_back(self, asked, error):
        return Refusal(self.back(asked, {"error": error, "error_description": "the request was refused"}))

    def granted(self, client, asked, since, status):
        if "request_uri" in asked and self.server.keeps("s-pa-again"):
            if self.pushed.pop(asked["request_uri"], None) is None:
                raise ShownAsPage("the request_uri has been used")
        scope = asked.get("scope", "").split() or client.scope
        login = Login(client, scope, asked, int(since))
        if asked["response_type"] == "token":
            token = self.server.grants.access_token(login, scope)
            return self.back(asked, {"access_token": token, "token_type": "Bearer", "expires_in": 600}, status, "#")
        return self.back(asked, {"code": self.server.grants.code(login)}, status)

    # The login page

    def login_page(self, request, client, asked):
        browser = request.cookies.get("browser") or secrets.token_urlsafe(24)
        name = secrets.token_urlsafe(24)
        self.waiting[name] = client, asked, browser, secrets.token_urlsafe(24)
        return self.form(name)

    def form(self, name, alert=""):
        _, _, browser, csrf = self.waiting[name]
        body = FORM.format(action=html.escape(f"{self.server.issuer}/login"), csrf=csrf, request=name, alert=alert)
        answer = page("Log in", body, headers={"Set-Cookie": f"browser={browser}; {self.server.cookie}"})
        if not self.server.keeps("s-az-frame"):
            answer.headers = {name: value for name, value in answer.headers.items() if name not in UNFRAMED}
        return answer

    def login(self, request):
        filled = dict(request.form)
        name = filled.get("request")
        client, asked, browser, csrf = self.waiting.get(name, (None, None, None, None))
        if not same(csrf, filled.get("csrf")) or not same(browser, request.cookies.get("browser")):
            raise ShownAsPage("this form is not of this browser, or was sent before")
        self.passwords += 1
        if not (same(filled.get("username"), self.server.user) and same(filled.get("password"), self.server.password)):
            return self.form(name, '<p role="alert">Wrong user name or password</p>')
        del self.waiting[name]
        session = secrets.token_urlsafe(32)
        self.sessions[session] = time.time()
        answer = self.granted(client, asked, self.sessions[session], 303 if self.server.keeps("s-az-307") else 307)
        answer.headers["Set-Cookie"] = f"session={session}; {self.server.cookie}"
        return answer

    # Pushed requests

    def push(self, request):
        parameters = request.parameters()
        client = self.server.authentication.client(request, parameters)
        try:
            asked = self.judged(client, parameters)
        except Refused:
            raise
        except Refusal as error:
            raise Refused("invalid_request", "the request was refused") from error
        name = PUSHED + secrets.token_urlsafe(24)
        self.pushed[name] = client, {**asked, "client_id": client.id}, time.time() + PUSHED_LIFE
        return document({"request_uri": name, "expires_in": PUSHED_LIFE}, 201)

    # Sign-out

    def end_session(self, request):
        parameters = request.parameters()
        hint, target = parameters.get("id_token_hint"), parameters.get("post_logout_redirect_uri")
        if hint is None:
            return self.ask_for_sign_out(request, parameters)
        client = self.hinted(hint)
        if target and target not in client.metadata.get("post_logout_redirect_uris", []) and self.server.keeps("s-lo-uri"):
            raise ShownAsPage("the post_logout_redirect_uri is not registered")
        return self.signed_out(request, target, parameters.get("state"))

    def hinted(self, hint):
        """The client of a hint that is an ID token of ours, expired or not."""
        try:
            if not self.server.keeps("s-lo-hint") and signatures.parts(hint)[0].get("alg") == "none":
                claims = signatures.parts(hint)[1]
            else:
                claims = signatures.verified(hint, [self.server.key.public])
            audience = claims["aud"] if isinstance(claims["aud"], str) else claims["aud"][0]
            client = self.server.clients.find(claims.get("azp", audience))
            if claims["iss"] == self.server.issuer and client:
                return client
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            pass
        raise ShownAsPage("the id_token_hint is not good")

    def ask_for_sign_out(self, request, parameters):
        session = request.cookies.get("session")
        if request.method == "POST" and same(self.leaving.get(session), parameters.get("csrf")):
            return self.signed_out(request, None, None)
        csrf = secrets.token_urlsafe(24)
        if session in self.sessions:
            self.leaving[session] = csrf
        form = f'<form method="post"><input type="hidden" name="csrf" value="{csrf}"><button>Sign Out</button></form>'
        return page("Do you want to sign out?", form)

    def signed_out(self, request, target, state):
        self.sessions.pop(request.cookies.get("session"), None)
        answer = redirect(target, {"state": state}) if target else page("You are signed out")
        answer.headers["Set-Cookie"] = f"session=; Max-Age=0; {self.server.cookie}"
        return answer


def is_near(uri, registered):
    """Whether a careless comparison could take one for the other: by its beginning, without case, or by what stands before an @."""
    uri, registered = uri.lower(), registered.lower()
    return uri.startswith(registered) or "@" in urlsplit(uri).netloc

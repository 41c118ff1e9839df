"""A complete authorization server with a login page, as small as `flow` needs it. Without the scope openid it issues no ID token."""
from urllib.parse import urlencode

from phone import PASSWORD, USER
from tls_server import Provider

HTML = {"Content-Type": "text/html; charset=utf-8"}
LOGIN_FORM = '<input name=username><input type=password name=password>'


def login_page(action="/login", method="post", button="<button>Log In</button>"):
    return f"<title>Login</title><form method={method} action='{action}'>{LOGIN_FORM}{button}</form>"


class LoginServer(Provider):
    """`page`: the answer of its authorization endpoint. `registered`: additional members of its registration answer."""

    def __init__(self, certificate, key, page=None, registered=None, host="localhost"):
        super().__init__(certificate, key, host)
        del self.metadata["userinfo_endpoint"]
        self.page = page or (lambda: (200, HTML, login_page()))
        self.registered = registered or {}
        self.passwords = 0
        self.issued = 0
        self.routes |= {
            "/authorize": self.authorize, "/login": self.login, "/token": self.token, "/register": self.register,
            "/logout": lambda _: (302, {"Location": "/"}, b""), "/": lambda _: (200, HTML, login_page()),
        }

    def authorize(self, parameters):
        self.asked = parameters
        return self.page()

    def login(self, parameters):
        self.passwords += 1
        right = (parameters.get("username"), parameters.get("password")) == (USER, PASSWORD)
        return self.back() if right else (200, HTML, "<p role=alert>No</p>" + login_page())

    def back(self, **answer):
        self.issued += 1
        query = urlencode({**(answer or {"code": f"code-{self.issued}"}), "state": self.asked["state"]})
        return 302, {"Location": f"{self.asked['redirect_uri']}?{query}"}, b""

    def token(self, _):
        return 200, {}, {
            "access_token": f"token-{self.issued}", "token_type": "Bearer", "expires_in": 300,
            "scope": self.asked["scope"]}

    def register(self, _):
        return 201, {}, {
            "client_id": "instance", "client_secret": "secret", "client_secret_expires_at": 0,
            "token_endpoint_auth_method": "client_secret_basic", "grant_types": ["authorization_code"],
            "response_types": ["code"], **self.registered}


def connect(phone, server, authority, **members):
    """Configures the phone for this server."""
    phone.write_config({
        **phone.members, "issuer": server.issuer, "trustedCertificates": str(authority.pem), "scope": "profile",
        **members})

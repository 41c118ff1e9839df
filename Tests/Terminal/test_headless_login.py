"""The headless browser: where `flow` lets it enter the password, and what it does at a consent page and at a sign-out."""
import contextlib

import pytest
from login_server import HTML, LOGIN_FORM, LoginServer, connect, login_page
from phone import PASSWORD, USER
from session import succeeded
from tls_server import TLSServer

TO_LOGIN = ("--until", "registration-login")


@pytest.fixture
def servers(phone, authority):
    """The phone's own server, another on another port of this machine, and one without TLS."""
    with contextlib.ExitStack() as stack:
        own = stack.enter_context(LoginServer(*authority.issue()))
        other = stack.enter_context(TLSServer(*authority.issue()))
        plain = stack.enter_context(TLSServer())
        for server in (other, plain):
            server.routes |= {
                "/page": lambda _, server=server: (200, HTML, login_page(f"{server.origin}/login")),
                "/login": lambda _: own.back()}
        connect(phone, own, authority)
        yield own, other, plain


def received(servers):
    return [text for server in servers for text in server.received]


def to(origin):
    return lambda: (302, {"Location": f"{origin}/page"}, b"")


def shows(html):
    return lambda: (200, HTML, html)


# Behaviours of the own server's authorization endpoint.
REFUSED = {
    "a redirect to another port": lambda own, other, plain: to(other.origin),
    "a redirect to plain http": lambda own, other, plain: to(plain.origin),
    "an action at another port": lambda own, other, plain: shows(login_page(f"{other.origin}/login")),
    "an action over plain http": lambda own, other, plain: shows(login_page(f"{plain.origin}/login")),
    "plain http of the same host and port": lambda own, other, plain: shows(
        login_page(own.origin.replace("https:", "http:") + "/login")),
    "a button that leads elsewhere": lambda own, other, plain: shows(
        login_page(button=f"<button formaction='{other.origin}/login'>Log In</button>")),
    "a base elsewhere": lambda own, other, plain: shows(f"<base href='{other.origin}/'>" + login_page("login")),
    "method=get": lambda own, other, plain: shows(login_page(method="get")),
    "no method": lambda own, other, plain: shows(f"<form action=/login>{LOGIN_FORM}<button>Log In</button></form>"),
    "a button that gets": lambda own, other, plain: shows(
        login_page(button="<button formmethod=get>Log In</button>")),
    "a user name alone, elsewhere": lambda own, other, plain: shows(
        f"<form method=post action='{other.origin}/login'><input name=username><button>Next</button></form>"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_the_password_is_typed_nowhere_else(phone, servers, case):
    own, other, plain = servers
    own.page = REFUSED[case](own, other, plain)
    status, lines, errors = phone.flow(*TO_LOGIN)
    assert (status, lines[-1].get("error")) == (77, "password_not_typed"), errors
    assert len(errors.splitlines()) == 2, errors
    assert not any(PASSWORD in text or USER in text for text in received(servers))
    assert own.passwords == 0


def test_the_error_names_the_origin_and_the_option(phone, servers):
    own, other, _ = servers
    own.page = to(other.origin)
    _, lines, errors = phone.flow(*TO_LOGIN)
    assert other.origin in errors and own.origin in errors
    assert f"--login-origin {other.origin}" in lines[-1]["hint"]


@pytest.mark.parametrize("written", ["{}", "{}/"])
def test_an_origin_that_is_named_gets_it(phone, servers, written):
    own, other, _ = servers
    own.page = to(other.origin)
    status, _, errors = phone.flow(
        *TO_LOGIN, "--login-origin", "https://login.example", "--login-origin", written.format(other.origin))
    assert status == 0, errors
    assert ("POST", "/login") in other.requests


def test_naming_an_origin_without_tls_changes_nothing(phone, servers):
    own, _, plain = servers
    own.page = to(plain.origin)
    status, _, _ = phone.flow(*TO_LOGIN, "--login-origin", plain.origin)
    assert status == 77
    assert not any(PASSWORD in text for text in received(servers))


@pytest.mark.parametrize("origin", [
    "login.example", "http://login.example", "https://login.example/path", "https://me@login.example", "https://x?y",
    "https://login.example#x", "javascript:alert(1)", "", "*"])
def test_what_is_no_origin_is_wrong_usage(phone, origin):
    status, _, errors = phone.flow("--login-origin", origin)
    assert status == 64, errors
    assert "--login-origin" in errors


@pytest.mark.parametrize("status", [307, 308])
def test_a_form_that_is_to_be_sent_on_is_not(phone, servers, status):
    own, other, _ = servers
    own.routes["/login"] = lambda _: (status, {"Location": f"{other.origin}/login"}, b"")
    code, _, errors = phone.flow(*TO_LOGIN)
    assert code == 69 and "another server" in errors, errors
    assert other.requests == []


def test_a_wrong_password_is_typed_once(phone, servers):
    own, _, _ = servers
    phone.password_file.write_text("wrong\n")
    status, lines, errors = phone.flow(*TO_LOGIN)
    assert (status, lines[-1]["error"], own.passwords) == (77, "login_refused", 1), errors


CONSENT = """
<form method=post action=/consent><input type=checkbox name=scope value=dcr> <input type=checkbox name=remember value=1>
<button type=button onclick=x()>Cancel</button> <button type=submit>Submit Consent</button></form>
"""


@pytest.mark.parametrize("until", ["discovery", "registration-login"])
def test_a_browser_that_was_started_ahead_ends_with_the_flow(phone, servers, until):
    succeeded(phone.flow("--until", until))
    assert phone.running("dcr-browser") == []


def test_what_was_asked_for_is_ticked_at_the_consent_page(phone, servers):
    own, _, _ = servers
    own.routes["/login"] = lambda _: (200, HTML, CONSENT)
    own.routes["/consent"] = lambda form: own.back() if form.get("scope") == "dcr" else own.back(error="access_denied")
    succeeded(phone.flow(*TO_LOGIN))
    assert "remember" not in own.received[-1]


WAYS_BACK = {
    "known": {"post_logout_redirect_uris": ["io.curity.dcrclient:/logoutcallback"]},
    "not known": {},
}


@pytest.mark.parametrize("way", WAYS_BACK)
def test_nobody_is_signed_in_again_by_a_sign_out(phone, servers, way):
    """After the end session endpoint comes the front page, a login form that must not get the password."""
    own, _, _ = servers
    own.registered = WAYS_BACK[way]
    status, lines, errors = phone.flow()
    assert status == 0, errors
    assert own.passwords == 2, "the two logins alone"
    assert ("GET", "/logout") in own.requests and own.requests[-1] == ("GET", "/")
    logout = lines[-2]
    assert (logout["step"], logout["ok"], logout["detail"]) == ("logout", True, {"confirmed": False})
    assert errors.startswith("dcr-terminal: warning: ") and len(errors.splitlines()) == 1, errors
    assert "Signed out here: the tokens are gone" in errors


@pytest.mark.parametrize("page", [
    "<h1>Goodbye</h1>", "<form><button>Log in</button></form>", "<form method=post action=/login><button>Go</button></form>",
    "<form action=/login><button name=idp value=x>Continue with Example</button></form>", "<script>x()</script>",
])
def test_what_is_no_way_back_is_not_gone(phone, servers, page):
    own, _, _ = servers
    own.routes["/"] = lambda _: (200, HTML, page)
    lines = succeeded(phone.flow())
    assert lines[-2]["detail"] == {"confirmed": False}
    assert own.requests[-1] == ("GET", "/")


def test_a_question_whether_to_sign_out_is_answered(phone, servers):
    own, _, _ = servers
    own.registered = WAYS_BACK["known"]
    ask = "<form method=post action=/bye><button name=stay>Stay</button><button name=x value=y>Yes, log me out</button></form>"
    own.routes["/"] = lambda _: (200, HTML, ask)
    asked = []
    end = own.routes["/logout"]
    own.routes["/logout"] = lambda parameters: asked.append(parameters) or end(parameters)
    own.routes["/bye"] = lambda _: (
        302, {"Location": f"io.curity.dcrclient:/logoutcallback?state={asked[0]['state']}"}, b"")
    status, lines, errors = phone.flow()
    assert (status, errors) == (0, "")
    assert "confirmed" not in lines[-2]["detail"]


def test_the_line_for_people_says_it_too(phone, servers):
    output = succeeded(phone.command("flow", "--username", USER, "--password-file", phone.password_file))
    assert "logout              done, not confirmed" in output

"""A real browser, Chromium, on the embedded server's pages, and back to the app in both ways that need no domain."""
import json
import os
import shlex
import socket
import struct
import subprocess

import pytest

from answering import answering
from embedded import PRIVATE_USE, Server
from phone import PASSWORD, USER
from recipes import Recipe
from webclient import Client, Listener

LOGGED_OUT = "io.curity.dcrclient:/logoutcallback"


@pytest.fixture
def loopback(phone):
    """Before the server starts, because its static client has the configured redirects."""
    phone.write_config({
        **phone.members, "redirectUri": "http://127.0.0.1/callback", "postLogoutRedirectUri": "http://127.0.0.1/logged-out"})


def log_in(browser, client, scope="dcr", **more):
    """Logs in and returns the redirect to the private-use scheme."""
    browser.open(client.authorization_url(scope, **more))
    browser.wait_for("Password").fill("username", USER).fill("password", PASSWORD).click("Login")
    return client.judge(browser.redirect(PRIVATE_USE))


def register(browser, server):
    """This device's own client, registered with the token of a login in this browser."""
    static = server.static_client()
    token = static.tokens(log_in(browser, static, prompt="login")["code"])["access_token"]
    answer = static.register(
        token, redirect_uris=[PRIVATE_USE, "http://127.0.0.1/callback"], post_logout_redirect_uris=[LOGGED_OUT],
        application_type="native", grant_types=["authorization_code", "refresh_token"], scope="openid profile")
    browser.events.clear()
    return Client(server.issuer, server.authority, answer["client_id"], PRIVATE_USE, answer["client_secret"])


def pages(browser):
    """The statuses of the pages that were shown, without redirects."""
    return [status for status, _, _ in browser.answers()]


def test_wrong_and_right_password_then_back_through_the_private_use_scheme(browser, server):
    client = server.static_client()
    browser.open(client.authorization_url("dcr", prompt="login")).wait_for("Password")
    assert browser.value("document.activeElement.name") == "username", "the first field has the focus"
    browser.fill("username", USER).fill("password", "wrong").click("Login")
    browser.wait_for("The user name or the password is wrong")
    assert browser.value("document.querySelector('[role=alert]').innerText").startswith("The user name or the password")
    assert browser.value("document.getElementsByName('username')[0].value") == USER
    assert browser.value("document.getElementsByName('password')[0].value") == ""
    assert browser.value("document.activeElement.name") == "password"

    browser.fill("password", PASSWORD).click("Login")
    answer = client.judge(browser.redirect(PRIVATE_USE))
    assert list(answer) == ["code"]
    assert client.tokens(answer["code"])["scope"] == "dcr"

    cookies = browser.call("Network.getAllCookies")["cookies"]
    assert cookies and all(c["name"].startswith("__Host-") and c["secure"] and c["httpOnly"] for c in cookies), cookies


def test_pages_bring_a_policy_and_the_console_stays_empty(browser, server):
    client = server.static_client()
    log_in(browser, client, prompt="login")
    for _, address, headers in browser.answers():
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy, address
        assert "unsafe" not in policy and "script-src" not in policy
    assert browser.value("document.styleSheets[0].cssRules.length") > 0, "the style sheet passes its own policy"
    assert browser.complaints() == []
    # The control: a forbidden script does not run, and the console reports it.
    browser.value("document.head.append(Object.assign(document.createElement('script'), {src: '/assets/x.js'}))")
    browser.wait_until(lambda: any("Content Security Policy" in line for line in browser.complaints()), "a violation")


def test_consent_is_asked_of_a_client_that_cannot_prove_who_it_is(browser, server):
    client = server.static_client()
    log_in(browser, client, prompt="login")
    for button, expected in [("Deny", "error"), ("Allow", "code")]:
        browser.events.clear()
        browser.open(client.authorization_url("dcr"))
        browser.wait_for("Allow access?")
        assert "register this app on this device" in browser.text() and f"Signed in as {USER}" in browser.text()
        answer = client.judge(browser.click(button).redirect(PRIVATE_USE))
        assert expected in answer
        assert answer.get("error", "access_denied") == "access_denied"
    assert browser.complaints() == []


def test_the_second_login_is_silent_and_signing_out_ends_that(browser, server):
    client = register(browser, server)
    browser.open(client.authorization_url("openid profile"))
    tokens = client.tokens(client.judge(browser.redirect(PRIVATE_USE))["code"])
    assert "id_token" in tokens and pages(browser) == [200], "nobody was asked for anything"
    assert browser.text().startswith("Continue in the app")

    end = client.metadata["end_session_endpoint"] + (
        f"?id_token_hint={tokens['id_token']}&client_id={client.client_id}&state=after"
        f"&post_logout_redirect_uri={LOGGED_OUT.replace(':', '%3A').replace('/', '%2F')}")
    assert browser.open(end).redirect(LOGGED_OUT) == LOGGED_OUT + "?state=after"
    browser.events.clear()
    browser.open(client.authorization_url("openid profile")).wait_for("Password")
    assert pages(browser) == [200]
    # The page continues by itself, but Chromium opens the app only after a person's click: therefore it has a button.
    assert all("a user gesture is required" in line for line in browser.complaints()), browser.complaints()


def test_back_through_a_loopback_port_that_the_client_did_not_register(browser, server):
    client = register(browser, server)
    with Listener() as listener:
        browser.open(client.authorization_url("openid profile", listener.redirect)).wait_for("You can close this page")
        assert len(listener.requests) == 1, listener.requests
        answer = client.judge(f"http://127.0.0.1:{listener.port}{listener.requests[0]}")
        assert "id_token" in client.tokens(answer["code"])
    assert browser.complaints() == []


def test_after_the_login_form_too_the_loopback_port_is_reached(browser, server):
    """Browsers apply the page's `form-action` to the redirect that answers the form, so a page goes on by itself."""
    client = register(browser, server)
    with Listener() as listener:
        browser.open(client.authorization_url("openid profile", listener.redirect, prompt="login")).wait_for("Password")
        if browser.value("document.getElementsByName('username')[0].value") == "":
            browser.fill("username", USER)
        browser.fill("password", PASSWORD).click("Login").wait_for("You can close this page")
        assert "code" in client.judge(f"http://127.0.0.1:{listener.port}{listener.requests[0]}")
    assert browser.complaints() == []


def test_a_button_that_got_into_the_page_does_not_send_the_password_elsewhere(browser, server):
    """Not even to the client's own redirect URI, which receives its answers."""
    client = register(browser, server)
    with Listener() as listener:
        browser.open(client.authorization_url("openid profile", listener.redirect, prompt="login")).wait_for("Password")
        for place in [listener.redirect, PRIVATE_USE]:
            browser.value("document.querySelector('form').insertAdjacentHTML('beforeend', "
                          f"`<button formaction='{place}' formmethod=get>{place}</button>`)")
            browser.fill("username", USER).fill("password", PASSWORD).click(place)
            browser.wait_until(
                lambda place=place: any("form-action" in line and place.split(":")[0] in line for line in browser.complaints()),
                "the browser's refusal")
            browser.events.clear()
        assert listener.requests == []
        # The control: the page works, and its own button leads back.
        browser.click("Login").wait_for("You can close this page")
        assert "code" in client.judge(f"http://127.0.0.1:{listener.port}{listener.requests[0]}")


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)], ids=["phone", "desktop"])
def test_pages_fit_a_phone_and_a_desktop(browser, server, tmp_path, size):
    client = server.static_client()
    browser.open(client.authorization_url("dcr", prompt="login")).wait_for("Password")
    fits(browser, tmp_path / "login.png", size, ["username", "password"])
    browser.fill("username", USER).fill("password", "wrong").click("Login").wait_for("Please try again")
    fits(browser, tmp_path / "wrong.png", size, ["username", "password"])
    browser.fill("password", PASSWORD).click("Login").redirect(PRIVATE_USE)
    browser.open(client.authorization_url("dcr")).wait_for("Allow access?")
    fits(browser, tmp_path / "consent.png", size, ["decision"])


def fits(browser, picture, size, names):
    """Nothing is cut off or needs scrolling, and everything clickable is large enough for a finger."""
    browser.screenshot(picture, size)
    header = picture.read_bytes()[:24]
    assert header[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", header[16:]) == size
    assert browser.value("document.scrollingElement.scrollWidth <= innerWidth")
    boxes = json.loads(browser.value("""JSON.stringify([...document.querySelectorAll("input:not([type=hidden]), button, h1, .alert")]
        .map(e => { const b = e.getBoundingClientRect();
                    return [e.name || e.tagName, b.left, b.top, b.right, b.bottom, getComputedStyle(e).fontSize] }))"""))
    assert set(names) <= {box[0] for box in boxes}
    for name, left, top, right, bottom, font in boxes:
        assert 0 <= left < right <= size[0] and 0 <= top < bottom <= size[1], (name, left, top, right, bottom)
        if name in names:
            assert bottom - top >= 40 and float(font[:-2]) >= 16, (name, bottom - top, font)
    assert browser.value("getComputedStyle(document.querySelector('button')).backgroundColor") != "rgb(239, 239, 239)"


def test_a_certificate_of_an_unknown_authority_is_refused(server, chromium):
    browser = chromium()
    browser.open(server.static_client().authorization_url("dcr")).wait_for("Your connection is not private")
    assert browser.answers() == []


class Desktop:
    """A running browser, like a desktop's, and the command that passes an address to it."""

    def __init__(self, browser, folder):
        self.browser, self.pages, self.failure = browser, [], None
        self.path = folder / "desktop.sock"
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen(4)

    @property
    def command(self):
        script = "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.sendall(sys.argv[2].encode())"
        return shlex.join(["/usr/bin/python3", "-c", script, str(self.path)]) + " %u"

    def serve(self, connection):
        try:
            with connection.makefile() as stream:
                self.go(stream.read())
        except AssertionError as failure:
            self.failure = failure

    def go(self, url):
        """Opens the address, and logs in if asked, until the app's own page appears."""
        self.browser.open(url)
        def arrived():
            return (self.browser.url() or "").startswith("http://127.0.0.1:") \
                and self.browser.value("document.readyState") == "complete"
        def asked():
            return self.browser.value("!!document.querySelector('input[type=password]')")
        self.browser.wait_until(lambda: arrived() or asked(), "the login page, or the app's own")
        if not arrived():
            self.pages.append("login")
            self.browser.fill("username", USER).fill("password", PASSWORD).click("Login")
            self.browser.wait_until(arrived, "the app's own page")
        self.pages.append("back")
        self.browser.open("about:blank").wait_until(lambda: self.browser.url() == "about:blank", "an empty page")


def test_the_whole_flow_with_chromium_as_the_user_agent(loopback, phone, server, browser, tmp_path):
    """The app's own listener, opened for each login and reached by a real browser."""
    desktop = Desktop(browser, tmp_path)
    with answering(desktop.listener, desktop.serve):
        status, lines, errors = phone.flow("--browser", "command", "--browser-command", desktop.command)
    assert desktop.failure is None, desktop.failure
    assert (status, lines[-1]) == (0, {"result": "ok"}), (lines, errors)
    steps = [line["step"] for line in lines[:-1] if not line.get("skipped")]
    assert steps == [
        "discovery", "registration-login", "registration-token", "register", "login", "token", "userinfo", "refresh", "logout"]
    assert desktop.pages == ["login", "back", "back", "back"], "one login; the second and the sign-out show no page"
    assert browser.complaints() == []


def test_the_recipe_for_chromium_as_it_is_written(phone, chromium, tmp_path):
    """The recipe's members of config.json, and its commands that make Chromium trust the embedded server. `chromium` passes the address to
    the running browser, as on a desktop; here the test drives that browser."""
    recipe = Recipe("Chromium", phone.data)
    phone.write_config({**phone.members, **recipe.members})
    server = Server(phone)
    try:
        browser = chromium(lambda home: subprocess.run(
            ["sh", "-euc", recipe.script], env={**os.environ, "HOME": str(home)}, check=True, capture_output=True))
        desktop = Desktop(browser, tmp_path)
        programs = tmp_path / "bin"
        programs.mkdir()
        (programs / "chromium").write_text("#!/bin/sh\nexec " + desktop.command.replace("%u", '"$@"') + "\n")
        (programs / "chromium").chmod(0o700)
        with answering(desktop.listener, desktop.serve):
            status, lines, errors = phone.flow(env={"PATH": f"{programs}:{os.environ['PATH']}"})
    finally:
        server.close()
    assert desktop.failure is None, desktop.failure
    assert (status, lines[-1]) == (0, {"result": "ok"}), (lines, errors)
    assert desktop.pages == ["login", "back", "back", "back"], "one login; the second and the sign-out show no page"
    assert browser.complaints() == []

"""A person at a separate browser, standard library only, with an app that was started with `--browser manual`."""
import html
import http.cookiejar
import re
import ssl
import urllib.error
import urllib.parse
import urllib.request

from phone import PASSWORD, USER
from session import PATIENCE

PASTE = "Enter alone cancels"


class Browser:
    """Follows redirects by hand, fills in the login form, and stops where the app's redirect begins."""

    def __init__(self, phone):
        context = ssl.create_default_context(cafile=phone.data / "idsvr/tls/ca.pem")
        self.opener = urllib.request.build_opener(
            NoRedirect, urllib.request.HTTPSHandler(context=context),
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def log_in(self, url, redirect):
        data = None
        for _ in range(12):
            headers = {"Origin": "/".join(url.split("/")[:3])} if data else {}
            try:
                answer = self.opener.open(urllib.request.Request(url, data=data, headers=headers), timeout=PATIENCE)
            except urllib.error.HTTPError as error:
                answer = error
            location = answer.headers.get("Location")
            if location:
                if location.startswith(redirect):
                    return location
                url, data = urllib.parse.urljoin(url, location), None
                continue
            page = answer.read().decode()
            action = re.search(r'<form[^>]*action="([^"]*)"', page)
            fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page))
            fields = {html.unescape(k): html.unescape(v) for k, v in fields.items()}
            data = urllib.parse.urlencode({**fields, "username": USER, "password": PASSWORD}).encode()
            url = urllib.parse.urljoin(url, html.unescape(action.group(1)))
        raise AssertionError(f"no redirect to {redirect}")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None


def address_of(terminal):
    """The address in the instructions: on one line, whatever the terminal's width."""
    text = terminal.raw.decode(errors="replace")
    return re.findall(r"\r\n(https://\S+)\r\n", text)[-1]

"""The client's browser: a person who signs in and allows every request, with cookies in a file between runs."""
import html
import http.client
import http.cookiejar
import os
import pathlib
import re
import sys

from duties import Refused
from web import pause

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Interop"))
from person import Person  # noqa: E402

AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36"
WEB_VIEW = "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36"


class Browser(Person):
    def __init__(self, authority, cookies, agent, user, password):
        self.jar = http.cookiejar.LWPCookieJar(cookies)
        if pathlib.Path(cookies).exists():
            self.jar.load(ignore_discard=True)
        super().__init__(user, password, authority, cookies=self.jar)
        self.opener.addheaders += [("User-Agent", agent)]

    def call(self, url, app):
        """The addresses, in order, with which the app is called; each begins with `app`. None: the browser ends on a page."""
        self.pressed = []
        try:
            page = self.open(url, app)
        except (OSError, http.client.HTTPException) as why:
            raise Refused(f"the browser gets no page: {why!r}") from why
        finally:
            self.jar.save(ignore_discard=True)
            os.chmod(self.jar.filename, 0o600)
        links = [html.unescape(each) for each in re.findall(r'(?:href|src)="([^"]*)"', page)]
        return self.pressed or [page] if page.startswith(app) else [each for each in links if each.startswith(app)]

    def press(self, links, until):
        """Every link: this app's page stays open until the login is over."""
        for link in links:
            if self.pressed:
                pause(2)
            self.pressed.append(self.open(link, until))
        return self.pressed[-1]

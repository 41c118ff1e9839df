"""The client's browser: follows redirects, signs in and allows every request, and keeps its cookies in a file between runs."""
import html
import http.client
import http.cookiejar
import os
import pathlib
import re
import ssl
import urllib.error
import urllib.request
from urllib.parse import urlencode, urljoin

from duties import Refused

AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36"
WEB_VIEW = "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36"
PATIENCE, STEPS = 30, 20


class Stay(urllib.request.HTTPRedirectHandler):
    """Redirects and refusals are answers."""

    def http_error_default(self, request, answer, code, message, headers):
        return answer

    http_error_301 = http_error_302 = http_error_303 = http_error_307 = http_error_308 = http_error_default


class Errors(urllib.request.HTTPErrorProcessor):
    def http_response(self, request, response):
        return response if response.status >= 400 else super().http_response(request, response)

    https_response = http_response


class Browser:
    """A person at a browser: `user` and `password` are typed into each login form."""

    def __init__(self, authority, cookies, agent, user, password):
        self.filled = {"username": user, "password": password}
        self.jar = http.cookiejar.LWPCookieJar(cookies)
        if pathlib.Path(cookies).exists():
            self.jar.load(ignore_discard=True)
        context = ssl.create_default_context(cafile=authority)
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=context), urllib.request.HTTPCookieProcessor(self.jar), Stay(), Errors())
        self.opener.addheaders = [("User-Agent", agent), ("Accept", "text/html,*/*;q=0.8")]

    def open(self, url, back):
        """The addresses, in order, with which the app is called; each begins with `back`. None: the browser ends on a page."""
        data = None
        for _ in range(STEPS):
            try:
                with self.opener.open(urllib.request.Request(url, data), timeout=PATIENCE) as answer:
                    text, where, refresh = answer.read().decode("utf-8", "replace"), answer.headers.get("Location"), answer.headers.get("Refresh", "")
            except (OSError, http.client.HTTPException) as why:
                raise Refused(f"the browser gets no page: {why!r}") from why
            finally:
                self.keep()
            if where or refresh.startswith("0;url="):
                url, data = urljoin(url, where or refresh.removeprefix("0;url=")), None
                if url.startswith(back):
                    return [url]
                continue
            calls = [html.unescape(each) for each in re.findall(r'(?:href|src)="([^"]*)"', text)]
            if calls := [each for each in calls if each.startswith(back)]:
                return calls
            form = re.search(r'<form[^>]* action="([^"]*)"', text)
            typed = self.typed(text)
            if not form or not typed:
                return []
            hidden = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', text)
            data = urlencode({html.unescape(name): html.unescape(value) for name, value in hidden} | typed).encode()
            url = urljoin(url, html.unescape(form[1]))
        raise Refused("the browser is sent round in circles")

    def typed(self, text):
        if 'type="password"' in text:
            return self.filled
        return {"decision": "allow"} if 'name="decision" value="allow"' in text else None

    def keep(self):
        self.jar.save(ignore_discard=True)
        os.chmod(self.jar.filename, 0o600)

"""A person at a minimal browser, standard library only: follows redirects, logs in, and allows every request."""
import html
import re
import ssl
import threading
import urllib.error
import urllib.request
from urllib.parse import urlencode, urljoin


class Person:
    """One browser with its cookies. `authorities`: the PEM files that it trusts. `cookies`: a jar of the caller's."""

    def __init__(self, user, password, *authorities, cookies=None):
        self.filled = {"username": user, "password": password}
        context = ssl.create_default_context()
        for each in authorities:
            context.load_verify_locations(each)
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=context), urllib.request.HTTPCookieProcessor(cookies), Stay())
        # Some servers redirect to a login only with this header.
        self.opener.addheaders = [("Accept", "text/html")]
        self.visited = []

    def open(self, url, until=None):
        """The text of the last page; or the address, if it has an app's own scheme or begins with `until`, where no listener is needed."""
        data = None
        for _ in range(20):
            self.visited.append(url)
            with self.opener.open(urllib.request.Request(url, data), timeout=30) as answer:
                text, where = answer.read().decode("utf-8", "replace"), answer.headers.get("Location")
            form = re.search(r'<form[^>]* action="([^"]*)"', text)
            if answer.status in (301, 302, 303, 307):
                url, data = urljoin(url, where), None
                if not url.startswith(("https:", "http:")) or until and url.startswith(until):
                    return Called(url)
            elif form and (typed := self.typed(text)):
                hidden = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', text)
                data = urlencode({html.unescape(name): html.unescape(value) for name, value in hidden} | typed).encode()
                url = urljoin(url, html.unescape(form[1]))
            elif links := self.answers(url, text):
                return self.press(links, until)
            else:
                return text
        raise AssertionError(f"it does not end: {self.visited}")

    def answers(self, url, text):
        """The links of a page with which `client-test` brings the app an answer twice, or late."""
        links = [urljoin(url, html.unescape(link)) for link in re.findall(r'href="([^"]*)"', text)]
        return [link for link in links if "/oauth-authorize/answer/" in link]

    def press(self, links, until):
        """Each in order, two seconds apart. What calls an app without a listener closes the page."""
        came = self.open(links[0], until)
        for link in links[1:]:
            if isinstance(came, Called):
                break
            threading.Event().wait(2)
            try:
                came = self.open(link, until)
            except OSError:
                break  # The app listens no more.
        return came

    def typed(self, text):
        if 'type="password"' in text:
            return self.filled
        return {"decision": "allow"} if 'name="decision" value="allow"' in text else None


class Called(str):
    """An address that calls the app, in place of a page's text."""


class Stay(urllib.request.HTTPRedirectHandler):
    """Returns redirects and refusals as answers."""

    def http_error_default(self, request, answer, code, message, headers):
        return answer

    http_error_301 = http_error_302 = http_error_303 = http_error_307 = http_error_400 = http_error_401 = http_error_403 = http_error_default

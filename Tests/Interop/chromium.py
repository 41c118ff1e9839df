"""Headless Chromium, driven over the DevTools protocol through a pair of pipes.

    with Chromium(folder, authority) as browser:
        browser.open(url)
        browser.fill("username", "demouser")
        browser.click("Log in")

Needs only Debian's chromium and libnss3-tools. It trusts one authority, in an NSS database that lives as long as the browser: every
other certificate is refused as usual. There are no fixed sleeps: everything waits for an event or for the page's content, until a
deadline.
"""
import base64
import contextlib
import fcntl
import json
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import threading
import time

PROGRAM = shutil.which("chromium")
# Generous: it limits failures and does not slow down successes.
PATIENCE = 120.0


class Chromium:
    def __init__(self, folder, authority=None, size=(1200, 800)):
        """`folder`: an empty one for profile and trust; `authority`: PEM file of the only trusted authority, or a function that adds
        trust to a home folder."""
        self.folder = pathlib.Path(folder)
        self.size = size
        self.events = []
        self.failed = None
        self._answers = {}
        self._incoming = queue.Queue()
        self._count = 0
        self._session = None
        self._asked_to_leave = False
        self._trust(authority)
        self._start()
        self._open_page()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the browser and all its processes."""
        if self.process is None:
            return
        # Its processes form a group of their own; a test needs nothing from them afterwards.
        os.killpg(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        self.process = None
        os.close(self._to_browser)
        self._reader.join(PATIENCE)
        os.close(self._from_browser)

    # A person's actions.

    def open(self, url):
        """Goes to an address. `wait_for` checks where that leads."""
        if self._asked_to_leave:
            # The invisible question whether to open another program covers the whole tab and catches every click.
            self._open_page()
        # If the answer leads out of the browser, the old page stays: `wait_for` must not take it for the new one.
        self.value("window.isLeft = true")
        self.call("Page.navigate", {"url": url}, waits=False)
        return self

    def wait_for(self, text):
        """Waits until a page other than the one that the last `open` left has loaded and shows a text."""
        loaded = "!window.isLeft && document.readyState === 'complete'"
        return self.wait_until(lambda: self.value(loaded) and text in self.text(), repr(text))

    def fill(self, name, value):
        """Types into the field of that name, key by key as far as the page can tell."""
        assert self.value(f"(e => e && (e.focus(), e.select(), true))(document.getElementsByName({json.dumps(name)})[0])"), \
            f"no field {name}:\n{self.text()}"
        self.call("Input.insertText", {"text": value})
        return self

    def click(self, label):
        """Clicks the button (or follows the link) with that label."""
        # A click before the page's first frame is dropped, or reaches the page before: the second frame proves that the first was drawn.
        self.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
        script = """(label => {
          const all = [...document.querySelectorAll("button, input[type=submit], a")];
          const found = all.find(e => (e.innerText || e.value || "").trim() === label);
          if (!found) return null;
          found.scrollIntoView({block: "center"});
          const box = found.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        })(%s)"""
        place = self.value(script % json.dumps(label))
        assert place, f"no button {label}:\n{self.text()}"
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", {
                "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1})
        return self

    # What the page shows.

    def text(self):
        return self.value("document.body ? document.body.innerText : ''") or ""

    def url(self):
        return self.value("location.href")

    def value(self, expression):
        """The value of an expression on the page; None while the page changes."""
        try:
            answer = self.call("Runtime.evaluate", {
                "expression": expression, "returnByValue": True, "awaitPromise": True})
        except ProtocolFailure:
            return None
        return answer.get("result", {}).get("value")

    def screenshot(self, path, size=None):
        """The whole visible part as PNG, at a size in CSS pixels."""
        width, height = size or self.size
        self.call("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        data = self.call("Page.captureScreenshot", {"format": "png"})["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))
        return self

    def redirect(self, start):
        """Waits for an answer that redirects to an address with this beginning, and returns the whole address.

        The browser hands that address to the operating system if its scheme is not one of the web's.
        """
        found = []

        def came():
            found.extend(url for url in self.requested() if url.startswith(start))
            return found
        self.wait_until(came, f"a redirect to {start}")
        return found[0]

    def requested(self):
        """Every address that a page or an answer asked the browser to go to, in order."""
        addresses = [destination(name, values) for name, values in self.events]
        return [address for address in addresses if address is not None]

    def answers(self):
        """The answers to the requests for documents: (status, address, headers in lower case)."""
        return [
            (values["response"]["status"], values["response"]["url"],
             {name.lower(): value for name, value in values["response"]["headers"].items()})
            for name, values in self.events if name == "Network.responseReceived" and values["type"] == "Document"]

    def lately(self):
        """The last events, in short form, for the message of a failed test."""
        return [(name, values.get("url") or values.get("request", {}).get("url") or values.get("errorText"))
                for name, values in self.events[-20:]]

    def complaints(self):
        """The browser's console: errors, warnings, violations of a policy."""
        found = []
        for name, values in self.events:
            if name == "Log.entryAdded" and values["entry"]["level"] in ("error", "warning"):
                found.append(f"{values['entry']['source']}: {values['entry']['text']} {values['entry'].get('url', '')}")
            elif name == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning", "assert"):
                found.append("console: " + " ".join(str(part.get("value")) for part in values["args"]))
            elif name == "Runtime.exceptionThrown":
                found.append("exception: " + values["exceptionDetails"]["text"])
        return found

    # Waiting.

    def wait_until(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(
                    f"waited for {what} in vain; the page at {self.url()}:\n{self.text()}\nconsole: {self.complaints()}\n"
                    f"last events: {self.lately()}")
            self._take(0.1)
        return self

    # The protocol.

    def call(self, method, parameters=None, waits=True):
        number = self._send(method, parameters or {}, self._session)
        if not waits:
            return {}
        end = time.monotonic() + PATIENCE
        while number not in self._answers:
            assert time.monotonic() < end, f"{method} is not answered"
            self._take(0.5)
        answer = self._answers.pop(number)
        if "error" in answer:
            raise ProtocolFailure(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def _send(self, method, parameters, session):
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._to_browser, data):]
        return self._count

    def _take(self, timeout):
        """Sorts received messages: answers by number, events in order."""
        with contextlib.suppress(queue.Empty):
            message = self._incoming.get(timeout=timeout)
            while True:
                if message is None:
                    raise AssertionError("Chromium has ended:\n" + (self.folder / "log").read_text(errors="replace")[-3000:])
                if "id" in message:
                    self._answers[message["id"]] = message
                elif message.get("sessionId") == self._session or destination(message["method"], message["params"]) is None:
                    # A tab that was left still reports where it went, which must not count as a redirect.
                    self.events.append((message["method"], message["params"]))
                    self._asked_to_leave = self._asked_to_leave or leaves_the_web(*self.events[-1])
                message = self._incoming.get_nowait()

    def _read(self):
        rest = b""
        while True:
            try:
                data = os.read(self._from_browser, 1 << 16)
            except OSError:
                data = b""
            if not data:
                self._incoming.put(None)
                return
            *messages, rest = (rest + data).split(b"\0")
            for message in messages:
                self._incoming.put(json.loads(message))

    # Starting.

    def _trust(self, authority):
        if callable(authority):
            return authority(self.folder)
        database = self.folder / ".pki/nssdb"
        database.mkdir(parents=True)
        certutil = ["certutil", "-d", f"sql:{database}"]
        subprocess.run([*certutil, "-N", "--empty-password"], check=True, capture_output=True)
        if authority:
            subprocess.run(
                [*certutil, "-A", "-t", "C,,", "-n", "authority", "-i", str(authority)], check=True, capture_output=True)

    def _start(self):
        options = [
            "--headless=new", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-proxy-server",
            "--disable-default-apps", "--password-store=basic", "--remote-debugging-pipe",
            f"--window-size={self.size[0]},{self.size[1]}", f"--user-data-dir={self.folder / 'profile'}",
        ]
        if os.geteuid() == 0:
            options.append("--no-sandbox")  # its sandbox does not work for root, and CI is root
        hears, self._to_browser = pipe()
        self._from_browser, says = pipe()
        log = os.open(self.folder / "log", os.O_WRONLY | os.O_CREAT, 0o600)
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8", "TMPDIR": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder / "config"), "XDG_CACHE_HOME": str(self.folder / "cache")}
        self.process = os.posix_spawn(
            PROGRAM, [PROGRAM, *options, "about:blank"], environment, setpgroup=0, file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0), (os.POSIX_SPAWN_DUP2, log, 1),
                (os.POSIX_SPAWN_DUP2, log, 2), (os.POSIX_SPAWN_DUP2, hears, 3), (os.POSIX_SPAWN_DUP2, says, 4)])
        for end in (hears, says, log):
            os.close(end)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _open_page(self):
        """Opens a new tab and closes all others."""
        self._session = None
        others = [target for target in self.call("Target.getTargets")["targetInfos"] if target["type"] == "page"]
        page = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        for other in others:
            try:
                self.call("Target.closeTarget", {"targetId": other["targetId"]})
            except ProtocolFailure as failure:
                # The browser may already have closed the tab.
                if "No target with given id" not in str(failure):
                    raise
        self._session = self.call("Target.attachToTarget", {"targetId": page, "flatten": True})["sessionId"]
        self.events = [event for event in self.events if destination(*event) is None]
        self._asked_to_leave = False
        for domain in ("Page", "Network", "Log", "Runtime"):
            self.call(f"{domain}.enable")


def leaves_the_web(name, values):
    """Whether an event shows that a document leads to another program, through an address with that program's scheme."""
    address = destination(name, values)
    return address is not None and not address.startswith(("http:", "https:", "about:", "data:"))


def destination(name, values):
    """The address of the document that an event announces, if it names one."""
    if name == "Network.requestWillBeSent" and values["type"] == "Document":
        return values["request"]["url"]
    return values["url"] if name == "Page.frameRequestedNavigation" else None


def pipe():
    """A pipe with high descriptor numbers: the browser expects its own pipes at 3 and 4."""
    low = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 20) for end in low]
    for end in low:
        os.close(end)
    return high


class ProtocolFailure(Exception):
    """The browser reports that a command failed."""

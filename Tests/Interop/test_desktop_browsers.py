"""The whole flow through the desktop's own browser, as in RFC 8252: the browser's dialog, `xdg-open` and the desktop entry open the
private-use scheme, and every action of the person is a keystroke."""
import json
import queue
import shutil
import subprocess
import threading

import pytest

from conftest import missing
from phone import APP, PASSWORD, USER
from x_desktop import PATIENCE, PROGRAMS, Desktop

# The keys from the dialog's focus, and from the focus on the page with the button, to the element that opens the app.
PRESSES = {"chromium": ["Tab", "Return"], "firefox-esr": ["Tab", "Tab", "Tab", "Return"]}
LAST_TAB = {"chromium": "ctrl+9", "firefox-esr": "alt+9"}


@pytest.fixture(params=PRESSES)
def desktop(request, tmp_path, server):
    absent = [program for program in [*PROGRAMS, request.param] if shutil.which(program) is None]
    if absent:
        missing(f"there is no {', '.join(absent)}: make test-interop installs them")
    home = tmp_path / "home"
    home.mkdir()
    with Desktop(home, server.authority, request.param) as desktop:
        yield desktop
        desktop.picture(tmp_path / "screen.png")


class Flow:
    """`dcr-terminal flow --browser system`, with its lines as they come."""

    def __init__(self, phone, desktop):
        self.process = subprocess.Popen(
            [APP, "flow", "--browser", "system", "--json", *phone.options()], env=desktop.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines, self.steps = queue.Queue(), []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))
        self.lines.put(None)

    def has_done(self, step, within=PATIENCE):
        """Whether a step is done now or within that many seconds."""
        while step not in self.steps:
            try:
                line = self.lines.get(timeout=within)
            except queue.Empty:
                return False
            assert line is not None, f"the flow has ended: {self.process.stderr.read()}"
            assert "error" not in line, (line, self.process.stderr.read())
            self.steps += [line["step"]] if line.get("ok") and not line.get("skipped") else []
        return True

    def close(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()


@pytest.fixture
def flow(phone, desktop):
    done = subprocess.run([APP, "uri-handler", "install", *phone.options()], env=desktop.environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    flow = Flow(phone, desktop)
    yield flow
    flow.close()


def open_the_app(desktop, flow, step):
    """Opens the app from the browser's dialog or from the page with the button, again until the step is done."""
    for _ in range(20):
        # A key that came before the dialog had the focus may have left the page.
        desktop.press(LAST_TAB[desktop.browser])
        desktop.wait_for_window("Continue in the app")
        if flow.has_done(step, within=2):
            return
        desktop.press(*PRESSES[desktop.browser])
        if flow.has_done(step, within=5):
            return
    raise AssertionError(f"{step} is not done; the windows are {desktop.titles()}")


def log_in(desktop):
    """A window has its title before its page has the focus, and keys in between are lost: harmless ones come first. If a letter is lost
    all the same, the page reports a wrong login and has the focus in the password field."""
    back = ["Home"] * 8
    for _ in range(4):
        desktop.wait_for_window("^Login").press(*back).type(USER).press("Tab").type(PASSWORD).press("Return")
        if desktop.has_window("Continue in the app", within=10):
            return
        back = ["shift+Tab", "ctrl+a"]
    raise AssertionError(f"nobody is logged in; the windows are {desktop.titles()}")


def test_login_silent_login_and_sign_out(desktop, flow):
    """The second login and the sign-out need no key but the button that their pages show."""
    log_in(desktop)
    open_the_app(desktop, flow, "registration-login")
    open_the_app(desktop, flow, "login")
    open_the_app(desktop, flow, "logout")
    assert flow.process.wait(PATIENCE) == 0, flow.process.stderr.read()
    assert flow.steps == ["discovery", "registration-login", "registration-token", "register", "login", "token", "userinfo", "refresh", "logout"]

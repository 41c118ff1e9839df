"""The whole flow through the desktop's own browser, the real way of RFC 8252: the private-use scheme is opened by the browser's own dialog,
`xdg-open` and the desktop entry, and everything that a person does is a keystroke."""
import json
import queue
import shutil
import subprocess
import threading

import pytest

from conftest import missing
from phone import APP, PASSWORD, USER
from x_desktop import PATIENCE, PROGRAMS, Desktop

# From where the keyboard is on the dialog, and on the page with the button, to what opens the app.
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
    """`dcr-terminal flow --browser system`, whose lines come as it goes on."""

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
        """Whether a step is done, or is done before that many seconds have passed."""
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
    """Presses what opens the app, on the browser's dialog or on the page with the button, until the step is done."""
    for _ in range(20):
        # A key that came before the dialog had the keyboard may have left the page.
        desktop.press(LAST_TAB[desktop.browser])
        desktop.wait_for_window("Continue in the app")
        if flow.has_done(step, within=2):
            return
        desktop.press(*PRESSES[desktop.browser])
        if flow.has_done(step, within=5):
            return
    raise AssertionError(f"{step} is not done; the windows are {desktop.titles()}")


def log_in(desktop):
    """A window has its title before its page has the keyboard, and keys of that time are lost: harmless ones come first. If a letter was
    lost all the same, the page says that the login is wrong and has the keyboard in the password."""
    back = ["Home"] * 8
    for _ in range(4):
        desktop.wait_for_window("^Login").press(*back).type(USER).press("Tab").type(PASSWORD).press("Return")
        if desktop.has_window("Continue in the app", within=10):
            return
        back = ["shift+Tab", "ctrl+a"]
    raise AssertionError(f"nobody is logged in; the windows are {desktop.titles()}")


def test_login_silent_login_and_sign_out(desktop, flow):
    """Nobody presses anything on the pages of the second login and of the sign-out, but the button that they show."""
    log_in(desktop)
    open_the_app(desktop, flow, "registration-login")
    open_the_app(desktop, flow, "login")
    open_the_app(desktop, flow, "logout")
    assert flow.process.wait(PATIENCE) == 0, flow.process.stderr.read()
    assert flow.steps == ["discovery", "registration-login", "registration-token", "register", "login", "token", "userinfo", "refresh", "logout"]

"""A separate desktop: an X server without a screen, a window manager, and a person's browser there, driven by keystrokes.

    with Desktop(folder, authority, browser) as desktop:
        desktop.wait_for_window("Log in").type("demouser").press("Tab")

Needs Debian's xvfb, openbox, xdotool, libnss3-tools, and chromium or firefox-esr. There are no fixed sleeps: everything waits for a window.
"""
import contextlib
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

PROGRAMS = ["Xvfb", "openbox", "xdotool", "dbus-daemon", "certutil", "xdg-open", "gio"]
# Generous: it limits failures and does not slow down successes.
PATIENCE = 120.0

# No first-start pages, and no pause before a dialog accepts keys.
FIREFOX_PREFERENCES = {
    "browser.aboutwelcome.enabled": False, "browser.shell.checkDefaultBrowser": False, "security.dialog_enable_delay": 0,
    "datareporting.policy.dataSubmissionEnabled": False, "signon.rememberSignons": False, "app.normandy.enabled": False,
    "browser.startup.homepage_override.mstone": "ignore", "network.proxy.type": 0, "toolkit.telemetry.enabled": False,
}


class Desktop:
    def __init__(self, folder, authority, browser):
        """`browser`: `chromium` or `firefox-esr`; `authority`: PEM file of the one that it trusts besides its own."""
        self.folder, self.browser = pathlib.Path(folder), browser
        self.processes = []
        # The path of Chromium's socket must fit into 107 bytes.
        self.temporary = tempfile.TemporaryDirectory(dir="/tmp")
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8", "TMPDIR": self.temporary.name,
            "XDG_DATA_HOME": str(self.folder / "share"), "XDG_CONFIG_HOME": str(self.folder / "config"),
            "XDG_CACHE_HOME": str(self.folder / "cache"), "XDG_RUNTIME_DIR": str(self.folder)}
        self.log = open(self.folder / "log", "ab")
        with contextlib.ExitStack() as stack:
            stack.callback(self.close)
            self._start_screen()
            # Firefox finds a running instance through it.
            self.environment["DBUS_SESSION_BUS_ADDRESS"] = self._started(
                lambda says: ["dbus-daemon", "--session", "--nofork", f"--print-address={says}"])
            self.start("openbox")
            opener = self._browser(authority)
            # Already running, as a person's is. Programs that it starts must not come back to it through $BROWSER.
            start = self.folder / "start.html"
            start.write_text("<!DOCTYPE html><title>Good morning</title>")
            self.start(opener, start.as_uri())
            self.wait_for_window("Good morning")
            self.environment["BROWSER"] = str(opener)
            stack.pop_all()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends every process that was started here, each with its group."""
        for process in reversed(self.processes):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.processes = []
        self.log.close()
        self.temporary.cleanup()

    # A person's actions.

    def type(self, text):
        return self._xdotool("type", "--delay", "20", text)

    def press(self, *keys):
        return self._xdotool("key", "--delay", "60", *keys)

    def wait_for_window(self, title):
        """Waits until a window with a title like this (a regular expression) exists and has the focus."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self._xdotool_words("search", "--onlyvisible", "--name", title)
            if found:
                self._xdotool("windowactivate", "--sync", found[-1])
                return self
        raise AssertionError(f"no window {title}; there are {self.titles()}")

    def has_window(self, title, within):
        """Whether a window with a title like this appears within that many seconds."""
        end = time.monotonic() + within
        while time.monotonic() < end:
            if self._xdotool_words("search", "--onlyvisible", "--name", title):
                return True
        return False

    def titles(self):
        every = self._xdotool_words("search", "--onlyvisible", "--name", ".")
        return [" ".join(self._xdotool_words("getwindowname", window)) for window in every]

    def picture(self, path):
        """A picture of the screen, for a failed test."""
        if shutil.which("import"):
            subprocess.run(["import", "-window", "root", str(path)], env=self.environment, check=False, timeout=60)

    # Starting.

    def start(self, *words):
        process = subprocess.Popen(
            words, env=self.environment, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, start_new_session=True)
        self.processes.append(process)
        return process

    def _start_screen(self):
        """On an unused display."""
        self.environment["DISPLAY"] = ":" + self._started(
            lambda says: ["Xvfb", "-displayfd", str(says), "-screen", "0", "1200x900x24", "-nolisten", "tcp"])

    def _started(self, command):
        """What a server writes to a pipe as soon as it is ready."""
        hears, says = os.pipe()
        words = command(says)
        self.processes.append(subprocess.Popen(
            words, env=self.environment, pass_fds=[says], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            start_new_session=True))
        os.close(says)
        with open(hears) as stream:
            said = stream.readline().strip()
        assert said, f"{words[0]} has not started: " + (self.folder / "log").read_text(errors="replace")[-500:]
        return said

    def _browser(self, authority):
        """The program that opens an address, in the running browser if there is one."""
        profile = self.folder / "profile"
        profile.mkdir()
        if self.browser == "chromium":
            trust = self.folder / ".pki/nssdb"
            options = ["--no-first-run", "--disable-gpu", "--disable-dev-shm-usage", "--no-proxy-server", "--password-store=basic",
                       "--disable-background-networking", "--disable-component-update", "--disable-sync", f"--user-data-dir={profile}"]
            if os.geteuid() == 0:
                options.append("--no-sandbox")  # its sandbox does not work for root, and CI is root
        else:
            trust, options = profile, ["--profile", str(profile)]
            lines = [f'user_pref("{name}", {str(value).lower() if not isinstance(value, str) else repr(value)});'
                     for name, value in FIREFOX_PREFERENCES.items()]
            (profile / "user.js").write_text("\n".join(lines).replace("'", '"') + "\n")
        trust.mkdir(parents=True, exist_ok=True)
        certutil = ["certutil", "-d", f"sql:{trust}"]
        subprocess.run([*certutil, "-N", "--empty-password"], check=True, capture_output=True)
        subprocess.run([*certutil, "-A", "-t", "C,,", "-n", "authority", "-i", str(authority)], check=True, capture_output=True)
        script = self.folder / "browser"
        script.write_text(f'#!/bin/sh\nexec {shlex.join([self.browser, *options])} "$1"\n')
        script.chmod(0o700)
        return script

    def _xdotool(self, *words):
        subprocess.run(["xdotool", *words], env=self.environment, check=True, capture_output=True, timeout=60)
        return self

    def _xdotool_words(self, *words):
        done = subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=60)
        return done.stdout.split()

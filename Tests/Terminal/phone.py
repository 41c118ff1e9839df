"""A separate phone for each test: data directory, configuration, free ports, and the programs that use them."""
import contextlib
import json
import os
import pathlib
import random
import re
import socket

from session import Session, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARIES = pathlib.Path(os.environ.get("DCR_BINARIES", ROOT / ".build/debug"))
APP = BINARIES / "dcr-terminal"
BROWSER = BINARIES / "dcr-browser"
SERVER = BINARIES / "dcr-identity-server"
ELEMENT = BINARIES / "dcr-secure-element"

USER, PASSWORD = "demouser", "Password1"

START_REGISTRATION = "Start Registration"
START_AUTHENTICATION = "Start Authentication"
REFRESH = "Refresh Access Token"
LEFT_THE_APP = "You have left the app"


# By port: sockets with names that only one process of this machine can have.
_claims = {}


def free_port():
    """A port on which nothing listens and that no other test has, below the ports that the system and the Swift tests use."""
    while True:
        port = random.randrange(10_240, 21_000)
        claim = socket.socket(socket.AF_UNIX)
        with contextlib.suppress(OSError), socket.socket() as listener:
            claim.bind(f"\0dcr-terminal tests, port {port}")
            listener.bind(("127.0.0.1", port))
            _claims[port] = claim
            return port


class Phone:
    def __init__(self, folder, issuer=None, **members):
        self.folder = pathlib.Path(folder)
        self.data = self.folder / "data"
        self.port = free_port()
        self.issuer = issuer or f"https://localhost:{self.port}/oauth/v2/oauth-anonymous"
        self.config = self.folder / "config.json"
        self.password_file = self.folder / "password"
        self.password_file.write_text(PASSWORD + "\n")
        self.password_file.chmod(0o600)
        self.members = {
            "issuer": self.issuer, "registrationClientID": "mobile-dcr-client",
            "redirectUri": "io.curity.dcrclient:/callback",
            "postLogoutRedirectUri": "io.curity.dcrclient:/logoutcallback", "scope": "openid profile",
            "embeddedServer": {"adminPort": 0}, **members}
        self.write_config(self.members)
        self.terminals = []

    def write_config(self, members):
        self.config.write_text(members if isinstance(members, str) else json.dumps(members, indent=2))

    @property
    def device(self):
        return self.data / "devices/phone"

    @property
    def keystore(self):
        return self.device / "keystore.age"

    def options(self):
        return ["--config", self.config, "--data-dir", self.data]

    def start(self, *arguments, size=(110, 30), env=None):
        """The full-screen app."""
        terminal = Session([APP, *self.options(), *arguments], size=size, env=self.environment(env), cwd=self.folder)
        self.terminals.append(terminal)
        return terminal

    def command(self, name, *arguments, env=None, **options):
        """Runs another command without a terminal: (exit status, standard output, standard error)."""
        words = name.split()
        return run([APP, *words, *self.options(), *arguments], env=self.environment(env), cwd=self.folder, **options)

    def flow(self, *arguments, **options):
        """Runs `flow --json`: (exit status, the lines as objects, standard error)."""
        status, output, errors = self.command(
            "flow", "--username", USER, "--password-file", self.password_file, "--json", *arguments, **options)
        return status, [json.loads(line) for line in output.splitlines()], errors

    def running(self, program):
        """The ids of this phone's processes that run this program."""
        found = []
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (folder / "cmdline").read_text().split("\0")
                if words[0].endswith(f"/{program}") and any(str(self.folder) in word for word in words):
                    found.append(int(folder.name))
        return found

    def environment(self, env):
        return {"HOME": str(self.folder), "XDG_DATA_HOME": None, "NO_COLOR": None, **(env or {})}

    def close(self):
        for terminal in self.terminals:
            terminal.close()


# A person's actions that several tests need.


def log_in(terminal, user=USER, password=PASSWORD):
    """Fills in the login form of the in-app browser and submits it."""
    terminal.wait_for(LEFT_THE_APP, re_word("Password"))
    terminal.type(user).press("tab").type(password).press("enter")
    return terminal


def re_word(word):
    return re.compile(rf"\b{word}\b", re.I)


def register(terminal, on_stage=False):
    """From the Registration screen to the Unauthenticated one. In presenter mode the registration's own request waits for a key."""
    terminal.wait_for(START_REGISTRATION).press("enter")
    log_in(terminal)
    if on_stage:
        terminal.wait_for("Send It", "5 of 10 · This very instance registers").press("enter")
    return terminal.wait_for(START_AUTHENTICATION)


def sign_in(terminal):
    """From the Registration screen to the Authenticated one."""
    register(terminal).press("enter")
    return terminal.wait_for(REFRESH, "Sign Out")


def press_button(terminal, name):
    """Moves the focus until the footer says that Enter would press the button, and presses it."""
    footer = lambda: terminal.settle().screen.display[-1]
    for direction in ("down", "up"):
        before = None
        for _ in range(12):
            shown = footer()
            if name in shown:
                return terminal.press("enter")
            if shown == before:
                break  # that was the last one
            before = shown
            terminal.press(direction)
    raise AssertionError(f"no button {name}:\n{terminal.text()}")

"""mod_auth_openidc as a command of `client-test --drive`: a person's browser at an Apache that already runs (apache.py), in FOLDER.

usage: apache_drive.py STATE ORIGIN USER PASSWORD FOLDER COMMAND...        with DCR_ACTION and DCR_CA; COMMAND with `-k restart` restarts Apache
"""
import http.cookiejar
import json
import os
import pathlib
import subprocess
import sys
from urllib.parse import urlencode

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from person import Person  # noqa: E402


class Drive:
    def __init__(self, state, origin, user, password, folder, *command):
        self.origin, self.folder, self.command = origin, pathlib.Path(folder), command
        self.jar = http.cookiejar.LWPCookieJar(state)
        if pathlib.Path(state).exists():
            self.jar.load(ignore_discard=True)
        self.person = Person(user, password, os.environ["DCR_CA"], self.folder / "server.pem", self.folder / "authority.pem", cookies=self.jar)

    def visit(self, path, expected="Signed in"):
        if expected not in self.person.open(self.origin + path):
            raise SystemExit(f"no {expected!r} at {self.person.visited[-1]}")

    def login(self):
        """Of the app alone: the session at the identity server goes on."""
        for cookie in [each for each in self.jar if "mod_auth_openidc" in each.name]:
            self.jar.clear(cookie.domain, cookie.path, cookie.name)
        self.visit("/account/")
        self.use()

    def info(self):
        return json.loads(self.person.open(self.origin + "/callback?info=json"))

    def use(self):
        self.info()

    def refresh(self):
        self.visit("/callback?" + urlencode({"refresh": self.origin + "/account/", "access_token": self.info()["access_token"]}))
        if "error_code" in self.person.visited[-1]:
            raise SystemExit(self.person.visited[-1])

    def logout(self):
        self.visit("/callback?" + urlencode({"logout": self.origin + "/bye.html"}), "Signed out")

    def restart(self):
        """Its cache and its sessions are in memory."""
        subprocess.run([*self.command, "-k", "restart"], check=True, stdin=subprocess.DEVNULL)

    def forget(self):
        self.restart()
        for each in (self.folder / "metadata").glob("*.client"):
            each.unlink()
        self.jar.clear()


drive = Drive(*sys.argv[1:])
try:
    getattr(drive, os.environ["DCR_ACTION"])()
finally:
    drive.jar.save(ignore_discard=True)

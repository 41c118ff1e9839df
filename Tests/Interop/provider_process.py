"""The provider of keyed_provider.py in its own process, and phones configured for it."""
import json
import os
import pathlib
import subprocess

from phone import PASSWORD, USER, Phone

HERE = pathlib.Path(__file__).resolve().parent
# Authlib refuses redirect URIs without an authority.
CALLBACK, LOGGED_OUT = "io.curity.dcrclient://callback", "io.curity.dcrclient://logged-out"
# A phone's configuration with every option on, at a provider with open registration.
FAPI = {"profile": "fapi-2.0", "registration": "open"}


class KeyedProvider:
    """One provider, for as long as the `with` lasts."""

    def __init__(self, python, folder, authority):
        self.python, self.folder, self.authority = python, pathlib.Path(folder), authority

    def __enter__(self):
        self.log = open(self.folder / "provider.log", "w+")
        self.process = subprocess.Popen(
            [self.python, HERE / "keyed_provider.py", *self.authority.issue(), USER, PASSWORD], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log,
            env={"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"})
        self.issuer = self.process.stdout.readline().strip()
        assert self.issuer, self.said()
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(15)
        self.process.stdout.close()
        self.log.close()

    def behave(self, **otherwise):
        """Sets the behaviour: as in FAPI 2.0 except `otherwise`. Returns the requests since the last call."""
        self.process.stdin.write(json.dumps(otherwise) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def said(self):
        self.log.seek(0)
        return self.log.read()[-4000:]

    def phone(self, folder, **members):
        folder.mkdir(exist_ok=True)
        return Phone(
            folder, self.issuer, redirectUri=CALLBACK, postLogoutRedirectUri=LOGGED_OUT,
            trustedCertificates=str(self.authority.pem), **members)

"""oidc-agent as a command of `client-test --drive`: one agent, which stays in the background between the actions, and one account, `demo`. It
never asks for userinfo: that is left to the programs which get its tokens, and `use` does what those do.

usage: oidc_agent_drive.py FOLDER USER PASSWORD PORT...        with DCR_ACTION, DCR_ISSUER and DCR_CA
"""
import json
import os
import pathlib
import shutil
import ssl
import subprocess
import sys
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from person import Person  # noqa: E402

ACCOUNT = "demo"
# Where it keeps its files.
HOMES = (".oidc-agent", ".config/oidc-agent")


class Agent:
    def __init__(self, folder, user, password, *ports):
        # It listens on one that is free: for a minute after a login the system keeps the port.
        self.folder, self.user, self.password, self.ports = pathlib.Path(folder), user, password, ports
        self.issuer, self.authority = os.environ["DCR_ISSUER"], os.environ["DCR_CA"]
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8"}
        (self.folder / "pw").write_text("of the agent's own file\n")

    def run(self, *words, may_fail=False, said=""):
        done = subprocess.run(
            list(map(str, words)), env=self.environment, cwd=self.folder, text=True, input=said, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print(done.stdout)
        if done.returncode and not may_fail:
            raise SystemExit(1)
        return done.stdout

    def join(self):
        """The running agent's socket, or a new agent's."""
        place = self.folder / "agent.env"
        if not place.exists():
            # Otherwise it opens a browser by itself when a refresh token is over, and answers nothing until somebody has logged in there.
            place.write_text(self.run("oidc-agent", "--no-autoreauthenticate", "--bind_address", self.folder / "agent"))
            if self.exists():
                self.environment |= self.where(place)
                # With a refresh token that is over it is not loaded, and `login` brings a new one.
                self.run("oidc-add", "--pw-file=pw", "--pw-store", ACCOUNT, may_fail=True)
        self.environment |= self.where(place)

    def where(self, place):
        return dict(line.split(";")[0].split("=", 1) for line in place.read_text().splitlines() if line.startswith("OIDC"))

    def exists(self):
        return any((self.folder / each / ACCOUNT).exists() for each in HOMES)

    def login(self):
        self.join()
        words = ["oidc-gen", "--flow=code", "--no-url-call", "--pw-file=pw", "--prompt=none", f"--cp={self.authority}"]
        words += ["--reauthenticate", ACCOUNT] if self.exists() else [
            ACCOUNT, f"--iss={self.issuer}", "--scope=openid profile offline_access", *[f"--port={each}" for each in self.ports]]
        going = subprocess.Popen(
            words, env=self.environment, cwd=self.folder, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            for line in going.stdout:
                print(line, end="")
                if line.startswith("https://") and not self.visit(line.strip()):
                    # For 40 seconds oidc-gen would ask the agent for what cannot come any more. Its reader presses Control-C.
                    going.kill()
        except BaseException:
            going.kill()
            raise
        if going.wait():
            raise SystemExit(1)
        # Only with the password it saves the refresh tokens that come later.
        self.run("oidc-add", "--pw-file=pw", "--pw-store", ACCOUNT)
        self.use()

    def visit(self, url):
        """Whether the agent's own page at the redirect says that it has its tokens."""
        page = Person(self.user, self.password, self.authority).open(url)
        print(page)
        return "<title>Success" in page

    def use(self):
        self.ask(self.token())

    def refresh(self):
        self.token("--force-new")

    def token(self, *more):
        self.join()
        return self.run("oidc-token", *more, ACCOUNT).strip().splitlines()[-1]

    def ask(self, token):
        context = ssl.create_default_context(cafile=self.authority)

        def get(url, **headers):
            with urllib.request.urlopen(urllib.request.Request(url, headers=headers), context=context, timeout=15) as answer:
                return json.load(answer)
        get(get(self.issuer + "/.well-known/openid-configuration")["userinfo_endpoint"], Authorization="Bearer " + token)

    def logout(self):
        """It revokes the refresh token when it deletes the account."""
        if self.exists():
            self.join()
            self.run("oidc-gen", "--pw-file=pw", "--delete", ACCOUNT, said="yes\n")

    def forget(self):
        """An interrupted registration is kept as well, and taken up by the next `login`."""
        self.logout()
        self.restart()
        for each in HOMES:
            shutil.rmtree(self.folder / each, ignore_errors=True)

    def restart(self):
        if (self.folder / "agent.env").exists():
            self.join()
            self.run("oidc-agent", "--kill")
            (self.folder / "agent.env").unlink()


getattr(Agent(*sys.argv[1:]), os.environ["DCR_ACTION"])()

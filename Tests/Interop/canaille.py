"""Canaille, an independent identity server (PyPI), over https on a free loopback port, with a user for the tests."""
import os
import pathlib
import socket
import ssl
import subprocess
import urllib.request

from phone import PASSWORD, ROOT, USER

PATIENCE = 120.0


class OutOfReach(Exception):
    """PyPI does not answer, and the cache has no packages."""


def environment():
    """The Python interpreter with the packages of requirements.txt."""
    done = subprocess.run(
        [ROOT / "scripts/interop-environment"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode == 69:
        raise OutOfReach(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


class Canaille:
    """One server, for as long as the `with` lasts."""

    def __init__(self, python, folder, authority, key, is_open=False):
        """`key`: the server's signing key as a JWK; `is_open`: registration without an initial access token."""
        self.python, self.folder, self.authority = python, pathlib.Path(folder), authority
        # It listens before the server starts, so a client that connects meanwhile waits for the answer.
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.issuer = f"https://localhost:{self.port}"
        self.certificate = authority.issue()
        jwk = "{" + ", ".join(f'{name} = "{value}"' for name, value in key.items()) + "}"
        (self.folder / "canaille.toml").write_text(f"""
SECRET_KEY = "interop"
SERVER_NAME = "localhost:{self.port}"
PREFERRED_URL_SCHEME = "https"

[CANAILLE]
DATABASE = "sql"

[CANAILLE_SQL]
DATABASE_URI = "sqlite:///{self.folder}/canaille.sqlite"

[CANAILLE_OIDC]
DYNAMIC_CLIENT_REGISTRATION_OPEN = {str(is_open).lower()}
ACTIVE_JWKS = [{jwk}]
""")

    def __enter__(self):
        self.command("install")
        self.command(
            "create", "user", "--user-name", USER, "--password", PASSWORD, "--given-name", "Demo", "--family-name", "User",
            "--formatted-name", "Demo User", "--emails", "demo@example.com")
        certificate, key = self.certificate
        self.log = open(self.folder / "canaille.log", "wb")
        with self.listener as listener:
            self.process = subprocess.Popen(
                [*self.words, "run", "--accesslog", "-", "--bind", f"fd://{listener.fileno()}", "--certfile", certificate, "--keyfile", key],
                env=self.env, stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT, pass_fds=[listener.fileno()])
        try:
            self.greet()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def initial_access_token(self):
        """A new token: each registers one client."""
        return self.command("jwt", "registration").strip().splitlines()[-1]

    def said(self):
        return (self.folder / "canaille.log").read_text(errors="replace")[-4000:]

    @property
    def words(self):
        return [self.python, "-m", "canaille.commands"]

    @property
    def env(self):
        return {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1",
            "CANAILLE_CONFIG": str(self.folder / "canaille.toml")}

    def command(self, *words):
        done = subprocess.run(
            [*self.words, *words], env=self.env, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=PATIENCE)
        assert done.returncode == 0, f"canaille {words[0]}: {done.stderr[-3000:]}"
        return done.stdout

    def greet(self):
        """Waits until the server has answered once."""
        context = ssl.create_default_context(cafile=str(self.authority.pem))
        try:
            urllib.request.urlopen(self.issuer + "/.well-known/openid-configuration", context=context, timeout=PATIENCE).close()
        except OSError as error:
            raise AssertionError(f"{error}\n{self.said()}") from None

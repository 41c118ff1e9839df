"""Canaille, an identity server from elsewhere (PyPI), over https on a free loopback port, with a user of the tests'."""
import os
import pathlib
import ssl
import subprocess
import time
import urllib.error
import urllib.request

from phone import PASSWORD, ROOT, USER, free_port

PATIENCE = 60.0


class OutOfReach(Exception):
    """PyPI does not answer, and nothing is in the cache."""


def environment():
    """The Python that has the packages of requirements.txt."""
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
        self.port = free_port()
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
        self.process = subprocess.Popen(
            [*self.words, "run", "--accesslog", "-", "--bind", f"localhost:{self.port}", "--certfile", certificate, "--keyfile", key],
            env=self.env, stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT)
        self.wait()
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
        """A new one: each registers one client."""
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

    def wait(self):
        context = ssl.create_default_context(cafile=str(self.authority.pem))
        end = time.monotonic() + PATIENCE
        while True:
            try:
                urllib.request.urlopen(self.issuer + "/.well-known/openid-configuration", context=context, timeout=10).close()
                return
            except (urllib.error.URLError, ConnectionError) as error:
                assert self.process.poll() is None and time.monotonic() < end, f"{error}\n{self.said()}"
                time.sleep(0.1)

"""The recipes of docs/your-own-client.md, with exactly the files that it names, at the embedded server."""
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from conftest import missing
from embedded import Server
from person import Person
from phone import PASSWORD, ROOT, USER, Phone, free_port

EXAMPLES = ROOT / "docs/examples/clients"
PATIENCE = 120


@pytest.fixture
def open_server(tmp_path):
    phone = Phone(tmp_path, embeddedServer={"adminPort": 0, "policies": {"registration": "open"}})
    server = Server(phone)
    server.phone = phone
    yield server
    server.close()


@pytest.fixture
def browser(open_server, tmp_path):
    """A program for `BROWSER`: logs in and returns to the client's listener."""
    script = tmp_path / "browser"
    script.write_text(f"""#!{sys.executable}
import sys
sys.path.insert(0, {str(pathlib.Path(__file__).parent)!r})
from person import Person
Person({USER!r}, {PASSWORD!r}, {open_server.authority!r}).open(sys.argv[1])
""")
    script.chmod(0o755)
    return script


def run(words, folder, **env):
    done = subprocess.run(
        list(map(str, words)), env={"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", **env}, cwd=folder, text=True,
        stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0, (done.stdout, done.stderr)
    return done.stdout


def needs(program):
    if not shutil.which(program):
        missing(f"there is no {program}: make test-interop installs it")


def test_python(open_server, browser, canaille_python, tmp_path):
    said = run([canaille_python, EXAMPLES / "client.py", open_server.issuer, open_server.authority], tmp_path, BROWSER=f"{browser} %s")
    assert f"signed in: {USER} Demo User\nrefreshed\n" in said, said


def test_go(open_server, browser, tmp_path):
    needs("go")
    run(["go", "build", "-o", tmp_path / "client", EXAMPLES / "client.go"], tmp_path, GO111MODULE="off", GOPATH="/usr/share/gocode")
    said = run([tmp_path / "client", open_server.issuer, open_server.authority], tmp_path, BROWSER=str(browser))
    assert f"signed in: {USER}\nrefreshed\n" in said, said


def test_oidc_agent(open_server, tmp_path):
    needs("oidc-gen")
    (tmp_path / "pw").write_text("of the agent's own file\n")
    # It goes to the background, and prints its process and its socket.
    started = run(["oidc-agent", "--bind_address", tmp_path / "agent"], tmp_path)
    where = dict(line.split(";")[0].split("=", 1) for line in started.splitlines() if line.startswith("OIDC"))
    try:
        generating = subprocess.Popen(
            ["oidc-gen", "demo", f"--iss={open_server.issuer}", f"--cp={open_server.authority}", "--scope=openid profile offline_access",
             f"--port={free_port()}", "--flow=code", "--no-url-call", "--pw-file=pw", "--prompt=none"],
            env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), **where}, cwd=tmp_path, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said = []
        for line in generating.stdout:
            said.append(line)
            if line.startswith("https://"):
                Person(USER, PASSWORD, open_server.authority).open(line.strip())
        assert generating.wait(PATIENCE) == 0, said
        token = run(["oidc-token", "demo"], tmp_path, **where)
        assert len(token) > 20, token
    finally:
        run(["oidc-agent", "--kill"], tmp_path, **where)

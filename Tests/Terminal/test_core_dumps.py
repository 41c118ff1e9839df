"""No program leaves its memory on a disk when it crashes, and no other program of the same user may read it.

The kernel gives a process's files in /proc to root if the process may not be dumped (proc(5)): so the owner of such a file is the proof,
unless the process is root's own. If root runs the tests, the programs run as nobody.
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile

import pytest
from phone import APP, BROWSER, ELEMENT, USER, Phone
from session import PATIENCE

NOBODY = 65534
# As another user than root.
SOMEBODY = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


@pytest.fixture
def folder():
    path = pathlib.Path(tempfile.mkdtemp(prefix="dcr-core-"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


def hand_over(path):
    for file in [path, *path.rglob("*")]:
        if SOMEBODY:
            os.chown(file, NOBODY, NOBODY)


@contextlib.contextmanager
def running(*command, cwd):
    process = subprocess.Popen(
        [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=cwd, **SOMEBODY)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def assert_sealed(process):
    limits = pathlib.Path(f"/proc/{process.pid}/limits").read_text()
    assert re.search(r"(?m)^Max core file size +0 +0 +bytes", limits), limits
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    assert re.search(r"(?m)^Uid:\t[1-9]", status), "this process is root's: nothing is proved"
    assert os.stat(f"/proc/{process.pid}/mem").st_uid == 0, "the process can be dumped, and read by its user's other programs"


def test_the_server(folder):
    phone = Phone(folder)
    hand_over(folder)
    with running(APP, "serve", *phone.options(), "--json", cwd=folder) as server:
        assert json.loads(server.stdout.readline())["issuer"]
        assert_sealed(server)


def test_the_app(folder):
    phone = Phone(folder)
    hand_over(folder)
    with running(APP, "run", "--plain", *phone.options(), cwd=folder) as app:
        assert app.stdout.readline()
        assert_sealed(app)


def test_a_whole_flow_works_under_these_conditions(folder):
    """App, server and browser still find their own programs, descriptors and sockets."""
    phone = Phone(folder)
    hand_over(folder)
    words = ["flow", "--username", USER, "--password-file", phone.password_file, *phone.options()]
    done = subprocess.run(
        [str(word) for word in [APP, *words]], stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=folder,
        env={"HOME": str(folder), "PATH": os.environ["PATH"]}, **SOMEBODY)
    assert done.returncode == 0, done.stderr


def test_the_browser(folder):
    hand_over(folder)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(PATIENCE)
        words = ["--plain", "--redirect-uri", "a.b:/c", "--dispatch-socket", folder / "uri.sock", "--data-dir", folder / "browser"]
        with running(BROWSER, f"http://127.0.0.1:{listener.getsockname()[1]}/", *words, cwd=folder) as browser:
            connection, _ = listener.accept()
            assert_sealed(browser)
            connection.close()


def test_the_secure_element(folder):
    (folder / "elements").mkdir(mode=0o700)
    hand_over(folder)
    with running(ELEMENT, "--folder", folder / "elements/phone", "--owner", "phone", cwd=folder) as element:
        assert element.stdout.readline() == b"ready\n"
        assert_sealed(element)

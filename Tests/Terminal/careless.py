"""The authorization server of careless_server in its own process."""
import json
import pathlib
import subprocess
import sys
import threading

from phone import PASSWORD, USER

# An authority issues one certificate at a time; tests start servers from several threads.
ISSUING = threading.Lock()
PROGRAM = pathlib.Path(__file__).resolve().parent / "careless_server"


class CarelessServer:
    """One server for as long as the `with` lasts; with no `--careless` among the arguments a careful one."""

    def __init__(self, folder, authority, *arguments):
        self.folder, self.authority, self.arguments = pathlib.Path(folder), authority, arguments

    def __enter__(self):
        with ISSUING:
            certificate = self.authority.issue()
        self.log = open(self.folder / "careless-server.log", "w+")
        self.process = subprocess.Popen(
            [sys.executable, PROGRAM, *certificate, USER, PASSWORD, *self.arguments], text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=self.log)
        ready = self.process.stdout.readline()
        assert ready, self.said()
        self.issuer, self.tokens = (json.loads(ready)[name] for name in ("issuer", "tokens"))
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(15)
        self.process.stdout.close()
        errors = self.said()
        self.log.close()
        assert errors == "", errors

    def told(self, **order):
        """What the server has seen: `clients` that exist, how many were `made`, `passwords` sent, `requests` (time, method, path, status)."""
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def said(self):
        self.log.seek(0)
        return self.log.read()[-4000:]

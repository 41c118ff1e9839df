"""An independent program in its own process, for as long as a `with` lasts: the process prints its addresses in one line of JSON on standard
output, and ends when its standard input closes."""
import json
import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
PATIENCE = 60.0


class Peer:
    """`words`: the command. `said()` returns the program's standard error."""

    def __init__(self, folder, *words, **environment):
        self.folder, self.words, self.environment = pathlib.Path(folder), words, environment

    def __enter__(self):
        self.log = open(self.folder / "peer.log", "w+")
        self.process = subprocess.Popen(
            list(map(str, self.words)), text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, cwd=self.folder,
            env={"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", **self.environment})
        line = self.process.stdout.readline()
        if not line:
            self.__exit__()
            raise AssertionError(self.said())
        self.ready = json.loads(line)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    @property
    def issuer(self):
        return self.ready["issuer"]

    def said(self):
        return (self.folder / "peer.log").read_text(errors="replace")[-6000:]

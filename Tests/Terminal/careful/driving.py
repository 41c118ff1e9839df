"""The careful client as a test runs it: one process for each action, with its state in the test's folder."""
import json
import os
import pathlib
import shlex
import subprocess

from careful.duties import DUTIES

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE / "careful_client.py"
PATIENCE = 180


def command(state, *options):
    """The words of the command, as `--drive` or a test starts it."""
    return ["/usr/bin/python3", "-B", str(PROGRAM), "--state", str(state), *options]


def options_for(check):
    """What the client needs so that the check applies to it."""
    return list(DUTIES[check])


def sample(checks):
    """One check of each group; with CLIENT_TEST=all every one, which takes an hour."""
    checks = list(checks)
    firsts = {(check.split("-")[0], "@" in check): check for check in reversed(checks)}
    return checks if os.environ.get("CLIENT_TEST") == "all" else [check for check in checks if check in firsts.values()]


class Driven:
    def __init__(self, folder, issuer, authority, *options):
        self.state = pathlib.Path(folder) / "client.json"
        self.words = command(self.state, *options)
        self.environment = {"PATH": "/usr/bin:/bin", "DCR_ISSUER": issuer, "DCR_CA": str(authority), "LANG": "C.UTF-8"}

    def act(self, action, **environment):
        """Whether the client did it (None: it cannot), and what it said."""
        done = subprocess.run(
            self.words, env={**self.environment, "DCR_ACTION": action, **environment}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=PATIENCE)
        assert done.returncode in (0, 1, 64) and "Traceback" not in done.stdout, done.stdout
        return {0: True, 1: False, 64: None}[done.returncode], done.stdout

    @property
    def id(self):
        """The client's id, once it is registered."""
        return json.loads(self.state.read_text())["registration"]["client_id"]


def client_test(phone, drive, *options, patience=60):
    """The run of `dcr-terminal client-test` with this command, and its exit status. `drive`: words."""
    words = ["client-test", "--json", "--admin-port", "0", "--patience", str(patience), "--drive", shlex.join(map(str, drive)), *options]
    status, output, errors = phone.command(words[0], *words[1:], timeout=3600)
    assert status in (0, 1), (status, errors[-4000:])
    return json.loads(output), status


def verdicts(run):
    """Verdict and evidence of each check of a run."""
    return {check["id"]: (check["verdict"], check["evidence"]) for check in run["verdicts"]}

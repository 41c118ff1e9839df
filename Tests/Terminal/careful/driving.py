"""The careful client as a test runs it: one process for each action, with its state in the test's folder."""
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE / "careful_client.py"
PATIENCE = 180


def command(state, *options):
    """The words of the command, as `--drive` or a test starts it."""
    return ["/usr/bin/python3", "-B", str(PROGRAM), "--state", str(state), *options]


class Driven:
    def __init__(self, folder, issuer, authority, *options):
        self.words = command(pathlib.Path(folder) / "client.json", *options)
        self.environment = {"PATH": "/usr/bin:/bin", "DCR_ISSUER": issuer, "DCR_CA": str(authority), "LANG": "C.UTF-8"}

    def act(self, action):
        """Whether the client did it, and what it said."""
        done = subprocess.run(
            self.words, env={**self.environment, "DCR_ACTION": action}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=PATIENCE)
        assert done.returncode in (0, 1) and "Traceback" not in done.stdout, done.stdout
        return done.returncode == 0, done.stdout

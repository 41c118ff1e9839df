"""Runs of `dcr-terminal server-test` at the tests' own server."""
import dataclasses
import json

from phone import USER, Phone

# Seconds that a run of every check may take. It sends hundreds of requests, and waits a minute for one check.
PATIENCE = 420
# The flag by which the tester says that the server may be tested; only the checks that can do more than show themselves need it here.
DEEP = ["--deep", "--i-may-test", "localhost"]


@dataclasses.dataclass
class Run:
    status: int
    verdicts: dict
    said: str
    document: dict

    def having(self, *verdicts):
        return {check for check, verdict in self.verdicts.items() if verdict in verdicts}


def phone_for(folder, server, **members):
    """A phone that trusts the server's certificate authority."""
    folder.mkdir(exist_ok=True)
    return Phone(folder, server.issuer, trustedCertificates=str(server.authority.pem), registration="open", **members)


def arguments(phone, *more):
    return ["--yes", "--username", USER, "--password-file", phone.password_file, *more]


def server_test(phone, *more, issuer=None):
    """One run with a login, saved and read."""
    saved = phone.folder / "run.json"
    status, output, errors = phone.command(
        "server-test", issuer or phone.issuer, *arguments(phone, "--save", saved, *more), timeout=PATIENCE)
    document = json.loads(saved.read_text()) if saved.exists() else {}
    verdicts = {each["id"]: each["verdict"] for each in document.get("verdicts", [])}
    return Run(status, verdicts, output + errors, document)


def only(*checks):
    return [word for check in checks for word in ("--only", check)]


def journals(phone):
    return [path for path in phone.folder.rglob("*.journal") if path.is_file()]

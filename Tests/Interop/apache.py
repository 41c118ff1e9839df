"""Apache with mod_auth_openidc (Debian), a relying party that registers itself, with the configuration of docs/your-own-client.md. It writes
only into one folder."""
import json
import os
import pathlib
import shutil
import tempfile
from urllib.parse import quote

from peer import Peer
from phone import ROOT, free_port

PROGRAM = shutil.which("apache2", path="/usr/sbin:/usr/bin")
MODULE = pathlib.Path("/usr/lib/apache2/modules/mod_auth_openidc.so")
# Started as root, Apache switches to this user.
NOBODY = "www-data"


def is_there():
    return PROGRAM and MODULE.exists()


class Apache(Peer):
    """One server, for as long as the `with` lasts. `conf`: what its administrator knows about the issuer, such as a token that registers."""

    def __init__(self, authority, issuer, issuers_authority, **conf):
        # A folder that NOBODY may read: only root may read pytest's.
        folder = pathlib.Path(tempfile.mkdtemp(prefix="dcr-apache-"))
        name, port = folder / f"metadata/{quote(issuer.removeprefix('https://'), safe='')}", free_port()
        self.origin, self.registration = f"https://localhost:{port}", name.with_name(name.name + ".client")
        defined = {"folder": folder, "port": port, "issuer": issuer}
        words = [PROGRAM, *(word for each in defined.items() for word in ("-C", "Define {} {}".format(*each)))]
        if os.geteuid() == 0:
            words += ["-c", f"User {NOBODY}", "-c", f"Group {NOBODY}"]
        # With `-k start` or `-k stop` after it: it goes to the background when it listens.
        self.command = [*words, "-f", ROOT / "docs/examples/clients/apache.conf"]
        super().__init__(folder, "sh", "-c", '"$@" -k start && echo "{}" && cat >/dev/null; "$@" -k stop', "sh", *self.command)
        for each in ("metadata", "pages/account"):
            (folder / each).mkdir(parents=True)
        (folder / "pages/account/index.html").write_text("<!doctype html><title>Account</title><p>Signed in\n")
        (folder / "pages/bye.html").write_text("<!doctype html><title>Bye</title><p>Signed out\n")
        name.with_name(name.name + ".conf").write_text(json.dumps(conf))
        for source, target in zip([*authority.issue(), issuers_authority], ["server.pem", "server.key", "issuer.pem"]):
            shutil.copy(source, folder / target)
        if os.geteuid() == 0:
            for each in [folder, *folder.rglob("*")]:
                shutil.chown(each, NOBODY, NOBODY)

    def __exit__(self, *_):
        super().__exit__()
        shutil.rmtree(self.folder, ignore_errors=True)

    def client(self):
        """The registration's answer."""
        return json.loads(self.registration.read_text())

    def said(self):
        log = self.folder / "error.log"
        return super().said() + (log.read_text(errors="replace")[-6000:] if log.exists() else "")

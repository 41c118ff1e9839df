"""Apache with mod_auth_openidc (Debian), a relying party that registers itself, over https on a free loopback port; all that it writes lies in one folder."""
import json
import os
import pathlib
import shutil
import tempfile
from urllib.parse import quote

from peer import Peer
from phone import free_port

PROGRAM = shutil.which("apache2", path="/usr/sbin:/usr/bin")
MODULES = pathlib.Path("/usr/lib/apache2/modules")
# As root it gives its rights up.
NOBODY = "www-data"
CONFIGURATION = """
ServerRoot {folder}
ServerName localhost
PidFile {folder}/apache.pid
ErrorLog {folder}/error.log
LogLevel warn auth_openidc:debug
Listen 127.0.0.1:{port}
{modules}
{user}
DocumentRoot {folder}/pages
SSLEngine on
SSLCertificateFile {certificate}
SSLCertificateKeyFile {key}
OIDCMetadataDir {folder}/metadata
OIDCRedirectURI {origin}/callback
OIDCDiscoverURL {origin}/callback?iss={issuer}
OIDCDefaultURL {origin}/account/
OIDCDefaultLoggedOutURL {origin}/bye.html
OIDCCryptoPassphrase interop
OIDCCABundlePath {authority}
OIDCResponseType code
OIDCPKCEMethod S256
OIDCScope "{scope}"
OIDCClientName "Apache"
OIDCInfoHook iat access_token access_token_expires id_token userinfo refresh_token session
<Location /account>
  AuthType openid-connect
  Require valid-user
</Location>
<Location /callback>
  AuthType openid-connect
  Require valid-user
</Location>
"""
NAMES = "mpm_event authn_core authz_core authz_user dir ssl auth_openidc".split()


def is_there():
    return PROGRAM and (MODULES / "mod_auth_openidc.so").exists()


class Apache(Peer):
    """One server, for as long as the `with` lasts. `conf`: what its administrator knows of the issuer, such as a token that registers."""

    def __init__(self, authority, issuer, issuers_authority, scope="openid profile", **conf):
        # Where NOBODY may read: pytest's folders are root's alone.
        folder = pathlib.Path(tempfile.mkdtemp(prefix="dcr-apache-"))
        self.issuer_name, self.origin = quote(issuer.removeprefix("https://"), safe=""), f"https://localhost:{free_port()}"
        super().__init__(
            folder, "sh", "-c", '"$0" -f "$1" -k start && echo "{}" && cat >/dev/null; "$0" -f "$1" -k stop', PROGRAM, folder / "apache.conf")
        for name in ("metadata", "pages/account"):
            (folder / name).mkdir(parents=True)
        (folder / "pages/account/index.html").write_text("<!doctype html><title>Account</title><p>Signed in\n")
        (folder / "pages/bye.html").write_text("<!doctype html><title>Bye</title><p>Signed out\n")
        (folder / f"metadata/{self.issuer_name}.conf").write_text(json.dumps(conf))
        certificate, key = (shutil.copy(each, folder) for each in authority.issue())
        (folder / "apache.conf").write_text(CONFIGURATION.format(
            folder=folder, port=self.origin.rsplit(":", 1)[1], origin=self.origin, issuer=quote(issuer, safe=""), certificate=certificate, key=key, scope=scope,
            authority=shutil.copy(issuers_authority, folder / "issuer.pem"),
            modules="\n".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in NAMES),
            user=f"User {NOBODY}\nGroup {NOBODY}" if os.geteuid() == 0 else ""))
        if os.geteuid() == 0:
            for each in [folder, *folder.rglob("*")]:
                shutil.chown(each, NOBODY, NOBODY)

    def __exit__(self, *_):
        super().__exit__()
        shutil.rmtree(self.folder, ignore_errors=True)

    def client(self):
        """What the registration brought."""
        return json.loads((self.folder / f"metadata/{self.issuer_name}.client").read_text())

    def said(self):
        log = self.folder / "error.log"
        return super().said() + (log.read_text(errors="replace")[-6000:] if log.exists() else "")

"""LemonLDAP::NG's portal (Debian) as an OpenID provider with open registration, over https on a free loopback port. It writes only into
one folder. Its users are those of its demonstration backend."""
import json
import pathlib
import subprocess

from peer import HERE, Peer
from phone import free_port

PORTAL = pathlib.Path("/usr/share/lemonldap-ng/portal")
USER = PASSWORD = "dwho"
INI = """
[all]
logLevel = info
checkTime = 1
[configuration]
type = File
dirName = {folder}/conf
localStorage = Cache::FileCache
localStorageOptions = {{'namespace' => 'config', 'default_expires_in' => 600, 'cache_root' => '{folder}/cache', 'cache_depth' => 1}}
[portal]
staticPrefix = /static
templateDir = {portal}/templates
languages = en
"""

def is_there():
    return PORTAL.exists()


class LemonLDAP(Peer):
    """One portal, for as long as the `with` lasts."""

    def __init__(self, folder, authority):
        self.port = free_port()
        super().__init__(
            folder, "perl", HERE / "lemonldap.pl", self.port, *authority.issue(), PORTAL / "htdocs",
            LLNG_DEFAULTCONFFILE=f"{folder}/lemonldap-ng.ini")
        for name in ("conf", "cache", "sessions/lock", "psessions/lock"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "lemonldap-ng.ini").write_text(INI.format(folder=self.folder, portal=PORTAL))
        (self.folder / "conf/lmConf-1.json").write_text(json.dumps(self.configuration()))

    def configuration(self):
        """The settings that its manager would write; all others have LemonLDAP::NG's defaults."""
        portal = f"https://localhost:{self.port}"
        sessions = {"Directory": f"{self.folder}/sessions", "LockDirectory": f"{self.folder}/sessions/lock"}
        lasting = {"Directory": f"{self.folder}/psessions", "LockDirectory": f"{self.folder}/psessions/lock"}
        private, public = self.key()
        return {
            "cfgNum": 1, "cfgAuthor": "tests", "cfgDate": "1700000000", "cfgVersion": "2.16.1",
            "portal": portal + "/", "domain": "localhost", "securedCookie": 1, "cookieName": "lemonldap",
            "authentication": "Demo", "userDB": "Same", "passwordDB": "Demo", "registerDB": "Null",
            "demoExportedVars": {"cn": "cn", "mail": "mail", "uid": "uid"}, "whatToTrace": "_user",
            "globalStorage": "Apache::Session::File", "globalStorageOptions": sessions,
            "persistentStorage": "Apache::Session::File", "persistentStorageOptions": lasting,
            "localSessionStorage": "", "locationRules": {f"localhost:{self.port}": {"default": "accept"}}, "exportedHeaders": {},
            # No captcha images: they need ImageMagick.
            "captcha": "::Main::Plugin", "key": "interop", "issuerDBOpenIDConnectActivation": 1, "issuerDBOpenIDConnectPath": "^/oauth2/",
            "oidcServiceMetaDataIssuer": portal, "oidcServiceAllowDynamicRegistration": 1,
            "oidcServicePrivateKeySig": private, "oidcServicePublicKeySig": public, "oidcServiceKeyIdSig": "tests",
            "oidcServiceDynamicRegistrationExportedVars": {"name": "cn", "email": "mail", "preferred_username": "uid"}}

    def key(self):
        make = ["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
        private = subprocess.run(make, capture_output=True, check=True, stdin=subprocess.DEVNULL).stdout
        public = subprocess.run(["openssl", "pkey", "-pubout"], input=private, capture_output=True, check=True).stdout
        return private.decode(), public.decode()


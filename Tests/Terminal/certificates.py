"""Certificate authorities and server certificates, made by the openssl command."""
import pathlib
import subprocess

CONFIGURATION = """
[req]
distinguished_name = name
prompt = no
[name]
CN = {name}
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[ca]
default_ca = own
[own]
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
"""

LEAF = """
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = {names}
"""

LONG = ("20240101000000Z", "20991231000000Z")
LONG_AGO = ("20200101000000Z", "20200201000000Z")
EC = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]


class Authority:
    def __init__(self, folder, name):
        self.folder = pathlib.Path(folder)
        self.pem = self.folder / "ca.pem"
        self.count = 0
        (self.folder / "ca.cnf").write_text(CONFIGURATION.format(name=name))
        (self.folder / "index.txt").write_text("")
        (self.folder / "serial").write_text("01\n")
        self.openssl(
            "req", "-x509", "-config", "ca.cnf", "-extensions", "authority", *EC, "-keyout", "ca.key", "-out", "ca.pem",
            "-subj", f"/CN={name}", "-days", "3650")

    def issue(self, names=("DNS:localhost", "IP:127.0.0.1", "IP:::1"), valid=LONG):
        """A server's certificate and key: paths of two PEM files. `valid`: from and until, as openssl writes them."""
        self.count += 1
        base = f"leaf{self.count}"
        (self.folder / f"{base}.ext").write_text(LEAF.format(names=",".join(names)))
        self.openssl("req", "-new", "-config", "ca.cnf", *EC, "-keyout", f"{base}.key", "-out", f"{base}.csr",
                     "-subj", "/CN=server")
        self.openssl("ca", "-batch", "-notext", "-config", "ca.cnf", "-cert", "ca.pem", "-keyfile", "ca.key", "-in",
                     f"{base}.csr", "-out", f"{base}.pem", "-extfile", f"{base}.ext", "-startdate", valid[0], "-enddate",
                     valid[1])
        return self.folder / f"{base}.pem", self.folder / f"{base}.key"

    def openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], cwd=self.folder, check=True, capture_output=True, stdin=subprocess.DEVNULL)

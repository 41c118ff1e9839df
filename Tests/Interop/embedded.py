"""The embedded identity server as a separate program, for independent browsers and clients."""
import json
import subprocess

from phone import APP
from webclient import Client

PRIVATE_USE = "io.curity.dcrclient:/callback"


class Server:
    """`dcr-terminal serve` on free ports, with a phone's configuration."""

    def __init__(self, phone):
        self.process = subprocess.Popen(
            [str(APP), "serve", *map(str, phone.options()), "--json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        ready = json.loads(self.process.stdout.readline())
        self.issuer, self.authority, self.admin = ready["issuer"], ready["ca"], ready["admin"]

    def static_client(self):
        return Client(self.issuer, self.authority, "mobile-dcr-client", PRIVATE_USE)

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()

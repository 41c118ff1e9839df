"""A network with another machine in it: a network namespace of its own where that is allowed, else two addresses of this machine's loopback.

With a namespace the server's address is one of a network, so everything counts that the server does beyond loopback. Without, the addresses are
127.0.0.2 and 127.0.0.3, which the server knows for loopback. Tests say what they expect of either (`is_network`); none is skipped.
"""
import concurrent.futures
import contextlib
import ctypes
import os
import socket
import subprocess

from session import PATIENCE

CLONE_NEWNET = 0x40000000


def ip(*words):
    return subprocess.run(["ip", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True)


class Loopback:
    """The other machine is this one, at another address."""

    is_network = False
    here, there = "127.0.0.2", "127.0.0.3"
    description = "loopback: 127.0.0.2 and 127.0.0.3"

    def connect(self, address, port):
        return socket.create_connection((address, port), timeout=PATIENCE, source_address=(self.there, 0))

    def close(self):
        pass


class Namespace:
    """Two virtual network cards with a cable between them (veth): `here` is this machine's, `there` is in the namespace."""

    is_network = True

    def __init__(self):
        number = os.getpid() % (1 << 15)
        self.name = f"dcr-{os.getpid()}"
        card, other = f"dcr{os.getpid()}a", f"dcr{os.getpid()}b"
        # 198.18.0.0/15 is for tests of networks (RFC 2544, appendix C.2.2): four addresses for each process.
        network = (198 << 24 | 18 << 16) + 4 * number
        self.here, self.there = (socket.inet_ntoa((network + host).to_bytes(4, "big")) for host in (1, 2))
        self.description = f"network namespace: {self.here} and {self.there}"
        self.threads = None
        try:
            for words in (
                    f"netns add {self.name}", f"link add {card} type veth peer name {other} netns {self.name}",
                    f"address add {self.here}/30 dev {card}", f"-n {self.name} address add {self.there}/30 dev {other}",
                    f"link set {card} up", f"-n {self.name} link set {other} up", f"-n {self.name} link set lo up"):
                done = ip(*words.split())
                if done.returncode != 0:
                    raise OSError(f"ip {words}: {done.stderr.strip()}")
            # A socket stays in the namespace in which its thread made it.
            self.threads = concurrent.futures.ThreadPoolExecutor(1, initializer=self.enter)
            self.threads.submit(lambda: None).result()
        except (OSError, concurrent.futures.BrokenExecutor) as error:
            self.close()
            raise OSError(str(error)) from None

    def enter(self):
        """Moves the calling thread, and no other, into the namespace (setns(2))."""
        with open(f"/run/netns/{self.name}") as namespace:
            if ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), "setns")

    def connect(self, address, port):
        return self.threads.submit(socket.create_connection, (address, port), PATIENCE).result()

    def close(self):
        if self.threads:
            self.threads.shutdown()
        # The cards go with the namespace.
        ip("netns", "delete", self.name)


@contextlib.contextmanager
def network():
    try:
        made = Namespace()
    except OSError as error:
        made = Loopback()
        made.description += f" ({error})"
    try:
        yield made
    finally:
        made.close()

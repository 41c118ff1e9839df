"""A root file system with only Debian's packages: programs run there as a user other than root, with loopback as the only network."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/Terminal")]
from session import Session  # noqa: E402

BINARIES = ROOT / os.environ.get("BINARIES", ".build/debug")
USER = 1000
# Its own mounts and network, and every process ends with the command. /dev is the machine's.
SURROUNDINGS = """
set -e
mount --make-rprivate /
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
[ "$network" = yes ] || ip link set lo up
eval "$prepare"
set +e
chroot "$root" setpriv --reuid="$user" --regid="$user" --clear-groups env -i HOME="$home" PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin \
  TERM=xterm-256color LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive sh -c 'cd "$1" && shift && exec "$@"' sh "$folder" "$@"
exit $?
"""


class CleanRoot:
    home = "/home/tester"

    def __init__(self, path):
        self.path = pathlib.Path(path)
        # Every installed Debian has this file; a bootstrapped root does not.
        (self.path / "etc/hosts").write_text("127.0.0.1 localhost\n::1 localhost\n")
        self.run("id tester || useradd --create-home --uid 1000 tester", root=True, check=True)

    def _words(self, command, root, network, prepare, folder):
        words = command if isinstance(command, list) else ["sh", "-c", command]
        settings = {
            "root": str(self.path), "user": "0" if root else str(USER), "network": "yes" if network else "no", "prepare": prepare,
            "home": "/root" if root else self.home, "folder": folder or ("/" if root else self.home)}
        assignments = "".join(f"{name}={shlex.quote(value)}\n" for name, value in settings.items())
        spaces = ["--mount", "--pid", "--fork", "--kill-child", *([] if network else ["--net"])]
        return ["unshare", *spaces, "sh", "-c", assignments + SURROUNDINGS, "sh", *words]

    def run(self, command, root=False, network=False, prepare="", folder=None, check=False, timeout=120):
        """Runs a command to its end: (exit status, standard output, standard error). `prepare` runs before, outside the root."""
        done = subprocess.run(
            self._words(command, root, network, prepare, folder), stdin=subprocess.DEVNULL, capture_output=True, text=True,
            errors="replace", timeout=timeout)
        assert not check or done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.returncode, done.stdout, done.stderr

    def terminal(self, command, size=(110, 30), folder=None):
        return Session(self._words(command, False, False, "", folder), size=size)

    def write(self, name, text, mode=0o600):
        """Writes a file of the user's."""
        path = self.path / self.home[1:] / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        os.chown(path, USER, USER)

    def files(self, *folders):
        """Every file below these folders, with its checksum."""
        command = f"find {' '.join(folders)} -type f -print0 2>/dev/null | sort -z | xargs -0r sha256sum"
        return self.run(command, root=True)[1]

    def add_swift(self, programs):
        """Swift's shared libraries, for programs of a debug build; a release build needs none."""
        said = "".join(subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout for program in programs)
        libraries = sorted({path for path in re.findall(r"=> (\S+)", said) if "/swift/" in path})
        for library in libraries:
            target = self.path / library[1:]
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(library, target)
        return libraries

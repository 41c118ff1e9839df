import json
import os
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from clean_root import BINARIES, ROOT, CleanRoot  # noqa: E402


@pytest.fixture(scope="session")
def packages():
    """The folder with the package and the tarball."""
    return pathlib.Path(os.environ["PACKAGES"])


@pytest.fixture(scope="session")
def package(packages):
    return next(packages.glob("*.deb"))


@pytest.fixture(scope="session")
def programs():
    lines = (ROOT / "packaging/programs").read_text().splitlines()
    return [line.split() for line in lines if not line.startswith("#")]


@pytest.fixture(scope="session")
def root(programs):
    """A clean root without the package."""
    root = CleanRoot(os.environ["CLEAN_ROOT"])
    libraries = root.add_swift([BINARIES / name for name, _ in programs])
    if libraries:
        print(f"{len(libraries)} shared libraries of Swift stand beside the package: these programs are for tests")
    root.write("password.txt", "Password1\n")
    return root


@pytest.fixture(scope="session")
def install(root, package):
    """Installs the package as a user does: apt-get finds its dependencies."""
    def install():
        target = root.path / "tmp" / package.name
        target.write_bytes(package.read_bytes())
        try:
            root.run(f"apt-get install -qq --no-install-recommends ./{package.name}", root=True, network=True, folder="/tmp", check=True,
                     timeout=300)
        finally:
            target.unlink()
    return install


@pytest.fixture(scope="session")
def installed(root, install):
    install()
    return root


@pytest.fixture(scope="session")
def registered(installed):
    """With a registered phone."""
    installed.run("dcr-terminal flow --username demouser --password-file password.txt", check=True)
    return installed


@pytest.fixture(scope="session")
def client(registered):
    return json.loads(registered.run("dcr-terminal clients list --json", check=True)[1])[0]["client_id"]

import json
import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Terminal")]
import canaille  # noqa: E402
from certificates import Authority  # noqa: E402
from chromium import PROGRAM as CHROMIUM, Chromium  # noqa: E402
from embedded import Server  # noqa: E402
from phone import APP, BROWSER, Phone  # noqa: E402
from provider_process import KeyedProvider  # noqa: E402

# These need packages that `make test` does not install; `make test-interop` does, and sets INTEROP.
collect_ignore = [] if os.environ.get("INTEROP") == "all" else [
    "test_apache.py", "test_desktop_browsers.py", "test_drives.py", "test_lemonldap.py", "test_own_clients.py"]
IN_CI = os.environ.get("CI") == "true"


def pytest_sessionstart(session):
    for program in (APP, BROWSER):
        if not program.exists():
            pytest.exit(f"{program} is missing; make test builds it", returncode=4)


def missing(why):
    """Skips a test whose requirement is missing, with the reason; in CI, where everything must be installed, that is a failure."""
    (pytest.fail if IN_CI else pytest.skip)(why)


@pytest.fixture
def phone(tmp_path):
    phone = Phone(tmp_path)
    yield phone
    phone.close()


@pytest.fixture
def chromium(tmp_path_factory):
    """Makes browsers: `chromium(authority)`; they end with the test."""
    if CHROMIUM is None:
        missing("there is no chromium: apt-get install chromium libnss3-tools")
    started = []

    def start(authority=None, **options):
        started.append(Chromium(tmp_path_factory.mktemp("chromium"), authority, **options))
        return started[-1]
    yield start
    for browser in started:
        browser.close()


@pytest.fixture
def server(phone):
    server = Server(phone)
    yield server
    server.close()


@pytest.fixture
def browser(server, chromium):
    return chromium(server.authority)


@pytest.fixture(scope="session")
def authority(tmp_path_factory):
    """A certificate authority for the tests."""
    return Authority(tmp_path_factory.mktemp("authority"), "Test authority")


@pytest.fixture(scope="session")
def canaille_python():
    try:
        return canaille.environment()
    except canaille.OutOfReach as why:
        missing(str(why))


@pytest.fixture(scope="session")
def signing_key(canaille_python):
    """An RSA key like Canaille's own."""
    script = "import json; from joserfc.jwk import RSAKey; print(json.dumps(RSAKey.generate_key(2048, auto_kid=True).as_dict(private=True)))"
    done = subprocess.run([canaille_python, "-c", script], stdin=subprocess.DEVNULL, capture_output=True, check=True)
    return json.loads(done.stdout)


@pytest.fixture(scope="session")
def closed_canaille(canaille_python, signing_key, authority, tmp_path_factory):
    """Registration with an initial access token."""
    with canaille.Canaille(canaille_python, tmp_path_factory.mktemp("canaille"), authority, signing_key) as server:
        yield server


@pytest.fixture(scope="session")
def open_canaille(canaille_python, signing_key, authority, tmp_path_factory):
    """Registration without any token."""
    folder = tmp_path_factory.mktemp("open-canaille")
    with canaille.Canaille(canaille_python, folder, authority, signing_key, is_open=True) as server:
        yield server


@pytest.fixture(scope="session")
def keyed_provider(canaille_python, authority, tmp_path_factory):
    """A provider that demands keys; each test chooses its behaviour."""
    with KeyedProvider(canaille_python, tmp_path_factory.mktemp("provider"), authority) as provider:
        yield provider

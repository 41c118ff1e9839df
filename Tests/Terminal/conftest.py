import pathlib
import signal
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from certificates import Authority  # noqa: E402
from phone import APP, BROWSER, Phone  # noqa: E402


def pytest_sessionstart(session):
    for program in (APP, BROWSER):
        if not program.exists():
            pytest.exit(f"{program} is missing; make test builds it", returncode=4)
    # Whoever runs the tests in the background may have these ignored, and programs inherit that: the signals that tests send
    # would come to nothing.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGQUIT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@pytest.fixture
def phone(tmp_path):
    phone = Phone(tmp_path)
    yield phone
    phone.close()


@pytest.fixture(scope="session")
def authority(tmp_path_factory):
    """A certificate authority of the tests' own, which a phone trusts when its configuration says so."""
    return Authority(tmp_path_factory.mktemp("authority"), "Test authority")

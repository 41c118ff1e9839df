import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from certificates import Authority  # noqa: E402
from phone import APP, BROWSER, Phone  # noqa: E402


def pytest_sessionstart(session):
    for program in (APP, BROWSER):
        if not program.exists():
            pytest.exit(f"{program} is missing; make test builds it", returncode=4)


@pytest.fixture
def phone(tmp_path):
    phone = Phone(tmp_path)
    yield phone
    phone.close()


@pytest.fixture(scope="session")
def authority(tmp_path_factory):
    """A certificate authority of the tests' own, which a phone trusts when its configuration says so."""
    return Authority(tmp_path_factory.mktemp("authority"), "Test authority")

import itertools
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
    # If the tests run in the background, these signals may be ignored, and programs inherit that, so signals from tests would have no effect.
    # Workers inherit the setting made here; it needs the main thread, in which workers may not run this.
    if hasattr(session.config, "workerinput"):
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGQUIT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


LONG = ("test_the_scripts_of_the_plan_pass", "test_a_lab_from_end_to_end", "test_what_would_happen_next")


def pytest_collection_modifyitems(items):
    """Spreads the longest tests, one before each file, so that workers share them."""
    long = [item for name in LONG for item in items if item.originalname == name]
    files = itertools.groupby([item for item in items if item not in long], key=lambda item: item.path)
    waiting = iter(long)
    items[:] = [item for _, file in files for item in [*itertools.islice(waiting, 1), *file]] + list(waiting)


@pytest.fixture
def phone(tmp_path):
    phone = Phone(tmp_path)
    yield phone
    phone.close()


@pytest.fixture(scope="session")
def authority(tmp_path_factory):
    """A certificate authority for the tests, which a phone trusts if its configuration says so."""
    return Authority(tmp_path_factory.mktemp("authority"), "Test authority")

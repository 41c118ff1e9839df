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
    # Whoever runs the tests in the background may have these ignored, and programs inherit that: the signals that tests send
    # would come to nothing. Workers inherit what is set here, and may not run this in their main thread, where alone it can be set.
    if hasattr(session.config, "workerinput"):
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGQUIT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


LONG = ("test_the_scripts_of_the_plan_pass", "test_a_lab_from_end_to_end", "test_what_would_happen_next")


def pytest_collection_modifyitems(items):
    """The longest tests come early and apart, one before each file, so that workers share them."""
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
    """A certificate authority of the tests' own, which a phone trusts when its configuration says so."""
    return Authority(tmp_path_factory.mktemp("authority"), "Test authority")

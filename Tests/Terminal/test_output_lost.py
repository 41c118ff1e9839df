"""Output that cannot be written is an error, in every program and for every command that prints."""
import os
import subprocess

import pytest
from phone import APP, BROWSER, SERVER
from session import PATIENCE, run, succeeded

CANNOT_WRITE = 73


def lost(phone, *words):
    """The program's reaction to a full disk: its exit status and its errors."""
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            list(map(str, words)), stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE,
            cwd=phone.folder, env={name: value for name, value in phone.environment({"PATH": os.environ["PATH"]}).items() if value})
    return done.returncode, done.stderr


@pytest.fixture
def used(phone):
    """A registered phone: its server has a client, a session and a user."""
    succeeded(phone.flow("--until", "userinfo"))
    (phone.folder / "faults.json").write_text('{"version": 1, "faults": []}')
    return phone


ANYWHERE = [
    "--version", "--help", "help flow", "help clients", "keystore", "--generate-completion-script bash", "faults list", "faults show disk-full",
    "script --list", "docs", "docs life",
]
OF_THE_DEVICE = [
    "flow --until discovery --json --username u --password-file password", "run --plain", "serve --json", "clients list", "users list --json", "sessions list",
    "templates list", "devices list", "push list", "admin", "config show", "config show --json", "keystore show", "keystore check --json",
    "keystore export", "keys list", "doctor", "doctor --json", "checks list", "checks runs", "lessons list", "lessons check",
]


def test_every_command_says_that_its_output_is_lost(used):
    calls = [[APP, *words.split()] for words in ANYWHERE]
    # Names of commands stand before the options.
    calls += [[APP, *words.split(" --")[0].split(), *used.options(),
               *[word for part in words.split(" --")[1:] for word in ("--" + part).split()]] for words in OF_THE_DEVICE]
    calls += [[SERVER, "--version"], [SERVER, "clients", "--help"], [SERVER, "clients", "list", "--data-dir", used.data]]
    calls += [[BROWSER, "--help"], [BROWSER, "--gallery", "80x24"], [BROWSER, "--clear-data", "--data-dir", used.device / "browser"]]
    for call in calls:
        status, errors = lost(used, *call)
        said = [line for line in errors.splitlines() if "warning" not in line and not line.startswith("hint: ")]
        assert status == CANNOT_WRITE and any("no space left on device" in line for line in said), (call, status, errors)


@pytest.mark.parametrize("words", [["faults", "list"], ["age", "encrypt", "--passphrase-file", "password", "password"]])
def test_a_reader_that_goes_away_is_no_failure(phone, words):
    """As `| head` does."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as pipe:
        done = subprocess.run([APP, *words], stdout=pipe, stderr=subprocess.PIPE, timeout=PATIENCE, cwd=phone.folder)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_temporary_folder_that_cannot_be_used_is_named(phone):
    """A pipe is copied before it is decrypted: what fails then is not the output."""
    sealed = subprocess.run(
        [APP, "age", "encrypt", "--passphrase-file", "password", "password"], capture_output=True, cwd=phone.folder, timeout=PATIENCE).stdout
    missing = phone.folder / "missing"
    done = subprocess.run(
        [APP, "age", "decrypt", "--passphrase-file", "password"], input=sealed, capture_output=True, cwd=phone.folder, timeout=PATIENCE,
        env={**os.environ, "TMPDIR": str(missing)})
    assert (done.returncode, done.stdout) == (CANNOT_WRITE, b"") and f"TMPDIR={missing}: no such file".encode() in done.stderr, done.stderr
    for words in ("script accounts-payment", "lessons check single-sign-on --run"):
        status, _, errors = run([APP, *words.split()], env={"TMPDIR": str(missing)}, cwd=phone.folder)
        assert status == CANNOT_WRITE and f"TMPDIR={missing}: no such file" in errors, errors


def test_standard_output_named_as_a_file_gets_the_output(phone):
    """`--output /dev/stdout > file` once put a file in the place of the link. The test has a link of its own, because root could replace the system's."""
    link, output = phone.folder / "stdout", phone.folder / "output"
    link.symlink_to("/proc/self/fd/1")
    for words in (["age", "encrypt", "--passphrase-file", "password", "password", "--output", link],
                  ["lessons", "report", "--page", link, *phone.options()]):
        with output.open("wb") as file:
            assert subprocess.run([APP, *words], stdout=file, timeout=PATIENCE, cwd=phone.folder).returncode == 0
        assert link.is_symlink() and output.stat().st_size > 100


def test_an_output_never_takes_the_place_of_what_opens_it(used):
    """The passphrase, or the keystore's key, would be gone for good."""
    (used.folder / "notes").write_text("notes")
    (used.folder / "link").symlink_to("password")
    key = used.device / "device.key"
    for words, kept in (
            (["age", "encrypt", "--passphrase-file", "password", "-o", "./password", "notes"], used.password_file),
            (["age", "encrypt", "--passphrase-file", "link", "-o", "password", "notes"], used.password_file),
            (["keystore", "export", *used.options(), "--to-passphrase-file", "password", "-o", used.password_file], used.password_file),
            (["keystore", "export", *used.options(), "-o", key], key), (["keystore", "export", *used.options(), "-o", used.keystore], used.keystore)):
        before = kept.read_bytes()
        status, output, errors = run([APP, *words], env=used.environment(None), cwd=used.folder)
        assert (status, output) == (64, "") and "would replace" in errors, (words, errors)
        assert kept.read_bytes() == before


def test_a_closed_input_is_no_empty_text(phone):
    words = ["age", "encrypt", "--passphrase-file", str(phone.password_file), "--output", "empty.age"]
    status, output, errors = run(
        ["sh", "-c", 'exec "$@" <&-', "sh", APP, *words], env=phone.environment(None), cwd=phone.folder)
    assert (status, output) == (65, "") and "standard input: bad file descriptor" in errors, errors
    assert not (phone.folder / "empty.age").exists()


def test_a_closed_output_is_an_error_and_no_file_takes_its_place(phone):
    """Otherwise the next file that is opened, such as the log, gets what is printed."""
    flow = ["flow", *phone.options(), "--log-file", phone.folder / "log", "--username", "demouser", "--password-file", phone.password_file]
    for words in (["keystore", "show", *phone.options()], ["client-test", "list"], flow):
        status, output, errors = run(
            ["sh", "-c", 'exec "$@" >&-', "sh", APP, *map(str, words)], env=phone.environment(None), cwd=phone.folder)
        assert (status, output) == (CANNOT_WRITE, "") and "standard output: bad file descriptor" in errors, (words, status, errors)
    files = [file for file in [phone.folder / "log", *phone.data.rglob("*")] if file.is_file()]
    assert phone.keystore in files
    assert not [file for file in files if b"registration-token" in file.read_bytes()]

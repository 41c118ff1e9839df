"""Proved from outside: the app's process never holds the password or the session cookie (RFC 8252 §8.12), nor a private key.

After a login with a unique password, session and keys, every readable page of the processes' memory, their arguments, environments and
files are searched for these. The memory of the browser and of the secure element is the control: there they are found.
"""
import base64
import json
import os
import pathlib
import re
import secrets

import pytest
from phone import REFRESH, START_AUTHENTICATION, START_REGISTRATION, LEFT_THE_APP, Phone, press_button, re_word, sign_in
from test_login import browser_of, child_of, children_of


pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="the programs let nobody but root look into them (test_core_dumps.py)")


def memory_holds(pid, needles):
    """Which needles occur in the memory of a process."""
    return memory_finds(pid, {needle: text_forms(needle) for needle in needles})


def text_forms(text):
    """As UTF-8, as UTF-16, and as an array of Swift's Character."""
    characters = b"".join(bytes([byte]) + bytes(14) + b"\xe1" for byte in text.encode())
    return text.encode(), text.encode("utf-16-le"), characters


def number_forms(number):
    """As big-endian bytes, in libcrypto's order, and in base64url without the last character, which is incomplete."""
    return number, number[::-1], *text_forms(base64.urlsafe_b64encode(number).decode().rstrip("=")[:-1])


def memory_finds(pid, forms):
    """Which of the names occur in the memory of a process, in any of their forms."""
    found = set()
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            span, permissions = line.split()[:2]
            if not permissions.startswith("r") or "[vvar" in line or "[vsyscall" in line:
                continue
            start, end = (int(part, 16) for part in span.split("-"))
            rest = b""
            try:
                memory.seek(start)
                while start < end:
                    chunk = memory.read(min(1 << 20, end - start))
                    if not chunk:
                        break
                    start += len(chunk)
                    text = rest + chunk
                    found |= {name for name, ways in forms.items() if any(way in text for way in ways)}
                    rest = text[-2048:]
            except OSError:
                continue  # a guard page
    return found


def said_by(pid):
    """Arguments and environment, as everyone on the machine may read them."""
    return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes() + pathlib.Path(f"/proc/{pid}/environ").read_bytes()


def files_of_the_app(phone):
    return [
        path for path in phone.data.rglob("*")
        if path.is_file() and phone.device / "browser" not in path.parents and phone.data / "idsvr" not in path.parents]


@pytest.fixture
def marked(phone):
    """A phone with one user, whose password is stored nowhere else."""
    password = "pw" + secrets.token_hex(16)
    phone.password_file.write_text(password + "\n")
    phone.write_config({**phone.members, "embeddedServer": {
        "adminPort": 0, "users": [{"name": "marked", "passwordFile": str(phone.password_file)}]}})
    return phone, password


def cookie_values(phone):
    """Every text in the browser's folder that looks like a session's value."""
    text = b"".join(path.read_bytes() for path in (phone.device / "browser").rglob("*") if path.is_file()).decode()
    names = re.findall(r"__Host-[A-Za-z0-9_-]+", text)
    assert names, "the browser keeps no session cookie"
    values = set(re.findall(r"[A-Za-z0-9_-]{22,}", text)) - set(names)
    assert values
    return values


def test_the_app_never_holds_password_or_cookie(marked):
    phone, password = marked
    terminal = phone.start()
    app = terminal.child.pid
    terminal.wait_for(START_REGISTRATION).press("enter").wait_for(LEFT_THE_APP, re_word("Password"))
    browser = browser_of(terminal)
    terminal.type("marked").press("tab").type(password).settle().wait_for(re.compile(r"[•*]{8}"))
    assert memory_holds(browser, [password]), "the control failed: the browser must hold the password now"
    assert not memory_holds(app, [password])
    everyone = [app, *children_of(app)]
    assert not any(password.encode() in said_by(pid) for pid in everyone)

    terminal.press("enter").wait_for(START_AUTHENTICATION)
    cookies = cookie_values(phone)
    assert not memory_holds(app, [password, *cookies])

    terminal.press("enter").wait_for(REFRESH)
    assert not memory_holds(app, [password, *cookies, *cookie_values(phone)])
    for path in files_of_the_app(phone):
        content = path.read_bytes()
        assert password.encode() not in content, path
    opened = [os.readlink(f"/proc/{app}/fd/{name}") for name in os.listdir(f"/proc/{app}/fd")]
    assert not any(str(phone.device / "browser") in path for path in opened)


KEYS_HEAD, KEYS_RECORD, KEYS_DIGEST = b"dcr-secure-element-keys/1\n", 170, 32


def keys_of_the_element(phone):
    """The element's keys as pairs of the public x and the private key: a record ends with x, y and the private key, 32 bytes each."""
    content = (phone.data / "secure-elements/phone/keys").read_bytes()
    assert content.startswith(KEYS_HEAD)
    count, records = content[len(KEYS_HEAD)], content[len(KEYS_HEAD) + 1:-KEYS_DIGEST]
    assert len(records) == count * KEYS_RECORD, "the file has another format"
    ends = range(KEYS_RECORD, len(records) + 1, KEYS_RECORD)
    return [(records[end - 96:end - 64], records[end - 32:end]) for end in ends]


def test_the_app_never_holds_a_private_key(tmp_path):
    phone = Phone(tmp_path, profile="fapi-2.0")
    try:
        terminal = sign_in(phone.start())
        press_button(terminal, REFRESH)
        terminal.wait_for("Tokens refreshed")
        app, element = terminal.child.pid, child_of(terminal, "dcr-secure-element")
        keys = keys_of_the_element(phone)
        assert len(keys) == 2, "one for the client, one for its tokens"
        private = {f"private key {number}": number_forms(secret) for number, (_, secret) in enumerate(keys)}
        public = {f"public key {number}": number_forms(x) for number, (x, _) in enumerate(keys)}
        assert memory_finds(element, private) == set(private), "the control failed: the element holds its keys"
        assert memory_finds(app, private | public) == set(public), "the control: the app does hold the public keys"
        forms = [form for ways in private.values() for form in ways]
        for pid in [app, *children_of(app)]:
            assert not any(form in said_by(pid) for form in forms)
        searched = [path for path in phone.folder.rglob("*") if path.is_file() and phone.data / "secure-elements" not in path.parents]
        assert phone.keystore in searched
        for path in searched:
            content = path.read_bytes()
            assert not any(form in content for form in forms), path
    finally:
        phone.close()


def test_no_secret_in_the_log(marked):
    phone, password = marked
    log = phone.folder / "log"
    status, output, errors = phone.command(
        "flow --json --reveal", "--username", "marked", "--password-file", phone.password_file, "--log-file", log,
        "--log-level", "trace")
    assert status == 0, errors
    secrets_shown = set()
    for line in output.splitlines():
        detail = json.loads(line).get("detail") or {}
        secrets_shown |= {
            value for name, value in detail.items()
            if isinstance(value, str) and name in ("client_secret", "access_token", "refresh_token", "id_token", "code")}
    assert len(secrets_shown) >= 3, "the control failed: --reveal must show secrets"
    text = log.read_text()
    for secret in secrets_shown | {password} | cookie_values(phone):
        assert secret not in text


def test_secrets_are_masked_unless_asked_for(phone):
    status, output, errors = phone.command("flow --json", "--username", "demouser", "--password-file", phone.password_file)
    assert status == 0, errors
    status, shown, _ = phone.command("keystore show --json --reveal")
    assert status == 0
    secret = re.search(r'"client_secret": ?"([^"]+)"', shown)
    assert secret, shown
    status, masked, _ = phone.command("keystore show --json")
    assert secret.group(1) not in masked + output + errors
    assert oct(phone.keystore.stat().st_mode & 0o777) == "0o600"
    assert oct(phone.data.stat().st_mode & 0o777) == "0o700"

"""The panels Messages and Sequence: filter, search, a decoded token, and their exports, with secrets masked."""
import base64
import json
import re
import stat
import subprocess
import xml.etree.ElementTree

import pytest

from phone import PASSWORD, START_REGISTRATION, sign_in
from session import succeeded

COPY = re.compile(rb"\x1b\]52;c;([A-Za-z0-9+/=]+)\x07")


def exports(phone):
    folder = phone.data / "exports"
    return sorted(folder.iterdir()) if folder.exists() else []


def written(phone, terminal, key, ending):
    """Presses a key and waits for the file that it writes; the panel shows the end of its name."""
    before = set(exports(phone))
    terminal.press(key)
    terminal.wait_until(lambda: any(f.suffix == ending and f not in before for f in exports(phone)), f"a file {ending}")
    terminal.wait_for("secrets masked")
    return next(f for f in exports(phone) if f.suffix == ending and f not in before)


def secrets_of(phone):
    """The keystore's secrets: the client's secret, its registration token, the ID token."""
    text = succeeded(phone.command("keystore show", "--json", "--reveal"))
    found = set()

    def walk(value):
        if isinstance(value, dict):
            for name, member in value.items():
                if name in ("client_secret", "registration_access_token", "id_token") and isinstance(member, str):
                    found.add(member)
                walk(member)
        elif isinstance(value, list):
            for member in value:
                walk(member)
    walk(json.loads(text))
    return found


def test_messages_are_filtered_searched_copied_and_archived(phone):
    terminal = sign_in(phone.start())
    terminal.press("tab").wait_for("newest followed", "f actor", "/ search")

    # The last line states what the filter lists.
    terminal.press("f").wait_for(re.compile(r"App: \d+ of \d+, \d+ in all"))
    terminal.press("f").wait_for(re.compile(r"Browser: \d+ of \d+, \d+ in all"))
    terminal.press("f", "f").wait_for(re.compile(r"Keystore: \d+ of \d+, \d+ in all"))
    terminal.press("e").wait_for("No such message")
    terminal.press("backspace").wait_for("newest followed")

    # A search finds visible text and nothing that is masked.
    terminal.press("/").type("oauth-USERINFO").wait_for(re.compile(r"match \d+ of \d+"))
    terminal.press("enter").wait_for("n next match").press("escape").wait_gone("oauth-USERINFO")
    terminal.press("/").type(PASSWORD).wait_for("not found").press("escape").wait_gone("not found")

    # The ID token, decoded and explained.
    terminal.press("/").type('"nonce"').wait_for(re.compile(r"match \d+ of \d+")).press("enter").press("enter")
    terminal.wait_for("oauth-token", "code_verifier")
    terminal.press("escape").wait_for("end the search").press("escape").wait_gone("end the search")
    terminal.press("enter").wait_for("code_verifier")
    for _ in range(20):
        if terminal.shows("the random value of the login request"):
            break
        terminal.press("pagedown").settle()
    terminal.wait_for("the random value of the login request", "OpenID Connect Core §2")

    # Copied as curl: to the terminal, and to a file that a shell can read.
    command = written(phone, terminal, "y", ".sh")
    assert stat.S_IMODE(command.stat().st_mode) == 0o600
    assert stat.S_IMODE(command.parent.stat().st_mode) == 0o700
    subprocess.run(["sh", "-n", command], check=True)
    text = command.read_text()
    assert text.startswith("curl ") and "oauth-token" in text and "••••" in text
    assert str(phone.data / "idsvr/tls/ca.pem") in text
    copied = COPY.findall(terminal.raw)
    assert [base64.b64decode(c).decode() for c in copied] == [text]
    given = subprocess.run(
        ["sh", "-euc", "curl() { printf '%s\\n' \"$@\"; }\n" + text], capture_output=True, text=True, check=True).stdout
    assert "--data-raw\ngrant_type=authorization_code&" in given

    terminal.press("escape").wait_for("End follows the newest")
    archive = written(phone, terminal, "w", ".har")
    log = json.loads(archive.read_text())["log"]
    assert log["version"] == "1.2" and log["creator"]["name"] == "DCR Terminal"
    assert {entry["response"]["status"] for entry in log["entries"]} >= {200, 201}

    terminal.press("2").wait_for("2 Sequence]", "2 · Login")
    picture = written(phone, terminal, "w", ".svg")
    root = xml.etree.ElementTree.parse(picture).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    diagram = picture.with_suffix(".mmd").read_text()
    assert diagram.startswith("sequenceDiagram\n") and "1 · Registration" in diagram and "2 · Login" in diagram

    secrets = secrets_of(phone) | {PASSWORD}
    assert len(secrets) >= 3
    for file in exports(phone):
        for secret in secrets:
            assert secret not in file.read_text(), f"{file.name} holds a secret"
    for secret in secrets - {PASSWORD}:
        assert secret.encode() not in terminal.raw


def test_a_folder_that_cannot_be_written_is_said(phone):
    phone.data.mkdir(mode=0o700)
    (phone.data / "exports").write_text("in the way")
    terminal = phone.start(size=(80, 24))
    terminal.wait_for(START_REGISTRATION).press("enter").wait_for("You have left the app").press("escape")
    terminal.wait_for(START_REGISTRATION).press("tab").wait_for("newest followed").press("w")
    terminal.wait_for("nothing was written", "press the key again")
    terminal.press("up").wait_gone("nothing was written")


@pytest.mark.parametrize("size", [(40, 15), (60, 20)])
def test_a_small_terminal_has_the_compact_form(phone, size):
    terminal = phone.start(size=size)
    terminal.wait_for(START_REGISTRATION).press("enter").wait_for("Outside the app").press("escape")
    terminal.wait_for(START_REGISTRATION).press("tab").wait_for("newest followed", "metadata")
    terminal.press("2").wait_for("Browser", re.compile("server", re.I), "1 · Registration")
    terminal.press("enter").wait_for("App").press("escape").press("tab").wait_for(START_REGISTRATION)


def test_flow_writes_an_archive(phone):
    file = phone.folder / "flow.har"
    lines = succeeded(phone.flow("--har", file, "--reveal"))
    text = file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    entries = json.loads(text)["log"]["entries"]
    assert len(entries) >= 8
    tokens = [line["detail"][name] for line in lines for name in ("access_token", "refresh_token", "client_secret")
              if name in line.get("detail", {})]
    assert len(tokens) >= 5
    for token in tokens:
        assert token not in text, "the archive is masked, whatever the report reveals"
    status, _, errors = phone.flow("--until", "discovery", "--har", phone.folder / "missing/flow.har")
    assert status == 73 and "nothing was written" in errors and "hint: name a file" in errors


def test_what_another_phone_asks_of_the_server_is_not_this_phones(phone):
    terminal = sign_in(phone.start(size=(140, 40)))
    assert phone.flow("--device", "tablet")[0] == 0
    terminal.press("tab")
    entries = json.loads(written(phone, terminal, "w", ".har").read_text())["log"]["entries"]
    logins = [e for e in entries if e["_from"] == "browser" and e["request"]["url"].endswith("/oauth-authorize/login")]
    assert len(logins) == 1, [e["request"]["url"] for e in entries]

"""Evidence: one key writes a bundle without secrets, and a replay of it ends in the same state."""
import io
import json
import re
import stat
import zipfile
import xml.etree.ElementTree as ElementTree

import pytest
from leaks import assert_none_leaks, cookie_values, known_secrets, token_like
from masks import masked
from phone import APP, PASSWORD, REFRESH, START_AUTHENTICATION, START_REGISTRATION, USER, log_in, register, sign_in
from session import run, succeeded

GIANT = 300


def bundles(phone):
    return sorted((phone.data / "exports").glob("evidence-*.zip"))


def write_evidence(phone, terminal):
    """Presses E, and returns the bundle."""
    before = set(bundles(phone))
    terminal.press("E").wait_for("Evidence", "Written for the person")
    [path] = set(bundles(phone)) - before
    terminal.press("escape").wait_gone("Written for the person")
    return path


def members(path):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def replay(phone, *words):
    return run([APP, "replay", *words], env={"TMPDIR": str(phone.folder), "HOME": str(phone.folder)}, timeout=GIANT)


def play(phone, *words):
    """Plays a script, which must reach its end."""
    status, output, errors = run([APP, "script", *words], env={"TMPDIR": str(phone.folder)}, timeout=GIANT)
    assert (status, errors) == (0, ""), output


def packed(path, change):
    """The bundle with changed members, as another program packs it."""
    contents = members(path)
    change(contents)
    target = path.parent / "changed.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, text in contents.items():
            archive.writestr(name, text)
    return target


def test_a_bundle_tells_everything_and_no_secret(phone):
    terminal = sign_in(phone.start())
    # A value revealed on the screen stays masked in the bundle.
    terminal.press("r").wait_gone("••••")
    revealed = set(token_like(terminal.text()))
    assert revealed, "the control failed: nothing is revealed"
    terminal.press("tab", "home", "enter").wait_for("X-Frame-Options").press("escape", "tab")
    path = write_evidence(phone, terminal)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    contents = members(path)
    manifest = json.loads(contents["manifest.json"])
    assert (manifest["format"], manifest["version"], manifest["begins"]) == ("dcr-terminal-evidence", 1, "fresh")
    assert manifest["replayable"] and manifest["size"] == "110x30" and manifest["browser"][0]["to"]
    assert manifest["clocks"] == {"app": None, "server": None}
    screens = [screen["name"] for screen in manifest["screens"]]
    assert {screen["seen"]["screen"] for screen in manifest["screens"]} >= {"registration", "unauthenticated", "authenticated"}
    for name in screens:
        assert name + ".txt" in contents
        ElementTree.fromstring(contents[name + ".svg"])
    keys = json.loads(contents["keys.json"])
    assert [entry["key"] for entry in keys] == ["enter", "enter", "r", "tab", "home", "enter", "escape", "tab", "E"]
    assert keys[0]["seen"] == {"state": "no-client", "screen": "registration", "panel": "messages"}
    assert keys[-1]["seen"]["state"] == "authenticated" and [key["at"] for key in keys] == sorted(key["at"] for key in keys)
    states = [(entry["from"], entry["to"]) for entry in json.loads(contents["states.json"])]
    assert states[0] == ("opening", "no-client") and states[-1] == ("fetching-token", "authenticated")
    assert json.loads(contents["messages.har"])["log"]["entries"] and "oauth-userinfo" in contents["messages.txt"]
    assert json.loads(contents["config.json"])["issuer"] == phone.issuer
    assert set(json.loads(contents["versions.json"])) >= {"dcr-terminal", "swift", "system", "ncurses", "openssl"}
    assert "dcr-terminal replay" in contents["README.txt"] and "faults.json" not in contents
    # Known or revealed secrets are nowhere, and outside screens and archive nothing looks like a secret.
    secrets = known_secrets(phone) | cookie_values(phone) | revealed
    assert_none_leaks(contents.items(), secrets, allowed=None)
    # Public keys and challenges look like secrets: the archive and the screens have them.
    rest = [(name, text) for name, text in contents.items() if not name.startswith("screens/") and name != "messages.har"]
    assert_none_leaks(rest, secrets, allowed=phone.issuer + str(phone.folder))


def test_what_is_typed_into_a_field_is_not_in_it(phone):
    succeeded(phone.flow("--until", "register"))
    new = phone.folder / "new"
    new.write_text("a long enough passphrase\n")
    assert phone.command("keystore passphrase", "--new-passphrase-file", new)[0] == 0
    terminal = phone.start()
    terminal.wait_for("Passphrase").type("a long enough EEE").press("ctrl-u").type("a long enough passphrase").press("enter")
    terminal.wait_for(START_AUTHENTICATION)
    assert not bundles(phone), "E was typed, and no key"
    path = write_evidence(phone, terminal)
    contents = members(path)
    keys = [entry["key"] for entry in json.loads(contents["keys.json"])]
    assert set(keys) == {"typed passphrase", "ctrl-u", "enter", "E"}
    assert "long enough" not in "".join(contents.values())
    status, output, errors = replay(phone, path)
    assert (status, errors) == (0, ""), output
    assert "the device is locked" in output and "typed passphrase  locked, screen unlock" in output


def test_a_replayed_bundle_ends_in_the_same_state(phone):
    terminal = phone.start(size=(80, 24))
    terminal.wait_for(START_REGISTRATION).press("enter").wait_for("Password").press("escape").wait_for(START_REGISTRATION)
    register(terminal).press("enter").wait_for(REFRESH, "Sign Out")
    terminal.resize(110, 30).wait_for("[1 Messages]")
    terminal.press("enter").wait_for("Tokens refreshed")
    path = write_evidence(phone, terminal)
    status, output, errors = replay(phone, path)
    assert (status, errors) == (0, ""), output
    lines = output.splitlines()
    assert re.search(r"6 keys, \d+ changes of state; the device is fresh, the terminal 80x24", lines[0])
    assert len(lines) == 8 and lines[-1] == "The app went the same way."
    assert lines[-2].split()[:3] == ["6", "E", "authenticated,"]
    assert not list(phone.folder.glob("dcr-script-*")), "the replay left something behind"

    states = json.loads(members(path)["states.json"])
    states[-1]["to"] = "failed"
    changed = packed(path, lambda contents: contents.update({"states.json": json.dumps(states)}))
    status, output, errors = replay(phone, "--json", changed)
    assert (status, errors) == (1, ""), output
    report = json.loads(output)
    assert not report["same"] and report["difference"] == len(states)
    assert (report["recorded"][-1]["to"], report["replayed"][-1]["to"]) == ("failed", "authenticated")
    assert "Tokens refreshed" in report["actualScreen"] and all(step["same"] for step in report["steps"])


def test_one_key_and_one_change_are_said_as_one(phone):
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION).wait_gone("The identity server is starting")
    status, output, errors = replay(phone, write_evidence(phone, terminal))
    assert (status, errors) == (0, ""), output
    assert ": 1 key, 1 change of state; the device is fresh" in output.splitlines()[0]


def test_enter_on_cancel_is_replayed_as_such(phone):
    """A replay is quicker than a person; still its Enter is not a double press."""
    slow = phone.folder / "slow.json"
    slow.write_text(json.dumps({"version": 1, "faults": [
        {"endpoint": "metadata", "defect": "latency", "milliseconds": 12_000, "times": "always"}]}))
    terminal = phone.start("--faults", slow)
    terminal.wait_for(START_REGISTRATION).wait_gone("The identity server is starting").press("enter")
    terminal.wait_for(re.compile("0:0[1-9] elapsed")).press("enter").wait_for(START_REGISTRATION)
    path = write_evidence(phone, terminal)
    status, output, errors = replay(phone, path)
    assert (status, errors) == (0, ""), output
    assert output.splitlines()[-1] == "The app went the same way."


def test_an_error_stays_as_it_was(phone):
    """The evidence is of the error."""
    terminal = sign_in(phone.start())
    status, output, _ = phone.command("keystore show --json")
    assert phone.command("clients revoke", json.loads(output)["client_id"])[0] == 0
    terminal.press("enter").wait_for("Register Again", "Keep")
    path = write_evidence(phone, terminal)
    terminal.wait_for("Register Again", "Keep")
    contents = members(path)
    assert json.loads(contents["states.json"])[-1]["code"] == "invalid_client"
    assert json.loads(contents["manifest.json"])["screens"][-1]["seen"]["error"] == "invalid_client"
    # Nobody revokes the client during the replay, so that takes another course there.
    status, output, _ = replay(phone, path)
    assert status == 1, output
    assert "expected: dead-registration, screen unauthenticated, sheet error, error invalid_client" in output
    assert "actual:   authenticated, screen authenticated" in output
    assert "expected refreshing → dead-registration (answer, invalid_client), actual refreshing → authenticated" in output
    assert output.count("┌─ 110x30") == 2 and "The screen in the bundle:" in output
    # As a script it is a test that fails there: the other person's action must be added before it.
    status, output, errors = replay(phone, path, "--as-script")
    assert status == 1 and "The app went another way." in errors
    before, after = output.split("# From here on the replay went another way; the bundle has this\n")
    assert "login demouser Password1" in before and after.splitlines()[-1] == "expect error invalid_client"


def test_faults_and_clocks_are_brought_along(phone):
    terminal = phone.start("--faults", "server-down-during-registration")
    terminal.wait_for(START_REGISTRATION).press("enter").wait_for("Password")
    terminal.type(USER).press("tab").type(PASSWORD).press("enter").wait_for("The server is not reachable")
    terminal.press("T").wait_for("Clock")
    path = write_evidence(phone, terminal)
    contents = members(path)
    for name in ("faults.json", "faults-at-start.json"):
        assert json.loads(contents[name])["faults"][0]["endpoint"] == "registration", name
    assert json.loads(contents["keys.json"])[-1]["seen"]["panel"] == "clock"
    status, output, errors = replay(phone, path)
    assert (status, errors) == (0, ""), output
    assert "error connection_refused, panel clock" in output
    status, output, errors = replay(phone, path, "--as-script")
    assert (status, errors) == (0, "") and "--faults @folder/faults.json\n" in output, output
    script = phone.folder / "case.script"
    script.write_text(output)
    play(phone, script)


def test_a_bundle_becomes_a_script_that_ends_on_the_same_screen(phone):
    """With a cancelled visit to the browser, a moved clock, a search, a fault and a click."""
    terminal = phone.start("--theme", "light")
    terminal.wait_for(START_REGISTRATION).press("enter").wait_for("Password").press("escape").wait_for(START_REGISTRATION)
    register(terminal).press("enter").wait_for(REFRESH, "Sign Out", "[1 Messages]")
    terminal.press("T").wait_for("[T Clock]").press("+", "+").wait_for("clock +2 min").press("escape").wait_gone("[T Clock]")
    terminal.press("tab", "/").wait_for("keep the search").type("token").press("enter").wait_gone("keep the search").press("escape")
    terminal.press("F").wait_for("Nothing goes wrong on purpose").press("enter").wait_for("On: 1").press("F").wait_gone("[F Faults]")
    terminal.click_on(REFRESH)
    terminal.wait_for("Tokens refreshed", "1 fault").press("tab").wait_for("↵ Refresh")
    terminal.resize(80, 24).wait_gone("Messages").wait_for("Tokens refreshed")
    bundle = write_evidence(phone, terminal)
    script = phone.folder / "case.script"
    status, output, errors = replay(phone, bundle, "--as-script", "--output", script)
    assert (status, errors) == (0, ""), output
    assert output.splitlines()[-1] == "The app went the same way." and stat.S_IMODE(script.stat().st_mode) == 0o600
    text = script.read_text()
    for line in ("device fresh", "option --theme light", "expect page login", "press escape", "login demouser Password1",
                 "expect panel clock", 'type "x"', "resize 80x24"):
        assert line in text.splitlines(), (line, text)
    assert "field “search” is not in the bundle" in text and re.search(r"(?m)^click \d+ \d+$", text)
    script.write_text(text + "picture end\n")
    play(phone, script, "--pictures", phone.folder / "pictures")
    contents = members(bundle)
    last = json.loads(contents["manifest.json"])["screens"][-1]["name"]
    assert masked((phone.folder / "pictures/case/end.txt").read_text()) == masked(contents[last + ".txt"])

    status, output, errors = replay(phone, "--as-script", packed(bundle, lambda all: all.update({"keys.json": "[]"})))
    assert (status, output) == (65, "") and "it has no keys" in errors and "hint: " in errors, errors
    for words in (["--as-script", bundle, bundle], ["--as-script", "--json", bundle], ["--output", script, bundle],
                  ["--as-script", bundle, "--output", bundle]):
        assert replay(phone, *words)[0] == 64, words


def test_nothing_is_lost_where_nothing_can_be_written(phone):
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION)
    (phone.data / "exports").write_text("in the way")
    terminal.press("E").wait_for("Nothing was written", "press the key again")
    terminal.press("escape").wait_gone("Nothing was written")
    (phone.data / "exports").unlink()
    path = write_evidence(phone, terminal)
    keys = [entry["key"] for entry in json.loads(members(path)["keys.json"])]
    assert keys == ["E", "escape", "E"], "what was seen before is still there"


@pytest.mark.parametrize("make, words", [
    (lambda bytes: b"", ["it is no zip file"]),
    (lambda bytes: bytes[:-5], ["its end is missing"]),
    (lambda bytes: bytes[:60] + b"XXXX" + bytes[64:], ["is damaged: its check sum is another"]),
    (lambda bytes: bytes.replace(b"screens/0001.txt", b"../../ss0001.txt"), ["a name that leads elsewhere"]),
])
def test_a_wrong_bundle_is_refused_with_file_reason_and_hint(phone, make, words):
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION)
    path = write_evidence(phone, terminal)
    wrong = phone.folder / "wrong.zip"
    wrong.write_bytes(make(path.read_bytes()))
    # If one of them is wrong, nothing is played.
    status, output, errors = replay(phone, path, wrong)
    assert (status, output) == (65, "")
    assert str(wrong) in errors and "hint: " in errors and all(word in errors for word in words), errors
    assert len(errors.splitlines()) == 2


def test_compressed_newer_and_foreign_bundles_are_refused(phone):
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION)
    path = write_evidence(phone, terminal)

    def expect(file, *words):
        status, output, errors = replay(phone, file)
        assert (status, output) == (65, "") and all(word in errors for word in (str(file), "hint: ", *words)), errors

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", "0" * 50_000_000)  # 50 kB on disk
    bomb = phone.folder / "bomb.zip"
    bomb.write_bytes(buffer.getvalue())
    expect(bomb, "is compressed")

    def newer(contents):
        contents["manifest.json"] = json.dumps({**json.loads(contents["manifest.json"]), "version": 2})

    expect(packed(path, newer), "version 2", "knows version 1")
    expect(packed(path, lambda contents: contents.pop("keys.json")), "keys.json is missing")
    expect(packed(path, lambda contents: contents.update({"run.sh": "x"})), "run.sh belongs to no bundle")
    expect(packed(path, lambda contents: contents.update({"states.json": "[\n{]"})), "states.json, line 2: no JSON")
    expect(
        packed(path, lambda contents: contents.update({"keys.json": contents["keys.json"].replace('"E"', '"no key"')})),
        "keys.json, line ", "[0].key should be")
    expect(phone.folder / "missing.zip", "no such file")
    expect(phone.folder, "is a directory")

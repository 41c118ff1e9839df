"""The panel Keystore: the real file under x-ray, damage to a copy, a thief's attempt; the original file never changes."""
import hashlib
import json
import re

from phone import APP, START_REGISTRATION, register
from session import run
from test_passphrase import RIGHT, locked  # noqa: F401  (a fixture)
from test_passphrase import phone as locked_phone  # noqa: F401

PARTS = {"the sealed file key": "header", "the header's MAC": "header", "the encrypted document": "payload", "the last tag": "payload"}


def digest(phone):
    return hashlib.sha256((phone.keystore).read_bytes()).hexdigest()


def test_each_part_of_a_copy_is_damaged_and_refused(phone):
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION).press("5").wait_for("[5 Keystore]", "Nothing is kept yet")
    register(terminal)
    # The panel shows the file that the registration wrote, with the sizes on the disk.
    size = (phone.keystore).stat().st_size
    terminal.wait_for("keystore.age · ", "Opens with device.key", "file 0600, key 0600: yours alone", "age-encryption.org/v1")
    assert re.search(rf"{size - 16} ([0-9A-F]{{2}} ){{5}}", terminal.text()), (size, terminal.text())
    before = digest(phone)
    terminal.press("tab").wait_for("x damage", "t break in")
    offsets = []
    for part, code in PARTS.items():
        terminal.press("x").wait_for(f", {part}:", f"keystore_damaged_{code}", "The keystore itself is as it was.", "✗")
        offset, old, new = re.search(r"Byte (\d+), .*: ([0-9A-F]{2}) became ([0-9A-F]{2})", terminal.text()).groups()
        assert (phone.keystore).read_bytes()[int(offset)] == int(old, 16) != int(new, 16)
        offsets.append(int(offset))
        # A real file suffers the damage that the panel describes for the copy.
        damaged = phone.folder / "damaged.age"
        content = bytearray((phone.keystore).read_bytes())
        content[int(offset)] = int(new, 16)
        damaged.write_bytes(content)
        status, _, errors = run([APP, "age", "decrypt", "--identity", phone.device / "device.key", damaged])
        assert status != 0 and {"header": "the header is damaged", "payload": "the content is damaged"}[code] in errors, errors
    assert offsets == sorted(set(offsets))
    terminal.press("t").wait_for("A thief with the file alone", "keystore_wrong_key")
    assert digest(phone) == before
    assert sorted(path.name for path in phone.device.iterdir() if "keystore" in path.name) == ["keystore.age", "keystore.lock"]


def test_the_contents_are_those_of_the_file_and_masked(phone):
    assert phone.flow()[0] == 0
    status, output, _ = phone.command("keystore show", "--json", "--reveal")
    secret = json.loads(output)["client_secret"]
    terminal = phone.start(size=(140, 50))
    terminal.wait_for("Start Authentication").press("5", "tab").wait_for("x damage").press("end")
    terminal.wait_for("What an attacker gets", "device.key lies beside the file", f'"client_secret": "{secret[:3]}')
    assert secret not in terminal.text()
    terminal.press("r").wait_for(secret)


def test_what_the_disk_does_is_seen(phone):
    assert phone.flow("--until", "register")[0] == 0
    terminal = phone.start()
    terminal.wait_for("Start Authentication").press("5", "tab").wait_for("yours alone")
    (phone.keystore).chmod(0o644)
    terminal.wait_for("file 0644", "others may read")
    (phone.device / "device.key").rename(phone.device / "elsewhere")
    terminal.press("x").wait_for("keystore_key_missing")
    (phone.keystore).write_bytes(b"age-encryption.org/v1\n")
    terminal.wait_for("The keystore is damaged", "The header of")
    (phone.keystore).unlink()
    terminal.wait_for("Nothing is kept yet")


def test_a_locked_keystore_shows_its_price(locked_phone):  # noqa: F811
    terminal = locked_phone.start(size=(110, 40))
    terminal.wait_for("Unlock", "Forgotten Passphrase").press("tab", "5").wait_for("scrypt 2^18, 256 MiB, not measured yet", "salt and cost")
    terminal.press("x").wait_for("Not tried: locked")
    terminal.press("t").wait_for("tries the first password of every", "list, 123456.", "keystore_wrong_passphrase")
    terminal.wait_for(re.compile(r"256 MiB, [0-9.]+ m?s a try"))
    terminal.press("end").wait_for("A million of", "nothing beside it opens it")
    terminal.press("tab").wait_for("Unlock").type(RIGHT).press("enter").wait_for("Start Authentication")
    terminal.press("tab").wait_for("x damage").press("home", "x").wait_for("keystore_wrong_passphrase")


def test_the_panel_on_a_small_terminal(phone):
    assert phone.flow("--until", "register")[0] == 0
    terminal = phone.start(size=(40, 15))
    terminal.wait_for("Start Authentication").press("tab", "5").wait_for("[5 Keystore]", "x damage  t break in")
    terminal.press("x").wait_for("keystore_damaged_header", "as it was")

"""Another vendor's app: its brand file, its schema, its screens, and its name at the server."""
import json
import subprocess

import jsonschema
import pytest
from phone import APP, ROOT, log_in
from session import PATIENCE

VALIDATOR = jsonschema.Draft202012Validator(json.loads((ROOT / "docs/brand.schema.json").read_text()))
EXAMPLE = ROOT / "docs/examples/brand.json"


def branded(phone, document):
    phone.data.mkdir(mode=0o700, exist_ok=True)
    (phone.data / "brand.json").write_text(document if isinstance(document, str) else json.dumps(document))
    phone.write_config({**phone.members, "brand": str(phone.data / "brand.json")})


def test_the_example_fits_the_schema_and_the_app_shows_it(phone):
    VALIDATOR.check_schema(VALIDATOR.schema)
    document = json.loads(EXAMPLE.read_text())
    assert not list(VALIDATOR.iter_errors(document))
    branded(phone, EXAMPLE.read_text())
    terminal = phone.start()
    terminal.wait_for("Nordlicht Bank", "Set Up This Phone", "▄▄   ▄▄")
    assert "Curity" not in "\n".join(terminal.screen.display)
    terminal.press("enter")
    log_in(terminal).wait_for("Nordlicht Bank", "Open My Accounts").press("enter")
    terminal.wait_for("Nordlicht Bank", "Sign Out")
    status, output, _ = phone.command("clients list --json")
    assert status == 0 and "Nordlicht Bank (phone)" in output


def test_without_a_screen_it_is_the_same_app(phone):
    branded(phone, {"version": 1, "name": "Acme", "texts": {"en": {"button.start-registration": "Join Acme"}}})
    terminal = phone.start("--plain")
    terminal.wait_for("Acme").wait_for("Join Acme")


WRONG = [
    {"version": 2, "name": "A"}, {"name": "A"}, {"version": 1}, {"version": 1, "name": ""}, {"version": 1, "name": "A", "logo": []},
    {"version": 1, "name": "A", "colours": {"accent": "blue"}}, {"version": 1, "name": "A", "colours": {"primary": "#112233"}},
    {"version": 1, "name": "A", "mark": [[]]}, {"version": 1, "name": "A", "mark": [["x" * 41]]}, {"version": 1, "name": "A", "mark": [["x"]] * 9},
    {"version": 1, "name": "A", "texts": {"fr": {}}}, {"version": 1, "name": "A", "texts": {"en": {"error.usage.title": "x"}}},
    {"version": 1, "name": "A", "texts": {"de": {"button.ic": "x" * 25}}}, {"version": 1, "name": "A" * 33}, {"version": "1", "name": "A"},
]


@pytest.mark.parametrize("document", WRONG, ids=lambda document: json.dumps(document)[:60])
def test_schema_and_app_refuse_the_same(phone, document):
    assert list(VALIDATOR.iter_errors(document))
    branded(phone, document)
    status, _, errors = phone.command("flow", "--username", "demouser")
    assert status == 65 and "brand.json, line 1: " in errors and "`dcr-terminal docs branding`" in errors


def test_colours_that_cannot_be_told_apart_are_refused_before_anything_is_drawn(phone):
    branded(phone, {"version": 1, "name": "A", "colours": {"accent": "#FFE000"}})
    status, _, errors = phone.command("run --plain")
    assert status == 65 and "a contrast of 4.5 or more of accent on surface, which is 1.3 now" in errors


def test_the_gallery_of_a_brand(tmp_path):
    out = tmp_path / "gallery"
    done = subprocess.run(
        [str(APP), "gallery", "--out", str(out), "--brand", str(EXAMPLE), "--lang", "en", "--only", "registration"], capture_output=True, text=True,
        timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    picture = (out / "110x30-unicode/registration.svg").read_text()
    assert "Nordlicht Bank" in picture and "#0b6e4f" in picture

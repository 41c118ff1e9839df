"""docs/faults.schema.json and the program agree: on the presets, on everything in the menu, and on invalid fault files."""
import json
import pathlib
import subprocess

import jsonschema
import pytest
from phone import APP, ROOT
from session import PATIENCE

VALIDATOR = jsonschema.Draft202012Validator(json.loads((ROOT / "docs/faults.schema.json").read_text()))
PRESETS = sorted(pathlib.Path(ROOT / "Sources/Faults/Presets").glob("*.json"))


def program(*words):
    return subprocess.run([str(APP), "faults", *words], capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_the_schema_is_one():
    VALIDATOR.check_schema(VALIDATOR.schema)
    assert len(PRESETS) >= 15


def test_presets_and_offers_fit():
    listed = json.loads(program("--json").stdout)
    assert [preset["name"] for preset in listed["presets"]] and len(listed["presets"]) == len(PRESETS)
    for path in PRESETS:
        document = json.loads(path.read_text())
        assert not list(VALIDATOR.iter_errors(document)), path.name
        assert path.read_text() == program("show", path.stem).stdout
    for endpoint, defects in listed["endpoints"].items():
        assert defects, endpoint
        for defect in defects:
            document = {"version": 1, "faults": [{"endpoint": endpoint, **defect}]}
            assert not list(VALIDATOR.iter_errors(document)), document


RULE = {"endpoint": "token", "defect": "offline"}
WRONG = [
    {"version": 2, "faults": [RULE]}, {"faults": [RULE]}, {"version": 1, "faults": []}, {"version": 1, "faults": [RULE], "rules": []},
    {"version": 1, "faults": [{**RULE, "times": 0}]}, {"version": 1, "faults": [{**RULE, "times": "once"}]},
    {"version": 1, "faults": [{**RULE, "after": 1001}]}, {"version": 1, "faults": [{**RULE, "status": 503}]},
    {"version": 1, "faults": [{"endpoint": "token", "defect": "full-disk"}]},
    {"version": 1, "faults": [{"endpoint": "token", "defect": "status", "status": 200}]},
    {"version": 1, "faults": [{"endpoint": "token", "defect": "id-token", "kind": "sub-changed"}]},
    {"version": 1, "faults": [{"endpoint": "token", "defect": "wrong-member", "member": "a"}]},
    {"version": 1, "faults": [RULE] * 101},
]


@pytest.mark.parametrize("document", WRONG, ids=lambda document: json.dumps(document)[:60])
def test_both_refuse(document, tmp_path):
    assert list(VALIDATOR.iter_errors(document))
    file = tmp_path / "faults.json"
    file.write_text(json.dumps(document))
    checked = program("check", str(file))
    assert checked.returncode == 65
    assert str(file) in checked.stderr and "line 1" in checked.stderr

"""scripts/check-docs finds a false statement of each kind, and lets a true one pass."""
import importlib.machinery
import importlib.util
import pathlib
import sys

import pytest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/check-docs"


@pytest.fixture(scope="module")
def docs():
    sys.path.insert(0, str(SCRIPT.parent))
    loader = importlib.machinery.SourceFileLoader("check_docs", str(SCRIPT))
    made = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(made)
    return made


FILE = SCRIPT.parents[1] / "docs/README.md"

# Kind, a true statement, a false one.
STATEMENTS = [
    ("check_file", "Sources/AppState/Flow/Renewing.swift", "Sources/AppState/Flow/Overtaking.swift"),
    ("check_file", "DCRTerminal/EffectHandlers/KeystoreEffectHandler", "DCRTerminal/Effects/KeystoreEffectHandler"),
    ("check_code", "keystore_damaged_header", "keystore_slightly" + "_damaged"),
    ("check_code", "/oauth/v2/oauth-token", "/oauth/v2/oauth-tokens"),
    ("check_code", "make test FILTER=KeystoreTests", "swift test --filter KeystoreTests"),
    ("check_command", "dcr-terminal flow --until register --json", "dcr-terminal flow --up-to register"),
    ("check_command", "dcr-terminal checks check FILE", "dcr-terminal checks verify FILE"),
    ("check_command", "dcr-terminal clients list --sort name | head", "dcr-terminal clients list --sorted name"),
    ("check_homes", "`StateRegistry` in `Sources/Samples`", "`StateRegistry` in `Sources/Screens`"),
    ("check_quotes", "It says *Perform an initial login to register the app*.", "It says *Perform a first login to register*."),
    ("check_topics", "see `dcr-terminal docs life`", "see `dcr-terminal docs lives`"),
    ("check_topics", '"source": "docs/life.md"', '"text": "see docs/life.md"'),
    ("check_plan", ["It says “Perform an initial login …”", "“the user said no”"], ["It says “Nothing at all happens today”"]),
    ("check_configuration", '{"scope": "openid", "dpop": true}', '{"scope": "openid", "dpop": "yes"}'),
]


@pytest.mark.parametrize("kind, true, false", STATEMENTS, ids=[f"{kind}-{n}" for n, (kind, _, _) in enumerate(STATEMENTS)])
def test_a_statement(docs, kind, true, false):
    assert not list(getattr(docs, kind)(true))
    assert list(getattr(docs, kind)(false))


def test_links(docs):
    assert not list(docs.check_links(FILE, "[a](life.md#a-registration-that-is-no-longer-valid), [b](../CONTRIBUTING.md)"))
    assert len(list(docs.check_links(FILE, "[a](life.md#a-client-that-died), [b](lives.md)"))) == 2


def test_folders_of_the_data_directory(docs):
    assert not list(docs.check_data(FILE, "`exports/`"))
    assert list(docs.check_data(FILE, "`logs/`"))


TABLE = "A\n\n<!-- written by make docs: {} -->\n{}<!-- end -->\n"


def test_what_the_programs_write(docs, tmp_path):
    """A table that is not theirs is named with its line, and written."""
    what = "members of config.schema.json at embeddedServer.limits"
    false, path = TABLE.format(what, "| member |\n"), tmp_path / "configuration.md"
    assert [line for line, _ in docs.check_written(path, false, writes=False)] == [3]
    assert not list(docs.check_written(path, false, writes=True))
    assert "| `paymentsPerDay` | number; default `100` |" in path.read_text()
    assert not list(docs.check_written(path, path.read_text(), writes=False))


def test_a_description_names_documents_that_become_links(docs):
    text = "See docs/life.md, docs/registration.md#static-client and docs/life.md#the-silent-refresh."
    assert docs.written_documents.linked(text, "life.md", docs.slug) == (
        "See [life.md](life.md), [static-client](registration.md#static-client) and [The silent refresh](#the-silent-refresh).")


def test_values_of_members(docs):
    def allowed(**rule):
        return docs.written_documents.allowed(rule, {"$defs": {"word": {"type": "string", "maxLength": 4}}})

    assert allowed(enum=["a", "b"]) == "`a`, `b`"
    assert allowed(type="array", minItems=1, maxItems=3, items={"$ref": "#/$defs/word"}) == "1 to 3 texts"
    assert allowed(anyOf=[{"type": "boolean"}, {"$ref": "#/$defs/word"}]) == "`true` or `false` or text of at most 4 characters"


def test_marked_blocks_are_found_with_their_lines(docs):
    text = "A\n\n<!-- runs -->\n```\n$ dcr-terminal faults\n```\n\n<!-- flow -->\n```json\n{}\n```\n"
    assert [(line, mark) for line, mark, _, _ in docs.blocks(text)] == [(5, "runs"), (10, "flow")]

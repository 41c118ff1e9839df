"""scripts/check-citations sees every form of a citation, and names what its table lacks."""
import importlib.machinery
import importlib.util
import pathlib

import pytest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/check-citations"


@pytest.fixture(scope="module")
def script():
    loader = importlib.machinery.SourceFileLoader("check_citations", str(SCRIPT))
    made = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(made)
    return made


FORMS = [
    ("see RFC 6749 §5.2, §6 and §7.1", ["RFC 6749 §5.2", "RFC 6749 §6", "RFC 6749 §7.1"]),
    ("/// (RFC\n  /// 7240 §4.3)", ["RFC 7240 §4.3"]),
    ('"spent (RFC "\n      + "9700 §4.14)"', ["RFC 9700 §4.14"]),
    ("OpenID Connect Core 1.0 section 3.1.2.1, prompt", ["OpenID Connect Core §3.1.2.1"]),
    ("RFC 6749 appendix A.11", ["RFC 6749 §A.11"]),
    ("§2 alone", ["? §2"]),
    ("https://www.rfc-editor.org/rfc/rfc8252#section-8.4", ["RFC 8252 §8.4"]),
    ("OpenID Connect Core Error Code unmet_authentication_requirements 1.0 §1, OpenID Connect Core 1.0 §2",
     ["OpenID Connect Core Error Code unmet_authentication_requirements §1", "OpenID Connect Core §2"]),
    ("FAPI 2.0 Message Signing §5.3, FAPI 2.0 Security Profile §5.4", ["FAPI 2.0 Message Signing §5.3", "FAPI 2.0 §5.4"]),
    ("RP-Initiated Logout §2 · OpenID Connect Front-Channel Logout 1.0 §3", ["RP-Initiated Logout §2", "Front-Channel Logout §3"]),
]


@pytest.mark.parametrize("text, expected", FORMS, ids=range(len(FORMS)))
def test_every_form_of_a_citation_is_seen(script, text, expected):
    assert [citation for _, citation in script.citations(text)] == expected


def test_a_wrong_citation_and_an_unused_row_are_found(script, tmp_path, monkeypatch):
    for name, text in {"README.md": "RFC 1 §1\n", "CONTRIBUTING.md": "one\nRFC 6749 §5.2 and §5.3\n",
                       "scripts/sections.txt": "RFC 6749\n  5.2 Error Response\n  6 Refreshing\n"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(script, "ROOT", tmp_path)
    assert [p.split(" is not in")[0] for p in script.check()] == [
        "README.md:1: ? §1", "CONTRIBUTING.md:2: RFC 6749 §5.3", "scripts/sections.txt: nothing cites RFC 6749 §6"]

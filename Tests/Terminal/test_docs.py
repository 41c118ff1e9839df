"""The documents that come with the program: in a terminal they open in the pager, elsewhere they are plain text."""
import pathlib

import pytest
from phone import APP
from session import Session, run

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
LIFE = (DOCS / "life.md").read_text()


def test_without_a_topic_all_are_listed():
    status, output, errors = run([APP, "docs"])
    assert (status, errors) == (0, "")
    topics, place = output.split("\n\n")
    assert [line.split()[0] for line in topics.splitlines()] == sorted(path.stem for path in DOCS.glob("*.md"))
    assert place == f"These documents, schemas and examples are files in {DOCS}.\n"


def test_elsewhere_than_in_a_terminal_a_document_is_plain_text():
    assert run([APP, "docs", "life"], env={"PAGER": "false"}) == (0, LIFE, "")


@pytest.mark.parametrize("word, meant", [("lesson", "lessons"), ("keystore", "keystore-format"), ("lief", "life")])
def test_an_unknown_topic_names_what_was_meant(word, meant):
    assert run([APP, "docs", word]) == (
        64, "", f"dcr-terminal: there is no such document: “{word}” is not a topic\n"
        f"hint: take one of {meant}; `dcr-terminal docs` says what each is about\n")


@pytest.fixture
def pager(tmp_path):
    """A pager that prints its arguments and its terminal."""
    path = tmp_path / "my pager"
    path.write_text('#!/bin/sh\ntest -t 1 && echo "shown by $0 with $1" && head -n 1 "$2"\n')
    path.chmod(0o755)
    return path


def shown(**env):
    with Session([APP, "docs", "life"], size=(200, 50), env=env) as terminal:
        terminal.wait_exit()
        return terminal.screen.text()


def test_in_a_terminal_the_pager_shows_it(pager):
    text = shown(PAGER=f"'{pager}' -x")
    assert f"shown by {pager} with -x" in text and "# Life after the registration" in text


@pytest.mark.parametrize("named", [None, "", "no-such-pager", "'"])
def test_less_takes_the_place_of_a_pager_that_cannot_be_started(pager, named):
    (pager.parent / "less").write_text('#!/bin/sh\necho "less shows $1"\n')
    (pager.parent / "less").chmod(0o755)
    assert f"less shows {DOCS}/life.md" in shown(PAGER=named, PATH=str(pager.parent))


def test_without_any_pager_it_is_plain_text(tmp_path):
    assert LIFE.rstrip().splitlines()[-1][:150] in shown(PAGER=None, PATH=str(tmp_path))

"""Golden screens: a person's view as text, with everything masked that differs between runs.

A mask keeps the width of what it covers, so that the layout stays. `UPDATE_GOLDENS=1` (make goldens) rewrites the golden
files.
"""
import difflib
import os
import pathlib
import re

GOLDENS = pathlib.Path(__file__).parent / "goldens"

# Each mask replaces its match with one letter, cell by cell. The order matters: the most specific masks come first.
MASKS = [
    # Client ids and other UUIDs, complete or cut.
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"), "U"),
    (re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{1,4}){0,3}-?(?=…)"), "U"),
    # Secrets as they are shown: their first characters, then dots.
    (re.compile(r"[A-Za-z0-9_-]+(?=-?[•*·]{3,})"), "S"),
    # The name of this phone's certificate authority, and its fingerprint.
    (re.compile(r"(?<=local CA )[\w-]+"), "C"),
    (re.compile(r"\b[0-9a-f]{4}(?: [0-9a-f]{4}){3,}(?: [0-9a-f]{1,4}(?=…))?"), "F"),
    (re.compile(r"\b\d{4}-\d{2}-\d{2}\b"), "D"),
    (re.compile(r"\b[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4}\b"), "D"),
    (re.compile(r"(?<=localhost:)\d{4,5}\b"), "P"),
]
CLOCKS = re.compile(r"(?<![\w:])\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?![\w:])")
# Before ten o'clock the phone's clock has one digit: then the mask takes a cell from the spaces after it.
EARLY = re.compile(r"(?m)((?:^|[│|])  )(\d:\d{2}) (?= )")
# An exchange's duration, which may be seconds on a busy machine: right-aligned in its column it takes cells from the spaces before it, in
# a text from those after it.
LISTED = re.compile(r"(?<=\s)( *)(\d+(?:\.\d+)?)( ?m?s)(?= {0,2}[│┃|])")
TOLD = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)( ?m?s)\b")


def masked(text):
    for pattern, letter in MASKS:
        text = pattern.sub(lambda found: letter * len(found.group()), text)
    text = EARLY.sub(r"\g<1>0\2", text)
    text = CLOCKS.sub(lambda found: re.sub(r"\d", "0", found.group()), text)
    took = lambda unit: "# ms" if unit.startswith(" ") else "#ms"
    text = LISTED.sub(lambda found: took(found[3]).rjust(len(found[0])), text)
    return TOLD.sub(lambda found: took(found[2]).ljust(len(found[0])), text)


def expect(terminal, name):
    """Waits until the screen equals its golden, or writes the golden once the screen has come to rest."""
    path = GOLDENS / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDENS"):
        terminal.rest()
        GOLDENS.mkdir(exist_ok=True)
        path.write_text(masked(terminal.text()) + "\n")
        return terminal
    assert path.exists(), f"there is no golden {path.name}; make goldens writes it"
    golden = path.read_text()
    try:
        terminal.wait_until(lambda: masked(terminal.text()) + "\n" == golden, "not the golden")
    except AssertionError:
        shown = masked(terminal.text()) + "\n"
        lines = difflib.unified_diff(golden.splitlines(), shown.splitlines(), path.name, "the screen", lineterm="")
        raise AssertionError("the screen differs from its golden:\n" + "\n".join(lines)) from None
    return terminal

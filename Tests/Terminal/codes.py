"""The codes of a command's errors: each sentence stands in the catalogue under its code."""
import re

from phone import ROOT

_WORDS = dict(
    line.split(" = ", 1) for line in (ROOT / "Sources/Catalogue/Words/en.txt").read_text().splitlines() if line.startswith("error."))


def _pattern(text):
    """A pattern that accepts any text for the members in braces."""
    return re.sub(r"\\\{\w+\\\}", ".*", re.escape(text))


_KNOWN = [(key.split(".")[1], re.compile(f"dcr-terminal: {_pattern(title)}: {_pattern(_WORDS[key.replace('.title', '.explanation')])}"))
          for key, title in _WORDS.items() if key.endswith(".title")]


def codes(errors):
    """The code of each failure, in order. Each has a hint; warnings have no code."""
    lines = [line for line in errors.splitlines() if not line.startswith("dcr-terminal: warning: ")]
    assert len(lines) % 2 == 0 and all(line.startswith("hint: ") for line in lines[1::2]), errors
    found = [{code for code, pattern in _KNOWN if pattern.fullmatch(line)} for line in lines[::2]]
    assert all(len(names) == 1 for names in found), f"{errors}{found}"
    return [names.pop() for names in found]

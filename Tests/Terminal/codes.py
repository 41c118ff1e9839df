"""The codes of a command's errors: each sentence stands in the catalogue under its code."""
import re

from phone import ROOT

_ENTRY = re.compile(r'ErrorText\(\s*"(\w+)",\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"')


def _pattern(text):
    """A pattern that accepts any text for the members in braces."""
    return re.sub(r"\\\{\w+\\\}", ".*", re.escape(" ".join(text.replace('\\"', '"').split())))


_KNOWN = [(code, re.compile(f"dcr-terminal: {_pattern(title)}: {_pattern(why)}"))
          for path in sorted((ROOT / "Sources/Catalogue").glob("*ErrorTexts.swift"))
          for code, title, why in _ENTRY.findall(path.read_text())]


def codes(errors):
    """The code of each failure, in order. Each has a hint; warnings have no code."""
    lines = [line for line in errors.splitlines() if not line.startswith("dcr-terminal: warning: ")]
    assert len(lines) % 2 == 0 and all(line.startswith("hint: ") for line in lines[1::2]), errors
    found = [{code for code, pattern in _KNOWN if pattern.fullmatch(line)} for line in lines[::2]]
    assert all(len(names) == 1 for names in found), f"{errors}{found}"
    return [names.pop() for names in found]

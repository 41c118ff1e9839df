"""Finds control characters outside the sequences that a terminal program uses."""

import re

_KNOWN = re.compile(
    rb"""
    \x1b\[ [?>=]? [0-9;:]* [@-~]      # CSI: cursor, colours, modes
  | \x1b\[ [0-9;]* [\x20-\x2f] [@-~]  # CSI with an intermediate byte
  | \x1b [()] [AB0]                   # character sets
  | \x1b [=>78MDEc]                   # keypad, save and restore cursor, index
  | \r | \n | \x08                    # moves of the cursor
    """,
    re.VERBOSE,
)

_PART = re.compile(rb"\x1b (?: \[ [?>=]? [0-9;:]* [\x20-\x2f]* | [()] )? \Z", re.VERBOSE)


def ends_within_a_sequence(output):
    """Whether the rest of a sequence may still come: a program's output is read in pieces of any length."""
    return _PART.search(output, max(0, len(output) - 64)) is not None


def stray_controls(output):
    """The control characters of `output` (bytes) that belong to no known sequence, with their offsets."""
    found = []
    position = 0
    rest = bytearray()
    while position < len(output):
        match = _KNOWN.match(output, position)
        if match:
            rest += b" " * (match.end() - position)
            position = match.end()
            continue
        byte = output[position]
        if byte < 0x20 or byte == 0x7F:
            found.append((position, "%02x" % byte))
        rest.append(byte)
        position += 1
    # C1 controls, bidi and other invisible formatting, as characters of UTF-8.
    text = rest.decode("utf-8", "replace")
    for index, character in enumerate(text):
        code = ord(character)
        if 0x80 <= code < 0xA0 or code in (0x61C, 0xFEFF) or 0x200B <= code <= 0x200F or 0x2028 <= code <= 0x202E \
                or 0x2060 <= code <= 0x206F or 0xE0000 <= code <= 0xE0FFF:
            found.append((index, "U+%04X" % code))
    return found

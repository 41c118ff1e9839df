"""Names of keys and the bytes that xterm sends for them."""

KEYS = {
    "enter": "\r", "tab": "\t", "backtab": "\x1b[Z", "escape": "\x1b", "backspace": "\x7f", "space": " ",
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
    "insert": "\x1b[2~", "delete": "\x1b[3~", "pageup": "\x1b[5~", "pagedown": "\x1b[6~",
    "f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS", "f5": "\x1b[15~", "f6": "\x1b[17~",
    "f7": "\x1b[18~", "f8": "\x1b[19~", "f9": "\x1b[20~", "f10": "\x1b[21~", "f11": "\x1b[23~", "f12": "\x1b[24~",
    # The arrows' second form, which terminals send in application mode.
    "up-application": "\x1bOA", "down-application": "\x1bOB", "right-application": "\x1bOC",
    "left-application": "\x1bOD",
}


def key(name):
    """The bytes of a key: a name of `KEYS`, `ctrl-x`, or one character."""
    if name in KEYS:
        return KEYS[name].encode()
    if name.startswith("ctrl-") and len(name) == 6:
        return bytes([ord(name[5].upper()) & 0x1F])
    if len(name) == 1:
        return name.encode()
    raise ValueError("no key is called " + repr(name))

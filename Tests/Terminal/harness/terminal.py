"""Runs a real program in a pseudo-terminal and reads its screen as a person does.

    with Terminal(["./dcr-terminal"], cols=110, rows=30) as terminal:
        terminal.wait_for("Start Registration")
        terminal.press("enter")

There are no fixed sleeps: everything waits for what is visible, until a deadline, and reports the screen if that does not
appear. `output` keeps everything that the program wrote.
Needs Debian's python3-pexpect and python3-pyte.
"""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import sys
import termios
import time

import pexpect
import pyte

from .controls import ends_within_a_sequence, stray_controls
from .keys import key
from .screen import ALTERNATE_SCREEN, BRACKETED_PASTE, CURSOR_SHOWN, MOUSE, Screen

# Generous: it limits failures and does not slow down successes.
DEADLINE = float(os.environ.get("TERMINAL_TEST_DEADLINE", "120"))

# Bytes; less than any picture, so that none is skipped.
_PIECE = 128

# The longest time, in seconds, that the system takes to deliver keys to the program's end.
_DELIVERY = 2

# Processor seconds. A program that is busy for longer and writes nothing is not in the middle of a picture.
_QUIET = 0.5

# The request for the number of the terminal's other end (ioctl_tty(2)).
_TIOCGPTN = 0x80045430
_BASE = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
_INHERITED = ("PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH")


class Terminal:
    def __init__(self, command, cols=110, rows=30, env=None, cwd=None):
        """`env` is added to a small fixed environment; a value of None removes a variable."""
        environment = {name: os.environ[name] for name in _INHERITED if name in os.environ}
        environment.update(_BASE)
        environment.update(env or {})
        environment = {name: value for name, value in environment.items() if value is not None}
        self.output = bytearray()
        self.screen = Screen(cols, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._ended = False
        # When keys were sent, and how often each thread had gone to sleep before.
        self._typed = None
        self._found_modes = _fresh_modes()
        self.child = pexpect.spawn(
            command[0], [str(argument) for argument in command[1:]], dimensions=(rows, cols), env=environment, cwd=cwd,
            timeout=DEADLINE)
        # pexpect waits 50 ms before each key by default, for programs that switch echo off late.
        self.child.delaybeforesend = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Kills the program if it still runs."""
        if self.child.isalive():
            self.child.kill(signal.SIGKILL)
            # It ends even if it is stopped; unwritten output must not delay it.
            self.child.wait()
        self.child.close()

    def hang_up(self):
        """Takes the terminal away, as closing a terminal's window does."""
        os.close(self.child.child_fd)
        self.child.ptyproc.fileobj.close = lambda: None
        self._ended = True

    # What the screen shows.

    def text(self):
        self._pump(0)
        return self.screen.text()

    def row(self, number):
        self._pump(0)
        return self.screen.display[number].rstrip()

    def cell(self, x, y):
        """pyte's character: data, fg, bg, bold, italics, underscore, strikethrough, reverse."""
        self._pump(0)
        return self.screen.buffer[y][x]

    def find(self, text):
        """Column and row of the first place where `text` stands, or None."""
        for y, row in enumerate(self.screen.display):
            x = row.find(text)
            if x >= 0:
                return x, y
        return None

    # Waiting.

    def wait_until(self, condition, what):
        """Reads until `condition()` holds, which may check more than the screen, such as a file. The screen then shows a complete picture, so
        that a test may check the rest of it as well."""
        end = time.monotonic() + DEADLINE
        while not condition():
            left = end - time.monotonic()
            if left <= 0 or (self._ended and not self._pump(0)):
                if condition():
                    break
                state = "the program has ended" if self._ended else "in vain"
                raise AssertionError("waited for %s (%s); the screen:\n%s" % (what, state, self.screen.text()))
            self._pump(min(left, 0.1))
        self._finish_picture()

    def settle(self, quiet=0.05):
        """Reads until all keys have been read and processed, however busy the machine is: until the program, or one that it started, has woken
        up since, all sleep again, no output has come for `quiet` seconds, and none of them has woken up again."""
        end = time.monotonic() + DEADLINE
        asleep = None
        while not self._ended:
            assert time.monotonic() < end, "the program does not come to rest; the screen:\n" + self.screen.text()
            came = self._pump(0.05 if asleep else quiet)
            before, asleep = asleep, None if came or self._has_unread() else _sleepers(self.child.pid)
            if asleep and asleep == before and not self._is_underway(asleep):
                break
        self._typed = None
        return self

    def wait_for(self, text):
        """Waits until a text (or a compiled pattern) is on the screen."""
        if isinstance(text, re.Pattern):
            self.wait_until(lambda: text.search(self.screen.text()), "pattern %r" % text.pattern)
        else:
            self.wait_until(lambda: text in self.screen.text(), repr(text))

    def wait_gone(self, text):
        """Waits until a text is no longer on the screen."""
        self.wait_until(lambda: text not in self.screen.text(), "%r to go" % text)

    def wait_screen(self, expected):
        """Waits until the whole screen is `expected` (spaces and empty rows at the ends do not count)."""
        self.wait_until(lambda: normal(self.screen.text()) == normal(expected), "the screen\n" + expected)

    def wait_exit(self):
        """Waits for the end: the exit code, or minus the signal's number."""
        self.wait_until(lambda: self._ended, "the end of the program")
        self.child.wait()
        return self.child.exitstatus if self.child.signalstatus is None else -self.child.signalstatus

    def assert_showed(self, *texts):
        """Asserts that the texts were on the screen one after the other, however briefly: for pictures that pass by themselves, which `wait_for`
        may miss on a busy machine."""
        self._pump(0)
        screen = Screen(self.screen.columns, self.screen.lines)
        stream, left = pyte.ByteStream(screen), list(texts)
        for start in range(0, len(self.output), _PIECE):
            stream.feed(bytes(self.output[start:start + _PIECE]))
            while left and left[0] in screen.text():
                left.pop(0)
        assert not left, "never shown: %r; at the end:\n%s" % (left[0], screen.text())

    # A person's actions.

    def press(self, *names):
        """Presses keys: names of `keys.KEYS`, `ctrl-x`, or single characters."""
        for name in names:
            self._send(key(name))

    def type(self, text):
        self._send(text.encode())

    def paste(self, text):
        """Pastes as a terminal does: within brackets if the program asked for them."""
        self._pump(0)
        content = text.replace("\n", "\r").encode()
        bracketed = self.screen.has_mode(BRACKETED_PASTE)
        self._send(b"\x1b[200~" + content + b"\x1b[201~" if bracketed else content)

    def click(self, x, y):
        """Presses and releases the left button at a cell, if the program asked for the mouse."""
        if self.mouse_is_on():
            self._send(b"\x1b[<0;%d;%dM\x1b[<0;%d;%dm" % (x + 1, y + 1, x + 1, y + 1))

    def click_on(self, text):
        self.wait_for(text)
        self.click(*self.find(text))

    def wheel(self, x, y, down=True):
        if self.mouse_is_on():
            self._send(b"\x1b[<%d;%d;%dM" % (65 if down else 64, x + 1, y + 1))

    def resize(self, cols, rows):
        self._pump(0)
        self.screen.resize(rows, cols)
        self.child.setwinsize(rows, cols)

    def signal(self, number):
        self.child.kill(number)

    def send_bytes(self, data):
        """Sends bytes unchanged, also ones that no keyboard sends."""
        self._send(data)

    # The state in which the terminal is left.

    def mouse_is_on(self):
        self._pump(0)
        return self.screen.has_mode(1000) and self.screen.has_mode(1006)

    def modes(self):
        """The terminal's settings (stty), comparable."""
        return _modes(self.child.child_fd)

    @property
    def raw(self):
        """Everything that the program has written, without the first half of a sequence that it is still writing."""
        self._pump(0)
        while ends_within_a_sequence(self.output) and self._pump(1):
            pass
        return bytes(self.output)

    def stray_controls(self):
        """Control characters that the program wrote outside of known sequences; must be empty."""
        return stray_controls(self.raw)

    def not_restored(self):
        """What the program did not restore, as a list of words; empty if everything is as before."""
        self._pump(0)
        wrong = []
        if self.modes() != self._found_modes:
            wrong.append("modes (stty)")
        if self.screen.has_mode(ALTERNATE_SCREEN):
            wrong.append("alternate screen")
        if not self.screen.has_mode(CURSOR_SHOWN):
            wrong.append("hidden cursor")
        wrong += ["mouse mode %d" % mode for mode in MOUSE if self.screen.has_mode(mode)]
        if self.screen.has_mode(BRACKETED_PASTE):
            wrong.append("bracketed paste")
        return wrong

    def assert_restored(self):
        wrong = self.not_restored()
        assert not wrong, "not restored: %s; the screen:\n%s" % (", ".join(wrong), self.screen.text())

    # Internal.

    def _send(self, data):
        self._pump(0)
        self._typed = self._typed or (time.monotonic(), _sleeps(self.child.pid)[1])
        self.child.send(data)

    def _is_underway(self, sleeps):
        """Whether keys may still be on their way: a busy machine is late in delivering them to the terminal's other end, where until then there is
        nothing to read. A program that does not read at all is not waited for."""
        return self._typed and self._typed[1] == sleeps and time.monotonic() < self._typed[0] + _DELIVERY

    def _has_unread(self):
        """Whether keys have not been read yet."""
        # The terminal's other end: the program's own files in /proc are closed to other programs.
        number = int.from_bytes(fcntl.ioctl(self.child.child_fd, _TIOCGPTN, bytes(4)), sys.byteorder)
        with open(os.open(f"/dev/pts/{number}", os.O_RDONLY | os.O_NOCTTY), "rb", buffering=0) as line:
            return any(fcntl.ioctl(line, termios.FIONREAD, bytes(4)))

    def _finish_picture(self):
        """Reads the rest of a picture that has come in part: until the program sleeps, or computes without writing. Time that it waits for the
        processor on a busy machine does not count."""
        end, before = time.monotonic() + DEADLINE, None
        while not self._ended and time.monotonic() < end:
            if self._pump(0.005):
                before = None
                continue
            worked = _worked(self.child.pid)
            if worked is None or before is not None and worked > before + _QUIET:
                break
            before = worked if before is None else before

    def _pump(self, timeout):
        """Reads available output, or waits for some up to `timeout` seconds; returns whether any came."""
        came = False
        while not self._ended:
            readable, _, _ = select.select([self.child.child_fd], [], [], 0 if came else timeout)
            if not readable:
                break
            try:
                data = os.read(self.child.child_fd, 65536)
            except OSError:
                data = b""
            if not data:
                self._ended = True
                break
            self.output += data
            self._stream.feed(data)
            came = True
        return came


def normal(text):
    """A screen's text without trailing spaces and empty rows."""
    return "\n".join(row.rstrip() for row in text.split("\n")).rstrip("\n")


def compare_screen(terminal, path, masks=()):
    """Compares the screen with a golden file, or writes the file if UPDATE_GOLDENS=1 is in the environment.

    `masks` are pairs of pattern and replacement for text that differs in every run (times, random values).
    """
    actual = normal(terminal.text())
    for pattern, replacement in masks:
        actual = re.sub(pattern, replacement, actual)
    if os.environ.get("UPDATE_GOLDENS") == "1":
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(actual + "\n")
        return
    with open(path, encoding="utf-8") as file:
        expected = normal(file.read())
    assert actual == expected, "screen differs from %s:\n%s\n--- expected:\n%s" % (path, actual, expected)


def _sleepers(program):
    """How often each thread of a program, and of programs that it started, has gone to sleep; None if any is awake."""
    are_asleep, sleeps = _sleeps(program)
    return sleeps if are_asleep else None


def _sleeps(program):
    """Whether all threads of a program, and of programs that it started, are asleep, and how often each has gone to sleep
    (proc_pid_status(5))."""
    are_asleep, found, programs = True, {}, [str(program)]
    while programs:
        folder = f"/proc/{programs.pop()}/task"
        try:
            for thread in os.listdir(folder):
                with open(f"{folder}/{thread}/status") as status, open(f"{folder}/{thread}/children") as children:
                    fields = dict(line.split(":", 1) for line in status)
                    programs += children.read().split()
                are_asleep = are_asleep and fields["State"].split()[0] not in "RD"
                found[thread] = fields["voluntary_ctxt_switches"], fields["nonvoluntary_ctxt_switches"]
        except (FileNotFoundError, ProcessLookupError):
            are_asleep = False  # one has just ended
    return are_asleep, found


def _worked(program):
    """Processor seconds that a program has used, or None if it sleeps: no thread runs or is ready to run (proc_pid_stat(5))."""
    try:
        user, system = _stat(f"/proc/{program}")[11:13]
        threads = os.listdir(f"/proc/{program}/task")
    except (FileNotFoundError, ProcessLookupError):
        return None
    for thread in threads:
        # A thread may just have ended.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if _stat(f"/proc/{program}/task/{thread}")[0] in "RD":
                return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return None


def _stat(folder):
    """The fields after the name."""
    with open(f"{folder}/stat") as stat:
        return stat.read().rpartition(")")[2].split()


def _modes(descriptor):
    iflag, oflag, cflag, lflag, _, _, characters = termios.tcgetattr(descriptor)
    return iflag, oflag, cflag, lflag, tuple(characters)


def _fresh_modes():
    """The settings that the system gives a new pseudo-terminal."""
    master, slave = pty.openpty()
    try:
        return _modes(slave)
    finally:
        os.close(master)
        os.close(slave)


__all__ = ["DEADLINE", "Terminal", "compare_screen", "normal", "signal"]

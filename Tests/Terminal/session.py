"""The harness's terminal in the way the tests of the two programs speak: chained calls, several texts at once.

    terminal.wait_for("Start Registration").press("enter").wait_for("Password", "Done")
"""
import fcntl
import os
import pathlib
import subprocess
import sys
import termios
import time

import pyte

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from harness import screen, terminal  # noqa: E402

# Generous, because a test machine is busy; no test passes or fails by how long something takes.
PATIENCE = 40.0
# The number of the terminal at the other end (ioctl_tty(2)).
_TIOCGPTN = 0x80045430


class Screen(screen.Screen):
    """With what xterm's terminfo offers and ncurses uses, and pyte lacks: REP (repeat the last character), SU and SD (scroll
    within the margins)."""

    def __init__(self, columns, rows):
        self._last_drawn = " "
        super().__init__(columns, rows)

    def draw(self, data):
        self._last_drawn = data[-1] if data else self._last_drawn
        super().draw(data)

    def set_margins(self, *margins, private=False):
        # CSI ? … r restores private modes: no margins. CSI r alone takes them away, which pyte does not know.
        if private:
            return
        if not any(margins):
            self.margins = None
            self.cursor_position()
        else:
            super().set_margins(*margins)

    def repeat_last(self, count=1):
        super().draw(self._last_drawn * max(1, count or 1))

    def scroll_up(self, count=1):
        self._scroll(self.index, (self.margins or pyte.screens.Margins(0, self.lines - 1)).bottom, count)

    def scroll_down(self, count=1):
        self._scroll(self.reverse_index, (self.margins or pyte.screens.Margins(0, self.lines - 1)).top, count)

    def _scroll(self, move, line, count):
        before, self.cursor.y = self.cursor.y, line
        for _ in range(max(1, count or 1)):
            move()
        self.cursor.y = before


class Stream(pyte.ByteStream):
    csi = {**pyte.Stream.csi, "b": "repeat_last", "S": "scroll_up", "T": "scroll_down"}
    events = pyte.Stream.events | {"repeat_last", "scroll_up", "scroll_down"}


class Session(terminal.Terminal):
    def __init__(self, command, size=(110, 30), env=None, cwd=None):
        columns, rows = size
        env = {"LC_ALL": None, **(env or {})}
        super().__init__([str(word) for word in command], cols=columns, rows=rows, env=env, cwd=cwd and str(cwd))
        # Nothing has been read yet.
        self.screen = Screen(columns, rows)
        self._stream = Stream(self.screen)

    @property
    def raw(self):
        """Everything that the program has written."""
        self._pump(0)
        return bytes(self.output)

    def shows(self, wanted):
        text = self.screen.text()
        return wanted in text if isinstance(wanted, str) else bool(wanted.search(text))

    def wait_until(self, condition, what, timeout=None):
        super().wait_until(condition, what, timeout or PATIENCE)
        return self

    def wait_for(self, *wanted, timeout=None):
        """Until every text or compiled pattern is on the screen."""
        return self.wait_until(lambda: all(self.shows(w) for w in wanted), f"{wanted}", timeout)

    def wait_gone(self, *unwanted, timeout=None):
        return self.wait_until(lambda: not any(self.shows(w) for w in unwanted), f"{unwanted} to go", timeout)

    def press(self, *names):
        super().press(*names)
        return self

    def type(self, text):
        super().type(text)
        return self

    def resize(self, columns, rows):
        super().resize(columns, rows)
        return self

    def signal(self, number):
        super().signal(number)
        return self

    def wait_read(self):
        """Until the program has read everything that was typed: for keys that must do nothing."""
        # The terminal's other end: the program's own files in /proc are closed to other programs.
        number = int.from_bytes(fcntl.ioctl(self.child.child_fd, _TIOCGPTN, bytes(4)), sys.byteorder)
        with open(os.open(f"/dev/pts/{number}", os.O_RDONLY | os.O_NOCTTY), "rb", buffering=0) as line:
            def unread():
                return int.from_bytes(fcntl.ioctl(line, termios.FIONREAD, bytes(4)), sys.byteorder)
            end = time.monotonic() + PATIENCE
            # The kernel hands typed bytes over in its own time: only a line that stays empty has been read.
            empty = 0
            while empty < 10:
                assert time.monotonic() < end, "the program does not read what is typed"
                empty = 0 if unread() else empty + 1
                self._pump(0.01)
        return self

    def rest(self, quiet=0.7):
        """Until nothing has come for a while. Only for drawing and for writing goldens: a test waits for what it wants."""
        while self._pump(quiet):
            pass
        return self


def run(command, env=None, input=None, timeout=PATIENCE * 3, cwd=None):
    """A program without a terminal, to its end: (exit status, standard output, standard error)."""
    environment = {
        "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8",
        **(env or {}),
    }
    environment = {name: value for name, value in environment.items() if value is not None}
    done = subprocess.run(
        [str(part) for part in command], env=environment, timeout=timeout, cwd=cwd, start_new_session=True,
        input=input or b"", capture_output=True)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


__all__ = ["PATIENCE", "Screen", "Session", "Stream", "run"]

"""The harness's terminal with chained calls and several texts at once, for the tests of the programs.

    terminal.wait_for("Start Registration").press("enter").wait_for("Password", "Done")
"""
import os
import pathlib
import select
import subprocess
import sys

import pyte

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from harness import screen, terminal  # noqa: E402

# Generous, because a test machine is busy; no test depends on how long something takes.
PATIENCE = terminal.DEADLINE


class Screen(screen.Screen):
    """Adds what xterm's terminfo offers and ncurses uses, but pyte lacks: REP (repeat the last character), SU and SD (scroll within the
    margins)."""

    def __init__(self, columns, rows):
        self._last_drawn = " "
        super().__init__(columns, rows)

    def draw(self, data):
        self._last_drawn = data[-1] if data else self._last_drawn
        super().draw(data)

    def set_margins(self, *margins, private=False):
        # CSI ? … r restores private modes and sets no margins. CSI r without numbers removes the margins, which pyte does not do.
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

    def shows(self, wanted):
        text = self.screen.text()
        return wanted in text if isinstance(wanted, str) else bool(wanted.search(text))

    def wait_until(self, condition, what):
        super().wait_until(condition, what)
        return self

    def wait_for(self, *wanted):
        """Waits until every text or compiled pattern is on the screen."""
        return self.wait_until(lambda: all(self.shows(w) for w in wanted), f"{wanted}")

    def wait_gone(self, *unwanted):
        return self.wait_until(lambda: not any(self.shows(w) for w in unwanted), f"{unwanted} to go")

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

    def ends(self):
        """The program ends without an error and leaves the terminal as it was."""
        assert self.wait_exit() == 0
        self.assert_restored()

    def rest(self, quiet=0.7):
        """Waits until no output has come for a while. Only for drawing and for writing goldens: a test waits for what it needs."""
        while self._pump(quiet):
            pass
        return self


def run(command, env=None, input=None, timeout=PATIENCE * 3, cwd=None):
    """Runs a program without a terminal to its end: (exit status, standard output, standard error)."""
    environment = {
        "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8",
        **(env or {}),
    }
    environment = {name: value for name, value in environment.items() if value is not None}
    done = subprocess.run(
        [str(part) for part in command], env=environment, timeout=timeout, cwd=cwd, start_new_session=True,
        input=input or b"", capture_output=True)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def succeeded(result):
    """The standard output of a program that ran to its end without an error."""
    status, output, errors = result
    assert status == 0, errors
    return output


def wait_ended(process):
    """Waits until another program's child process has ended."""
    try:
        descriptor = os.pidfd_open(process)
    except ProcessLookupError:
        return
    ended = select.select([descriptor], [], [], PATIENCE)[0]
    os.close(descriptor)
    assert ended, f"process {process} still runs"


__all__ = ["PATIENCE", "Screen", "Session", "Stream", "run", "succeeded", "wait_ended"]

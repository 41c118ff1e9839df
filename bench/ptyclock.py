"""Times a full-screen program from outside: when it was started, when each piece of its output arrived.

Only the clock runs while the program does. What the screen looked like at each moment is worked out afterwards, so that
the emulator's own time is in no figure.
"""
import ctypes
import fcntl
import os
import pathlib
import select
import signal
import struct
import sys
import termios
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests/Terminal"))
from session import Screen, Stream  # noqa: E402

SIZE = (110, 30)
# A program's question for the primary device attributes (DA1).
PRIMARY_ATTRIBUTES = b"\x1b[c"
# Seconds for the first byte of an answer.
PATIENCE = 10.0


class Program:
    def __init__(self, command, env, cwd=None):
        self.arrivals = []  # (seconds since start, bytes)
        self.started = time.perf_counter()
        self.pid, self.terminal = os.forkpty()
        if self.pid == 0:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0))
                if cwd:
                    os.chdir(cwd)
                os.execvpe(command[0], command, env)
            finally:
                os._exit(127)

    def read(self, quiet, limit=20.0, until=None):
        """Collects output until none came for `quiet` seconds, or `until` is satisfied by all bytes so far."""
        end = time.perf_counter() + limit
        while time.perf_counter() < end:
            ready, _, _ = select.select([self.terminal], [], [], quiet)
            if not ready:
                return
            try:
                data = os.read(self.terminal, 65536)
            except OSError:
                return
            self.arrivals.append((time.perf_counter() - self.started, data))
            if not data:
                return
            self.answer_question(data)

    def answer_question(self, output):
        """Answers a question for the terminal's attributes at once, as every terminal does."""
        if PRIMARY_ATTRIBUTES in output:
            os.write(self.terminal, b"\x1b[?62;22c")

    def first_frame(self, marks, settle):
        """Seconds from the start until every mark stood on the screen."""
        self.read(settle)
        screen = Screen(*SIZE)
        stream = Stream(screen)
        for moment, data in self.arrivals:
            stream.feed(data)
            text = "\n".join(screen.display)
            if all(mark in text for mark in marks):
                return moment
        raise RuntimeError(f"{marks} never stood on the screen:\n" + "\n".join(row.rstrip() for row in screen.display))

    def answer(self, key, quiet=0.06):
        """Seconds from writing a key until the last byte of the redraw, and how many bytes that were."""
        seen, pressed = len(self.arrivals), time.perf_counter()
        os.write(self.terminal, key)
        return self.redraw(seen, pressed, quiet, f"the key {key!r}")

    def redraw(self, seen, since, quiet, cause):
        """Seconds from `since` until the last byte of the redraw, and how many bytes came after the first `seen` arrivals."""
        # On a busy machine it takes longer than the quiet that ends an answer.
        while len(self.arrivals) == seen and time.perf_counter() - since < PATIENCE:
            self.read(quiet)
        if len(self.arrivals) == seen:
            raise RuntimeError(f"no answer to {cause}")
        return self.started + self.arrivals[-1][0] - since, sum(len(d) for _, d in self.arrivals[seen:])

    def screen(self):
        """The text on the screen after everything that was collected."""
        screen = Screen(*SIZE)
        stream = Stream(screen)
        for _, data in self.arrivals:
            stream.feed(data)
        return "\n".join(screen.display)

    def resident(self):
        return resident(self.pid)

    def cpu(self):
        return cpu(self.pid)

    def close(self):
        try:
            os.kill(self.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        end = time.perf_counter() + 5
        while time.perf_counter() < end:
            self.read(0.02, limit=0.1)
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                break
        else:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.terminal)


def resident(pid):
    """Resident memory in MB."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def cpu(pid):
    """Seconds on the CPU so far, of all threads, also those that have ended."""
    clock = ctypes.c_int()
    error = ctypes.CDLL(None).clock_getcpuclockid(pid, ctypes.byref(clock))
    if error:
        raise OSError(error, os.strerror(error))
    return time.clock_gettime(clock.value)


def children(pid):
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            found += [int(child) for child in (task / "children").read_text().split()]
        except OSError:
            pass
    return found

"""The properties of the test terminal on which the tests rely."""
import contextlib
import os
import subprocess
import sys
import threading

from harness import terminal as library
from session import Session

# A picture in two parts, as ncurses writes one larger than its buffer; a busy machine is late with the second part.
PICTURE = """
import sys, time
print("above", end="", flush=True)
end = time.process_time() + 0.1
while time.process_time() < end: pass
print("below", end="", flush=True)
sys.stdin.read()
"""


def test_what_is_seen_after_waiting_is_a_whole_picture():
    with Session([sys.executable, "-c", PICTURE]) as terminal:
        assert "below" in terminal.wait_for("above").text()


def test_a_program_that_gets_little_of_the_processor_still_finishes_its_picture():
    """It gets a tenth of a processor, because nine other programs compete for it."""
    one_processor = f"import os\nos.sched_setaffinity(0, {{{min(os.sched_getaffinity(0))}}})\n"
    spin = [sys.executable, "-c", one_processor + "while True: pass"]
    with contextlib.ExitStack() as others:
        for _ in range(9):
            # Each in its own session: some systems share the processor between sessions first.
            other = others.enter_context(subprocess.Popen(spin, start_new_session=True))
            others.callback(other.kill)
        with Session([sys.executable, "-c", one_processor + PICTURE]) as terminal:
            assert "below" in terminal.wait_for("above").text()


# Prints what it has read.
ECHO = "import tty; tty.setraw(0)\nimport os\nprint('ready', end='', flush=True)\nprint(os.read(0, 9).decode(), end='', flush=True)\nos.read(0, 9)"


def test_who_settles_waits_for_a_key_that_comes_late(monkeypatch):
    """A busy machine takes a while to deliver a key from the terminal to the program."""
    with Session([sys.executable, "-c", ECHO]) as terminal:
        terminal.wait_for("ready")
        send = terminal.child.send
        monkeypatch.setattr(terminal.child, "send", lambda data: threading.Timer(0.4, send, [data]).start())
        assert "key" in terminal.type("key").settle().screen.text()


def test_who_settles_does_not_wait_for_one_who_does_not_listen(monkeypatch):
    monkeypatch.setattr(library, "_DELIVERY", 0.2)
    with Session(["sleep", "100"]) as terminal:
        terminal.type("x").settle()

"""TerminalUI's Terminal in a real pseudo-terminal, through a small probe program: keys, mouse, paste, resize, suspending,
child programs, and a terminal that is restored whatever happens."""
import os
import random
import re
import signal
import subprocess
import sys

import pyte
import pytest

from harness.screen import Screen
from harness.terminal import Terminal
from phone import BINARIES

PROBE = str(BINARIES / "terminal-probe")
NO_BACKTRACE = {"SWIFT_BACKTRACE": "enable=no"}


def start(**options):
    terminal = Terminal([PROBE], cols=80, rows=24, **options)
    terminal.wait_for("Start")
    return terminal


def shell():
    terminal = Terminal(
        ["/bin/bash", "--norc", "--noprofile", "-i"], cols=80, rows=24, env={"PS1": "prompt> "})
    terminal.wait_for("prompt>")
    terminal.type(PROBE + "\r")
    terminal.wait_for("Start")
    return terminal


def at_prompt(terminal):
    text = terminal.screen.text()
    return "Start" not in text and text.rstrip().endswith("prompt>")


def is_stopped(pid):
    return open(f"/proc/{pid}/stat").read().split()[2] == "T"


def quit_and_check(terminal):
    terminal.press("q")
    assert terminal.wait_exit() == 0
    terminal.assert_restored()


@pytest.mark.parametrize("isFast", [False, True])
def test_a_line_that_may_be_slow_gets_only_the_latest_of_pictures_that_may_wait(isFast):
    """A terminal that answers at once gets each picture."""
    with Terminal([PROBE], cols=80, rows=24) as terminal:
        if isFast:
            terminal.child.send(b"\x1b[?62;c")
        terminal.wait_for("Start")
        terminal.press("&")
        terminal.wait_for("third")
        for word in (b"first", b"second"):
            assert (word in terminal.output) == isFast
        quit_and_check(terminal)


def test_first_frame_has_no_control_character_from_outside():
    with start() as terminal:
        assert terminal.row(0).startswith("╭─ probe ─")
        assert terminal.screen.has_mode(1049) and terminal.mouse_is_on() and terminal.screen.has_mode(2004)
        assert "evil" in terminal.text() and terminal.stray_controls() == []
        quit_and_check(terminal)


@pytest.mark.parametrize("name,shown", [
    ("up", "key up"), ("up-application", "key up"), ("backtab", "key backtab"), ("home", "key home"),
    ("f12", "key function(12)"), ("pagedown", "key pageDown"), ("enter", "key enter"), ("escape", "key escape"),
    ("ctrl-c", 'key control("c")'), ("delete", "key delete")])
def test_keys(name, shown):
    with start() as terminal:
        terminal.press(name)
        terminal.wait_for(shown)


def test_text_paste_mouse_and_resize():
    with start() as terminal:
        terminal.type("åé日")
        terminal.wait_for('key character("日")')
        terminal.paste("a\nb q")
        terminal.wait_for('paste "a\\nb q"')
        terminal.click_on("Start")
        terminal.wait_for("mouse release")
        terminal.wheel(1, 1)
        terminal.wait_for("scrollDown")
        for cols, rows in ((50, 12), (100, 40)):
            terminal.resize(cols, rows)
            terminal.wait_for(f"resize {cols}x{rows}")
            terminal.wait_until(lambda: terminal.row(rows - 1).endswith("╯"), "the frame at the new size")
        quit_and_check(terminal)


@pytest.mark.parametrize("number,code", [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_signals_restore_the_terminal(number, code):
    with start() as terminal:
        terminal.signal(number)
        assert terminal.wait_exit() == code
        terminal.assert_restored()
        assert f"told {int(number)}" in terminal.text()


@pytest.mark.parametrize("key,signals", [
    ("!", (signal.SIGILL, signal.SIGTRAP)), ("ctrl-x", (signal.SIGABRT,))])
def test_crashes_restore_the_terminal(key, signals):
    with start(env=NO_BACKTRACE) as terminal:
        terminal.press(key)
        assert -terminal.wait_exit() in signals
        terminal.assert_restored()
        assert "the program crashed" in terminal.text()


def test_a_segmentation_fault_restores_the_terminal():
    with start(env=NO_BACKTRACE) as terminal:
        terminal.signal(signal.SIGSEGV)
        assert terminal.wait_exit() == -signal.SIGSEGV
        terminal.assert_restored()


def test_suspend_and_foreground():
    with shell() as terminal:
        terminal.press("a")
        terminal.wait_for('"a"')
        terminal.press("ctrl-z")
        terminal.wait_until(lambda: at_prompt(terminal), "the shell's prompt")
        assert not terminal.screen.has_mode(1049) and not terminal.mouse_is_on() and terminal.screen.has_mode(25)
        terminal.resize(90, 20)
        terminal.type("fg\r")
        terminal.wait_for("resize 90x20")
        terminal.wait_for('key character("a")')
        assert terminal.mouse_is_on()
        quit_from_shell(terminal)


@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGSTOP])
def test_stopped_from_outside(number):
    with shell() as terminal:
        pid = int(subprocess.check_output(["ps", "-o", "pid=", "--ppid", str(terminal.child.pid)]).split()[0])
        os.kill(pid, number)
        terminal.wait_until(lambda: is_stopped(pid) and "prompt> " in terminal.screen.text(), "a stopped program")
        terminal.type("fg\r")
        terminal.wait_gone("prompt>")
        terminal.wait_for("Start")
        quit_from_shell(terminal)


def quit_from_shell(terminal):
    terminal.press("k")
    terminal.wait_for('"k"')
    terminal.press("q")
    terminal.wait_for("prompt>")
    terminal.type("exit\r")
    terminal.wait_exit()
    terminal.assert_restored()


def test_suspending_without_job_control_goes_on():
    with start() as terminal:
        terminal.press("ctrl-z")
        terminal.press("b")
        terminal.wait_for('"b"')


@pytest.mark.parametrize("term,code", [
    ("nonsense", "unknown_terminal"), ("", "unknown_terminal"), (None, "unknown_terminal"),
    ("dumb", "unsuitable_terminal")])
def test_a_terminal_that_cannot_do_it_is_refused(term, code):
    with Terminal([PROBE], env={"TERM": term}) as terminal:
        assert terminal.wait_exit() == 64
        terminal.assert_restored()
        assert code in terminal.text()


def test_no_terminal_is_refused():
    result = subprocess.run([PROBE], stdin=subprocess.DEVNULL, capture_output=True)
    assert result.returncode == 64 and b"not_a_terminal" in result.stderr and result.stdout == b""


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_a_locale_without_utf8_gets_ascii(locale):
    with start(env={"LANG": locale, "LC_ALL": locale}) as terminal:
        assert "glyphs ascii" in terminal.text() and terminal.row(0).startswith("+- probe -")
        assert "Jorg" in terminal.text()
        assert all(byte < 0x80 for byte in terminal.output)
        quit_and_check(terminal)


@pytest.mark.parametrize("term,env,mode", [
    ("xterm-256color", {}, "ansi256"), ("xterm", {}, "ansi16"), ("linux", {}, "ansi16"), ("vt100", {}, "none"),
    ("vt220", {}, "none"), ("screen-256color", {}, "ansi256"), ("tmux-256color", {}, "ansi256"),
    ("xterm-256color", {"NO_COLOR": "1"}, "none")])
def test_colours_follow_the_terminal(term, env, mode):
    with start(env=dict(TERM=term, **env)) as terminal:
        assert "colours " + mode in terminal.text()
        if mode == "none":
            assert not re.search(rb"\x1b\[[0-9;]*[34]8;5", bytes(terminal.output))
        quit_and_check(terminal)


def test_a_child_that_reads_lines_finds_an_ordinary_terminal():
    with start() as terminal:
        terminal.press("$")
        terminal.wait_for("child>")
        text = terminal.text()
        for flag in ("echo", "icanon", "onlcr"):
            assert re.search(rf"(?m)^{flag};?$", text), text
        terminal.type("hello\r")
        terminal.wait_for("child ended 0")
        terminal.press("z")
        terminal.wait_for('"z"')
        assert terminal.mouse_is_on()
        quit_and_check(terminal)


def test_a_full_screen_child_gets_what_was_typed_ahead():
    with start() as terminal:
        terminal.type("%")
        terminal.type("s")
        terminal.wait_for("nested")
        terminal.wait_for('"s"')
        terminal.press("x")
        terminal.wait_for('"x"')
        terminal.resize(60, 20)
        terminal.wait_for("resize 60x20")
        terminal.press("q")
        terminal.wait_for("child ended 0")
        terminal.wait_for("resize 60x20")
        assert 'key character("x")' not in terminal.text()
        assert terminal.mouse_is_on()
        terminal.press("y")
        terminal.wait_for('"y"')
        quit_and_check(terminal)


def test_suspending_inside_a_child():
    with shell() as terminal:
        terminal.press("%")
        terminal.wait_for("nested")
        terminal.press("ctrl-z")
        terminal.wait_for("Stopped")
        terminal.type("fg\r")
        terminal.wait_for("nested")
        terminal.press("w")
        terminal.wait_for('"w"')
        terminal.press("q")
        terminal.wait_for("child ended 0")
        quit_from_shell(terminal)


def test_a_terminal_that_goes_away_ends_the_program():
    with start() as terminal:
        terminal.hang_up()
        terminal.child.wait()
        assert terminal.child.exitstatus == 129


def test_what_a_child_program_has_read_is_not_waited_for():
    with start() as terminal:
        # Both keys are in the terminal's queue when the first is read; the child takes the second before its turn. Enter, because the child
        # reads whole lines.
        terminal.type("<x\r")
        terminal.wait_for("read elsewhere: x")
        # While the main queue waits for a key, it draws nothing.
        terminal.resize(60, 20)
        terminal.wait_for("resize 60x20")
        terminal.type("y")
        terminal.wait_for('key character("y")')
        quit_and_check(terminal)


BURN = "import time; end = time.process_time() + 0.5\nwhile time.process_time() < end: pass"
SLOW = """
import os, subprocess, sys, threading, tty
tty.setraw(0)
os.write(1, b"ready ")
while os.read(0, 1):
    {}
    os.write(1, b"done ")
"""


@pytest.mark.parametrize("work", [
    "exec(sys.argv[1])", "subprocess.run([sys.executable, '-c', sys.argv[1]])",
    "thread = threading.Thread(target=exec, args=[sys.argv[1]]); thread.start(); thread.join()"], ids=["itself", "program", "thread"])
def test_settling_waits_for_work_that_shows_nothing(work):
    """The harness itself: otherwise the screen that a test sees after a key would depend on how busy the machine is."""
    with Terminal([sys.executable, "-c", SLOW.format(work), BURN]) as terminal:
        terminal.wait_for("ready")
        terminal.press("x", "x")
        assert terminal.settle().text().split() == ["ready", "done", "done"]
        assert terminal.settle().text().split() == ["ready", "done", "done"]


def test_rows_that_are_not_read_anew_have_not_changed():
    """The harness itself, against pyte's own picture, for everything that changes a picture."""
    dice, screen = random.Random(1), Screen(12, 6)
    stream = pyte.ByteStream(screen)
    parts = ["a", "\u0301", "word " * 4, "\r\n", "\n", "\x1b[H", "\x1b[3;5H", "\x1b[A", "\x1bM", "\x1b[2J", "\x1b[1J", "\x1b[K", "\x1b[2L",
             "\x1b[M", "\x1b[3@", "\x1b[2P", "\x1b[4X", "\x1b[?1049h", "\x1b[?1049l", "\x1b[2;4r", "\x1b[r", "\x1b#8", "\x1bc"]
    for _ in range(3000):
        stream.feed(dice.choice(parts).encode())
        if dice.random() < 0.01:
            screen.resize(dice.randint(4, 8), dice.randint(8, 14))
        if dice.random() < 0.5:
            assert screen.display == pyte.Screen.display.fget(screen)


@pytest.mark.parametrize("later,stray", [("[31m", []), ("", ["1b"])])
def test_a_sequence_that_is_read_in_two_pieces_is_no_stray_control(later, stray):
    command = f"printf 'one\\033'; read -t 0.3; printf '{later}'; read"
    with Terminal(["/bin/bash", "-c", command], cols=80, rows=24) as terminal:
        terminal.wait_for("one")
        assert [code for _, code in terminal.stray_controls()] == stray

"""The bytes that a slow line must carry: at 1,200 a second each one counts. Only sent bytes are counted, however fast they go."""
import re

from phone import START_REGISTRATION, re_word

# The environment states the background, so that the app need not repaint for lack of an answer.
SLOW = {"TERM": "xterm", "COLORFGBG": "15;0"}


def cost(terminal, *keys):
    """The bytes that a key costs."""
    terminal.settle()
    before = len(terminal.output)
    terminal.press(*keys)
    terminal.settle()
    return len(terminal.output) - before


def ready(phone, **more):
    terminal = phone.start(size=(80, 24), env={**SLOW, **more})
    return terminal.wait_for(START_REGISTRATION).wait_gone("The identity server is starting")


def test_the_focus_moves_for_little(phone):
    terminal = ready(phone)
    terminal.press("enter").wait_for(re_word("Password")).press("tab", "tab")
    assert cost(terminal, "backtab") <= 300
    assert cost(terminal, "tab") <= 300


def test_keys_that_wait_are_drawn_once(phone):
    """Of keys typed ahead, only the picture after the last is useful."""
    terminal = ready(phone)
    terminal.press(":").wait_for("Actions")
    one = cost(terminal, "down")
    terminal.settle()
    before = len(terminal.output)
    terminal.send_bytes(b"\x1b[B" * 40)
    terminal.settle()
    assert len(terminal.output) - before < 20 * one


def test_solid_areas_have_no_seams(phone):
    terminal = ready(phone, TERM="xterm-256color")
    assert "█".encode() not in terminal.output


def test_escape_waits_as_long_as_it_is_told(phone):
    """The rest of an arrow key comes late: with a generous ESCDELAY it still counts as an arrow."""
    terminal = ready(phone, ESCDELAY="30000")
    terminal.press(":").wait_for("Actions").wait_for(re.compile("▸ Start Registration"))
    terminal.send_bytes(b"\x1b")
    terminal.settle(quiet=0.2)
    terminal.send_bytes(b"[B")
    terminal.wait_gone("▸ Start Registration").wait_for("Actions")

"""What a slow line has to carry, in bytes: at 1,200 of them a second each one is felt. What is counted is sent, however fast it goes."""
import re

from phone import START_REGISTRATION, re_word

# It says what its background is, so that nothing is painted anew for want of an answer.
SLOW = {"TERM": "xterm", "COLORFGBG": "15;0"}


def cost(terminal, *keys):
    """Bytes that a key costs."""
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
    """Typed ahead, only the picture after the last key is of use."""
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
    """The rest of an arrow key comes late: with a generous ESCDELAY it is an arrow all the same."""
    terminal = ready(phone, ESCDELAY="30000")
    terminal.press(":").wait_for("Actions").wait_for(re.compile("▸ Start Registration"))
    terminal.send_bytes(b"\x1b")
    terminal.settle(quiet=0.2)
    terminal.send_bytes(b"[B")
    terminal.wait_gone("▸ Start Registration").wait_for("Actions")

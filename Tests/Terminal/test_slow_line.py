"""A terminal that does not answer may be at the end of a slow line: nothing takes its screen without need."""
import pytest

from phone import Phone, REFRESH, press_button, register


@pytest.mark.parametrize("answers", [False, True])
def test_a_silent_login_takes_the_screen_only_of_a_terminal_that_answers(tmp_path, answers):
    phone = Phone(tmp_path)
    try:
        terminal = phone.start(size=(80, 24))
        if answers:
            terminal.child.send(b"\x1b[?62;c")
        register(terminal)
        before = len(terminal.output)
        terminal.press("enter").wait_for(REFRESH, "Sign Out")
        shown = bytes(terminal.output[before:])
        assert (b"Signed in automatically" in shown) == answers
        assert (b"\x1b[?1049l" in shown) == answers
        # The terminal is the app's again.
        press_button(terminal, "Profile")
        terminal.wait_for("Demo User")
        terminal.press("q").wait_for("Quit now?").press("q").wait_exit()
        terminal.assert_restored()
    finally:
        phone.close()

"""A terminal that does not answer may be at the end of a slow line: its screen is not taken without need."""
from phone import Phone, REFRESH, press_button, register


def test_a_silent_login_does_not_take_the_screen(tmp_path):
    phone = Phone(tmp_path)
    try:
        terminal = register(phone.start(size=(80, 24)))
        before = len(terminal.output)
        terminal.press("enter").wait_for(REFRESH, "Sign Out")
        shown = bytes(terminal.output[before:])
        assert b"Signed in automatically" not in shown and b"\x1b[?1049l" not in shown
        # The app has the terminal again.
        press_button(terminal, "Profile")
        terminal.wait_for("Demo User")
        terminal.press("q").wait_for("Quit now?").press("q").wait_exit()
        terminal.assert_restored()
    finally:
        phone.close()

"""The bench's clock: app and embedded server are moved while they run, and each uses its own clock."""
import re

from phone import START_AUTHENTICATION, START_REGISTRATION, register, sign_in


def open_clock(terminal):
    return terminal.press("T").wait_for("[T Clock]", "Embedded server", "App and server show the same time.")


def test_two_hours_later_the_refresh_token_is_refused(phone):
    terminal = sign_in(phone.start())
    open_clock(terminal).wait_for("refresh token", "server's certificate", "browser's session")
    terminal.press("down", "enter").wait_for("1 hour").press("+", "+").wait_for("2 h ahead", "clock +2 h")
    # The server's clock moved too: for the server, the token's hour is over.
    terminal.wait_for("The session has ended").press("escape").wait_for("1 Messages")


def test_a_skew_beyond_the_tolerance_is_found_out(phone):
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION)
    register(terminal)
    open_clock(terminal).press("enter").wait_for("the app alone").press("+", "+", "+")
    terminal.wait_for("The app is 3 min ahead of the server.", "Up to 60 s are tolerated")
    terminal.press("-", "-", "-", "-", "-", "-").wait_for("3 min behind the server").press("escape").wait_for(START_AUTHENTICATION)
    # The sheet breaks its lines.
    terminal.press("enter").wait_for("issued in the future", "s to come", "Retry")


def test_one_second_before_the_servers_certificate_ends(phone):
    # Without a session nothing has to be renewed within the second, which passes meanwhile.
    terminal = register(phone.start())
    open_clock(terminal).wait_for("server's certificate").press("end").wait_until(
        lambda: re.search(r"[▸>] *server's certificate", terminal.text()), "the certificate to be chosen")
    terminal.press("enter").wait_for(re.compile(r"server's certificate +(in [01] s|\d+ s ago)")).press("escape").wait_for(START_AUTHENTICATION)
    terminal.press("T").wait_for("[T Clock]").press("+").wait_for("1 min").press("escape", "escape")
    terminal.wait_for(START_AUTHENTICATION).press("enter")
    # The browser uses the phone's time, too.
    terminal.wait_for("The connection is not private", "expired, or is not valid yet").press("escape").wait_for(START_AUTHENTICATION)
    # Real time again, and everything is as it was.
    terminal.press("T").wait_for("[T Clock]", "clock +").press("x").wait_gone("clock +").wait_for("real time")


def test_time_can_be_made_to_run(phone):
    terminal = sign_in(phone.start())
    open_clock(terminal).press("down", "down", "enter").wait_for("10 times as fast", "clock 10x")
    terminal.press("enter").wait_for("60 times as fast").press("escape")
    # Five minutes of a token's life pass within seconds, and the app renews it.
    terminal.press("1").wait_until(
        lambda: terminal.text().count("POST token") >= 3, "a renewal after the tokens of registration and login")


def test_it_fits_a_small_terminal_and_gives_the_keys_back(phone):
    terminal = phone.start(size=(40, 15))
    terminal.wait_for(START_REGISTRATION).press("T").wait_for("T Clock", "Whose clock", "1 minute: + and -").press("+").wait_for("Back to real time")
    terminal.press("escape").wait_for(START_REGISTRATION, "clock +1 min").press("q")
    assert terminal.wait_exit() == 0

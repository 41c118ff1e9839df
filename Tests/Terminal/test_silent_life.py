"""What the app does by itself: a silent start with the last run's refresh token, a silent refresh; and Revoke Tokens."""
import json

from phone import Phone, REFRESH, START_AUTHENTICATION, log_in, press_button, sign_in
from session import succeeded


def kept(phone):
    output = succeeded(phone.command("keystore show --json"))
    return json.loads(output)["refresh_token_kept"]


def test_a_silent_start_needs_no_browser(tmp_path):
    phone = Phone(tmp_path, silentStart=True)
    try:
        terminal = sign_in(phone.start())
        assert kept(phone)
        terminal.press("q").wait_for("Quit now?").press("q").wait_exit()
        again = phone.start()
        again.wait_for(REFRESH, "demouser")
        assert "You have left the app" not in again.raw.decode(errors="replace")
        # Its refresh token was rotated and saved; signing out deletes it.
        assert kept(phone)
        press_button(again, "Sign Out")
        again.wait_for(START_AUTHENTICATION)
        assert not kept(phone)
        again.press("q").wait_exit()
        phone.start().wait_for(START_AUTHENTICATION)
    finally:
        phone.close()


def test_a_static_client_starts_silently_and_forgets_its_token_when_that_is_switched_off(tmp_path):
    phone = Phone(tmp_path, silentStart=True, registration="static-client", registrationClientID="rn-expo-app")
    try:
        terminal = phone.start()
        terminal.wait_for(START_AUTHENTICATION).press("enter")
        log_in(terminal)
        terminal.wait_for(REFRESH, "demouser")
        assert kept(phone)
        terminal.press("q").wait_for("Quit now?").press("q").wait_exit()
        again = phone.start()
        again.wait_for(REFRESH, "demouser")
        again.press("q").wait_for("Quit now?").press("q").wait_exit()
        phone.write_config({**phone.members, "silentStart": False})
        _, output, _ = phone.command("doctor --json")
        assert '"check":"refresh_token","verdict":"warning"' in output
        last = phone.start()
        last.wait_for(START_AUTHENTICATION)
        last.press("q").wait_exit()
        assert not kept(phone)
    finally:
        phone.close()


def test_without_the_option_no_token_is_kept(phone):
    terminal = sign_in(phone.start())
    assert not kept(phone)
    terminal.press("q").wait_for("Quit now?").press("q").wait_exit()
    phone.start().wait_for(START_AUTHENTICATION)


def test_tokens_are_renewed_before_they_expire(tmp_path):
    phone = Phone(tmp_path, embeddedServer={"adminPort": 0, "lifetimes": {"accessToken": 8}})
    try:
        log = tmp_path / "app.log"
        terminal = sign_in(phone.start("--log-file", log, "--log-level", "info"))
        refreshes = lambda: sum("refresh" in line and "200" in line for line in log.read_text().splitlines())
        terminal.wait_until(lambda: refreshes() >= 2, "two silent refreshes")
        # The screen did not change.
        terminal.wait_for(REFRESH, "demouser")
    finally:
        phone.close()


def test_revoke_tokens(phone):
    terminal = sign_in(phone.start())
    terminal.press(",").wait_for("Revoke Tokens")
    press_button(terminal, "Revoke Tokens")
    terminal.wait_for("Revoke the tokens?", "Keep Them Valid")
    press_button(terminal, "Revoke Tokens")
    terminal.wait_for("Tokens revoked", "Left as it is:")
    press_button(terminal, "OK")
    terminal.wait_for(START_AUTHENTICATION).press("enter")
    # The browser's session still exists: no password is asked for.
    terminal.wait_for(REFRESH, "demouser")

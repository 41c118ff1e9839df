"""Several phones in one app: each is an instance with its own client, and a change to one leaves the others alone."""
import re
import stat

from phone import REFRESH, START_AUTHENTICATION, START_REGISTRATION, press_button, log_in, sign_in
from test_registration_life import stored_client
from test_server_panel import database, status

SHEET = "Phones on this machine"


def take(terminal, name):
    terminal.press("D").wait_for(SHEET, name)
    for _ in range(7):
        if re.search(rf"▸ [●○] {name} ◂", terminal.text()):
            return terminal.press("enter").wait_gone(SHEET)
        terminal.press("down").settle()
    raise AssertionError(f"no phone {name}:\n{terminal.text()}")


def clients(phone):
    with database(phone) as connection:
        return [row[0] for row in connection.execute("select client_id from dynamically_registered_clients order by created")]


def test_one_phone_is_revoked_and_the_other_lives(phone):
    terminal = sign_in(phone.start())
    first = stored_client(phone)

    terminal.press("3").wait_for("[3 State]")
    terminal.press("D").wait_for(SHEET, re.compile("● phone[^-]"), "signed in", "Add a Phone", "Clone This Phone")
    press_button(terminal, "Add a Phone")
    # The panel belongs to the person, not to the phone: it shows the same tab for the new phone.
    terminal.wait_gone(SHEET).wait_for(START_REGISTRATION, "[3 State]", "▸No client◂")
    assert clients(phone) == [first]
    # Each phone has its own browser: here no user is logged in.
    terminal.press("enter")
    log_in(terminal)
    terminal.wait_for(START_AUTHENTICATION).press("enter").wait_for(REFRESH)
    second = next(client for client in clients(phone) if client != first)

    take(terminal, "phone")
    terminal.wait_for(REFRESH)
    terminal.press("D").wait_for(re.compile("● phone[^-]"), "signed in", "○ phone-2")
    terminal.press("escape").wait_gone(SHEET)

    # The other phone is stolen: it is revoked in this phone's panel.
    terminal.press("tab", "4").wait_for("[Clients 2]", "this phone")
    terminal.press("home")
    choose(terminal, second)
    terminal.wait_for("○ phone-2")
    terminal.press("x").wait_for("is revoked; its tokens are dead")
    assert (status(phone, first), status(phone, second)) == ("active", "revoked")
    terminal.press("tab").wait_for("↵ Refresh")
    press_button(terminal, REFRESH)
    terminal.wait_for("Tokens refreshed")
    take(terminal, "phone-2")
    terminal.wait_for(REFRESH)
    press_button(terminal, REFRESH)
    terminal.wait_for("Register Again", "Keep")


def choose(terminal, client):
    """Moves down the list of clients until the part below shows this one."""
    for _ in range(3):
        terminal.settle()
        if any(client in line and "─" in line for line in terminal.screen.display):
            return
        terminal.press("down")
    raise AssertionError(terminal.text())


def test_a_clone_shares_the_fate_of_its_original(phone):
    terminal = sign_in(phone.start())
    client = stored_client(phone)
    terminal.press("D").wait_for(SHEET)
    press_button(terminal, "Clone This Phone")
    terminal.wait_for("phone-2 has a copy", "○ phone-2", "switched off")
    copy = phone.data / "devices/phone-2"
    for file in ("keystore.age", "device.key"):
        assert (copy / file).read_bytes() == (phone.device / file).read_bytes()
        assert stat.S_IMODE((copy / file).stat().st_mode) == 0o600
    assert not (copy / "browser").exists()
    terminal.press("escape").wait_gone(SHEET)
    take(terminal, "phone-2")
    terminal.wait_for(START_AUTHENTICATION, client[:8])
    assert clients(phone) == [client], "a clone registers nothing"

    with database(phone) as connection:
        connection.execute("update dynamically_registered_clients set status = 'revoked'")
    take(terminal, "phone")
    terminal.wait_for(REFRESH)
    press_button(terminal, REFRESH)
    terminal.wait_for("Register Again", "Keep")


def test_what_is_under_way_is_not_left(phone):
    terminal = phone.start(size=(80, 24))
    # Step mode holds the flow where it is.
    terminal.wait_for(START_REGISTRATION).press("s", "enter").wait_gone(START_REGISTRATION)
    terminal.press("D").wait_for(SHEET)
    press_button(terminal, "Add a Phone")
    terminal.wait_for("Something is under way")
    assert not (phone.data / "devices/phone-2").exists()
    terminal.press("escape").wait_gone(SHEET).press("escape").wait_for(START_REGISTRATION)


def test_a_phone_that_another_program_is_cannot_be_taken(phone):
    other = phone.start("--device", "tablet")
    other.wait_for(START_REGISTRATION)
    terminal = phone.start(size=(40, 15))
    terminal.wait_for(START_REGISTRATION).press("D").wait_for("tablet")
    terminal.press("down").settle()
    terminal.press("enter").wait_for("runs as the device “tablet”")
    terminal.press("escape").wait_for(START_REGISTRATION)

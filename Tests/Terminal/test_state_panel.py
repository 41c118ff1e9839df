"""The panel State: the app's state, how it got there, and why."""
import re

from phone import REFRESH, START_REGISTRATION, press_button, sign_in
from test_server_panel import database
from test_registration_life import stored_client


def test_the_machine_follows_the_main_job_and_a_revocation(phone):
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION).press("3").wait_for("[3 State]", "▸No client◂", "What happened", "the keystore was read")
    sign_in(terminal)
    terminal.wait_for(
        "▸Authenticated◂", re.compile(r"No client → Registering +Start Registration"),
        re.compile(r"Logging in → Fetching token +the redirect came"), "From here to: Registering · Logging in · Calling the API")
    # The selection walks through the history, and End follows the newest.
    terminal.press("tab").wait_for("↑ earlier").press("home").wait_for(re.compile(r"▸ .*Opening → No client"))
    terminal.press("end").wait_for(re.compile(r"▸ .*Fetching token → Authenticated"))
    terminal.press("tab").wait_for("↵ Refresh")
    with database(phone) as connection:
        connection.execute(
            "update dynamically_registered_clients set status = 'revoked' where client_id = ?", (stored_client(phone),))
    press_button(terminal, REFRESH)
    terminal.wait_for("▸No longer valid◂", "Refreshing → No longer valid", "No longer valid: the server answered: invalid_client")


def test_without_room_the_state_is_said_in_words(phone):
    terminal = phone.start(size=(64, 20))
    terminal.wait_for(START_REGISTRATION).press("tab").press("3")
    terminal.wait_for("● No client", "From here to: Registering", "Opening → No client")

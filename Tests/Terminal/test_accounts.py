"""The protected API: accounts, a payment, and the login that it demands; by keystrokes, with and without keys, and through `flow`."""
import re

import pytest

from phone import LEFT_THE_APP, PASSWORD, REFRESH, START_REGISTRATION, USER, Phone, press_button, re_word, sign_in
from session import succeeded
from test_key_faults import phone_words
from test_output_modes import answer_login, choose, last_menu
from test_server_panel import database

BANK = {"scope": "openid profile accounts payments", "api": "/api"}
KEYS = {"profile": "fapi-2.0"}
SIZES = [(110, 30), (80, 24), (40, 15)]


@pytest.fixture
def bank(tmp_path, request):
    phone = Phone(tmp_path, **BANK, **getattr(request, "param", {}))
    yield phone
    phone.close()


def payments(phone):
    with database(phone) as connection:
        return connection.execute("select count(*) from payments").fetchone()[0]


def read_accounts(terminal):
    terminal.wait_for(REFRESH).press("a")
    return terminal.wait_for("Current account")


def fill_in(terminal, recipient="Anna Andersson", amount="12.50"):
    press_button(terminal, "Pay Somebody")
    terminal.wait_for("Still needed")
    terminal.type(recipient).press("enter").type(amount).press("enter").type("Lunch").press("enter")
    terminal.wait_gone("Still needed")
    return terminal.press("enter")


def step_up(terminal):
    """The API's login: it appears although the browser has a session."""
    terminal.wait_for("wants another login").press("enter")
    return terminal.wait_for("User name").type(USER).press("tab").type(PASSWORD).press("enter")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bank", [{}, KEYS], indirect=True, ids=["bearer", "dpop"])
def test_a_payment_takes_a_login_of_its_own(bank, size):
    terminal = sign_in(bank.start())
    terminal.resize(*size)
    read_accounts(terminal)
    fill_in(terminal)
    terminal.wait_for("wants another login", "fresh-login", "120 s at most")
    assert payments(bank) == 0
    step_up(terminal)
    terminal.wait_for("paid to Anna", "Current account")
    assert payments(bank) == 1


@pytest.mark.parametrize("bank", [{}, KEYS], indirect=True, ids=["bearer", "dpop"])
def test_not_now_and_a_closed_browser_lose_nothing(bank):
    terminal = sign_in(bank.start())
    read_accounts(terminal)
    fill_in(terminal)
    terminal.wait_for("wants another login").press("enter")
    terminal.wait_for(LEFT_THE_APP, re_word("Password")).press("escape")
    # Back to the question, still signed in.
    terminal.wait_for("wants another login").press("escape")
    terminal.wait_for("Payment", "Anna Andersson", "12.50")
    terminal.press("escape").wait_for("Current account").press("escape")
    terminal.wait_for(REFRESH)
    assert payments(bank) == 0


def test_the_api_is_a_party_of_the_sequence(bank):
    terminal = bank.start()
    terminal.wait_for(START_REGISTRATION).press("2").wait_for("[2 Sequence")
    sign_in(terminal)
    read_accounts(terminal)
    terminal.wait_for(re.compile(r"\bAPI\b"), "accounts")


def test_a_login_without_the_scope_is_told_so(bank):
    bank.write_config({**bank.members, "scope": "openid profile"})
    terminal = bank.start()
    terminal.wait_until(lambda: "openid profile accounts payments" in phone_words(terminal), "the warning").press("enter")
    sign_in(terminal)
    terminal.press("a").wait_for("not enough for this", "Dismiss")
    terminal.press("escape").wait_for("Nothing has been read")
    terminal.press("escape").wait_for(REFRESH)


def test_without_an_api_nothing_is_there(tmp_path):
    phone = Phone(tmp_path)
    try:
        terminal = sign_in(phone.start())
        assert "Accounts" not in terminal.text()
        terminal.press("a").settle()
        terminal.wait_for(REFRESH)
    finally:
        phone.close()


@pytest.mark.parametrize("bank", [{}, KEYS], indirect=True, ids=["bearer", "dpop"])
def test_flow_reads_the_accounts(bank):
    lines = succeeded(bank.flow())
    steps = [line["step"] for line in lines if line.get("ok")]
    assert steps[-3:] == ["refresh", "accounts", "logout"]


def test_plain_lines_can_pay(bank):
    """For screen readers: the fields are asked for in lines, and sentences explain the demand."""
    terminal = bank.start("--plain", size=(110, 160))
    choose(terminal, START_REGISTRATION)
    answer_login(terminal)
    choose(terminal, "Start Authentication")
    choose(terminal, "Accounts", waiting_for=USER)
    choose(terminal, "Pay Somebody", waiting_for="Current account")
    for field, value in (("To", "Anna Andersson"), ("Amount", "12,50")):
        choose(terminal, field)
        terminal.wait_until(lambda: last_menu(terminal).endswith(f"{field}: "), f"{field} is not asked for")
        terminal.seen = len(terminal.raw)
        terminal.type(value + "\r").wait_for(f"{field}: {value}")
        assert f"\n{field}: \r" not in last_menu(terminal), "it is asked for once more"
    choose(terminal, "Pay")
    choose(terminal, "Log In Once More", waiting_for="not enough to pay 12.50 EUR to Anna Andersson")
    terminal.wait_until(lambda: "User name" in last_menu(terminal), "the login form")
    terminal.seen = len(terminal.raw)
    terminal.type("back\r").wait_for("Cancelled: “Logging in for the API” goes no further.")
    choose(terminal, "Log In Once More")
    answer_login(terminal)
    terminal.wait_for("12.50 EUR paid to Anna Andersson")
    assert payments(bank) == 1


def test_an_api_beside_an_application_server_is_refused(bank):
    bank.write_config({**bank.members, "applicationServer": f"https://localhost:{bank.port}/application"})
    status, _, errors = bank.command("config show")
    assert (status, "api" in errors) == (65, True), errors

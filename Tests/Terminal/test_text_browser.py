"""The recipe for w3m in docs/user-agents.md, exactly as written: a real text browser in the terminal that the app lends it."""
import os
import shutil

import pytest
from phone import PASSWORD, REFRESH, START_AUTHENTICATION, START_REGISTRATION, USER, Phone, press_button, re_word
from recipes import Recipe

pytestmark = pytest.mark.skipif(
    shutil.which("w3m") is None and os.environ.get("CI") != "true", reason="there is no w3m: apt-get install w3m")


@pytest.fixture
def phone(tmp_path):
    phone = Phone(tmp_path)
    recipe = Recipe("w3m", phone.data)
    assert str(phone.data) in recipe.members["browserCommand"]
    phone.write_config({**phone.members, **recipe.members})
    yield phone
    phone.close()


def log_in(terminal):
    """As a person does: Tab to a field, Enter, the value, Enter; then Tab to the button and Enter."""
    terminal.wait_for(re_word("Password"), "Viewing")
    for prompt, text in [("TEXT:", USER), ("Password:", PASSWORD)]:
        terminal.press("tab").press("enter").wait_for(prompt)
        terminal.type(text).press("enter").wait_gone(prompt)
    terminal.press("tab").press("enter")


def test_w3m_logs_in_and_the_terminal_comes_back(phone):
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION).press("enter")
    log_in(terminal)
    # w3m forgets its session when it ends, so the second login asks again, as the recipe says.
    terminal.wait_for(START_AUTHENTICATION).press("enter")
    log_in(terminal)
    terminal.wait_for(REFRESH, "Sign Out")
    assert PASSWORD.encode() not in terminal.raw
    press_button(terminal, "Sign Out")
    terminal.wait_for(START_AUTHENTICATION)
    terminal.press("q").ends()


def test_leaving_w3m_without_a_login_is_no_error(phone):
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION).press("enter")
    terminal.wait_for(re_word("Password"), "Viewing").press("q")
    terminal.wait_for("Do you want to exit w3m").press("y")
    terminal.wait_for(START_REGISTRATION)
    terminal.press("q").ends()

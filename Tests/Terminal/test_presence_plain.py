"""Face ID in lines, for screen readers and pipes: the question waits, and a number or a name answers it."""
import pytest
from phone import PASSWORD, START_AUTHENTICATION, START_REGISTRATION, USER, Phone
from session import succeeded
from test_output_modes import answer_login, choose


@pytest.fixture
def asking(tmp_path):
    phone = Phone(tmp_path, clientAuthentication="private-key", userPresence=True)
    yield phone
    phone.close()


def test_face_id_at_a_terminal(asking):
    terminal = asking.start("--plain", size=(110, 120))
    choose(terminal, START_REGISTRATION)
    answer_login(terminal)
    choose(terminal, START_AUTHENTICATION)
    choose(terminal, "Not Now", waiting_for="Face ID")
    choose(terminal, "Details", waiting_for="Nothing was signed")
    choose(terminal, "Retry", waiting_for="secure_element_presence_refused")
    choose(terminal, "It Is Me", waiting_for="Face ID")
    choose(terminal, "Quit", waiting_for=f"Subject: {USER}")
    assert terminal.wait_exit() == 0
    assert b"\x1b" not in terminal.raw


@pytest.mark.parametrize("answer, then, said", [
    ("1", "Quit", f"Subject: {USER}"), ("It Is Me", "Quit", f"Subject: {USER}"),
    ("Not Now", "Details", "secure_element_presence_refused")])
def test_face_id_through_a_pipe(asking, answer, then, said):
    """All lines are there from the beginning: the browser reads those for the login page, the next one answers the question."""
    lines = ["1", USER, PASSWORD, "1", "1", answer, then]
    output = succeeded(asking.command("run --plain", input="".join(f"{line}\n" for line in lines).encode()))
    assert said in output, output

"""A test of a client in the app: started on the client in the panel Server, followed in the place of the test plan."""
from phone import sign_in
from test_registration_life import stored_client


def test_a_test_is_started_answered_and_stopped(phone):
    terminal = sign_in(phone.start(size=(140, 40)))
    client = stored_client(phone)
    terminal.press("tab", "4").wait_for("[Clients 1]", client)
    terminal.press("c").wait_for(f"Testing the client {client}", "all checks")
    terminal.press("enter").wait_for("1. Sign in with the client.", "s left to begin", "it cannot", "stop the test")
    # Without a login there is nothing to compare with; what was seen before is judged.
    terminal.press("n").wait_for("The test has ended.", "passed: ")
    terminal.press("end").wait_for("passed: Signs in when all is right (base-login)")
    terminal.press("a").wait_for("1. Sign in with the client.")
    terminal.press("x").wait_for("The test was stopped.", "all checks")
    terminal.press("escape").wait_for("[Clients 1]")
    terminal.press("C").wait_for("[C Test plan]", "no run yet")
    terminal.press("c").wait_for("The test was stopped.")
    terminal.press("escape").wait_for("no run yet")
    terminal.press("escape", "q").wait_for("Quit now?").press("q").ends()

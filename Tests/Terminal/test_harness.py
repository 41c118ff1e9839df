"""What the tests rely on in the terminal that they use."""
import sys

from session import Session

# A picture in two parts, as ncurses writes one that is larger than its buffer; a busy machine is late with the second.
PICTURE = """
import sys, time
print("above", end="", flush=True)
end = time.process_time() + 0.1
while time.process_time() < end: pass
print("below", end="", flush=True)
sys.stdin.read()
"""


def test_what_is_seen_after_waiting_is_a_whole_picture():
    with Session([sys.executable, "-c", PICTURE]) as terminal:
        assert "below" in terminal.wait_for("above").text()

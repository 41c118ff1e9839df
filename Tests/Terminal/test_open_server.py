"""The app opens its own server to a network, from the panel Server, and closes it again. 127.0.0.2 stands for an address of the machine in a network."""
import contextlib
import hashlib
import json
import re
import socket
import ssl

import pytest
from phone import REFRESH, press_button, sign_in
from session import PATIENCE
from test_reach import METADATA, OTHER, exchange, get, listens, own_authority
from test_reach_network import Client, is_refused, other, other_machine  # noqa: F401
from test_registration_life import stored_client
from test_scripts import play, script
from test_server_panel import value

ADDRESSES = {"DCR_TERMINAL_TEST_ADDRESSES": OTHER}
OPEN = f"Reachable by: every device in the network of {OTHER}"
CLOSED = "Reachable by: this machine only"


def issuer(phone, address, name=None):
    return json.loads(get(phone, address, name=name)[2])["issuer"]


def choose(terminal, text):
    """Moves down to the row of the card with this text."""
    terminal.wait_for(text)
    for _ in range(30):
        if re.search(rf"▸ [●○] {re.escape(text)}", terminal.text()):
            return terminal
        terminal.press("down").settle()
    raise AssertionError(terminal.text())


def card(phone, terminal):
    """From the panel Server, whose server runs, to the card."""
    terminal.press("tab", "4").wait_for("[Clients", CLOSED)
    return terminal.press("w").wait_for("○ " + OTHER, "● this machine only")


def administration(terminal):
    """The port that the panel shows, once it is that of the server which runs now."""
    def port():
        shown = re.search(r"https://localhost:(\d+)/admin", terminal.text())
        return int(shown.group(1)) if shown else None

    terminal.wait_until(lambda: port() and listens("127.0.0.1", port()), "the administration")
    return port()


def open_server(phone, terminal):
    choose(card(phone, terminal), OTHER).press("enter")
    return terminal.wait_for(OPEN, f"http://{OTHER}:")


def test_the_page_takes_another_port_if_its_own_is_taken_at_that_address_alone(phone):
    with socket.socket() as taken:
        # Somebody else may have it already.
        with contextlib.suppress(OSError):
            taken.bind((OTHER, 8442))
            taken.listen()
        terminal = open_server(phone, sign_in(phone.start(env=ADDRESSES, size=(110, 50))))
        assert f"http://{OTHER}:8442/" not in terminal.text()


@pytest.mark.parametrize("leaving", ["by its key", "with the app"])
def test_it_is_opened_and_closed(phone, leaving):
    terminal = sign_in(phone.start(env=ADDRESSES, size=(110, 50)))
    client = stored_client(phone)
    assert not listens(OTHER, phone.port) and issuer(phone, "127.0.0.1", "localhost") == phone.issuer
    open_server(phone, terminal)

    # A client there finds the issuer where it asks; this phone's has not changed.
    assert issuer(phone, OTHER) == phone.issuer.replace("localhost", OTHER)
    assert issuer(phone, "127.0.0.1", "localhost") == phone.issuer
    # Only named hosts are answered, and the administration stays where it was.
    assert get(phone, OTHER, host=f"127.0.0.3:{phone.port}")[0] == 421
    terminal.press("escape").wait_for("[Clients", OPEN)
    assert not listens(OTHER, administration(terminal))

    # The page with the authority, as the card shows it.
    terminal.press("w").wait_for(f"http://{OTHER}:", "SHA-256")
    page = int(re.search(rf"http://{re.escape(OTHER)}:(\d+)/", terminal.text()).group(1))
    with socket.create_connection((OTHER, page), timeout=PATIENCE) as plain:
        status, _, body = exchange(plain, f"{OTHER}:{page}", "/ca.pem")
    assert status == 200
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(body.decode())).digest()
    # It may go on in the next line.
    shown = re.search(r"(?:[0-9A-F]{2}:){8,}", terminal.text()).group()
    assert digest.hex(":").upper().startswith(shown) and body == own_authority(phone).read_bytes()

    # The phone goes on as before.
    terminal.press("escape").wait_for("[Clients", OPEN)
    tokens = value(phone, "select count(*) from tokens")
    terminal.press("tab").wait_for("↵ Refresh")
    press_button(terminal, REFRESH)
    terminal.wait_until(lambda: value(phone, "select count(*) from tokens") > tokens, "new tokens").settle()
    assert stored_client(phone) == client

    if leaving == "by its key":
        terminal.press("tab").wait_for("[Clients")
        terminal.press("w").wait_for(f"http://{OTHER}:").press("w").wait_for(CLOSED, f"○ {OTHER}")
        assert not listens(OTHER, phone.port) and not listens(OTHER, page)
        assert issuer(phone, "127.0.0.1", "localhost") == phone.issuer
    terminal.press("q").wait_for("Quit now?").press("q").ends()
    assert not listens(OTHER, phone.port) and not listens(OTHER, page) and not listens("127.0.0.1", phone.port)


def test_a_taken_port_leaves_it_as_it_was(phone):
    terminal = sign_in(phone.start(env=ADDRESSES))
    with socket.socket() as other:
        other.bind((OTHER, phone.port))
        other.listen()
        choose(card(phone, terminal), OTHER).press("enter")
        terminal.wait_for(f"At {OTHER} it does not start", "something else listens", CLOSED)
        assert issuer(phone, "127.0.0.1", "localhost") == phone.issuer
    terminal.press("enter").wait_for(OPEN)
    assert issuer(phone, OTHER) == phone.issuer.replace("localhost", OTHER)
    terminal.press("q").wait_for("Quit now?").press("q").ends()
    assert not listens(OTHER, phone.port)


def test_another_machine_gets_in_and_known_passwords_need_their_own_row(phone, other):
    terminal = sign_in(phone.start(env=ADDRESSES, size=(110, 50)))
    choose(card(phone, terminal), other.here).press("enter")
    if other.is_network:
        terminal.wait_for("Others could sign in as demouser", CLOSED)
        assert is_refused(other, other.here, phone.port)
        terminal.press("end", "home").settle()
        for _ in range(30):
            if "▸ Passwords of the tutorials" in terminal.text():
                break
            terminal.press("down").settle()
        terminal.press("enter").wait_for("allowed for everybody")
        terminal.press("home").settle()
        choose(terminal, other.here).press("enter")
    terminal.wait_for(f"network of {other.here}")
    client = Client(other, other.here, phone.port, own_authority(phone))
    status, _, text = client.ask("GET", METADATA)
    assert status == 200 and json.loads(text)["issuer"] == phone.issuer.replace("localhost", other.here)
    assert issuer(phone, "127.0.0.1", "localhost") == phone.issuer
    terminal.press("escape").wait_for("[Clients").press("q").wait_for("Quit now?").press("q").ends()
    assert is_refused(other, other.here, phone.port)


def test_a_script_opens_nothing(tmp_path):
    """Whoever plays a stranger's script has not allowed servers."""
    text = 'expect screen registration\npress tab\npress 4\npress w\nexpect "must not let others in"\n'
    status, output, errors = play(tmp_path, script(tmp_path, text), env=ADDRESSES)
    assert (status, errors) == (0, ""), output

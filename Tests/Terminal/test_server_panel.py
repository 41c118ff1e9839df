"""The panel Server: the identity server from inside, and the phone that notices a change on its next request."""
import contextlib
import json
import re
import sqlite3

from harness.controls import stray_controls
from phone import REFRESH, START_AUTHENTICATION, START_REGISTRATION, Phone, press_button, sign_in
from session import PATIENCE
from test_messages_panel import written
from test_registration_life import stored_client


@contextlib.contextmanager
def database(phone):
    connection = sqlite3.connect(phone.data / "idsvr/idsvr.sqlite", timeout=PATIENCE)
    try:
        with connection:
            yield connection
    finally:
        connection.close()


def value(phone, sql, *arguments):
    with database(phone) as connection:
        return connection.execute(sql, arguments).fetchone()[0]


def status(phone, client):
    return value(phone, "select status from dynamically_registered_clients where client_id = ?", client)


LIVE = "select count(*) from tokens t join grants g using (grant_id) where g.client_id = ? and not g.revoked " \
    "and not t.used and not t.revoked and t.expires > strftime('%s')"


def test_a_revocation_reaches_the_phone_on_its_next_request(phone):
    terminal = sign_in(phone.start())
    client = stored_client(phone)
    terminal.press("tab", "4").wait_for("[Clients 1]", "this phone", "✓ active", client, "1 live grant", "x revoke")
    # The server's actions are listed as they happen, the app's own requests included.
    terminal.wait_for("Live events, newest first", "register ")
    assert status(phone, client) == "active"
    assert value(phone, LIVE, client) > 0

    terminal.press("enter").wait_for("access token", "refresh token", "openid profile for demouser")
    terminal.press("escape").wait_for("x revoke")
    terminal.press("x").wait_for("is revoked; its tokens are dead", "✗ revoked", "a activate")
    assert status(phone, client) == "revoked"
    assert value(phone, LIVE, client) == 0
    # The phone does not know about it yet.
    terminal.wait_for(REFRESH).wait_gone("Register Again")
    terminal.press("tab").wait_for("↵ Refresh")
    press_button(terminal, REFRESH)
    terminal.wait_for("Register Again", "Keep")
    terminal.press("escape").wait_gone("Register Again")

    terminal.press("tab").wait_for("a activate")
    terminal.press("a").wait_for("is active again; its old tokens stay dead", "✓ active", "x revoke")
    assert status(phone, client) == "active"
    assert value(phone, LIVE, client) == 0, "activating has revived a token"
    terminal.press("tab").wait_for(START_AUTHENTICATION)
    terminal.wait_until(lambda: "Start Authentication" in terminal.screen.display[-1], "the button's key")
    terminal.press("enter").wait_for(REFRESH)
    assert stored_client(phone) == client

    # Ending the session asks first; then the next login must ask for the password.
    terminal.press("tab").wait_for("x revoke")
    terminal.press("right").wait_for("[Sessions 1]", "demouser", "x end the session")
    terminal.press("x").wait_for("End this session?", "Keep It")
    terminal.press("enter").wait_gone("End this session?")
    assert value(phone, "select count(*) from sso_sessions") == 1
    terminal.press("x").wait_for("End this session?")
    terminal.press("right").wait_for("↵ End Session")
    terminal.press("enter").wait_for("The session of demouser has ended", "Sessions 0")
    assert value(phone, "select count(*) from sso_sessions") == 0


def test_a_revocation_by_a_command_is_the_administrators_operation(phone):
    """The command is another program: Messages, Sequence and the archive still show it."""
    terminal = sign_in(phone.start())
    client = stored_client(phone)
    for operation in ("revoke", "activate"):
        assert phone.command(f"clients {operation}", client)[0] == 0
        terminal.wait_for(re.compile(rf"Admin\S*Server +client {operation}"))
    terminal.press("tab", "2").wait_for("Admin")
    terminal.press("1").wait_for("1 Messages]")
    archive = json.loads(written(phone, terminal, "w", ".har").read_text())
    events = [event for event in archive["log"]["_events"] if event["what"] == "administrator"]
    assert [event["note"] for event in events] == ["client revoked", "client activated"], events


HOSTILE = "\x1b[2J\x1b]0;owned\x07\u202ename"


def test_ten_thousand_clients_are_a_window_and_a_filter(phone):
    code, _, errors = phone.flow("--until", "register")
    assert code == 0, errors
    with database(phone) as connection:
        connection.executemany(
            "insert into dynamically_registered_clients (client_id, authenticated_user, status, created, updated, "
            "registration_token_hash, registration_token_expires, metadata) values (?, ?, 'active', ?, 0, ?, 0, ?)",
            ((f"client-{n:05}", "jd" if n % 3 else HOSTILE, 1000 + n, n.to_bytes(4, "big"), "{}") for n in range(10_000)))
    terminal = phone.start(size=(80, 24))
    terminal.wait_for(START_AUTHENTICATION).press("tab").press("4")
    terminal.wait_for("[Clients 10001]", "this phone", "1 of 10001, newest first")
    terminal.press("end").wait_for("10001 of 10001", "client-00000", "owned")
    # Up through the windows that are read on the way; every step selects the next client.
    for _ in range(20):
        terminal.press("pageup")
    terminal.wait_for("9801 of 10001", re.compile("▸ *client-00200"))
    terminal.press("home").wait_for("1 of 10001", "this phone")
    terminal.press("/").type("CLIENT-042").wait_for("100 of 10001", "1 of 100,").press("enter")
    terminal.wait_for("x revoke").press("down").wait_for("2 of 100,", re.compile("▸ *client-04298"))
    terminal.press("x").wait_for("is revoked; its tokens are dead")
    assert status(phone, "client-04298") == "revoked"
    assert value(phone, "select count(*) from dynamically_registered_clients where status <> 'active'") == 1
    terminal.press("backspace").wait_for("[Clients 10001]", "newest first").wait_gone("client-042")
    # A change by SQL shows without a key press.
    own = stored_client(phone)
    with database(phone) as connection:
        connection.execute("update dynamically_registered_clients set status = 'locked' where client_id = ?", (own,))
    terminal.wait_for("✗ locked", "a activate")
    assert stray_controls(terminal.raw) == []


def test_somebody_elses_server_is_explained(tmp_path):
    other = Phone(tmp_path, issuer="https://127.0.0.1:9/realms/demo")
    try:
        terminal = other.start()
        terminal.wait_for(START_REGISTRATION).press("tab").press("4")
        terminal.wait_for("Somebody else's server", "127.0.0.1:9/realms/demo")
        terminal.press("x", "a", "/").settle()
        terminal.wait_for("Somebody else's server")
    finally:
        other.close()


def test_the_server_fits_on_the_smallest_terminal(phone):
    assert phone.flow("--until", "register")[0] == 0
    terminal = phone.start(size=(40, 15))
    terminal.wait_for("Start Authentication").press("tab", "4").wait_for(re.compile(r"▸● \S+… demouser +✓ active"), "x revoke")
    terminal.press("x").wait_for("✗ revoked")
    assert status(phone, stored_client(phone)) == "revoked"

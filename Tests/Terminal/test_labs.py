"""The labs of the panel Lesson, by keystrokes: what the screen says came of each attack, and what the lab server's own
database says."""
import json
import re
import socket
import sqlite3

import pytest

from harness.controls import stray_controls
from phone import REFRESH, START_REGISTRATION, log_in, press_button

LESSONS = ["stolen-redirect", "forged-state", "dcr-token-once", "one-secret", "copied-keystore", "mix-up",
           "single-sign-on", "implicit", "template"]
HELD, WORKED = "The defence held", "The attack worked"
TROUBLE = re.compile(r"Unexpected:|It could not be done|try again")


def open_lessons(terminal):
    terminal.wait_for(START_REGISTRATION).press("tab", "6")
    return terminal.wait_for("done on this device", "↵ open")


def open_lesson(terminal, number):
    terminal.press("home")
    for _ in range(number + 1):  # the tour is the first
        terminal.press("down")
    return terminal.press("enter").wait_for("Setting", "What you find out", "↵ next")


def run_steps(terminal, count, of=None):
    """Does the steps of the lesson that is open, and returns what the screen said of each."""
    said = []
    for number in range(1, count + 1):
        terminal.press("enter").wait_for(f"Step {number} of {of or count}", "↵ do it")
        terminal.press("enter")
        footer = lambda: terminal.screen.display[-1]
        terminal.wait_until(lambda: "↵ next" in footer() or TROUBLE.search(terminal.screen.text()), "the end of the step")
        terminal.settle()
        text = terminal.text()
        assert not TROUBLE.search(text), text
        said.append(" ".join(text.split()))
    return said


def rows(phone, lesson, sql):
    path = phone.device / "labs" / lesson / "data/idsvr/idsvr.sqlite"
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


CLIENTS = "select authenticated_user, status from dynamically_registered_clients order by created, client_id"
CODES = "select count(*) from authorization_codes"


def of_own_phone(phone):
    """What labs have left on the phone itself, whose server runs beside theirs: nothing is what it has to be."""
    connection = sqlite3.connect(phone.data / "idsvr/idsvr.sqlite", timeout=10)
    try:
        counts = connection.execute("""
            select (select count(*) from dynamically_registered_clients) + (select count(*) from sso_sessions)
            + (select count(*) from grants)""").fetchone()[0]
    finally:
        connection.close()
    return counts or phone.keystore.exists() or (phone.device / "browser").exists()


def test_labs_about_codes_and_tokens(phone):
    terminal = phone.start(size=(150, 50))
    open_lessons(terminal)

    open_lesson(terminal, 0)
    said = run_steps(terminal, 4)
    assert HELD not in said[0] and WORKED not in said[0]
    assert said[1].count(HELD) == 2 and WORKED not in said[1] and "error invalid_grant" in said[1]
    assert "without a code_verifier" in said[1] and "; with a code_verifier" in said[1]
    assert WORKED in said[2] and HELD not in said[2] and "scope dcr" in said[2]
    assert said[3].count(WORKED) == 2 and "user demouser" in said[3]
    # With PKCE nothing: the only client is the one of the app that did without.
    assert rows(phone, LESSONS[0], CLIENTS) == [("demouser", "active")]
    used = rows(phone, LESSONS[0], "select used, code_challenge is null from authorization_codes order by grant_id")
    assert used == [(0, 0), (1, 1)], "the code with a challenge was redeemed, or the bare one was not"
    terminal.press("enter").wait_for("Why it is so", "RFC 7636")
    terminal.press("enter").wait_for("Question", "Its SHA-256 is not").press("down", "enter").wait_for("Right.")
    terminal.press("enter").wait_for("1 of 10 done")

    open_lesson(terminal, 1)
    said = run_steps(terminal, 3)
    assert "dropped 1" in said[1] and "result user_agent_closed" in said[1] and HELD in said[1]
    assert WORKED in said[2] and "user jd" in said[2]
    assert rows(phone, LESSONS[1], CLIENTS) == [("jd", "active")]
    terminal.press("escape").wait_for("↵ open")

    open_lesson(terminal, 2)
    said = run_steps(terminal, 4)
    assert "status 403" in said[1] and "insufficient_scope" in said[1] and HELD in said[1]
    assert "status 201" in said[2]
    assert "status 401" in said[3] and said[3].count(HELD) == 2
    assert rows(phone, LESSONS[2], CLIENTS) == [("demouser", "active")]
    terminal.press("escape").wait_for("↵ open")

    # The exchanges stand in Messages, with who sent them.
    terminal.press("1").wait_for("Malicious app")
    assert not of_own_phone(phone)
    assert stray_controls(terminal.raw) == []
    kept = json.loads((phone.device / "lessons.json").read_text())
    assert kept["lessons"]["stolen-redirect"] == {"steps": 4, "complete": True, "answeredRight": True}
    assert (phone.device / "lessons.json").stat().st_mode & 0o777 == 0o600


def test_labs_about_devices(phone):
    terminal = phone.start(size=(150, 50))
    open_lessons(terminal)

    open_lesson(terminal, 3)
    said = run_steps(terminal, 4)
    assert said[1].count(HELD) == 2
    assert said[3].count(WORKED) == 2
    assert [status for _, status in rows(phone, LESSONS[3], CLIENTS)] == ["revoked", "revoked"]
    terminal.press("escape").wait_for("↵ open")

    open_lesson(terminal, 4)
    said = run_steps(terminal, 5)
    assert "keystore_key_missing" in said[1] and said[1].count(HELD) == 2
    assert WORKED in said[2]
    assert "login_refused" in said[3] and "access_denied" in said[3] and said[3].count(HELD) == 2
    assert "nobody types" in said[3] and "jd signs in" in said[3]
    assert "keystore_wrong_passphrase" in said[4] and HELD in said[4]
    assert rows(phone, LESSONS[4], CLIENTS) == [("demouser", "active")]
    assert (phone.device / "labs/copied-keystore/data/devices/thief-phone/device.key").exists()
    terminal.press("escape").wait_for("↵ open")
    assert not of_own_phone(phone)


def test_labs_about_servers(phone):
    terminal = phone.start(size=(150, 50))
    open_lessons(terminal)

    open_lesson(terminal, 5)
    said = run_steps(terminal, 3)
    assert "result iss_mismatch" in said[0] and said[0].count(HELD) == 2 and "no code" in said[0]
    assert WORKED in said[1]
    assert said[2].count(WORKED) == 3
    assert rows(phone, LESSONS[5], CLIENTS) == [("demouser", "active")]
    terminal.press("escape").wait_for("↵ open")

    open_lesson(terminal, 6)
    said = run_steps(terminal, 4)
    assert "sessions 1" in said[0] and "sessions 1" in said[1]
    assert "login_refused" in said[2] and HELD in said[2]
    assert rows(phone, LESSONS[6], "select count(*) from sso_sessions") == [(2,)]
    assert rows(phone, LESSONS[6], CLIENTS) == [("demouser", "active")]
    terminal.press("escape").wait_for("↵ open")

    open_lesson(terminal, 7)
    said = run_steps(terminal, 3)
    assert "status 401" in said[1] and "status 400" in said[1] and said[1].count(HELD) == 2
    assert said[2].count(WORKED) == 2 and "preferred_username demouser" in said[2]
    assert rows(phone, LESSONS[7], "select count(*) from tokens") == [(1,)], "the stolen code gave a token"
    terminal.press("escape").wait_for("↵ open")

    open_lesson(terminal, 8)
    said = run_steps(terminal, 3)
    assert HELD in said[2] and "scope openid profile" in said[2]
    scopes = rows(phone, LESSONS[8], """
        select c.template_id is not null, g.scope from dynamically_registered_clients c join grants g using (client_id)
        order by g.grant_id""")
    assert scopes == [(1, "openid profile"), (0, "openid profile"), (1, "openid"), (0, "openid profile")]

    # Reset: the lab is gone from the disk, and its progress with it.
    folder = phone.device / "labs/template"
    assert folder.exists()
    terminal.press("x").wait_for("The lab was reset")
    assert not folder.exists()
    terminal.press("escape").wait_for("↵ open")
    assert "template" not in json.loads((phone.device / "lessons.json").read_text())["lessons"]


def write_lesson(phone, name, text):
    folder = phone.data / "lessons"
    folder.mkdir(parents=True, mode=0o700, exist_ok=True)
    phone.data.chmod(0o700)
    (folder / name).write_text(text if isinstance(text, str) else json.dumps(text, indent=2))


def own_lesson(**changes):
    source = json.loads((phone_root() / "Sources/DCRTerminal/Lessons/stolen-redirect.json").read_text())
    source.update(changes)
    return source


def phone_root():
    from phone import ROOT
    return ROOT


def test_a_trainers_lesson_and_a_broken_one(phone):
    # The same attack, but the lab's server keeps its defence: the lesson has to say so, not to play its part.
    write_lesson(phone, "own.json", own_lesson(id="own", title="A lesson of our own", order=9, world={}))
    write_lesson(phone, "broken.json", '{"version": 1,\n "id": "x",\n "order": "one"}')
    write_lesson(phone, "half.json", '{"version": 1,\n')
    terminal = phone.start(size=(150, 50))
    open_lessons(terminal)
    terminal.wait_for("broken.json, line 1: kind is missing", "half.json, line 2: not JSON", "A lesson of our own")
    status, output, _ = phone.command("doctor")
    assert re.search(r"warning +lesson file broken.json, line 1, is left out: kind is missing", output), output
    open_lesson(terminal, 0)
    run_steps(terminal, 2, of=4)
    terminal.press("enter").wait_for("Step 3 of 4").press("enter")
    terminal.wait_for("Unexpected: code should be there and is absent", "↵ try again", timeout=60)
    assert WORKED not in terminal.text()
    assert rows(phone, "own", CLIENTS) == []
    # What builds on it cannot be done, which is said, and can be read.
    terminal.press("right").wait_for("Step 4 of 4", "This step builds on step 3", "↵ next")
    terminal.press("enter").wait_for("Why it is so")
    terminal.press("left").wait_for("Step 4 of 4").press("left").wait_for("Step 3 of 4", "Unexpected:", "↵ try again")


def test_files_with_one_id_and_more_broken_ones_than_there_is_room_for(phone):
    write_lesson(phone, "copy.json", own_lesson(id="own", title="A copy whose id was forgotten"))
    write_lesson(phone, "own.json", own_lesson(id="own", title="A lesson of our own"))
    names = [f"wrong-{number}.json" for number in range(8)]
    for name in names:
        write_lesson(phone, name, own_lesson(id=name[:-5], kind="game"))
    terminal = phone.start()
    open_lessons(terminal)
    terminal.wait_for("A copy whose id was forgotten", "id should be another than in copy.json", re.compile(r"and \d more"))
    assert "A lesson of our own" not in terminal.text()
    _, output, _ = phone.command("doctor")
    assert all(name in output for name in [*names, "own.json"]), output


def test_an_answer_other_than_expected_is_said(phone):
    lesson = own_lesson(id="own", title="A lesson of our own", order=9)
    lesson["steps"][1]["do"][0]["expect"] = {"status": 200}
    write_lesson(phone, "own.json", lesson)
    terminal = phone.start(size=(150, 50))
    open_lessons(terminal)
    open_lesson(terminal, 0)
    run_steps(terminal, 1, of=4)
    terminal.press("enter").wait_for("Step 2 of 4").press("enter")
    terminal.wait_for("Unexpected: status should be 200 and is 400", "↵ try again", timeout=60)
    assert HELD not in terminal.text()


@pytest.mark.parametrize("content", ["{", '{"version": 1, "lessons": {"x": {"steps": "many"}}}', "\0" * 10])
def test_damaged_progress_is_said_and_set_aside(phone, content):
    phone.device.mkdir(parents=True, mode=0o700)
    phone.data.chmod(0o700)
    (phone.device / "lessons.json").write_text(content)
    terminal = phone.start()
    open_lessons(terminal)
    terminal.wait_for("was damaged and begins anew", "0 of 10 done")
    assert (phone.device / "lessons.json.damaged").read_text() == content


def whole(terminal, *wanted):
    """Waits until a whole picture shows it: the title of this stop over the footer of the one before is none."""
    return terminal.wait_for(*wanted).rest(0.3).wait_for(*wanted)


def test_the_guided_tour_leads_through_the_main_job(phone):
    terminal = phone.start(size=(150, 50))
    open_lessons(terminal).press("home", "enter").wait_for("Setting", "↵ next")
    whole(terminal.press("enter"), "Step 1 of 13: Freshly installed", "The phone is here now", "↵ press the button")
    whole(terminal.press("enter"), "Step 2 of 13: Where is everything?", "↵ send it")
    # Reading ahead and back changes nothing at the phone.
    terminal.press("right").wait_for("Step 3 of 13", "not here at the moment").press("left")
    whole(terminal, "Step 2 of 13", "↵ send it")
    whole(terminal.press("enter"), "Step 3 of 13: The first login", "↵ send it")
    terminal.press("enter")
    log_in(terminal)
    for title in ["4 of 13: A code for a token", "5 of 13: The registration itself", "6 of 13: Kept, encrypted"]:
        whole(terminal, f"Step {title}", "↵ send it").press("enter")
    whole(terminal, "Step 7 of 13: A client of its own", "↵ press the button")
    assert phone.keystore.exists()
    whole(terminal.press("enter"), "Step 8 of 13: The second login", "↵ send it").press("enter")
    for title in ["9 of 13: Tokens for the new client", "10 of 13: Is the ID token genuine", "11 of 13: Who is it",
                  "12 of 13: What survives"]:
        whole(terminal, f"Step {title}", "↵ send it").press("enter")
    terminal.wait_for("Step 13 of 13: Signed in", "The phone is here now", REFRESH)
    terminal.press("enter").wait_for("Why it is so").press("enter").wait_for("Question").press("enter").wait_for("Right.")
    terminal.press("enter").wait_for("1 of 10 done")
    connection = sqlite3.connect(phone.data / "idsvr/idsvr.sqlite", timeout=10)
    assert connection.execute("select count(*) from sso_sessions").fetchone() == (1,)
    assert connection.execute(CLIENTS).fetchall() == [("demouser", "active")]
    connection.close()
    # Step mode went with the tour: a refresh is not held.
    terminal.press("tab").wait_for("↵ Refresh")
    press_button(terminal, REFRESH)
    terminal.wait_for("↵ Refresh")


def test_leaving_the_tour_lets_the_flow_run_on(phone):
    terminal = phone.start(size=(150, 50))
    open_lessons(terminal).press("home", "enter").wait_for("↵ next").press("enter").wait_for("↵ press the button")
    terminal.press("enter").wait_for("Step 2 of 13", "↵ send it").press("escape")
    log_in(terminal)
    terminal.wait_for("Start Authentication")


def test_a_strangers_lesson_asks_nobody_but_its_own_servers(phone):
    """Neither through an address that a server answered, nor through a redirect that its browser follows."""
    outside = socket.create_server(("127.0.0.1", 0))
    outside.setblocking(False)
    address = f"https://127.0.0.1:{outside.getsockname()[1]}/"
    register = {"by": "app", "method": "POST", "url": "{registration_endpoint}", "bearer": "{dcr}", "json": {
        "redirect_uris": ["io.curity.dcrclient:/callback"], "application_type": "native", "client_uri": address}}
    login = {"device": "phone-1", "by": "app", "parameters": {
        "response_type": "code", "client_id": "mobile-dcr-client", "redirect_uri": "{redirect_uri}", "scope": "dcr",
        "state": "{state}", "prompt": "login", "code_challenge": "{challenge}", "code_challenge_method": "S256"}}
    redeem = {"by": "app", "method": "POST", "url": "{token_endpoint}", "form": {
        "grant_type": "authorization_code", "code": "{code}", "redirect_uri": "{redirect_uri}",
        "client_id": "mobile-dcr-client", "code_verifier": "{verifier}"}}
    steps = [
        {"browser": login, "keep": {"code": "code"}},
        {"request": redeem, "expect": {"status": 200}, "keep": {"dcr": "access_token"}},
        {"request": register, "expect": {"status": 201}, "keep": {"issuer": "client_uri"}},
        {"request": {"by": "attacker", "method": "POST", "url": "{issuer}", "bearer": "{dcr}"}, "expect": {"status": "host_not_allowed"}},
    ]
    write_lesson(phone, "outside.json", own_lesson(
        id="outside", title="Outside", order=1, world={},
        steps=[{"title": "Out", "text": "Out of the lab.", "do": steps, "afterwards": "Nobody was asked."}]))
    terminal = phone.start(size=(150, 50))
    open_lessons(terminal).wait_for("Outside")
    open_lesson(terminal, -1)
    run_steps(terminal, 1)
    with pytest.raises(BlockingIOError):
        outside.accept()

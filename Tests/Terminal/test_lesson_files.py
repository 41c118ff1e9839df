"""Lessons from files in the panel Lesson: a trainer's own, broken ones, other languages; and progress, damaged or after restarts."""
import json
import re
import socket
import sqlite3

import pytest

from labs import (LESSONS, VERDICTS, answer, choose, database, do_step, open_lesson, open_lessons, panel, progress, rows, run_steps,
                  said, small_lab, wait_progress, write_lesson, write_progress, wrong_choice)
from session import PATIENCE

ALL = len(LESSONS)
CLIENTS = "select authenticated_user, status from dynamically_registered_clients order by created, client_id"
IDS = CLIENTS.replace("authenticated_user, status", "client_id")


def own_lesson(name="stolen-redirect", **changes):
    """A lesson of the program under another name, without questions."""
    lesson = {key: value for key, value in LESSONS[name].items() if key not in ("questions", "question", "goals", "translations")}
    steps = [{key: value for key, value in step.items() if key != "question"} for step in lesson["steps"]]
    return {**lesson, "id": "own", "title": "A lesson of our own", "order": 9, "steps": steps, **changes}


def trouble(terminal, *wanted):
    """A step whose page is shown and whose result differs."""
    terminal.wait_for("Who will refuse?").press("n")
    return terminal.wait_for(*wanted, "↵ try again")


def test_a_trainers_lesson_and_a_broken_one(phone):
    # The same attack, but the lab's server keeps its defence: the lesson must report that instead of showing its planned result.
    write_lesson(phone, "own.json", own_lesson(world={}, steps=own_lesson()["steps"][:4]))
    write_lesson(phone, "broken.json", '{"version": 1,\n "id": "x",\n "order": "one"}')
    write_lesson(phone, "half.json", '{"version": 1,\n')
    terminal = phone.start(size=(150, 50))
    open_lessons(terminal)
    terminal.wait_for(
        f"0 of {ALL + 1} done", "broken.json, line 1: kind is missing", "half.json, line 2: not valid JSON", "A lesson of our own")
    status, output, _ = phone.command("doctor")
    assert re.search(r"warning +lesson file broken.json, line 1, is left out: kind is missing", output), output
    open_lesson(terminal, 1)
    run_steps(terminal, 2, of=4)
    terminal.press("enter").wait_for("Step 3 of 4")
    trouble(terminal, "Unexpected: code should be there and is absent")
    assert VERDICTS["attack"] not in said(terminal)
    assert rows(phone, "own", CLIENTS) == []
    # Later steps that build on it cannot be done; the panel says so, and they can still be read.
    terminal.press("right").wait_for("Step 4 of 4", "This step builds on step 3", "↵ next")
    terminal.press("enter").wait_for("Why it is so")
    terminal.press("left").wait_for("Step 4 of 4").press("left").wait_for("Step 3 of 4", "Unexpected:", "↵ try again")
    kept = wait_progress(terminal, phone, "own", lambda kept: kept["steps"] == 2)
    assert (kept["complete"], len(kept["predictions"])) == (False, 2), "what came out otherwise does not count"


def two_steps(**members):
    """A lab whose second step finds what the first has made."""
    app = {"app": {"device": "phone-1", "until": "register"}, "expect": {"result": "ok"}, "keep": {"client": "client_id"}}
    look = {"inspect": {"user": "demouser", "client": "{client}"}, "expect": {"clients": 1, "status": "active"}}
    return small_lab(steps=[
        {"title": "Register", "text": "The app registers.", "do": [app]}, {"title": "Look", "text": "Is it there?", "do": [look]}], **members)


def test_a_step_that_came_out_otherwise_is_done_again_in_a_new_world(phone):
    write_lesson(phone, "own.json", two_steps())
    terminal = phone.start(size=(150, 50))
    open_lesson(open_lessons(terminal), 1)
    run_steps(terminal, 1, of=2)
    first = rows(phone, "small", IDS)
    connection = sqlite3.connect(database(phone, "small"), timeout=PATIENCE)
    with connection:
        connection.execute("update dynamically_registered_clients set status = 'revoked'")
    connection.close()
    terminal.press("enter").wait_for("Step 2 of 2")
    trouble(terminal, "Unexpected: status should be active and is revoked")
    terminal.press("enter").wait_for("status active", "You said nobody, and so it was", "↵ next")
    second = rows(phone, "small", IDS)
    assert len(first) == len(second) == 1 and first != second
    # The first step was done again as well, and its page has the new facts.
    terminal.press("left").wait_for("Step 1 of 2", second[0][0])
    # So have the messages, where nothing is left of the old world.
    terminal.press("1").wait_for("Lab: ").press("w")
    terminal.wait_until(lambda: any(phone.data.rglob("messages-small-*.har")), "the file with the messages").settle()
    written = next(phone.data.rglob("messages-small-*.har")).read_text()
    assert second[0][0] in written and first[0][0] not in written


def test_the_reset_of_a_lab_leaves_another_one_alone(phone):
    write_lesson(phone, "own.json", two_steps())
    write_lesson(phone, "other.json", small_lab(id="other", title="Another lesson"))
    terminal = phone.start(size=(150, 50))
    open_lesson(open_lessons(terminal), 2)
    run_steps(terminal, 1, of=2)
    made = rows(phone, "small", IDS)
    terminal.press("escape").wait_for("↵ open")
    open_lesson(terminal, 1).press("x").wait_for("The lab was reset").press("escape").wait_for("↵ open")
    open_lesson(terminal, 2).press("enter").wait_for("Step 1 of 2", made[0][0], "You said nobody, and so it was").press("enter")
    do_step(terminal, 2, 2)
    assert rows(phone, "small", IDS) == made


def test_files_with_one_id_and_more_broken_ones_than_there_is_room_for(phone):
    write_lesson(phone, "copy.json", small_lab(title="A copy whose id was forgotten"))
    write_lesson(phone, "own.json", small_lab())
    names = [f"wrong-{number}.json" for number in range(8)]
    for name in names:
        write_lesson(phone, name, small_lab(id=name[:-5], kind="game"))
    terminal = phone.start()
    open_lessons(terminal)
    terminal.wait_for("A copy whose id was forgotten", "id should be an id that is not in copy.json", re.compile(r"and \d more"))
    assert "A lesson of our own" not in terminal.text()
    _, output, _ = phone.command("doctor")
    assert all(name in output for name in [*names, "own.json"]), output


def test_an_answer_other_than_expected_is_said(phone):
    lesson = small_lab(steps=small_lab()["steps"] * 2)
    lesson["steps"][1] = {**lesson["steps"][1], "do": [
        {**small_lab()["steps"][0]["do"][0], "expect": {"status": 404}, "proves": "defence"}]}
    write_lesson(phone, "own.json", lesson)
    terminal = phone.start(size=(150, 50))
    open_lesson(open_lessons(terminal), 1)
    run_steps(terminal, 1, of=2)
    terminal.press("enter").wait_for("Step 2 of 2")
    trouble(terminal, "Unexpected: status should be 404 and is 200")
    assert VERDICTS["defence"] not in said(terminal) and "You said" not in said(terminal), "no guess was right or wrong"
    kept = wait_progress(terminal, phone, "small", lambda kept: kept["steps"] == 1)
    assert [item["step"] for item in kept["predictions"]] == [0]


@pytest.mark.parametrize("content", ["{", '{"version": 1, "lessons": {"x": {"steps": "many"}}}', "\0" * 10])
def test_damaged_progress_is_said_and_set_aside(phone, content):
    damaged = write_progress(phone, content)
    terminal = phone.start()
    open_lessons(terminal)
    terminal.wait_for("was damaged and starts again", f"0 of {ALL} done")
    assert damaged.with_name("lessons.json.damaged").read_text() == content and not damaged.exists()


def test_a_strangers_lesson_asks_nobody_but_its_own_servers(phone):
    """Neither through an address in a server's answer, nor through a redirect that its browser follows."""
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
    operations = [
        {"browser": login, "keep": {"code": "code"}},
        {"request": redeem, "expect": {"status": 200}, "keep": {"dcr": "access_token"}},
        {"request": register, "expect": {"status": 201}, "keep": {"issuer": "client_uri"}},
        {"request": {"by": "attacker", "method": "POST", "url": "{issuer}", "bearer": "{dcr}"}, "expect": {"status": "host_not_allowed"}},
        {"browser": {"device": "phone-1", "page": "{issuer}"}, "expect": {"result": "host_not_allowed"}},
    ]
    write_lesson(phone, "outside.json", small_lab(
        title="Outside", steps=[{"title": "Out", "text": "Out of the lab.", "do": operations, "afterwards": "Nobody was asked."}]))
    terminal = phone.start(size=(150, 50))
    open_lesson(open_lessons(terminal).wait_for("Outside"), 1)
    assert "Nobody was asked." in run_steps(terminal, 1)[0]
    with pytest.raises(BlockingIOError):
        outside.accept()


ASKING = {"text": "Who answers?", "choices": ["Nobody", "The server", "The app"], "right": 2, "why": "It was asked."}


def test_a_lesson_in_german(phone):
    step = {**small_lab()["steps"][0], "afterwards": "It has answered.", "predict": {"app": "The app asks."}, "question": ASKING}
    german = {
        "title": "Unsere Lektion", "setting": "Ein Server läuft.", "goal": "Ob er antwortet.",
        "steps": [{"title": "Fragen", "text": "Die Metadaten.", "afterwards": "Er hat geantwortet.",
                   "predict": {"app": "Die App fragt nur."},
                   "question": {"text": "Wer antwortet?", "choices": ["Niemand", "Der Server", "Die App"], "why": "Er wurde gefragt."}}]}
    write_lesson(phone, "own.json", small_lab(steps=[step], translations={"de": german}))
    terminal = phone.start("--lang", "de", size=(150, 50))
    terminal.wait_for("Jetzt registrieren").press("tab", "6").wait_for("Unsere Lektion", f"0 von {ALL + 1}", "↵ öffnen")
    assert "A lesson of our own" not in terminal.text()
    terminal.press("home", "down", "enter").wait_for("Ein Server läuft.", "Ob er antwortet.", "↵ weiter").press("enter")
    terminal.wait_for("Schritt 1 von 1: Fragen", "Die Metadaten.", "Wer wird ablehnen?").press("a")
    terminal.wait_for("Sie sagten: die App. Es war: niemand", "Die App fragt nur.", "Er hat geantwortet.").press("enter")
    choose(terminal.wait_for("Wer antwortet?", "↵ antworten"), "Die App").press("enter").wait_for("Das stimmt nicht.")
    choose(terminal, "Der Server").press("enter").wait_for("Richtig, nach einer falschen Antwort.", "Er wurde gefragt.")
    # Untranslated text stays in its original language.
    terminal.press("enter").wait_for("Warum das so ist", "It answers.")
    # In a language that the file lacks, everything does.
    terminal.close()
    phone.start("--lang", "sv", size=(150, 50)).wait_for("Starta registrering").press("tab", "6").wait_for("A lesson of our own")


def test_a_lab_of_the_program_in_swedish(phone):
    place, lesson = next((place, lesson) for place, lesson in enumerate(LESSONS.values()) if lesson["kind"] == "lab")
    swedish = lesson["translations"]["sv"]
    terminal = phone.start("--lang", "sv", size=(150, 50))
    terminal.wait_for("Starta registrering").press("tab", "6").wait_for(swedish["title"], f"0 av {ALL}", "↵ öppna")
    assert all(other["translations"]["sv"]["title"] in terminal.text() for other in LESSONS.values())
    terminal.press("home", *["down"] * place).settle()
    terminal.press("enter").wait_for("Bakgrund", "Vad du får reda på", "↵ nästa")
    assert swedish["setting"] in panel(terminal) and swedish["goal"] in panel(terminal)
    assert lesson["setting"] not in panel(terminal)
    terminal.press("enter").wait_for(f"Steg 1 av {len(lesson['steps'])}: {swedish['steps'][0]['title']}")


def test_a_lab_of_phones_with_keys(phone, tmp_path):
    """A lesson's settings for its phones: every option on, and a key that asks its user each time."""
    asking = {"clientAuthentication": "private-key", "userPresence": True}
    steps = [[
        {"app": {"device": "phone-1", "until": "refresh", "phone": asking}, "expect": {"result": "ok", "sub": "demouser"}},
        {"app": {"device": "phone-1", "until": "userinfo", "phone": asking, "nobodyTypes": True},
         "expect": {"result": "secure_element_presence_refused"}},
    ], [
        {"administer": {"policies": {"dpop": "required", "dpopNonce": "always", "clientAuthentication": "private-key"}}},
        {"app": {"device": "phone-2", "until": "refresh", "user": "jd", "phone": {"profile": "fapi-2.0"}},
         "expect": {"result": "ok", "token_type": "DPoP"}, "keep": {"client": "client_id", "token": "access_token"}},
        {"keys": {"device": "phone-2"}, "expect": {"keys": 2}, "keep": {"key": "client_key", "bound": "dpop_key"}},
        {"inspect": {"client": "{client}"}, "expect": {"keys": 1, "client_key": "{key}", "dpop_key": "{bound}"}},
        {"request": {"method": "GET", "url": "{userinfo_endpoint}", "dpop": "{token}", "copies": 2, "proof": {"device": "phone-2"}},
         "expect": {"served": 0, "refused": 2, "refused_error": "use_dpop_nonce", "dpop_nonce": ""}, "keep": {"nonce": "dpop_nonce"}},
        {"request": {"method": "GET", "url": "{userinfo_endpoint}", "dpop": "{token}", "copies": 2,
                     "proof": {"device": "phone-2", "claims": {"nonce": "{nonce}"}}}, "expect": {"served": 2, "sub": "jd"}},
        {"request": {"method": "GET", "url": "{userinfo_endpoint}", "dpop": "{token}",
                     "proof": {"device": "phone-2", "claims": {"nonce": "{nonce}", "ath": ""}}}, "expect": {"error": "invalid_dpop_proof"}},
    ]]
    file = tmp_path / "keys.json"
    file.write_text(json.dumps(small_lab(steps=[
        {"title": f"Step {number}", "text": "Do it.", "do": operations} for number, operations in enumerate(steps)])))
    status, output, errors = phone.command("lessons check", file, "--run", timeout=PATIENCE * 10)
    assert (status, errors) == (0, ""), output
    assert "Step 0 (refused by: app)" in output and "Step 1 (refused by: server)" in output
    # Signed tokens are secret.
    assert not re.search(r"eyJ[A-Za-z0-9_-]{20}", output)


def test_progress_survives_a_restart_in_the_middle_of_a_lab(phone):
    step = small_lab()["steps"][0]
    write_lesson(phone, "own.json", small_lab(steps=[{**step, "question": ASKING}, step], questions=[ASKING]))
    terminal = phone.start(size=(150, 50))
    open_lesson(open_lessons(terminal), 1).press("enter")
    do_step(terminal, 1, 2, guess="app")
    terminal.press("enter")
    answer(terminal, ASKING)
    before = wait_progress(terminal, phone, "small", lambda kept: kept.get("answers", [{}])[0].get("right"))
    assert (before["steps"], before["complete"], before["answers"]) == (
        1, False, [{"question": 0, "wrong": 1, "right": True, "taken": [{"choice": wrong_choice(ASKING), "times": 1}]}])
    assert before["predictions"] == [{"step": 0, "said": "app", "right": False}]
    terminal.close()

    terminal = phone.start(size=(150, 50))
    open_lesson(open_lessons(terminal).wait_for(re.compile(r"A lesson of our own .*1 of 2")), 1).press("enter")
    assert progress(phone)["small"] == before
    # The lab's world ended with the app: its steps are done again, and the first guess is kept.
    do_step(terminal, 1, 2)
    terminal.press("enter").wait_for("Right, after one wrong answer.").press("enter")
    do_step(terminal, 2, 2)
    terminal.press("enter").wait_for("Why it is so").press("enter")
    answer(terminal, ASKING)
    terminal.press("enter").wait_for(f"1 of {ALL + 1} done", "↵ open")
    kept = wait_progress(terminal, phone, "small", lambda kept: kept["complete"])
    assert (kept["steps"], kept["begun"]) == (2, before["begun"])
    assert [(item["said"], item["right"]) for item in kept["predictions"]] == [("app", False), ("nobody", True)]
    assert [item["wrong"] for item in kept["answers"]] == [1, 1]

"""The guided tour: captions over the real main job, wherever the phone is, continued after a restart."""
import contextlib
import sqlite3

from labs import LESSONS, answer, footer, open_lesson, open_lessons, progress, questions, said, wait_progress, wrong_choice
from phone import REFRESH, START_AUTHENTICATION, START_REGISTRATION, log_in, press_button, sign_in
from session import PATIENCE, succeeded

TOUR = LESSONS["tour"]
STOPS = TOUR["steps"]
ASKED = questions(TOUR)
SCREENS = {"registration-screen": "↵ press the button", "sign-in-screen": "↵ press the button", "signed-in-screen": "↵ next"}
REGISTERED = [stop["stop"] for stop in STOPS].index("sign-in-screen") + 1
LOGIN = [stop["stop"] for stop in STOPS].index("open-login") + 1


def at_stop(terminal, number):
    """Waits until the phone is at this stop and shows a complete picture."""
    stop = STOPS[number - 1]
    key = SCREENS.get(stop["stop"], "↵ send it")

    def shown():
        return terminal.shows(f"Step {number} of {len(STOPS)}: {stop['title']}") and terminal.shows("The phone is here now") \
            and key in footer(terminal)
    terminal.wait_until(shown, f"stop {number}").settle()
    return terminal.wait_until(shown, f"stop {number}")


def go(terminal, first, last, logins=("open-registration-login",)):
    """Through these stops, from the first; at these logins the password is typed."""
    asked = iter(question for stop in STOPS[first - 1:] if (question := stop.get("question")))
    for number in range(first, last + 1):
        at_stop(terminal, number).press("enter")
        if STOPS[number - 1]["stop"] in logins:
            # The caption of the stop contains the words of the browser's frame.
            log_in(terminal.wait_for("User name *"))
        if "question" in STOPS[number - 1]:
            answer(terminal, next(asked))
            terminal.press("enter")
    return terminal


def finish(terminal, count="1"):
    """From the last stop: its explanation and its questions."""
    terminal.wait_for("Why it is so").press("enter")
    for question in TOUR["questions"]:
        answer(terminal, question)
        terminal.press("enter")
    return terminal.wait_for(f"{count} of {len(LESSONS)} done")


def database(phone, sql):
    with contextlib.closing(sqlite3.connect(f"file:{phone.data}/idsvr/idsvr.sqlite?mode=ro", uri=True, timeout=PATIENCE)) as connection:
        return connection.execute(sql).fetchall()


CLIENTS = "select authenticated_user, status from dynamically_registered_clients"


def test_the_tour_leads_through_the_main_job(phone):
    terminal = phone.start(size=(150, 50))
    open_lesson(open_lessons(terminal), "tour").press("enter")
    at_stop(terminal, 1).press("enter")
    # Reading ahead and back does not affect the phone.
    at_stop(terminal, 2).press("right").wait_for("Step 3 of 13", "not here at the moment").press("left")
    go(terminal, 2, 6)
    at_stop(terminal, 7).wait_for(START_AUTHENTICATION)
    assert phone.keystore.exists() and database(phone, CLIENTS) == [("demouser", "active")]
    go(terminal, 7, 7)
    at_stop(terminal, LOGIN)
    assert STOPS[LOGIN - 1]["text"][:60] in said(terminal)
    # The second login needs no input.
    go(terminal, LOGIN, 12)
    at_stop(terminal, 13).wait_for(REFRESH)
    assert STOPS[12]["text"][:60] in said(terminal)
    terminal.press("enter")
    finish(terminal)
    assert database(phone, "select count(*) from sso_sessions") == [(1,)]
    assert database(phone, CLIENTS) == [("demouser", "active")]
    kept = wait_progress(terminal, phone, "tour", lambda kept: kept["complete"])
    assert kept["steps"] == 13 and kept["finished"] >= kept["begun"]
    assert kept["answers"] == [
        {"question": number, "wrong": 1, "right": True, "taken": [{"choice": wrong_choice(question), "times": 1}]}
        for number, question in enumerate(questions(TOUR))]
    # Step mode ended with the tour: a refresh is not held.
    terminal.press("tab").wait_for("↵ Refresh")
    press_button(terminal, REFRESH)
    terminal.wait_for("Tokens refreshed")


def test_leaving_the_tour_lets_the_flow_run_on(phone):
    terminal = phone.start(size=(150, 50))
    open_lesson(open_lessons(terminal), "tour").press("enter")
    go(terminal, 1, 1)
    at_stop(terminal, 2).press("escape")
    log_in(terminal)
    terminal.wait_for(START_AUTHENTICATION)
    assert database(phone, CLIENTS) == [("demouser", "active")]
    assert not wait_progress(terminal, phone, "tour", lambda kept: kept["steps"] == 1)["complete"]


def test_a_login_that_was_left_leads_back(phone):
    terminal = phone.start(size=(150, 50))
    open_lesson(open_lessons(terminal), "tour").press("enter")
    go(terminal, 1, 2)
    at_stop(terminal, 3).press("enter").wait_for("User name *").press("escape")
    # The app is at its first screen again, and so is the tour.
    at_stop(terminal, 1).press("enter")
    go(terminal, 2, 6)
    at_stop(terminal, REGISTERED)


def test_it_begins_where_a_registered_phone_is(phone):
    succeeded(phone.flow("--until", "register"))
    terminal = phone.start(size=(150, 50))
    open_lesson(open_lessons(terminal, START_AUTHENTICATION), "tour")
    terminal.wait_for(f"the tour begins where it is: “{STOPS[REGISTERED - 1]['title']}”", "n a fresh phone").press("enter")
    at_stop(terminal, REGISTERED)


def test_it_begins_where_a_signed_in_phone_is(phone):
    terminal = sign_in(phone.start(size=(150, 50)))
    open_lesson(open_lessons(terminal, REFRESH), "tour")
    terminal.wait_for(f"the tour begins where it is: “{STOPS[12]['title']}”").press("enter")
    at_stop(terminal, 13).press("enter").wait_for("Why it is so")
    # Skipped pages do not count as done: answering only the questions of the last pages does not complete the tour.
    terminal.press("enter")
    for question in TOUR["questions"]:
        answer(terminal, question)
        terminal.press("enter")
    terminal.wait_for(f"0 of {len(LESSONS)} done")
    kept = wait_progress(terminal, phone, "tour", lambda kept: len(kept.get("answers", [])) == len(TOUR["questions"]))
    assert not kept["complete"] and kept.get("steps", 0) == 0


def test_a_fresh_phone_takes_the_whole_tour(phone):
    succeeded(phone.flow("--until", "register"))
    terminal = phone.start(size=(150, 50))
    open_lesson(open_lessons(terminal, START_AUTHENTICATION), "tour").press("n")
    # The tour follows and begins again there.
    terminal.wait_for(START_REGISTRATION, "Setting", "↵ next").wait_gone("begins where it is").press("enter")
    go(terminal, 1, 13)
    finish(terminal)
    assert database(phone, CLIENTS) == [("demouser", "active")] * 2
    assert wait_progress(terminal, phone, "tour", lambda kept: kept["complete"], "phone-2")["steps"] == 13
    assert not (phone.device / "lessons.json").exists(), "the other phone has not taken it"
    assert (phone.data / "devices/phone-2/keystore.age").exists()


def test_after_a_restart_it_goes_on_with_what_is_true_then(phone):
    terminal = phone.start(size=(150, 50))
    open_lesson(open_lessons(terminal), "tour").press("enter")
    go(terminal, 1, REGISTERED - 1)
    at_stop(terminal, REGISTERED).press("q")
    assert terminal.wait_exit() == 0
    before = progress(phone)["tour"]
    tried = [{"choice": wrong_choice(questions(TOUR)[0]), "times": 1}]
    assert before["steps"] == REGISTERED - 1 and before["answers"] == [{"question": 0, "wrong": 1, "right": True, "taken": tried}]

    terminal = phone.start(size=(150, 50))
    open_lesson(open_lessons(terminal, START_AUTHENTICATION), "tour")
    terminal.wait_for(f"begins where it is: “{STOPS[REGISTERED - 1]['title']}”").press("enter")
    at_stop(terminal, REGISTERED).press("enter")
    # The app has forgotten the metadata and requests it again.
    at_stop(terminal, 2).press("enter")
    # No ID token tells the earlier user: the login is forced, and the caption says why.
    at_stop(terminal, LOGIN).wait_for("Next message", "prompt")
    text, forced = said(terminal), STOPS[LOGIN - 1]["whenForced"]
    assert forced["text"][:100] in text and forced["watch"][:60] in text and STOPS[LOGIN - 1]["text"][:150] not in text
    go(terminal, LOGIN, 12, logins=("open-login",))
    at_stop(terminal, 13).wait_for(REFRESH)
    assert STOPS[12]["whenForced"]["text"][:100] in said(terminal)
    terminal.press("enter")
    finish(terminal)
    kept = wait_progress(terminal, phone, "tour", lambda kept: kept["complete"])
    assert (kept["steps"], kept["begun"]) == (13, before["begun"])
    assert [item["wrong"] for item in kept["answers"]] == [1] * len(ASKED)

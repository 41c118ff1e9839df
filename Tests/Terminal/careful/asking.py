"""`client-test` at a terminal, with a person whom the test plays: the careful client does what is asked for, and the test answers questions."""
import json
import re

from careful.driving import Driven
from phone import APP
from session import Session

# What a person reads, and what they do with the client.
ACTIONS = {
    "End your app and start it again.": "restart", "Let your app forget its registration": "forget", "Sign in with your app.": "login",
    "Use your app, so that": "use", "Use your app until": "refresh", "Sign out with your app.": "logout"}
QUESTION, ASKED, ENDED = "y: yes.", "q: stop.", "The run is in"
# Nothing is wrapped, and nothing scrolls away.
SIZE = (500, 400)


def client_test(phone, only, answers, *options):
    """The run of these checks with a client that has these options. `answers`: by a word of the question, what is typed; a function gets the client
    and the link of the question."""
    words = [word for check in only for word in ("--only", check)]
    terminal = Session(
        [APP, "client-test", *phone.options(), "--admin-port", "0", "--patience", "60", *words], size=SIZE, env=phone.environment(None),
        cwd=phone.folder)
    phone.terminals.append(terminal)
    client, played = None, 0
    while True:
        terminal.wait_until(lambda: ENDED in terminal.screen.text() or terminal.screen.text().count(ASKED) > played, "a request or the end")
        text = terminal.screen.text()
        if text.count(ASKED) <= played:
            break
        ready = re.search(r"issuer +(\S+)\s+CA +(\S+)", text)
        client = client or Driven(phone.folder, *ready.groups(), *options)
        said = re.split(r"Check \d+ of \d+|First everything is right\.", text.split(ASKED)[played])[-1]
        played += 1
        if QUESTION in said:
            link = re.search(r"^io\.curity\.\S+", said, re.MULTILINE)
            answer = next(answer for words, answer in answers.items() if words in said)
            terminal.type(answer(client, link and link[0]) if callable(answer) else answer).press("enter")
        else:
            act(terminal, client, said)
    assert terminal.wait_exit() in (0, 1)
    return json.loads((phone.data / "client-test/last.json").read_text())


def act(terminal, client, said):
    """Nothing is typed after an action: the server sees what the client does, unless the client sends nothing."""
    for words, action in ACTIONS.items():
        if words in said and "still waits" in client.act(action)[1]:
            terminal.type("d").press("enter")

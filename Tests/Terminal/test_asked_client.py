"""`client-test` with a person at the tests' own client: what only a person sees, and what their answers do to the verdicts."""
import pytest
from careful.asking import client_test
from careful.driving import verdicts

ONLY = ["cb-odd", "cb-unasked", "en-page"]


def opened(client, link):
    """The person opens the link, whatever the app makes of it."""
    client.act("open", DCR_LINK=link)
    return "y"


def signs_in_anew(client, _):
    return "y" if client.act("login")[0] else "n"


ANSWERS = {"plain text": "y", "open this link": opened, "ended on a page": signs_in_anew}


def test_a_person_finds_the_careful_client_careful(phone):
    run = client_test(phone, ONLY, ANSWERS)
    assert {check: verdict[0] for check, verdict in verdicts(run).items()} == dict.fromkeys(ONLY, "passed")
    answers = {check["id"]: check["person"]["answer"] for check in run["verdicts"]}
    assert answers == dict.fromkeys(ONLY, "yes")
    assert "code=" not in str(run["verdicts"])


@pytest.mark.parametrize("check, verdict", [("cb-unasked", "failed"), ("en-page", "warning")])
def test_a_person_finds_what_a_careless_client_omits(phone, check, verdict):
    said = verdicts(client_test(phone, ["cb-unasked", "en-page"], ANSWERS, "--careless", check))
    assert {other: found[0] for other, found in said.items()} == {"cb-unasked": "passed", "en-page": "passed", check: verdict}


@pytest.mark.parametrize("answer, verdict", [("n", "warning"), ("", "passed")])
def test_an_answer_stands_beside_what_the_server_sees(phone, answer, verdict):
    check, = client_test(phone, ["cb-odd"], {"plain text": answer})["verdicts"]
    assert check["verdict"] == verdict and check.get("person", {}).get("answer") == ({"n": "no"}.get(answer))

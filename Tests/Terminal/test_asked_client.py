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


@pytest.mark.parametrize("check, verdict, answer, beside", [("cb-unasked", "failed", "n", "warning"), ("en-page", "warning", "", "passed")])
def test_a_person_finds_what_a_careless_client_omits(phone, check, verdict, answer, beside):
    """And what they say of `cb-odd` stands beside what the server sees."""
    run = client_test(phone, ONLY, {**ANSWERS, "plain text": answer}, "--careless", check)
    expected = {**dict.fromkeys(ONLY, "passed"), "cb-odd": beside, check: verdict}
    assert {other: found[0] for other, found in verdicts(run).items()} == expected

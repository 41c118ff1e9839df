"""`client-test` with the tests' own client: the careful one passes every check that applies, one that omits a duty fails that check alone, and one
that is silent passes none."""
import json

import pytest
from careful.driving import client_test, command, options_for, sample, verdicts
from careful.duties import AGED, API, DUTIES, KEYED, PLAIN, QUIET
from phone import ROOT

LIST = json.loads((ROOT / "Sources/IdentityServer/ClientChecks/checks.json").read_text())["checks"]
# Those of redirects and token requests run in the login that registers, too.
CHECKS = [check["id"] for check in LIST] + [
    check["id"] + "@reg" for check in LIST if check["group"] in ("redirect", "token") and check["kind"] != "person"]
# Nobody can be asked where a command drives: test_asked_client.py plays a person.
ASKED = {check["id"] for check in LIST if check["kind"] == "person"}
BAD = ("failed", "warning")
# What one carelessness makes impossible to see, or is careless in itself, in other checks.
BESIDES = {"az-nonce": {"az-pkce"}, "lo-revoke": {"lo-hint"}, "rf-dead": {"en-grant"}, "cb-state": {"cb-stale"}, "cb-state@reg": {"cb-stale@reg"}}
# Seconds that the client has for an action, if it may take as long as that.
PATIENCE = {"net-slow": 20}


def judged(phone, *options, only=(), patience=60):
    """Verdict and evidence of each check, for the client with these options."""
    chosen = [word for check in only for word in ("--only", check)] or ["--all"]
    return verdicts(client_test(phone, command(phone.folder / "client.json", *options), *chosen, patience=patience)[0])


def neighbours(check):
    """A check with the two beside it that apply to the same client, and that nothing of it touches."""
    unfit = {"az-fresh", *ASKED, *BESIDES.get(check, ())}  # It takes three logins to pass.
    quiet = [other for other in CHECKS if other == check or other not in unfit and DUTIES.get(other) in (PLAIN, DUTIES[check])]
    place = quiet.index(check)
    return quiet[max(place - 1, 0):place + 2]


def test_the_careful_client_passes_every_check_that_applies(phone):
    said = judged(phone)
    assert set(said) == set(CHECKS)
    assert {check: verdict for check, verdict in said.items() if verdict[0] not in ("passed", "not_applicable", "needs_person")} == {}
    assert [check for check in CHECKS if DUTIES.get(check) == PLAIN and said[check][0] == "not_applicable"] == []


@pytest.mark.parametrize("options", [each for each in (KEYED, API, AGED, QUIET) if each in map(DUTIES.get, CHECKS)], ids=" ".join)
def test_so_it_does_with_what_these_checks_are_about(phone, options):
    only = [check for check in CHECKS if DUTIES.get(check) == options]
    said = judged(phone, *options, only=only)
    assert {check: verdict for check, verdict in said.items() if verdict[0] != "passed"} == {}


@pytest.mark.parametrize("check", sample(check for check in CHECKS if check in DUTIES and check not in ASKED))
def test_a_client_that_omits_a_duty_fails_its_check_alone(phone, check):
    only = neighbours(check)
    said = judged(phone, "--careless", check, *options_for(check), only=only, patience=PATIENCE.get(check, 60))
    assert said[check][0] in BAD, said
    assert {other: said[other] for other in only if other != check and said[other][0] not in ("passed", "not_applicable")} == {}


# Never does what is missing; never asks for the keys, and so never checks a signature; does nothing any more after the first error.
SILENT = {
    "uses": [check for check in CHECKS if check.startswith(("id-", "ui-", "rf-")) or check == "tk-type"],
    "keys": [check for check in CHECKS if check in ("id-sig", "id-hs", "id-jwk", "id-kid", "id-rotate")],
    "errors": [check for check in CHECKS if check in ("cb-state", "id-nonce", "tk-refused", "rf-dead")]}


@pytest.mark.parametrize("silent", SILENT)
def test_silence_never_passes(phone, silent):
    said = judged(phone, "--silent", silent, only=SILENT[silent])
    assert {check: said[check] for check in SILENT[silent] if said[check][0] not in ("not_seen", "not_applicable")} == {}

"""The tests' own client, without `client-test`: judged by the server that looks on (docs/client-test.md), and with what `faults` makes the server
do wrong. The careful client does everything rightly; a careless one differs in one check."""
import json
import pathlib
import subprocess
import sys
import urllib.request

import pytest
from careful.driving import Driven, options_for, sample
from phone import APP, PASSWORD
from session import PATIENCE

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Interop"))
from person import Person  # noqa: E402

NAMELESS = ("metadata", "registration")
LIFE = ["login", "restart", "login", "use", "refresh", "use", "login", "logout"]
BAD = ("failed", "warning")


class Door:
    """A server that looks on, and a client in front of it."""

    def __init__(self, phone):
        self.phone = phone
        phone.write_config({**phone.members, "embeddedServer": {
            "adminPort": 0, "administrator": {"name": "admin", "passwordFile": str(phone.password_file)}}})
        self.open()

    def open(self):
        self.process = subprocess.Popen(
            [str(APP), "serve", "--json", *map(str, self.phone.options())], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.ready = json.loads(self.process.stdout.readline())

    def client(self, *options):
        return Driven(self.phone.folder, self.ready["issuer"], self.ready["ca"], *options)

    def verdicts(self, identity):
        """Verdict and evidence of each check of this client that needs no wrong answer."""
        administrator = Person("admin", PASSWORD, self.ready["ca"])
        administrator.open(self.ready["admin"])
        address = f"{self.ready['admin'].rstrip('/')}/clients/{identity}/test.json"
        with administrator.opener.open(urllib.request.Request(address), timeout=PATIENCE) as answer:
            checks = json.load(answer)["checks"]
        return {check["id"]: (check["verdict"], check["evidence"]) for check in checks if check["kind"] == "passive"}

    def spoil(self, client, fault):
        """The server begins anew and does this wrong: to the client, if it can be known by then."""
        self.close()
        file = self.phone.folder / "wrong.json"
        file.write_text(json.dumps({"version": 1, "faults": [fault]}))
        target = [] if fault["endpoint"] in NAMELESS else ["--client", client.id]
        status, _, errors = self.phone.command("faults on", str(file), *target)
        assert status == 0, errors
        self.open()

    def struck(self):
        """How often it has happened; None: as often as it should. The server stops: only then the table says so exactly."""
        self.close()
        status, output, errors = self.phone.command("faults active", "--json")
        assert status == 0, errors
        return next((row["struck"] for row in json.loads(output)), None)

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def door(phone):
    door = Door(phone)
    yield door
    door.close()


def live(door, *options):
    """What the server says of a client that does everything once, and a login three times."""
    client = door.client(*options)
    said, first = [client.act(LIFE[0])], client.id
    return said + [client.act(action) for action in LIFE[1:]], door.verdicts(first)


KEYS, API = {"dp-proof", "ca-jwt", "pa-only"}, {"az-resource"}
# Which checks cannot apply to which variant.
NOT = {
    **dict.fromkeys(["", "--auth post", "--max-age 300", "--prompt-none"], KEYS | API), "--api": KEYS, "--auth key --dpop --push": API}


@pytest.mark.parametrize("options", NOT)
def test_the_careful_client_passes_what_applies(door, options):
    said, verdicts = live(door, *options.split())
    assert all(is_done for is_done, _ in said), said
    assert {check: verdict for check, verdict in verdicts.items() if verdict[0] != "passed" and check not in NOT[options]} == {}
    assert {verdicts[check][0] for check in NOT[options]} <= {"not_applicable"}


# What one carelessness makes impossible to see, or is careless in itself, in other checks.
BESIDES = {
    "az-nonce": {"az-pkce": "failed"},  # Without a nonce and without PKCE there is no PKCE.
    "lo-revoke": {"lo-hint": "not_seen"},  # Who ends the session has given back enough.
    # The first registration signs in once, and is left then.
    "rg-once": dict.fromkeys(["az-fresh", "base-refresh", "lo-revoke", "lo-hint", "md-place"], "not_seen"),
}
PASSIVE = [
    "md-place", "rg-redirects", "rg-once", "rg-token", "az-code", "az-pkce", "az-fresh", "az-state", "az-browser", "az-secret", "az-redirect",
    "az-nonce", "az-resource", "tk-redirect", "tk-auth", "ui-header", "lo-revoke", "lo-hint", "dp-proof", "ca-jwt", "pa-only"]


@pytest.mark.parametrize("check", sample(PASSIVE))
def test_one_duty_that_is_omitted_fails_its_check_alone(door, check):
    said, verdicts = live(door, "--careless", check, *options_for(check))
    assert verdicts[check][0] in BAD, (verdicts[check], said)
    others = {other: verdict for other, verdict in verdicts.items() if other != check and verdict[0] not in ("passed", "not_applicable")}
    assert {other: verdict[0] for other, verdict in others.items()} == BESIDES.get(check, {}), others


# What the server does wrong once, and what then is to be refused.
def once(endpoint, defect, **more):
    return {"endpoint": endpoint, "defect": defect, "times": 1, **more}


def always(endpoint, defect, **more):
    return {"endpoint": endpoint, "defect": defect, **more}


WRONG = {
    "cb-state": once("authorize", "wrong-state"), "cb-no-state": once("authorize", "missing-state"),
    "cb-iss": once("authorize", "wrong-iss"), "cb-no-iss": once("authorize", "missing-iss"),
    "cb-double": once("authorize", "repeated-parameter"),
    "tk-type": once("token", "wrong-member", member="token_type", value="mac"),
    "id-none": once("token", "missing-member", member="id_token"),
    **{check: once("token", "id-token", kind=kind) for check, kind in {
        "id-iss": "wrong-iss", "id-aud": "wrong-aud", "id-aud2": "missing-azp", "id-exp": "expired", "id-no-sub": "missing-sub",
        "id-nonce": "wrong-nonce", "id-no-nonce": "missing-nonce", "id-unsigned": "alg-none", "id-sig": "signature", "id-jwk": "embedded-key",
        "id-kid": "unknown-key", "az-maxage": "auth-time-too-old"}.items()},
    "ui-sub": once("userinfo", "wrong-member", member="sub", value="somebody-else"),
    "md-issuer": always("metadata", "wrong-member", member="issuer", value="https://evil.example"),
    "md-html": once("metadata", "truncated-body"),
    "rg-redirect": once("registration", "wrong-member", member="redirect_uris", value=["https://evil.example/callback"]),
    "dp-bearer": once("token", "wrong-member", member="token_type", value="Bearer"),
    "pa-refused": always("par", "status", status=400, error="invalid_request"),
    "rf-sub": once("refresh", "id-token", kind="sub-changed")}
# What is unusual, and right.
RIGHT = {
    "tk-case": once("token", "wrong-member", member="token_type", value="bEaReR"),
    "tk-no-exp": once("token", "missing-member", member="expires_in"),
    "rf-no-id": once("refresh", "missing-member", member="id_token"),
    "rf-down": {**always("refresh", "status", status=503), "times": 2},
    "md-pkce": always("metadata", "wrong-member", member="code_challenge_methods_supported", value=["plain"]),
    "dp-nonce": once("token", "dpop-nonce-always-new")}
# What goes wrong each time, and how often the careful client asks for it.
AGAIN = {
    "cb-denied": (always("authorize", "error-redirect", error="access_denied"), 1),
    "cb-odd": (always("authorize", "error-redirect", error="x_odd"), 1),
    "tk-lost": (always("token", "connection-reset"), 2),
    "tk-refused": (always("token", "status", status=400, error="invalid_grant"), 1),
    "en-client": (always("token", "client-revoked"), 1),
    "ui-401": (always("userinfo", "status", status=401, error="invalid_token"), 2),
    "rf-lost": (always("refresh", "connection-reset"), 2),
    "rf-dead": (always("refresh", "status", status=400, error="invalid_grant"), 1),
    "rf-race": (always("refresh", "latency", milliseconds=4000), 1),
    "rg-refused": (always("registration", "status", status=400, error="invalid_client_metadata"), 1),
    "rg-later": (always("registration", "status", status=429, retryAfter=30), 1)}
ACTIONS = {"metadata": ["restart", "login"], "registration": ["forget", "login"], "refresh": ["refresh"]}


def met(door, fault, *options):
    """What the client says of what it did when it met the fault."""
    client = door.client(*options)
    assert client.act("login")[0]
    door.spoil(client, fault)
    *others, last = [client.act(action) for action in ACTIONS.get(fault["endpoint"], ["login"])]
    assert all(is_done for is_done, _ in others), others
    return last


@pytest.mark.parametrize("check", sample(WRONG))
def test_what_is_wrong_is_refused_but_by_the_careless(door, check):
    is_done, said = met(door, WRONG[check], *options_for(check))
    assert not is_done and f"({check})" in said


@pytest.mark.parametrize("check", sample(WRONG))
def test_who_omits_the_duty_goes_on(door, check):
    is_done, said = met(door, WRONG[check], "--careless", check, *options_for(check))
    assert is_done and door.struck() != 0, said


@pytest.mark.parametrize("check", sample(RIGHT))
def test_what_is_only_unusual_is_taken(door, check):
    is_done, said = met(door, RIGHT[check], *options_for(check))
    assert is_done and door.struck() != 0, said


@pytest.mark.parametrize("check", sample(RIGHT))
def test_who_is_too_narrow_does_not_take_it(door, check):
    is_done, said = met(door, RIGHT[check], "--careless", check, *options_for(check))
    assert not is_done and door.struck() != 0, said


@pytest.mark.parametrize("check", sample(AGAIN))
def test_what_is_refused_is_not_asked_for_again_and_again(door, check):
    fault, times = AGAIN[check]
    met(door, fault, *options_for(check))
    assert door.struck() == times


@pytest.mark.parametrize("check", sample(AGAIN))
def test_who_omits_that_asks_again_and_again(door, check):
    fault, times = AGAIN[check]
    met(door, fault, "--careless", check, *options_for(check))
    assert door.struck() > times


@pytest.mark.parametrize("options, second", [([], True), (["--careless", "rf-rotate"], False)])
def test_the_new_refresh_token_is_taken(door, options, second):
    client = door.client(*options)
    assert [client.act(action)[0] for action in ("login", "refresh", "refresh")] == [True, True, second]


@pytest.mark.parametrize("options, said", [([], "the refresh is refused: 400"), (["--careless", "rf-keep"], "there is no refresh token")])
def test_the_old_refresh_token_stays_if_no_new_one_comes(door, options, said):
    """The embedded server has exchanged it all the same, and refuses it."""
    is_done, _ = met(door, once("refresh", "missing-member", member="refresh_token"), *options)
    assert is_done
    assert said in door.client(*options).act("refresh")[1]


@pytest.mark.parametrize("options, said", [([], "nobody is signed in"), (["--careless", "lo-tokens"], "the refresh is refused")])
def test_a_token_is_not_used_after_the_sign_out(door, options, said):
    client = door.client(*options)
    assert client.act("login")[0]
    assert said in client.act("logout")[1] + client.act("use")[1]


@pytest.mark.parametrize("options, again", [([], True), (["--careless", "en-page"], False)])
def test_a_login_that_ends_on_a_page_is_begun_anew(door, options, again):
    is_done, said = met(door, once("authorize", "status", status=400), *options)
    assert not is_done and "did not come back" in said
    client = door.client(*options)
    assert client.act("login")[0] == again
    assert client.act("forget")[0] and client.act("login")[0], "a new installation helps"


@pytest.mark.parametrize("options, said", [([], "(cb-unasked)"), (["--careless", "cb-unasked"], "the token request is refused")])
def test_an_answer_to_no_request_is_left_alone(door, options, said):
    client = door.client(*options)
    assert client.act("login")[0]
    assert said in client.act("open", DCR_LINK="io.curity.dcrclient:/callback?code=made-up&state=nobodys")[1]


@pytest.mark.parametrize("silent, action", [("uses", "use"), ("uses", "refresh")])
def test_a_silent_client_cannot(door, silent, action):
    client = door.client("--silent", silent)
    assert client.act("login")[0]
    assert client.act(action) == (None, f"{action}: this client cannot\n")

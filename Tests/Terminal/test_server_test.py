"""`server-test` at a careful server, at one that omits one duty, and at servers that are in trouble."""
import concurrent.futures
import http.server
import json
import re
import signal
import stat
import subprocess
import threading

import pytest
from careless import CarelessServer
from careless_server.duties import DUTIES
from login_server import LoginServer, connect
from phone import APP, USER
from server_tests import DEEP, arguments, journals, only, phone_for, server_test
from session import PATIENCE, Session

IDS = list(DUTIES)
# What the standard does not demand, or what can be lawful, is only a warning.
WARNED = {
    "s-rg-anon", "s-rg-http", "s-rg-fetch", "s-az-nopkce", "s-az-plain", "s-az-token", "s-tk-ropc", "s-ca-jti", "s-pa-again"}
# About tokens for registrations; about servers on other machines; about servers that give codes without a challenge.
OF_TOKENS, ELSEWHERE, UNCHALLENGED = {"s-rg-twice", "s-rg-junk", "s-rg-anon"}, {"s-md-https"}, {"s-tk-downgr"}
# A run mostly waits for its turn to send.
AT_ONCE = 4


@pytest.fixture
def serve(authority, tmp_path):
    """Starts servers and gives each with a phone: `serve("--careless", ID)`."""
    started = []

    def start(*switches):
        server = CarelessServer(tmp_path, authority, *switches).__enter__()
        started.append(server)
        return server, phone_for(tmp_path / f"phone-{len(started)}", server)
    yield start
    for server in started:
        server.__exit__()


def begun(phone, command, *words):
    """The program as a child that a test ends; its output may be read."""
    environment = {name: value for name, value in phone.environment(None).items() if value is not None}
    return subprocess.Popen(
        [APP, command, *phone.options(), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env=environment)


@pytest.fixture
def careful(serve):
    return serve()


def with_token(server, phone):
    file = phone.folder / "initial-token"
    file.write_text(server.tokens[0] + "\n")
    file.chmod(0o600)
    return ["--token-file", file]


# Careful servers


def sent_after_the_plan(seen):
    """When the requests came that the plan is about. The metadata are read before it."""
    return [moment for moment, _, path, _ in seen["requests"] if "/.well-known/" not in path]


def test_a_careful_server_passes(careful):
    """Every check that applies, within the limits of one run, and without a trace."""
    server, phone = careful
    run = server_test(phone, *DEEP)
    assert set(run.verdicts) == set(DUTIES), run.said
    assert run.having("failed", "warning", "not_seen", "needs_person") == set(), run.said
    assert ELSEWHERE | UNCHALLENGED <= run.having("not_applicable") <= ELSEWHERE | UNCHALLENGED | OF_TOKENS, run.said
    assert run.status == 0
    seen = server.told()
    assert seen["clients"] == [] and journals(phone) == []
    assert 2 <= seen["made"] <= 12 and 1 <= seen["passwords"] <= 3
    assert len(seen["requests"]) <= 400
    times = sent_after_the_plan(seen)
    # Ten a second on this computer; a request may arrive a little late, and the next one in time.
    assert all(last - first > 0.8 for first, last in zip(times, times[10:]))


def test_it_sends_no_faster_than_it_was_told(careful):
    server, phone = careful
    server_test(phone, "--rate", "2", *only("s-rg-frag", "s-rg-js"))
    times = sent_after_the_plan(server.told())
    assert len(times) > 5 and all(last - first > 1.8 for first, last in zip(times, times[4:]))


def test_a_careful_server_that_wants_a_token(serve):
    server, phone = serve("--tokens", "1")
    run = server_test(phone, *with_token(server, phone), *only(*sorted(OF_TOKENS)))
    assert run.verdicts == dict.fromkeys(OF_TOKENS, "passed"), run.said
    assert server.told()["clients"] == []


def test_the_embedded_server_passes(phone):
    child = begun(phone, "serve", "--json")
    try:
        ready = json.loads(child.stdout.readline())
        phone.write_config({**phone.members, "trustedCertificates": ready["ca"]})
        run = server_test(phone, issuer=ready["issuer"])
    finally:
        child.kill()
        child.wait()
        child.stdout.close()
    assert run.having("failed") == set() and run.status == 0, run.said
    assert len(run.having("passed")) > len(DUTIES) / 2, run.said


# Careless servers


def expected(check):
    if check in ELSEWHERE:
        return {"not_applicable"}
    if check == "s-rg-twice":
        return {"passed", "warning"}  # a note: a token for several clients is lawful
    return {"warning"} if check in WARNED else {"failed"}


def wrong(folder, authority, check):
    """What is wrong with the run at the server that omits this duty, with two other checks beside it; None: nothing."""
    folder.mkdir()
    switches, neighbours = [check], [IDS[place] for place in (IDS.index(check) - 1, IDS.index(check) - 2)]
    if check in UNCHALLENGED:
        switches, neighbours = [check, "s-az-nopkce"], ["s-tk-noverif", "s-tk-verif"]
    options = [word for each in switches for word in ("--careless", each)]
    if check in OF_TOKENS:
        options += ["--tokens", "1"]
        neighbours = ["s-md-issuer", "s-jwks"]
    with CarelessServer(folder, authority, *options) as server:
        phone = phone_for(folder / "phone", server)
        more = DEEP + (with_token(server, phone) if check in OF_TOKENS else [])
        checks = {*switches, check, *neighbours}
        run = server_test(phone, *more, *only(*sorted(checks, key=IDS.index)))
        found = run.having("failed", "warning") - set(switches)
        # If the metadata are another server's, nothing else can be judged.
        judged = set(run.verdicts) - run.having("not_seen") >= ({check} if check == "s-md-issuer" else checks)
        fits = run.verdicts.get(check) in expected(check) and judged and not found
        fits = fits and run.status == (1 if expected(check) == {"failed"} else 0)
        left = server.told()["clients"] if check not in ("s-rm-gone", "s-rm-id") else []
        return None if fits and not left else (check, run.status, run.verdicts, left, run.said)


@pytest.mark.parametrize("part", range(0, len(IDS), AT_ONCE), ids=lambda place: IDS[place])
def test_a_careless_server_fails_in_its_check_alone(authority, tmp_path, part):
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as threads:
        found = list(threads.map(lambda check: wrong(tmp_path / check, authority, check), IDS[part:part + AT_ONCE]))
    found = [each for each in found if each]
    assert not found, found


def test_a_verifier_without_a_challenge_is_judged_where_it_can_be(serve):
    _, phone = serve("--careless", "s-az-nopkce")
    run = server_test(phone, *only("s-az-nopkce", "s-tk-downgr"))
    assert run.verdicts == {"s-az-nopkce": "warning", "s-tk-downgr": "passed"}, run.said


def test_strict_fails_at_a_warning(serve):
    _, phone = serve("--careless", "s-az-plain")
    assert server_test(phone, *only("s-az-plain")).status == 0
    assert server_test(phone, "--strict", *only("s-az-plain")).status == 1


@pytest.mark.parametrize("switches,said", [
    (("--audience", "https://api.example"), "without azp: lawful"), (("--key-in-header",), "in its header, where it should not be")])
def test_what_a_server_may_put_into_an_id_token_is_no_fault(serve, switches, said):
    """Clients that refuse such tokens are right, and so is the server."""
    _, phone = serve(*switches)
    run = server_test(phone, *only("s-id-token"))
    assert run.verdicts == {"s-id-token": "warning"} and run.status == 0 and said in run.said, run.said


def test_a_server_without_updates_of_registrations(serve):
    """501 ends no run, and a token for registrations would not help."""
    _, phone = serve("--no-updates")
    run = server_test(phone, *only("s-rm-none", "s-rm-id", "s-rm-bad", "s-tk-verif"))
    expected = {"s-rm-none": "passed", "s-rm-id": "not_seen", "s-rm-bad": "not_seen", "s-tk-verif": "passed"}
    assert run.verdicts == expected and run.status == 0, run.said
    assert "--token-file" not in run.said, run.said


@pytest.mark.parametrize("address,verdict", [
    ("https://as.example/r", "not_seen"), ("https://localhost:1/r", "not_seen"), ("/r", "not_seen"), ("", "not_applicable")])
def test_a_registration_that_may_not_be_asked(phone, authority, address, verdict):
    registered = {"registration_client_uri": address, "registration_access_token": "registration-token"}
    with LoginServer(*authority.issue(), registered=registered) as server:
        connect(phone, server, authority, registration="open")
        run = server_test(phone, *only("s-rm-none"), issuer=server.issuer)
        assert run.verdicts == {"s-rm-none": verdict}, run.said
        assert "host_not_allowed" not in run.said and ("registration_client_uri is" in run.said) == (verdict == "not_seen"), run.said


def test_an_error_page_elsewhere_is_no_redirect_uri(serve):
    _, phone = serve("--error-page", "https://login.example/error?error=invalid_request")
    run = server_test(phone, *only("s-az-other", "s-az-near"))
    assert run.verdicts == {"s-az-other": "passed", "s-az-near": "passed"}, run.said


# A refusal is a proof only if it is one

REFUSING = ["s-rg-frag", "s-rm-none", "s-tk-verif", "s-tk-ropc"]


@pytest.mark.parametrize("trouble", [("--answers", "500"), ("--waf",)], ids=["server-error", "firewall"])
def test_trouble_is_no_refusal(serve, trouble):
    """What answers everything odd in the same way has not judged it."""
    _, phone = serve(*trouble)
    for check in REFUSING:
        run = server_test(phone, *only(check))
        assert run.having("passed", "failed") == set(), run.said


def test_a_server_that_wants_to_be_left_alone_is(serve):
    server, phone = serve("--rate-limited", "12")
    run = server_test(phone)
    assert run.status == 75 and run.having("failed") == set(), run.said
    assert len([1 for _, method, _, status in server.told()["requests"] if status == 429 and method != "DELETE"]) <= 2


def test_a_server_without_registration(serve):
    server, phone = serve("--no-registration")
    run = server_test(phone)
    assert run.having("failed", "warning") == set(), run.said
    assert not {check for check in run.having("passed") if check.startswith(("s-rg-", "s-rm-", "s-tk-"))}, run.said
    assert server.told()["made"] == 0


def test_a_server_that_registers_nobody_refused_no_login(serve):
    """The error names what was missing, and not a login that nobody has tried."""
    server, phone = serve("--tokens", "1")
    run = server_test(phone, *only("s-tk-verif", "s-tk-wrong"))
    assert run.status == 2 and run.having("failed", "passed") == set(), run.said
    assert "the server registered no client" in run.said and "let nobody log in" not in run.said
    assert server.told()["passwords"] == 0


def test_too_little_was_seen(serve):
    _, phone = serve("--no-registration")
    assert server_test(phone, "--min-seen", "40").status != 0


# Consent and cleaning


def test_another_host_needs_its_name(phone):
    status, output, errors = phone.command("server-test", "https://as.example/issuer", *arguments(phone))
    assert status == 64 and "--i-may-test as.example" in errors, output + errors


@pytest.mark.parametrize("issuer, said", [
    ("http://as.example", "https"), ("https://LOCALHOST:1", "lower case"), ("https://localhost:1/?a=b", "query"), ("localhost", "https"),
    ("https://user:secret@localhost:1", "user name")])
def test_a_wrong_issuer_is_refused(phone, issuer, said):
    status, output, errors = phone.command("server-test", issuer, *arguments(phone))
    assert status == 64 and output == "" and said in errors and "hint:" in errors, errors


def test_nothing_is_sent_before_the_plan_was_agreed_to(careful):
    server, phone = careful
    status, output, errors = phone.command("server-test", phone.issuer, *arguments(phone)[1:])
    assert status == 64 and "--yes" in errors, output + errors
    status, output, errors = phone.command("server-test", phone.issuer, *arguments(phone)[1:], "--plan")
    assert status == 0 and USER in output, output + errors
    seen = server.told()
    assert all(method == "GET" and "/.well-known/" in path for _, method, path, _ in seen["requests"])
    assert seen["made"] == 0 and seen["passwords"] == 0


# What goes wrong before, and at, the login


def test_a_wrong_password_is_posted_once(careful):
    server, phone = careful
    phone.password_file.write_text("wrong\n")
    run = server_test(phone, *only("s-az-other", "s-tk-verif"))
    assert run.status == 2 and f"the server refused the login of {USER}" in run.said and "hint:" in run.said
    seen = server.told()
    assert seen["passwords"] == 1 and seen["clients"] == [] and journals(phone) == []


def refused_before_anything_is_sent(server, phone, *more):
    run = server_test(phone, *more)
    assert server.told()["requests"] == [] and journals(phone) == [] and "hint:" in run.said, run.said
    return run.status


@pytest.mark.parametrize("content", [None, ""], ids=["missing", "empty"])
def test_a_password_file_is_looked_at_first(careful, content):
    server, phone = careful
    phone.password_file.unlink()
    if content is not None:
        phone.password_file.write_text(content)
    assert refused_before_anything_is_sent(server, phone) == 65


@pytest.mark.parametrize("option, said", [("--token-file", "initial access token"), ("--secret-file", "client secret")])
def test_a_file_that_is_missing_is_named_as_what_it_is(careful, option, said):
    _, phone = careful
    more = ["--client", "c"] if option == "--secret-file" else []
    run = server_test(phone, *more, option, phone.folder / "no-such-file")
    assert run.status == 65 and said in run.said and "no-such-file" in run.said and "hint:" in run.said, run.said


def test_the_plan_deletes_no_client_of_the_testers(careful):
    _, phone = careful
    status, output, errors = phone.command("server-test", phone.issuer, *arguments(phone), "--plan", "--client", "mine", *only("s-jwks"))
    assert status == 0 and "mine" in output and "deleted" not in output and "1 check," in output, output + errors


def test_a_report_that_cannot_be_written_is_refused_first(careful):
    server, phone = careful
    assert refused_before_anything_is_sent(server, phone, "--report", phone.folder / "no-such-folder/report.html") == 73


def test_a_password_file_for_all_to_read_is_warned_of(careful):
    _, phone = careful
    phone.password_file.chmod(0o644)
    run = server_test(phone, *only("s-az-other"))
    assert run.verdicts == {"s-az-other": "passed"} and run.said.count("chmod 600") == 1, run.said


class Portal(http.server.BaseHTTPRequestHandler):
    """Answers everything with a page."""

    def do_GET(self):
        body = b"<!doctype html><title>Portal</title><p>Please sign in"
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def test_a_page_is_no_metadata(phone):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Portal) as portal:
        threading.Thread(target=portal.serve_forever, daemon=True).start()
        run = server_test(phone, issuer=f"http://127.0.0.1:{portal.server_port}/realm")
        portal.shutdown()
    assert run.status == 69 and "a page (status 200)" in run.said and "hint:" in run.said, run.said
    assert journals(phone) == []


def test_the_plan_is_broken_between_words(careful):
    _, phone = careful
    words = [APP, "server-test", *phone.options(), phone.issuer, "--plan", "--username", USER, "--password-file", phone.password_file]
    terminal = Session(words, size=(40, 40), env=phone.environment(None), cwd=phone.folder)
    phone.terminals.append(terminal)
    assert terminal.wait_exit() == 0
    wanted = "checks, requests, second, clients: “dcr-terminal without demouser; browser's password cookies deleted; journal --clean interruption"
    assert set(wanted.split()) <= set(terminal.screen.text().split()), terminal.screen.text()


def clean(server, phone):
    """After `--clean`: which clients there are still."""
    status, output, errors = phone.command("server-test", phone.issuer, "--clean")
    assert status == 0 and journals(phone) == [], output + errors
    return server.told()["clients"]


def test_clients_of_a_run_that_was_killed_are_deleted_later(careful):
    server, phone = careful
    child = begun(phone, "server-test", phone.issuer, *arguments(phone))
    assert server.told(wait="passwords")["passwords"]
    child.send_signal(signal.SIGKILL)
    child.communicate()
    left = server.told()["clients"]
    journal, = journals(phone)
    assert stat.S_IMODE(journal.stat().st_mode) == 0o600
    assert left and all(client in journal.read_text() for client in left)
    assert clean(server, phone) == []


def test_clients_at_a_server_that_crashed_are_deleted_later(serve):
    server, phone = serve("--crash-after", "5")
    run = server_test(phone, *only("s-az-other", "s-tk-verif"))
    assert run.having("passed", "failed", "warning") == set(), run.said
    assert server.told(up=True)["clients"] and journals(phone)
    assert clean(server, phone) == []


def test_a_server_that_ends_meanwhile_ends_the_run(serve):
    """It is not green, and says no more of a server that nobody can ask."""
    _, phone = serve("--crash-after", "5")
    run = server_test(phone)
    assert run.status == 75 and "the server does not answer: connection_lost" in run.said, run.said


def test_an_interrupted_run_cleans_up(careful):
    server, phone = careful
    child = begun(phone, "server-test", phone.issuer, *arguments(phone))
    assert server.told(wait="clients")["clients"]
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=PATIENCE)
    assert child.returncode != 0
    assert server.told()["clients"] == [] and journals(phone) == []


def test_no_secret_is_in_what_is_saved(careful):
    server, phone = careful
    run = server_test(phone, *only("s-tk-wrong", "s-id-token"))
    assert run.verdicts == {"s-tk-wrong": "passed", "s-id-token": "passed"}, run.said
    text = json.dumps(run.document) + run.said
    assert phone.password_file.read_text().strip() not in text
    # A masked one may show how it begins.
    assert not re.search(r"eyJ[\w-]{10}", text), "an ID token"


def test_metadata_of_another_issuer_add_nothing(phone, authority):
    other = {"issuer": "https://elsewhere.example", "introspection_endpoint": "https://elsewhere.example/introspect"}
    with LoginServer(*authority.issue()) as server:
        connect(phone, server, authority, registration="open")
        place = "/.well-known/oauth-authorization-server/provider"
        server.routes[place] = lambda _: (200, {}, other)
        status, output, errors = phone.command("server-test", server.issuer, "--plan")
        assert status == 0, errors
        assert "elsewhere.example" not in output
        assert f"{place} have another issuer" in errors
        server.routes[place] = lambda _: (200, {}, {"issuer": server.issuer})
        status, _, errors = phone.command("server-test", server.issuer, "--plan")
        assert status == 0 and "another issuer" not in errors

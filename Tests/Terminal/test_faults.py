"""Faults from the command line and from the menu, in the real programs: which are on, what they do, and that they end."""
import json
import re
import socket

import pytest
from phone import APP, LEFT_THE_APP, REFRESH, START_AUTHENTICATION, START_REGISTRATION, USER, log_in, sign_in
from session import run

CASES = [
    ("server-down-during-registration", "register", "connection_refused", 69),
    ("registration-answer-lost", "register", "registration_answer_lost", 69),
    ("forged-state", "registration-login", "state_mismatch", 69),
    ("login-denied", "registration-login", "access_denied", 77),
    ("bad-signature", "token", "id_token_signature_invalid", 69),
    ("refresh-token-used-up", "refresh", "invalid_grant", 77),
    ("disk-full", "register", "keystore_no_space", 73),
    ("browser-missing", "registration-login", "browser_not_started", 69),
    ("phone-offline", "discovery", "host_not_found", 69),
]


@pytest.mark.parametrize("preset,step,code,status", CASES, ids=[case[0] for case in CASES])
def test_a_preset_in_the_flow(phone, preset, step, code, status):
    ended, said, errors = phone.flow("--faults", preset)
    assert ended == status, errors
    assert said[0]["faults"], "the first line says what is on purpose"
    assert (said[-1]["result"], said[-1]["step"], said[-1]["error"]) == ("error", step, code)
    assert sum(fault["struck"] for fault in said[-1]["faults"]) > 0
    # No trace of the fault stays.
    assert phone.flow()[1][-1] == {"result": "ok"}


@pytest.mark.parametrize("preset,defect", [("old-http", "http-1.0"), ("compressed-answers", "gzip")])
def test_a_fault_of_the_server_alone_is_warned_of(phone, preset, defect):
    ended, said, errors = phone.flow("--faults", preset)
    assert ended == 0 and said[-1]["result"] == "ok"
    assert sum(fault["struck"] for fault in said[-1]["faults"]) == 0
    warnings = [line for line in errors.splitlines() if "warning: " in line]
    assert len(warnings) == 1 and defect in warnings[0] and "faults on" in warnings[0], errors


def write(phone, *rules):
    (phone.folder / "mine.json").write_text(json.dumps({"version": 1, "faults": rules}))
    return "./mine.json"


@pytest.mark.parametrize("defect,said", [({"defect": "status", "status": 503}, "503"), ({"defect": "certificate-expired"}, "certificate"),
                                         ({"defect": "offline"}, "host|name")], ids=["status", "certificate", "offline"])
def test_the_page_of_the_login_fails_in_the_browser(phone, defect, said):
    """Named in the configuration; the headless browser meets it and reports it."""
    phone.write_config({**phone.members, "faults": write(phone, {"endpoint": "authorize", "times": 1, **defect})})
    _, lines, errors = phone.flow()
    assert lines[-1]["error"] == "browser_failed" and re.search(said, errors), errors


@pytest.mark.parametrize("text,line,reason", [
    ("{", 1, "not valid JSON"), ('{"version":1,\n"faults":[{"endpoint":"moon","defect":"offline"}]}', 2, "faults[0].endpoint"),
    ('{"version":1,\n"faults":[\n{"endpoint":"token","defect":"offline"},\n{"endpoint":"token","defect":"offline"}]}', 4, "never"),
])
def test_a_wrong_file_ends_it_before_anything_begins(phone, text, line, reason):
    file = phone.folder / "mine.json"
    file.write_text(text)
    for command in ("run --plain", "flow --until discovery"):
        status, _, errors = phone.command(command, "--faults", file)
        assert status == 65
        assert f"{file}, line {line}: " in errors and reason in errors
    assert not phone.data.exists()


@pytest.mark.parametrize("address", ["http://127.0.0.1:{port}/x", "https://localhost:{port}/x", "http://[::1]:{port}/x"])
@pytest.mark.parametrize("member", ["token_endpoint", "registration_endpoint", "authorization_endpoint"])
def test_a_fault_file_leads_to_no_other_port_of_this_computer(phone, member, address):
    """A stranger's file, an issuer without TLS, and a listener at a port that waits for codes: nothing begins."""
    with socket.socket() as stranger:
        stranger.bind(("127.0.0.1", 0))
        stranger.listen()
        address = address.format(port=stranger.getsockname()[1])
        file = write(phone, {"endpoint": "metadata", "defect": "wrong-member", "member": member, "value": address})
        phone.write_config({**phone.members, "issuer": f"http://127.0.0.1:{phone.port}/as", "allowPlainHTTPLoopback": True})
        for command in ("run --plain", "flow --until discovery", "flow"):
            words = ["--username", USER, "--password-file", phone.password_file] if command == "flow" else []
            status, _, errors = phone.command(command, "--faults", file, *words)
            assert status == 65 and address in errors, errors
        stranger.setblocking(False)
        with pytest.raises(BlockingIOError):
            stranger.accept()
    assert not phone.data.exists()


def test_a_fault_file_may_name_the_server_itself_and_what_nobody_has(phone):
    own = f"https://localhost:{phone.port}/elsewhere"
    for value, code in ((own, None), ("https://evil.example/token", "host_not_found")):
        file = write(phone, {"endpoint": "metadata", "defect": "wrong-member", "member": "token_endpoint", "value": value})
        status, lines, errors = phone.flow("--faults", file)
        assert status == 69 and lines[-1]["step"] == "registration-token", (lines, errors)
        assert code in (None, lines[-1]["error"])


@pytest.mark.parametrize("command", ["run --plain --faults=", "serve --faults=", "faults on ", "faults show "])
@pytest.mark.parametrize("word,near", [("no-such", None), ("evil", "evil-issuer"), ("disk-ful", "disk-full"), ("DISK-full", "disk-full")])
def test_a_preset_that_does_not_exist(phone, command, word, near):
    words = (command + word).split()
    status, _, errors = run([APP, *words]) if words[1] == "show" else phone.command(command + word)
    assert status == 65 and f"“{word}” is not a preset" in errors, errors
    assert (f"take one of {near}, or" if near else "disk-full") in errors


def test_plain_lines_say_what_is_on_and_switch_it_off(phone):
    terminal = phone.start("--plain", "--faults", "server-down-at-start", size=(160, 80))
    terminal.wait_for("On purpose: Metadata: nothing listens (always)", "1. " + START_REGISTRATION)
    terminal.type("1").press("enter").wait_for("connection_refused (On purpose: metadata: connection-refused)", "0. Dismiss")
    terminal.type("dismiss").press("enter").wait_for(re.compile(r"0\. Dismiss[\s\S]*3\. Switch all faults off\s+4\. Tools\s+0\. Quit"))
    # It was announced once, and not again before each screen.
    assert terminal.text().count("so far)") == 1
    terminal.type("3").press("enter").wait_for(re.compile(r"0\. Quit[\s\S]*1\. Start Registration\s+2\. Settings\s+3\. Tools\s+0\. Quit"))


# The menu


def choose(terminal, words):
    """Goes down until the selected row contains the words."""
    for _ in range(80):
        if any(re.match(rf".*▸ .*{re.escape(words)}", line) for line in terminal.screen.display):
            return terminal
        move(terminal, "down")
    raise AssertionError(f"no row {words}:\n{terminal.text()}")


def move(terminal, key):
    """Waits until another row is selected; other parts of the screen, such as a clock, may change too."""
    chosen = lambda: [line for line in terminal.screen.display if "▸" in line]
    before = chosen()
    terminal.press(key).wait_until(lambda: chosen() != before, "the selection to move")
    terminal.settle()


def test_a_preset_is_switched_on_acts_and_is_used_up(phone):
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION).press("F").wait_for("[F Faults]", "Nothing goes wrong on purpose", "Phone without a network")
    choose(terminal, "Identity server down during registration").press("enter")
    terminal.wait_for("On: 1, Identity server down during registration", "1 fault", "3 of 3 left")
    terminal.press("tab", "enter")
    log_in(terminal)
    terminal.wait_for("2 of 3 left", "refuse")
    # Once to give it the keys, once to close it.
    terminal.press("F").wait_for("Tab phone").press("F").wait_gone("[F Faults]")
    # Outside the menu the sign stays.
    terminal.wait_for("1 fault", "⚠ POST")


def test_one_defect_once_by_endpoint_and_all_off(phone):
    terminal = sign_in(phone.start())
    terminal.press("F").wait_for("[F Faults]", "▸")
    move(terminal, "end")
    choose_up(terminal, "Refresh").press("enter").wait_for("the client was revoked")
    choose(terminal, "status 503").press("enter").wait_for("How often").press("enter")
    terminal.wait_for("Refresh: status 503", "1 of 1 left", "1 fault")
    terminal.press("x").wait_for("Nothing goes wrong on purpose").wait_gone("1 fault")
    terminal.press("escape").wait_gone("[F Faults]")
    terminal.wait_for(REFRESH)


def choose_up(terminal, words):
    for _ in range(20):
        if any(re.match(rf".*▸ {re.escape(words)}", line) for line in terminal.screen.display):
            return terminal
        move(terminal, "up")
    raise AssertionError(f"no row {words}:\n{terminal.text()}")


def test_the_mouse_switches_on_and_off(phone):
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION).press("F").wait_for("Identity server down at the start")
    terminal.click_on("Identity server down at the start")
    terminal.wait_for("On: 1", "Metadata: nothing listens")
    terminal.click_on("All off")
    terminal.wait_for("Nothing goes wrong on purpose")


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
def test_the_menu_and_the_sign_at_smaller_sizes(phone, size):
    terminal = phone.start(size=size)
    terminal.wait_for(START_REGISTRATION).press("F").wait_for("[F Faults]", "Nothing goes wrong on purpose").press("enter")
    terminal.wait_for("On: 1", "1 fault")
    terminal.press("F").wait_gone("[F Faults]").wait_for(START_REGISTRATION, "1 fault")


def test_the_browser_shows_the_page_that_does_not_come(phone):
    terminal = phone.start("--faults", write(phone, {"endpoint": "authorize", "defect": "connection-refused", "times": 1}))
    terminal.wait_for(START_REGISTRATION).press("enter")
    terminal.wait_for(LEFT_THE_APP, re.compile("refuse"))


def test_a_request_that_hangs_goes_on_when_its_fault_is_switched_off(phone):
    terminal = phone.start("--faults", write(phone, {"endpoint": "metadata", "defect": "latency", "milliseconds": 14000}))
    terminal.wait_for(START_REGISTRATION).press("enter").wait_for("Cancel")
    terminal.press("F").wait_for("1 so far").press("x")
    log_in(terminal)
    terminal.wait_for(START_AUTHENTICATION)


def test_the_menu_switches_faults_on_at_the_server(phone):
    """Another client would meet them, too; the badge counts them, and the command sees them."""
    terminal = sign_in(phone.start())
    terminal.press("F").wait_for("[At this phone]", "At the server")
    terminal.press("a").wait_for("[At the server]", "Nothing goes wrong on purpose")
    terminal.press("/").type("login denied").press("enter").wait_for("On: 1", "1 fault")
    rows = json.loads(phone.command("faults active", "--json")[1])
    assert [(row["name"], row["target"]) for row in rows] == [("login-denied", "everybody")]
    terminal.press("x").wait_for("Nothing goes wrong on purpose").wait_gone("1 fault")
    assert json.loads(phone.command("faults active", "--json")[1]) == []

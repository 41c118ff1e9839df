"""A hostile server's answers can neither control the terminal nor end the program."""
import json
from urllib.parse import quote

import pytest
from login_server import LoginServer
from login_server import connect as connect_openly
from phone import APP, BROWSER, START_REGISTRATION, re_word
from session import Session, run
from tls_server import Provider

# Sequences that neither ncurses nor the programs ever send: window title, clipboard, a made-up colour, device control, C1 controls, a bell,
# and the override of the writing direction.
ATTACK = "\x1b]0;owned\x07 \x1b]52;c;b3duZWQ=\x07 \x1b[31337mred \x1bPq#0\x1b\\ \x9b2J\x9d0;owned\x9c \u202egnp.exe\u202c \x08\x0b"
FORBIDDEN = [b"\x1b]", b"\x1b[31337m", b"\x1bP", b"\xc2\x9b", b"\xc2\x9d", b"\xc2\x9c", b"\x07", b"\xe2\x80\xae", b"\x0b"]


def assert_harmless(raw):
    raw = raw if isinstance(raw, bytes) else raw.encode()
    raw = raw.replace(b"\x1b]104\x07", b"")  # ncurses itself, when it ends: the palette as it was
    for sequence in FORBIDDEN:
        assert sequence not in raw, f"{sequence!r} reached the terminal"


def connect(phone, server, authority):
    phone.write_config({**phone.members, "issuer": server.issuer, "trustedCertificates": str(authority.pem)})


def refuse(parameters):
    """The authorization endpoint redirects the browser with an error that is an attack."""
    query = f"error=access_denied&error_description={quote(ATTACK)}&state={parameters['state']}"
    return 302, {"Location": f"{parameters['redirect_uri']}?{query}"}, b""


def test_error_description_on_the_apps_screen(phone, authority):
    with Provider(*authority.issue(), authorize=refuse) as server:
        connect(phone, server, authority)
        terminal = phone.start()
        terminal.wait_for(START_REGISTRATION).press("enter").wait_for("Dismiss")
        terminal.press("d").wait_for("owned")
        terminal.press("tab", "enter").wait_for(re_word("GET"))
        terminal.press("q")
        assert terminal.wait_exit() == 0
        assert_harmless(terminal.raw)
        terminal.assert_restored()


def test_error_description_in_the_output_of_flow(phone, authority):
    with Provider(*authority.issue(), authorize=refuse) as server:
        connect(phone, server, authority)
        status, output, errors = phone.command(
            "flow", "--username", "demouser", "--password-file", phone.password_file)
        assert status == 77, errors
        assert_harmless(output + errors)
        assert "\x1b" not in output + errors
        status, output, errors = phone.command(
            "flow", "--username", "demouser", "--password-file", phone.password_file, "--json")
        assert_harmless(output + errors)
        for line in output.splitlines():
            json.loads(line)


def test_hostile_page_in_the_browser(phone, authority):
    page = f"<title>{ATTACK}</title><h1>Log {ATTACK} in</h1><form><label>{ATTACK}<input name=u></label>"
    page += "<button>&#27;]0;owned&#7; &#155;2J &#x202e;go</button></form>"
    answer = lambda _: (200, {"Content-Type": "text/html; charset=utf-8"}, page)
    with Provider(*authority.issue(), authorize=answer) as server:
        connect(phone, server, authority)
        terminal = phone.start()
        terminal.wait_for(START_REGISTRATION).press("enter").wait_for("You have left the app", "Log")
        terminal.press("escape").wait_for(START_REGISTRATION)
        assert_harmless(terminal.raw)


# Invisible characters and marks of direction; those beyond U+FFFF can spell out a whole text that nobody sees.
INVISIBLE = "\u061c\u200b\ufeff\ufff9\U000e0001\U000e0041\U000e007f"


def assert_nothing_raw(text):
    harmful = [f"U+{ord(each):04X}" for each in set(text) if each in INVISIBLE + "\x1b\x9b\x9d\u202a\u202e"]
    assert harmful == [], f"{harmful} were written as they are"


def test_names_in_json_lines(phone, authority):
    name = ATTACK + INVISIBLE
    with LoginServer(*authority.issue(), registered={"client_name": name}) as server:
        connect_openly(phone, server, authority, registration="open")
        status, output, errors = phone.command(
            "flow", "--username", "demouser", "--password-file", phone.password_file, "--until", "register", "--json")
        assert status == 0, errors
        assert_nothing_raw(output + errors)
        lines = [json.loads(line) for line in output.splitlines()]
        assert [line["detail"]["client_name"] for line in lines if line.get("step") == "register"] == [name]


@pytest.mark.parametrize("ending", ["json", "md", "html", "xml", "txt"])
def test_names_in_files_of_a_test_of_the_server(phone, authority, ending):
    with LoginServer(*authority.issue(), registered={"client_name": ATTACK + INVISIBLE}) as server:
        connect_openly(phone, server, authority, registration="open")
        saved, report = phone.folder / "run.json", phone.folder / f"report.{ending}"
        _, output, errors = phone.command(
            "server-test", server.issuer, "--yes", "--only", "s-rg-shape", "--save", saved, "--report", report)
        for text in [output, errors, saved.read_text(), report.read_text()]:
            assert_nothing_raw(text)
        bodies = [each["response"]["body"] for each in json.loads(saved.read_text())["exchanges"]]
        assert any(INVISIBLE in body for body in bodies), errors


BROKEN_METADATA = {
    "not JSON": lambda _: (200, {"Content-Type": "application/json"}, b"{"),
    "HTML": lambda _: (200, {"Content-Type": "text/html"}, b"<h1>It works!</h1>"),
    "a number": lambda _: (200, {}, [1]),
    "nothing": lambda _: (200, {"Content-Type": "application/json"}, b""),
    "too deep": lambda _: (200, {"Content-Type": "application/json"}, b"[" * 100_000),
    "too large": lambda _: (200, {"Content-Type": "application/json"}, b'{"issuer": "' + b"x" * (2 << 20) + b'"}'),
    "an error": lambda _: (500, {"Content-Type": "text/plain"}, ATTACK),
    "another issuer": lambda _: (200, {}, {"issuer": "https://evil.example/"}),
}


@pytest.mark.parametrize("case", BROKEN_METADATA)
def test_metadata_that_breaks_the_protocol(phone, authority, case):
    with Provider(*authority.issue()) as server:
        for path in ("/provider/.well-known/openid-configuration", "/.well-known/oauth-authorization-server/provider"):
            server.routes[path] = BROKEN_METADATA[case]
        connect(phone, server, authority)
        status, lines, errors = phone.flow()
        assert status == 69, errors
        assert lines[-1]["result"] == "error" and lines[-1]["step"] == "discovery"
        assert len(errors.splitlines()) == 2, errors
        assert_harmless(errors)


@pytest.mark.parametrize("coding,why", [("br", "Content-Encoding: br"), ("gzip", "the compressed content is damaged")])
def test_content_that_cannot_be_decoded(phone, authority, coding, why):
    with Provider(*authority.issue()) as server:
        server.routes["/provider/.well-known/openid-configuration"] = lambda _: (200, {"Content-Encoding": coding}, {"issuer": server.issuer})
        connect(phone, server, authority)
        status, lines, errors = phone.flow()
        assert status == 69 and lines[-1]["error"] == "content_unreadable", errors
        # The sentence says once what is read, and has no name of a library's error.
        assert f"sent its content compressed ({why}); gzip and deflate are read\n" in errors


def test_a_server_that_says_how_long_to_wait(phone, authority):
    """The hint does not contradict it."""
    with Provider(*authority.issue(), register=lambda _: (429, {"Retry-After": "600"}, b"")) as server:
        connect_openly(phone, server, authority, registration="open", scope="profile")
        status, lines, errors = phone.flow()
        assert status == 75 and lines[-1]["error"] == "too_many_requests" and "Retry-After: 600 s" in errors, errors
        assert "wait as long as the server says" in lines[-1]["hint"]


def test_endless_redirects_end(phone, authority):
    loop = lambda parameters: (302, {"Location": "/authorize?again=1"}, b"")
    with Provider(*authority.issue(), authorize=loop) as server:
        connect(phone, server, authority)
        status, lines, errors = phone.flow()
        assert status != 0
        assert lines[-1]["step"] == "registration-login"
        assert len(server.requests) < 100

"""TLS: another authority, an expired certificate and a wrong host are refused, by the app and by the browser."""
import json

import pytest
from certificates import LONG_AGO, Authority
from phone import BROWSER, START_REGISTRATION, Phone
from session import Session, run, succeeded
from tls_server import Provider

CASES = {
    "certificate_untrusted": dict(),
    "certificate_expired": dict(valid=LONG_AGO),
    "certificate_wrong_host": dict(names=("DNS:other.example", "IP:127.0.0.99")),
}


@pytest.fixture(scope="module")
def strangers(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("strangers"), "Another authority")


@pytest.fixture(params=CASES)
def refused(request, authority, strangers):
    """A server that must be refused, and the code of the reason."""
    issuer = strangers if request.param == "certificate_untrusted" else authority
    with Provider(*issuer.issue(**CASES[request.param])) as server:
        yield server, request.param


def trusting(phone, server, authority):
    phone.write_config({**phone.members, "issuer": server.issuer, "trustedCertificates": [str(authority.pem)]})


def test_the_trusted_authority_is_accepted(phone, authority):
    with Provider(*authority.issue()) as server:
        trusting(phone, server, authority)
        lines = succeeded(phone.flow("--until", "discovery"))
        assert lines[0]["step"] == "discovery" and lines[0]["ok"]


def test_the_app_refuses(phone, authority, refused):
    server, code = refused
    trusting(phone, server, authority)
    status, lines, errors = phone.flow()
    assert status == 69, errors
    assert lines[-1]["error"] == code, lines
    assert server.requests == [], "a request was sent before the certificate was judged"


def test_the_app_says_so_on_its_screen(phone, authority, refused):
    server, code = refused
    trusting(phone, server, authority)
    terminal = phone.start()
    terminal.wait_for(START_REGISTRATION).press("enter").wait_for("certificate", "Dismiss")
    terminal.press("d").wait_for(code)
    assert server.requests == []


def browser(phone, server, authority, *more):
    return [
        BROWSER, f"{server.origin}/authorize", "--redirect-uri", "io.curity.dcrclient:/callback", "--dispatch-socket",
        phone.folder / "uri.sock", "--data-dir", phone.folder / "browser", "--trusted-certificates", authority.pem, *more]


def test_the_browser_refuses(phone, authority, refused):
    server, code = refused
    status, output, errors = run(browser(
        phone, server, authority, "--headless", "--username", "demouser", "--password-file", phone.password_file))
    assert status == 69, errors
    lines = errors.splitlines()
    assert lines[0].startswith("dcr-browser: ") and lines[1].startswith("hint: "), errors
    assert server.requests == []


def test_the_browser_says_so_on_its_screen(phone, authority, refused):
    """No page, and no way to continue: only Done."""
    server, _ = refused
    with Session(browser(phone, server, authority), env={"HOME": str(phone.folder)}) as terminal:
        terminal.wait_for("certificate")
        assert server.requests == []
        terminal.press("escape")
        assert terminal.wait_exit() == 10
        terminal.assert_restored()


def test_another_servers_own_authority_is_not_trusted_by_this_phone(phone, tmp_path_factory):
    """One phone does not trust the embedded server of another data directory."""
    other = Phone(tmp_path_factory.mktemp("other"))
    served = Session([*serve(other)], env={"HOME": str(other.folder)}, cwd=other.folder)
    with served:
        served.wait_for('"issuer"')
        phone.write_config({**phone.members, "issuer": other.issuer})
        status, lines, errors = phone.flow()
        assert status == 69, errors
        assert lines[-1]["result"] == "error"
        assert not phone.keystore.exists()


def serve(phone):
    from phone import APP
    return [APP, "serve", *phone.options(), "--admin-port", "0", "--json"]

"""With only an API's address configured, its server is found (RFC 9728, then RFC 8414), named before the first login, and kept."""
import json
import re
import subprocess

import pytest
from certificates import Authority
from phone import APP, START_AUTHENTICATION, START_REGISTRATION, Phone, register, sign_in
from session import succeeded
from test_accounts import read_accounts
from tls_server import Provider, TLSServer

SIZES = [(110, 30), (80, 24), (40, 15)]


def without_issuer(phone, api, **members):
    """Configures the phone with this API and without a server."""
    phone.write_config({name: value for name, value in {**phone.members, "api": api, **members}.items() if name != "issuer"})
    return phone


@pytest.fixture
def bank(tmp_path):
    """Another operator's server with its API: its ready line."""
    (tmp_path / "bank").mkdir()
    other = Phone(tmp_path / "bank")
    environment = {name: value for name, value in other.environment(None).items() if value is not None}
    server = subprocess.Popen(
        [APP, "serve", "--json", *other.options()], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=environment)
    ready = json.loads(server.stdout.readline())
    yield ready | {"api": f"https://localhost:{other.port}/api"}
    server.kill()
    server.wait()
    server.stdout.close()


@pytest.fixture
def customer(bank, tmp_path):
    (tmp_path / "customer").mkdir()
    phone = without_issuer(
        Phone(tmp_path / "customer"), bank["api"], trustedCertificates=bank["ca"], scope="openid profile accounts payments")
    yield phone
    phone.close()


def says(terminal, text):
    """Waits until the screen shows the text, however it is wrapped. A server's address is longer than a phone is wide."""
    wanted = "".join(text.split())
    def words():
        rows = ["".join(cell for cell in row if cell not in "┃│▏▕") for row in terminal.screen.display]
        return "".join("".join(rows).split())
    terminal.wait_until(lambda: wanted in words(), f"“{text}”")


@pytest.mark.parametrize("size", SIZES)
def test_the_screen_says_which_server_before_the_first_login(bank, customer, size):
    terminal = customer.start(size=size)
    terminal.wait_for(START_REGISTRATION)
    if size[0] > 100:  # beside the panel nothing could be told apart
        terminal.resize(80, 24).wait_for(START_REGISTRATION)
    says(terminal, f"{bank['api']} leaves logins to {bank['issuer']}.")
    assert not customer.keystore.exists()
    assert (customer.data / "api-issuer").read_text().split() == [bank["api"], bank["issuer"]]


def test_the_tokens_of_the_server_that_was_found_open_the_api(bank, customer):
    terminal = register(customer.start())
    terminal.resize(80, 24).wait_for(START_AUTHENTICATION)
    says(terminal, f"leaves logins to {bank['issuer']}.")
    terminal.press("enter").wait_for("Sign Out")
    read_accounts(terminal)


def test_flow_and_doctor_find_it_too(bank, customer):
    status, output, errors = customer.command("doctor")
    assert status == 0, output + errors
    assert f"{bank['api']} leaves logins to {bank['issuer']}" in output
    assert re.search(r"refresh\n +ok +accounts\n +ok +logout", output), output
    lines = succeeded(customer.flow("--until", "accounts"))
    assert lines[-1]["result"] == "ok" and lines[-2]["step"] == "accounts"
    detail = lines[-2]["detail"]
    assert "accounts" in detail and "error" not in detail and "authorization_servers" not in detail, "of the answer, and not of the refusal"


def test_flow_skips_the_accounts_without_an_api(phone):
    status, lines, errors = phone.flow("--until", "accounts")
    assert (status, lines[-1]) == (0, {"result": "ok"}), errors
    assert lines[-2]["step"] == "accounts" and lines[-2]["skipped"]


# A foreign server with metadata only at the RFC 8414 address, and an API beside it.


@pytest.fixture
def elsewhere(tmp_path):
    authority = Authority(tmp_path, "Elsewhere")
    pem, key = authority.issue()
    with Provider(pem, key) as provider, TLSServer(pem, key) as api:
        del provider.routes["/provider/.well-known/openid-configuration"]
        provider.routes["/.well-known/oauth-authorization-server/provider"] = lambda _: (200, {}, provider.metadata)
        api.address = f"{api.origin}/bank"
        api.metadata = {"resource": api.address, "authorization_servers": [provider.issuer]}
        place = "/metadata/of/the/bank"
        api.routes["/bank"] = lambda _: (401, {"WWW-Authenticate": f'Bearer resource_metadata="{api.origin}{place}"'}, b"")
        api.routes[place] = lambda _: (200, {}, api.metadata)
        yield provider, api, authority


@pytest.fixture
def visitor(elsewhere, tmp_path):
    _, api, authority = elsewhere
    phone = without_issuer(Phone(tmp_path), api.address, trustedCertificates=str(authority.pem), scope="profile accounts")
    yield phone
    phone.close()


def test_where_the_api_says_and_then_by_rfc_8414(elsewhere, visitor):
    provider, api, _ = elsewhere
    status, output, errors = visitor.command("doctor")
    assert f"{api.address} leaves logins to {provider.issuer}" in output, output + errors
    assert f"metadata at {provider.origin}/.well-known/oauth-authorization-server/provider" in output
    assert api.requests[0] == ("GET", "/bank"), "it was asked, and nothing was guessed"
    assert all(request[0] == "GET" for request in api.requests + provider.requests)
    assert api.credentials is None and provider.credentials is None


def test_what_was_found_is_kept(elsewhere, visitor):
    provider, api, _ = elsewhere
    terminal = visitor.start(size=(80, 24))
    terminal.wait_for(START_REGISTRATION)
    says(terminal, f"leaves logins to {provider.issuer}.")
    terminal.close()
    # An attacker who later controls the API cannot choose where the password goes.
    api.metadata["authorization_servers"] = ["https://localhost:1/somebody-else"]
    asked = len(api.requests)
    terminal = visitor.start(size=(80, 24))
    terminal.wait_for(START_REGISTRATION)
    says(terminal, f"leaves logins to {provider.issuer}.")
    assert api.requests[asked:] == []


def test_another_api_is_asked_anew(elsewhere, visitor):
    provider, api, _ = elsewhere
    assert provider.issuer in visitor.command("doctor")[1]
    other = {"resource": f"{api.origin}/other", "authorization_servers": [f"{provider.origin}/second"]}
    api.routes["/.well-known/oauth-protected-resource/other"] = lambda _: (200, {}, other)
    config = json.loads(visitor.config.read_text())
    visitor.write_config({**config, "api": f"{api.origin}/other"})
    _, output, errors = visitor.command("doctor")
    assert f"{api.origin}/other leaves logins to {provider.origin}/second" in output, output + errors


@pytest.mark.parametrize("named", ["api", "issuer"])
def test_doctor_takes_an_api_or_an_issuer(elsewhere, visitor, named):
    """Instead of the configured address; the configuration does not change."""
    provider, api, authority = elsewhere
    visitor.write_config({**visitor.members, "trustedCertificates": str(authority.pem), "scope": "profile"})
    address = {"api": api.address, "issuer": provider.issuer}[named]
    _, output, errors = visitor.command("doctor", address)
    assert (f"{api.address} leaves logins to {provider.issuer}" in output) == (named == "api"), output + errors
    assert f"issuer {provider.issuer}," in output
    assert f"{provider.issuer} answers" in output
    assert f"metadata at {provider.origin}/.well-known/oauth-authorization-server/provider" in output
    assert not (visitor.data / "api-issuer").exists()


def test_an_address_that_is_neither(elsewhere, visitor):
    provider, api, authority = elsewhere
    visitor.write_config({**visitor.members, "trustedCertificates": str(authority.pem)})
    status, output, errors = visitor.command("doctor", f"{api.origin}/nothing")
    assert status == 69, output + errors
    assert f"issuer {api.origin}/nothing," in output and "leaves logins" not in output


@pytest.mark.parametrize("change, code, words", [
    (lambda api: api.metadata.pop("authorization_servers"), 69, "authorization_servers"),
    (lambda api: api.metadata.update(authorization_servers=["http://example.com"]), 69, "authorization_servers"),
    (lambda api: api.metadata.update(resource="https://elsewhere.example/bank"), 69, "resource"),
    (lambda api: api.routes.update({"/bank": lambda _: (
        401, {"WWW-Authenticate": 'Bearer resource_metadata="https://elsewhere.example/x"'}, b"")}), 69, "elsewhere.example"),
    (lambda api: api.routes.update({"/bank": lambda _: (503, {}, b"")}), 75, "503"),
    (lambda api: api.routes.clear(), 69, "404"),
], ids=["no-server", "plain-server", "other-api", "metadata-elsewhere", "in-trouble", "nothing"])
def test_an_api_that_names_no_server(elsewhere, visitor, change, code, words):
    """One error with a hint, before anything is drawn or saved; `doctor` reports the same."""
    _, api, _ = elsewhere
    change(api)
    for command in ("flow", "run"):
        status, output, errors = visitor.command(command)
        assert (status, output) == (code, ""), output + errors
        lines = errors.splitlines()
        assert len(lines) == 2 and lines[0].startswith("dcr-terminal: ") and lines[1].startswith("hint: "), errors
        assert words in errors
    status, output, _ = visitor.command("doctor")
    assert status == code and words in output
    assert not visitor.data.exists()

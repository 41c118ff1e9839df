"""The app at django-allauth's identity provider: with an initial access token and open. It does not decode HTTP Basic (RFC 6749 §2.3.1)."""
import pytest
from peer import HERE, Peer
from phone import PASSWORD, USER, Phone

STEPS = ["discovery", "register", "login", "token", "userinfo", "refresh", "logout"]


def provider(python, authority, folder, how):
    return Peer(folder, python, HERE / "allauth_provider.py", *authority.issue(), USER, PASSWORD, how)


@pytest.fixture(scope="module")
def open_allauth(canaille_python, authority, tmp_path_factory):
    with provider(canaille_python, authority, tmp_path_factory.mktemp("allauth"), "open") as server:
        yield server


def phone_at(server, authority, folder, **members):
    """A phone that trusts this server's authority."""
    return Phone(folder, server.issuer, trustedCertificates=str(authority.pem), **members)


def test_the_whole_flow_and_once_more(open_allauth, authority, tmp_path):
    phone = phone_at(open_allauth, authority, tmp_path, registration="open")
    for again in (False, True):
        status, lines, errors = phone.flow()
        assert (status, lines[-1]) == (0, {"result": "ok"}), (lines, errors, open_allauth.said())
        done = [line["step"] for line in lines if line.get("ok") and not line.get("skipped")]
        assert done == [step for step in STEPS if not (again and step == "register")]
        detail = {line.get("step"): line.get("detail") for line in lines}
        assert detail["userinfo"]["name"] == "Demo User" and detail["userinfo"]["preferred_username"] == USER
        # Its registration answer has no post_logout_redirect_uris, so the app names none, and nothing comes back.
        assert detail["logout"] == {"confirmed": False}


def test_basic_is_refused_in_words_that_say_why(open_allauth, authority, tmp_path):
    """A secret has 50 characters out of 50 different ones, nine of which the encoding changes."""
    phone = phone_at(open_allauth, authority, tmp_path, registration="open", clientAuthentication="client_secret_basic")
    status, lines, errors = phone.flow()
    assert (status, lines[-1]["step"], lines[-1]["error"]) == (77, "token", "invalid_client"), (lines, errors)
    assert "§2.3.1" in errors and "client_secret_post" in lines[-1]["hint"], errors
    phone.write_config({**phone.members, "clientAuthentication": "client_secret_post"})
    status, lines, errors = phone.flow("--register-again", "--until", "token")
    assert status == 0, (lines, errors)


def test_an_initial_access_token_registers(canaille_python, authority, tmp_path):
    (tmp_path / "provider").mkdir()
    with provider(canaille_python, authority, tmp_path / "provider", "token") as server:
        token = tmp_path / "token"
        token.touch(0o600)
        token.write_text(server.ready["initial_access_token"])
        phone = phone_at(server, authority, tmp_path, registration="initial-access-token", initialAccessTokenFile="token")
        status, lines, errors = phone.flow("--until", "token")
        assert status == 0, (lines, errors, server.said())

"""The app at LemonLDAP::NG: open registration, `client_id_issued_at` as a string, HTTP Basic without the encoding of RFC 6749 §2.3.1."""
import json

import lemonldap
import pytest
from conftest import missing
from phone import Phone


@pytest.fixture(scope="module")
def portal(authority, tmp_path_factory):
    if not lemonldap.is_there():
        missing("there is no LemonLDAP::NG: make test-interop installs it")
    with lemonldap.LemonLDAP(tmp_path_factory.mktemp("lemonldap"), authority) as portal:
        yield portal


def flow(portal, authority, folder, *arguments, **members):
    """(exit status, the lines as objects, standard error)"""
    phone = Phone(folder, portal.issuer, registration="open", trustedCertificates=str(authority.pem), **members)
    phone.password_file.write_text(lemonldap.PASSWORD)
    status, output, errors = phone.command(
        "flow", "--username", lemonldap.USER, "--password-file", phone.password_file, "--json", *arguments)
    return status, [json.loads(line) for line in output.splitlines()], errors


def test_the_whole_flow(portal, authority, tmp_path):
    status, lines, errors = flow(portal, authority, tmp_path)
    assert (status, lines[-1]) == (0, {"result": "ok"}), (lines, errors, portal.said())
    detail = {line.get("step"): line.get("detail") for line in lines}
    assert detail["userinfo"] == {"sub": lemonldap.USER, "name": "Doctor Who", "preferred_username": lemonldap.USER}
    # The app accepts the registration as it is, and warns.
    assert isinstance(detail["register"]["client_id_issued_at"], str)
    assert "client_id_issued_at is a string" in errors, errors
    assert [line["step"] for line in lines if line.get("why") == "the server issued no refresh token"] == ["refresh"]
    # Its sign-out ends at its own front page, a login form that stays empty.
    assert detail["logout"] == {"confirmed": False}


def test_basic_is_refused_in_words_that_say_why(portal, authority, tmp_path):
    """Ids and secrets have letters, digits, dots and slashes. Only slashes change in Basic, and two of three registrations have one."""
    for attempt in range(30):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        status, lines, errors = flow(
            portal, authority, folder, "--until", "token", "--reveal", clientAuthentication="client_secret_basic")
        client, = (line["detail"] for line in lines if line.get("step") == "register")
        if "/" in client["client_id"] + client["client_secret"]:
            break
        assert status == 0, (lines, errors)
    assert (status, lines[-1]["step"], lines[-1]["error"]) == (77, "token", "invalid_client"), (lines, errors)
    assert "§2.3.1" in errors and "client_secret_post" in lines[-1]["hint"], errors

"""mod_auth_openidc registers itself at the embedded server with an administrator's token, signs people in, refreshes and signs them out."""
import json
from urllib.parse import parse_qs, urlencode, urlsplit

import apache
import pytest
from conftest import missing
from person import Person
from phone import PASSWORD, USER
from session import succeeded


@pytest.fixture
def party(phone, server, authority):
    if not apache.is_there():
        missing("there is no Apache with mod_auth_openidc: make test-interop installs it")
    token = succeeded(phone.command("clients token"))
    with apache.Apache(authority, server.issuer, server.authority, registration_token=token.strip()) as party:
        yield party


@pytest.fixture
def person(server, authority):
    return Person(USER, PASSWORD, authority.pem, server.authority)


def test_from_the_registration_to_the_sign_out(party, person, phone, server):
    assert "Signed in" in person.open(party.origin + "/account/"), party.said()
    login = next(url for url in person.visited if "/oauth-authorize?" in url)
    assert parse_qs(urlsplit(login).query)["scope"] == ["openid profile offline_access"]
    assert [each["client_id"] for each in json.loads(phone.command("clients list --json")[1])] == [party.client()["client_id"]]

    info = json.loads(person.open(party.origin + "/callback?info=json"))
    assert info["id_token"]["iss"] == server.issuer and info["id_token"]["sub"] == info["userinfo"]["sub"] == USER

    # It requests its configured scope again, not the granted one: the login left offline_access out.
    back = urlencode({"refresh": party.origin + "/account/", "access_token": info["access_token"]})
    assert "Signed in" in person.open(party.origin + "/callback?" + back)
    assert "error_code" not in person.visited[-1], party.said()
    refreshed = json.loads(person.open(party.origin + "/callback?info=json"))
    assert refreshed["access_token"] != info["access_token"] and refreshed["refresh_token"] != info["refresh_token"]

    assert "Signed out" in person.open(party.origin + "/callback?" + urlencode({"logout": party.origin + "/bye.html"}))
    assert any("/oauth-session/logout?" in url for url in person.visited)
    # The server's session has ended as well: the next visit is a login.
    del person.visited[:]
    assert "Signed in" in person.open(party.origin + "/account/")
    assert any(url.endswith("/login") for url in person.visited), person.visited


def test_a_client_that_is_revoked_gets_in_no_more(party, person, phone):
    assert "Signed in" in person.open(party.origin + "/account/"), party.said()
    assert phone.command(f"clients revoke {party.client()['client_id']}")[0] == 0
    info = json.loads(person.open(party.origin + "/callback?info=json"))
    back = urlencode({"refresh": party.origin + "/account/", "access_token": info["access_token"]})
    person.open(party.origin + "/callback?" + back)
    assert "error_code=refresh_failed" in person.visited[-1], person.visited

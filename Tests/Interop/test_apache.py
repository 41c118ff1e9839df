"""mod_auth_openidc, which registers itself at the embedded server with the administrator's token."""
import json

import apache
from person import Person
from phone import PASSWORD, USER
from urllib.parse import urlencode


def test_it_registers_itself_signs_in_and_out(phone, server, authority):
    status, output, errors = phone.command("clients token")
    assert status == 0, errors
    print(output)
    with apache.Apache(authority, server.issuer, server.authority, registration_token=output.strip()) as party:
        person = Person(USER, PASSWORD, str(authority.pem), server.authority)
        page = person.open(party.origin + "/account/")
        print(page, person.visited, party.said())
        assert "Signed in" in page

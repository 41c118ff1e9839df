"""The app at LemonLDAP::NG: open registration, `client_id_issued_at` as a string, HTTP Basic without the encoding of RFC 6749 §2.3.1."""
import lemonldap
import pytest
from phone import Phone


@pytest.fixture(scope="module")
def portal(authority, tmp_path_factory):
    with lemonldap.LemonLDAP(tmp_path_factory.mktemp("lemonldap"), authority) as portal:
        yield portal


def test_flow(portal, authority, tmp_path):
    phone = Phone(tmp_path, portal.issuer, registration="open", trustedCertificates=str(authority.pem))
    phone.password_file.write_text(lemonldap.PASSWORD)
    status, output, errors = phone.command("flow", "--username", lemonldap.USER, "--password-file", phone.password_file, "--json")
    assert status == 0, (output, errors, portal.said())

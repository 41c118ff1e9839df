"""The app at django-allauth's identity provider: by initial access token and open. It does not undo the encoding of HTTP Basic (RFC 6749 §2.3.1)."""
import pytest
from peer import HERE, Peer
from phone import PASSWORD, USER, Phone


@pytest.fixture(scope="module", params=["open", "initial-access-token"])
def allauth(request, canaille_python, authority, tmp_path_factory):
    how = "open" if request.param == "open" else "token"
    with Peer(
            tmp_path_factory.mktemp("allauth"), canaille_python, HERE / "allauth_provider.py", *authority.issue(), USER, PASSWORD, how) as provider:
        provider.registration = request.param
        yield provider


def test_flow(allauth, authority, tmp_path):
    phone = Phone(tmp_path, allauth.issuer, registration="open", trustedCertificates=str(authority.pem))
    status, lines, errors = phone.flow()
    assert (status, lines[-1]) == (0, {"result": "ok"}), (lines, errors, allauth.said())

"""The tests' own authorization server: careful it refuses every offence, and with one duty omitted it accepts that one alone."""
import pytest
from careless import CarelessServer
from careless_server.duties import DUTIES
from offences import OFFENCES, Party
from server_tests import phone_for
from session import succeeded

IDS = list(DUTIES)


@pytest.fixture(scope="module")
def server(authority, tmp_path_factory):
    with CarelessServer(tmp_path_factory.mktemp("careless"), authority) as server:
        yield server


def accepted(server, check):
    """Whether a new client of this server gets away with the offence."""
    party = Party(server.issuer, server.authority, server.told)
    try:
        return OFFENCES[check](party)
    finally:
        party.connection.close()
        server.told(tokens=0)


def test_each_duty_has_an_offence():
    assert list(OFFENCES) == list(DUTIES) and len(DUTIES) == 56


@pytest.mark.parametrize("check", DUTIES)
def test_a_careful_server_refuses(server, check):
    server.told(careless=[])
    assert not accepted(server, check)


@pytest.mark.parametrize("check", DUTIES)
def test_a_careless_server_accepts(server, check):
    server.told(careless=[check])
    assert accepted(server, check)
    neighbours = (IDS + IDS)[IDS.index(check) + 1:][:2]
    assert not any(accepted(server, each) for each in neighbours), "it omits one duty alone"


# Configurations of a phone that the server is good for.
KEYS = {"clientAuthentication": "private-key", "dpop": True, "pushedAuthorization": True}
METHODS = [KEYS, {"clientAuthentication": "client_secret_basic"}, {"clientAuthentication": "client_secret_post", "dpop": True}]


@pytest.mark.parametrize("members", METHODS, ids=["keys", "basic", "post"])
def test_the_app_signs_in_and_out_at_it(server, tmp_path, members):
    server.told(careless=[])
    phone = phone_for(tmp_path / "phone", server, **members)
    succeeded(phone.command("doctor"))
    lines = succeeded(phone.flow())
    done = [line["step"] for line in lines if line.get("ok") and not line.get("skipped")]
    assert done == ["discovery", "register", "login", "token", "userinfo", "refresh", "logout"], lines

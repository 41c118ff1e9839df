"""The tests' own authorization server: careful it refuses every offence, and with one duty omitted it accepts that one alone."""
import pytest
from careless import CarelessServer
from careless_server.duties import DUTIES
from offences import OFFENCES, Party

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

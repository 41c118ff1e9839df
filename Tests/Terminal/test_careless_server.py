"""The tests' own authorization server: careful it refuses every offence, and with one duty omitted it accepts that one alone."""
import http.client

import pytest
from careless import CarelessServer
from careless_server.duties import DUTIES
from offences import OFFENCES, REDIRECT, Party
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


# Servers in trouble


@pytest.fixture
def troubled(authority, tmp_path):
    """Starts a server with these switches and gives it with a new client of it."""
    started = []

    def start(*switches):
        started.append(CarelessServer(tmp_path, authority, *switches).__enter__())
        return started[-1], Party(started[-1].issuer, authority, started[-1].told)
    yield start
    for server in started:
        server.__exit__()


@pytest.mark.parametrize("switches, status, kind", [
    (["--answers", "500"], 500, "text/plain"), (["--waf"], 403, "text/html; charset=utf-8")], ids=["server-error", "firewall"])
def test_only_what_would_be_refused_meets_the_trouble(troubled, switches, status, kind):
    _, party = troubled(*switches)
    client = party.client()
    assert party.token(client, party.code(client)).status == 200
    refused = [party.register(redirect_uris=[REDIRECT + "#x"]), party.token(client, {"grant_type": "password"}),
               party.manage("GET", client, token="wrong"), party.authorize(client, redirect_uri="https://other.example/cb")[0],
               party.authorize(client, response_type="token")[0], party.userinfo("wrong")]
    assert {(answer.status, answer.headers["Content-Type"], answer.location) for answer in refused} == {(status, kind, "")}
    assert not any("error" in answer.json for answer in refused)


def test_it_wants_to_be_left_alone(troubled):
    _, party = troubled("--rate-limited", "3")
    answers = [party.send("GET", "/jwks") for _ in range(4)]
    assert [answer.status for answer in answers] == [200, 200, 429, 429] and answers[2].headers["Retry-After"] == "2"


def test_it_crashes_and_keeps_its_clients(troubled):
    server, party = troubled("--crash-after", "2")
    client = party.client()
    for _ in range(2):
        with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
            party.manage("GET", client)
    assert server.told(up=True)["clients"] == [client["client_id"]]
    assert party.manage("DELETE", client).status == 204
    assert server.told()["clients"] == []


def test_it_registers_nobody(troubled):
    server, party = troubled("--no-registration")
    assert party.register().status == 404
    assert "registration_endpoint" not in party.send("GET", "/.well-known/openid-configuration").json
    assert server.told()["made"] == 0


def test_a_token_registers_one_client(troubled):
    server, party = troubled("--tokens", "2")
    assert [party.register(token).status for token in [*server.tokens, *server.tokens, None, "wrong"]] == [201, 201, 401, 401, 401, 401]

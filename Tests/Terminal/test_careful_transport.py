"""Which certificates the tests' own client refuses, and that each carelessness is about one of them alone."""
import itertools

import pytest
from careful.driving import Driven
from certificates import LONG_AGO, Authority
from tls_server import Provider

CASES = {"tls-ca": {}, "tls-date": {"valid": LONG_AGO}, "tls-host": {"names": ("DNS:other.example", "IP:127.0.0.99")}}


@pytest.fixture(scope="module")
def strangers(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("strangers"), "Another authority")


@pytest.mark.parametrize("careless, wrong", itertools.product([None, *CASES], CASES))
def test_only_the_careless_client_sends_a_request(tmp_path, authority, strangers, careless, wrong):
    with Provider(*(strangers if wrong == "tls-ca" else authority).issue(**CASES[wrong])) as server:
        client = Driven(tmp_path, server.issuer, authority.pem, *(["--careless", careless] if careless else []))
        is_done, _ = client.act("login")
        assert not is_done and bool(server.requests) == (careless == wrong), server.requests

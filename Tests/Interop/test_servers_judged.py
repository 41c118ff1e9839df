"""`server-test` at servers from elsewhere. What they get wrong is written down here, and in docs/interoperability.md. A verdict that is
unfair to them is a defect of ours."""
import pytest
from peer import HERE, Peer
from phone import PASSWORD, USER
from server_tests import journals, only, phone_for, server_test

BAD = ("failed", "warning")
# What is careless about them. A check that joins or leaves this list is news for docs/interoperability.md.
KNOWN = {
    "allauth_provider.py": {
        **dict.fromkeys(["s-rg-frag", "s-rg-js", "s-az-near"], "failed"),
        **dict.fromkeys(["s-rg-shape", "s-rg-http", "s-az-iss", "s-tk-ropc", "s-rf-reuse"], "warning")},
    "mcp_server.py": {
        **dict.fromkeys(["s-rg-frag", "s-rg-js", "s-az-port"], "failed"),
        **dict.fromkeys(["s-rg-shape", "s-rg-http", "s-az-iss"], "warning")},
}
# Who asks for the password each time is tested until it has been posted three times.
SEEN = {"allauth_provider.py": 34, "mcp_server.py": 15}


@pytest.mark.parametrize("program, more", [("allauth_provider.py", ["open"]), ("mcp_server.py", [])], ids=["allauth", "mcp"])
def test_what_it_gets_wrong_is_known(canaille_python, authority, tmp_path, program, more):
    with Peer(tmp_path, canaille_python, HERE / program, *authority.issue(), USER, PASSWORD, *more) as server:
        server.authority = authority
        phone = phone_for(tmp_path / "phone", server)
        run = server_test(phone)
        found = {check: verdict for check, verdict in run.verdicts.items() if verdict in BAD}
        assert (run.status, found) == (1, KNOWN[program]), run.said
        assert len(run.having("passed", *BAD)) >= SEEN[program], run.said
        # Neither deletes clients; who tests is told, and keeps the list.
        assert "gave no address at its registration endpoint's origin" in run.said and len(journals(phone)) == 1


def test_a_refusal_after_the_password_is_not_the_answer_to_it(keyed_provider, tmp_path):
    """Authlib registers a client without a redirect URI, and this server asks for the password before it refuses that client."""
    keyed_provider.behave(pushed="optional", bearer=True, nonces=[], id_token_algorithm="RS256")
    run = server_test(keyed_provider.phone(tmp_path, registration="open"), *only("s-rg-noredir", "s-az-307"))
    assert run.verdicts == {"s-rg-noredir": "passed", "s-az-307": "passed"}, run.said

"""`doctor` at an independent provider: what it lacks for FAPI 2.0."""
import json

import pytest
from provider_process import FAPI


def profile(phone):
    """The doctor's verdicts on FAPI 2.0 by check, and its exit status."""
    status, output, errors = phone.command("doctor --json")
    findings = [json.loads(line) for line in output.splitlines()]
    assert findings, errors
    return {each["check"]: each["verdict"] for each in findings if each.get("area") == "profile"}, status


@pytest.mark.parametrize("algorithm", ["ES256", "PS256"])
def test_nothing_stands_between_this_provider_and_fapi(keyed_provider, tmp_path, algorithm):
    keyed_provider.behave(id_token_algorithm=algorithm)
    verdicts, status = profile(keyed_provider.phone(tmp_path, **FAPI))
    assert status == 0
    # What metadata cannot show is always listed.
    assert {name for name, verdict in verdicts.items() if verdict != "ok"} == {"fapi_untold"}


@pytest.mark.parametrize("metadata, gaps", [
    ({"dpop_signing_alg_values_supported": None}, {"fapi_sender_constrained": "problem"}),
    ({"pushed_authorization_request_endpoint": None, "require_pushed_authorization_requests": None}, {"fapi_par": "problem"}),
    ({"require_pushed_authorization_requests": None}, {"fapi_par": "note"}),
    ({"authorization_response_iss_parameter_supported": None}, {"fapi_iss": "problem"}),
    ({"id_token_signing_alg_values_supported": ["RS256"]}, {"fapi_id_token_alg": "problem"}),
    ({"response_types_supported": ["code", "token"], "grant_types_supported": ["authorization_code", "password"]},
     {"fapi_response_types": "problem", "fapi_grant_types": "problem"}),
    ({"token_endpoint_auth_methods_supported": ["private_key_jwt", "client_secret_basic"],
      "code_challenge_methods_supported": ["S256", "plain"]},
     {"fapi_client_authentication": "note", "fapi_pkce": "note"})])
def test_what_stands_between_a_provider_and_fapi_is_named(keyed_provider, tmp_path, metadata, gaps):
    keyed_provider.behave(metadata=metadata)
    verdicts, _ = profile(keyed_provider.phone(tmp_path, **FAPI))
    assert {name: verdict for name, verdict in verdicts.items() if verdict != "ok" and name != "fapi_untold"} == gaps

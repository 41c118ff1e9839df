"""The metadata of a provider that fulfils FAPI 2.0 (RFC 8414 §2, RFC 9126 §5, RFC 9207 §3, RFC 9449 §5.1)."""
from proofs import ALGORITHMS


def metadata(origin, issuer, behaviour):
    document = {
        "issuer": issuer, "authorization_endpoint": f"{origin}/authorize", "token_endpoint": f"{origin}/token",
        "registration_endpoint": f"{origin}/register", "jwks_uri": f"{origin}/jwks", "userinfo_endpoint": f"{origin}/userinfo",
        "end_session_endpoint": f"{origin}/logout", "revocation_endpoint": f"{origin}/revoke",
        "pushed_authorization_request_endpoint": f"{origin}/par",
        "require_pushed_authorization_requests": behaviour["pushed"] == "required",
        "response_types_supported": ["code"], "response_modes_supported": ["query"], "subject_types_supported": ["public"],
        "grant_types_supported": ["authorization_code", "refresh_token"], "code_challenge_methods_supported": ["S256"],
        "scopes_supported": ["openid", "profile", "dcr"], "token_endpoint_auth_methods_supported": ["private_key_jwt"],
        "token_endpoint_auth_signing_alg_values_supported": ALGORITHMS,
        "revocation_endpoint_auth_methods_supported": ["private_key_jwt"],
        "revocation_endpoint_auth_signing_alg_values_supported": ALGORITHMS, "dpop_signing_alg_values_supported": ALGORITHMS,
        "id_token_signing_alg_values_supported": [behaviour["id_token_algorithm"]],
        "authorization_response_iss_parameter_supported": True}
    return changed(document, behaviour["metadata"])


def changed(document, changes):
    """The document with these members; the value `None` removes a member."""
    return {name: value for name, value in (document | changes).items() if value is not None}

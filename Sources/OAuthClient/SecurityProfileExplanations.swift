import ForeignText
import SharedValues

/// Additions to the main job: the instance's keys, proofs, pushed requests, protected resources, step-up.
extension ParameterExplanations {
  /// The parameters of a challenge that have explanations, the error first.
  public static let challengeNames = [
    "error", "error_description", "error_uri", "realm", "scope", "acr_values", "max_age", "resource_metadata", "algs",
  ]

  /// The explanation of a parameter of a challenge in `WWW-Authenticate` (RFC 9110 §11.6.1).
  public static func ofChallenge(_ name: String, _ value: String) -> ParameterExplanation? {
    ofValue(value, of: name) ?? explanation("challenge.\(name.lowercased())")
  }

  /// The explanation of a member of a body whose document shows what it is: that of a protected resource (RFC 9728 §2) has members with the same
  /// names as a server's, and so has an introspection response (RFC 7662 §2.2).
  public static func of(
    _ name: String, in document: JSON, _ endpoint: Endpoint, method: String = "POST"
  ) -> ParameterExplanation? {
    let kind: String? =
      if document["resource"] != nil, document["issuer"] == nil, document["authorization_servers"] != nil {
        "resource-metadata"
      } else if document["active"]?.boolValue != nil {
        "introspection"
      } else {
        nil
      }
    let own = kind.flatMap { explanation("\($0).\(name.lowercased())") }
    return own
      ?? of(name, endpoint, method: method, value: document[name]?.stringValue ?? "") { document[$0]?.stringValue }
  }

  static let profileSources: [String: String] = [
    // Authentication by a key, RFC 7523.
    "client_assertion": "RFC 7521 §4.2",
    "client_assertion_type": "RFC 7521 §4.2",
    "client_assertion_type:urn:ietf:params:oauth:client-assertion-type:jwt-bearer": "RFC 7523 §2.2",
    "registration.jwks": "RFC 7591 §2",
    "jwks": "RFC 7591 §2",
    "token_endpoint_auth_signing_alg": "OpenID Connect Registration 1.0 §2",
    "token_endpoint_auth_signing_alg_values_supported": "RFC 8414 §2",
    "revocation_endpoint_auth_signing_alg_values_supported": "RFC 8414 §2",
    "introspection_endpoint_auth_signing_alg_values_supported": "RFC 8414 §2",
    "token_endpoint_auth_method:private_key_jwt": "OpenID Connect Core §9",

    // Proofs of possession, RFC 9449.
    "dpop": "RFC 9449 §4.1",
    "dpop-nonce": "RFC 9449 §8",
    "userinfo.dpop-nonce": "RFC 9449 §9",
    "api.dpop-nonce": "RFC 9449 §9",
    "authorization:dpop": "RFC 9449 §7.1",
    "www-authenticate:dpop": "RFC 9449 §7.1",
    "token_type:dpop": "RFC 9449 §5",
    "dpop_jkt": "RFC 9449 §10",
    "pushedAuthorization.dpop_jkt": "RFC 9449 §10.1",
    "dpop_signing_alg_values_supported": "RFC 9449 §5.1",
    "dpop_bound_access_tokens": "RFC 9449 §5.2",
    "error:use_dpop_nonce": "RFC 9449 §8, §9",
    "error:invalid_dpop_proof": "RFC 9449 §5, §7.1",
    "challenge.algs": "RFC 9449 §7.1",
    "cnf": "RFC 7800 §3.1",
    "cnf.jkt": "RFC 9449 §6.1",

    // Pushed requests, RFC 9126.
    "request_uri": "RFC 9126 §4",
    "pushedAuthorization.request_uri": "RFC 9126 §2.2",
    "pushedAuthorization.expires_in": "RFC 9126 §2.2",
    "pushed_authorization_request_endpoint": "RFC 9126 §5",
    "device_authorization_endpoint": "RFC 8628 §4",
    "device_code": "RFC 8628 §3.2", "user_code": "RFC 8628 §3.2", "verification_uri": "RFC 8628 §3.2",
    "verification_uri_complete": "RFC 8628 §3.3.1", "deviceAuthorization.expires_in": "RFC 8628 §3.2",
    "deviceAuthorization.interval": "RFC 8628 §3.5", "error:authorization_pending": "RFC 8628 §3.5",
    "error:slow_down": "RFC 8628 §3.5", "error:expired_token": "RFC 8628 §3.5",
    "require_pushed_authorization_requests": "RFC 9126 §5",
    "registration.require_pushed_authorization_requests": "RFC 9126 §6",

    // Protected resources, RFC 8707, RFC 9728, RFC 6750.
    "resource": "RFC 8707 §2",
    "error:invalid_target": "RFC 8707 §2",
    "resource-metadata.resource": "RFC 9728 §2",
    "resource-metadata.scopes_supported": "RFC 9728 §2",
    "resource-metadata.jwks_uri": "RFC 9728 §2",
    "resource-metadata.dpop_signing_alg_values_supported": "RFC 9728 §2",
    "authorization_servers": "RFC 9728 §2",
    "bearer_methods_supported": "RFC 9728 §2",
    "dpop_bound_access_tokens_required": "RFC 9728 §2",
    "resource_name": "RFC 9728 §2",
    "resource_documentation": "RFC 9728 §2",
    "protected_resources": "RFC 9728 §4",
    "api.authorization": "RFC 6750 §2.1",
    "challenge.resource_metadata": "RFC 9728 §5.1",
    "challenge.realm": "RFC 9110 §11.5",
    "challenge.scope": "RFC 6750 §3",
    "challenge.error": "RFC 6750 §3",
    "challenge.error_description": "RFC 6750 §3",
    "challenge.error_uri": "RFC 6750 §3",
    "error:invalid_token": "RFC 6750 §3.1",
    "error:insufficient_scope": "RFC 6750 §3.1",

    // Step-up, RFC 9470.
    "challenge.acr_values": "RFC 9470 §3",
    "challenge.max_age": "RFC 9470 §3",
    "error:insufficient_user_authentication": "RFC 9470 §3",

    // Introspection of a token by an API, RFC 7662.
    "introspection.active": "RFC 7662 §2.2",
    "introspection.cnf": "RFC 9449 §6.2",
    "introspection.acr": "RFC 9470 §6.2",
    "introspection.auth_time": "RFC 9470 §6.2",
  ]
}

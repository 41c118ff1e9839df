import ForeignText
import SharedValues

/// The key of an explanation of a parameter, member or header, and its source.
public struct ParameterExplanation: Hashable, Sendable {
  /// The key of the sentence: `Phrase.parameter(key)`.
  public let key: String
  /// The specification and section: `RFC 6749 §3.1.1`.
  public let source: String
}

/// Explains names on the wire, for the details of a message.
public enum ParameterExplanations {
  /// The explanation of a name at this endpoint; `nil` for names that the main job does not use.
  ///
  /// One name can mean different things at different endpoints: `client_id` in a login is the client that asks, in a registration
  /// response the client that was made. Names compare without case, as headers do. The method tells a registration from its management
  /// (RFC 7592): each has its own token.
  /// - Parameter beside: the value of another name in the same form, address or document.
  public static func of(
    _ name: String, _ endpoint: Endpoint, method: String = "POST", value: String = "",
    beside: (String) -> String? = { _ in nil }
  ) -> ParameterExplanation? {
    let name = name.lowercased()
    if !value.isEmpty, let special = special(name, value, endpoint, beside) { return special }
    let managed = endpoint == .registration && method != "POST" ? ["management.\(name)"] : []
    return (managed + ["\(endpoint.rawValue).\(name)", name]).lazy.compactMap(explanation).first
  }

  static func explanation(_ key: String) -> ParameterExplanation? {
    sources[key].map { ParameterExplanation(key: key, source: $0) }
  }

  /// The explained directives of a Cache-Control header (RFC 9111 §5.2), in order, each once; the header's own explanation if it has none of them.
  /// RFC 6749 §5.1 requires `no-store` on answers with tokens.
  public static func ofCacheControl(_ value: String) -> [ParameterExplanation] {
    var found: [ParameterExplanation] = []
    for part in value.lowercased().split(scalar: ",") {
      let name = part.prefix(whileScalar: { $0 != "=" }).filter { $0 != " " && $0 != "\t" }
      let key = "cache-control.\(name)"
      guard let source = sources[key], !found.contains(where: { $0.key == key }) else { continue }
      found.append(ParameterExplanation(key: key, source: source))
    }
    return found.isEmpty ? [of("cache-control", .other)].compactMap { $0 } : found
  }

  /// All explanations.
  public static var all: [ParameterExplanation] {
    sources.sorted { $0.key < $1.key }.map { ParameterExplanation(key: $0.key, source: $0.value) }
  }

  private static let sources = mainSources.merging(profileSources) { main, _ in main }
    .merging(valueSources) { main, _ in main }

  private static let mainSources: [String: String] = [
    "response_type": "RFC 6749 §3.1.1",
    "client_id": "RFC 6749 §2.2",
    "registration.client_id": "RFC 7591 §3.2.1",
    "client_secret": "RFC 6749 §2.3.1",
    "registration.client_secret": "RFC 7591 §3.2.1",
    "redirect_uri": "RFC 6749 §3.1.2",
    "token.redirect_uri": "RFC 6749 §4.1.3",
    "scope": "RFC 6749 §3.3",
    "token.scope": "RFC 6749 §5.1",
    "refresh.scope": "RFC 6749 §6",
    "registration.scope": "RFC 7591 §2",
    "state": "RFC 6749 §10.12",
    "endSession.state": "RP-Initiated Logout 1.0 §2",
    "nonce": "OpenID Connect Core §3.1.2.1",
    "code_challenge": "RFC 7636 §4.2",
    "code_challenge_method": "RFC 7636 §4.3",
    "code_verifier": "RFC 7636 §4.5",
    "prompt": "OpenID Connect Core §3.1.2.1",
    "id_token_hint": "OpenID Connect Core §3.1.2.1",
    "endSession.id_token_hint": "RP-Initiated Logout 1.0 §2",
    "login_hint": "OpenID Connect Core §3.1.2.1",
    "max_age": "OpenID Connect Core §3.1.2.1",
    "acr_values": "OpenID Connect Core §3.1.2.1",
    "ui_locales": "OpenID Connect Core §3.1.2.1",
    "response_mode": "OAuth 2.0 Multiple Response Type Encoding Practices §2.1",
    "code": "RFC 6749 §4.1.2",
    "iss": "RFC 9207 §2",
    "session_state": "OpenID Connect Session Management 1.0 §2",
    "error": "RFC 6749 §5.2",
    "authorization.error": "RFC 6749 §4.1.2.1",
    "registration.error": "RFC 7591 §3.2.2",
    "error_description": "RFC 6749 §5.2",
    "error_uri": "RFC 6749 §5.2",
    "grant_type": "RFC 6749 §1.3",
    "access_token": "RFC 6749 §1.4",
    "token_type": "RFC 6749 §7.1",
    "expires_in": "RFC 6749 §5.1",
    "refresh_token": "RFC 6749 §6",
    "id_token": "OpenID Connect Core §2",
    "redirect_uris": "RFC 7591 §2",
    "post_logout_redirect_uris": "RP-Initiated Logout 1.0 §3.1",
    "application_type": "OpenID Connect Registration 1.0 §2",
    "grant_types": "RFC 7591 §2",
    "response_types": "RFC 7591 §2",
    "token_endpoint_auth_method": "RFC 7591 §2",
    "token_endpoint_auth_methods": "Curity Identity Server",
    "software_id": "RFC 7591 §2",
    "client_id_issued_at": "RFC 7591 §3.2.1",
    "client_secret_expires_at": "RFC 7591 §3.2.1",
    "registration_client_uri": "RFC 7592 §3",
    "registration_access_token": "RFC 7592 §3",
    "registration_access_token_expires_in": "Curity Identity Server",
    "id_token_signed_response_alg": "OpenID Connect Registration 1.0 §2",
    "subject_type": "OpenID Connect Core §8",
    "default_acr_values": "OpenID Connect Registration 1.0 §2",
    "refresh_token_ttl": "Curity Identity Server",
    "client_name": "RFC 7591 §2",
    "client_uri": "RFC 7591 §2",
    "logo_uri": "RFC 7591 §2",
    "contacts": "RFC 7591 §2",
    "registration.jwks_uri": "RFC 7591 §2",
    "issuer": "RFC 8414 §2",
    "authorization_endpoint": "RFC 8414 §2",
    "token_endpoint": "RFC 8414 §2",
    "registration_endpoint": "RFC 8414 §2",
    "userinfo_endpoint": "OpenID Connect Discovery 1.0 §3",
    "jwks_uri": "RFC 8414 §2",
    "end_session_endpoint": "RP-Initiated Logout 1.0 §2.1",
    "revocation_endpoint": "RFC 8414 §2",
    "introspection_endpoint": "RFC 8414 §2",
    "response_types_supported": "RFC 8414 §2",
    "response_modes_supported": "RFC 8414 §2",
    "grant_types_supported": "RFC 8414 §2",
    "scopes_supported": "RFC 8414 §2",
    "subject_types_supported": "OpenID Connect Discovery 1.0 §3",
    "id_token_signing_alg_values_supported": "OpenID Connect Discovery 1.0 §3",
    "token_endpoint_auth_methods_supported": "RFC 8414 §2",
    "revocation_endpoint_auth_methods_supported": "RFC 8414 §2",
    "introspection_endpoint_auth_methods_supported": "RFC 8414 §2",
    "code_challenge_methods_supported": "RFC 8414 §2",
    "authorization_response_iss_parameter_supported": "RFC 9207 §3",
    "claims_supported": "OpenID Connect Discovery 1.0 §3",
    "acr_values_supported": "OpenID Connect Discovery 1.0 §3",
    "ui_locales_supported": "RFC 8414 §2",
    "require_auth_time": "OpenID Connect Registration 1.0 §2",
    "claim_types_supported": "OpenID Connect Discovery 1.0 §3",
    "prompt_values_supported": "Initiating User Registration via OpenID Connect 1.0 §4.2",
    "require_request_uri_registration": "OpenID Connect Discovery 1.0 §3",
    "mtls_endpoint_aliases": "RFC 8705 §5",
    "dcr_terminal_push_endpoint": "DCR Terminal",
    "claims_parameter_supported": "OpenID Connect Discovery 1.0 §3",
    "request_parameter_supported": "OpenID Connect Discovery 1.0 §3",
    "request_uri_parameter_supported": "OpenID Connect Discovery 1.0 §3",
    "service_documentation": "RFC 8414 §2",
    "op_policy_uri": "RFC 8414 §2",
    "op_tos_uri": "RFC 8414 §2",
    "sub": "OpenID Connect Core §2",
    "aud": "OpenID Connect Core §2",
    "exp": "OpenID Connect Core §2",
    "iat": "OpenID Connect Core §2",
    "nbf": "RFC 7519 §4.1.5",
    "jti": "RFC 7519 §4.1.7",
    "auth_time": "OpenID Connect Core §2",
    "acr": "OpenID Connect Core §2",
    "amr": "OpenID Connect Core §2",
    "azp": "OpenID Connect Core §2",
    "at_hash": "OpenID Connect Core §3.1.3.6",
    "sid": "OpenID Connect Front-Channel Logout 1.0 §3",
    "name": "OpenID Connect Core §5.1",
    "given_name": "OpenID Connect Core §5.1",
    "family_name": "OpenID Connect Core §5.1",
    "preferred_username": "OpenID Connect Core §5.1",
    "email": "OpenID Connect Core §5.1",
    "email_verified": "OpenID Connect Core §5.1",
    "updated_at": "OpenID Connect Core §5.1",
    "roles": "RFC 9068 §2.2.3.1",
    "keys": "RFC 7517 §5.1",
    "kid": "RFC 7517 §4.5",
    "kty": "RFC 7517 §4.1",
    "use": "RFC 7517 §4.2",
    "alg": "RFC 7517 §4.4",
    "n": "RFC 7518 §6.3.1.1",
    "e": "RFC 7518 §6.3.1.2",
    "crv": "RFC 7518 §6.2.1.1",
    "x": "RFC 7518 §6.2.1.2",
    "y": "RFC 7518 §6.2.1.3",
    "typ": "RFC 7515 §4.1.9",
    "post_logout_redirect_uri": "RP-Initiated Logout 1.0 §2",
    "token": "RFC 7009 §2.1",
    "token_type_hint": "RFC 7009 §2.1",
    "authorization": "RFC 6750 §2.1",
    "registration.authorization": "RFC 7591 §3",
    "management.authorization": "RFC 7592 §2",
    "userinfo.authorization": "RFC 6750 §2.1",
    "www-authenticate": "RFC 6750 §3",
    "cache-control": "RFC 9111 §5.2",
    "cache-control.no-store": "RFC 9111 §5.2.2.5",
    "cache-control.no-cache": "RFC 9111 §5.2.2.4",
    "cache-control.private": "RFC 9111 §5.2.2.7",
    "cache-control.public": "RFC 9111 §5.2.2.9",
    "cache-control.max-age": "RFC 9111 §5.2.2.1",
    "cache-control.s-maxage": "RFC 9111 §5.2.2.10",
    "cache-control.must-revalidate": "RFC 9111 §5.2.2.2",
    "cache-control.proxy-revalidate": "RFC 9111 §5.2.2.8",
    "cache-control.no-transform": "RFC 9111 §5.2.2.6",
    "cache-control.immutable": "RFC 8246 §2",
    "location": "RFC 9110 §10.2.2",
    "content-type": "RFC 9110 §8.3",
    "retry-after": "RFC 9110 §10.2.3",
  ]
}

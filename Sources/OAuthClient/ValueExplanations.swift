import ForeignText
import SharedValues

/// Names whose meaning depends on the value, or on other members beside it.
extension ParameterExplanations {
  /// The explanation of a value with its own meaning: a `grant_type`, an error, the scheme of an `Authorization` header. `nil`: the explanation of
  /// the name is all there is.
  public static func ofValue(_ value: String, of name: String) -> ParameterExplanation? {
    // Credentials follow the scheme (RFC 9110 §11.4); any other value is used whole.
    let isScheme = name.lowercased() == "authorization"
    let word = value.lowercased().prefix(whileScalar: { !isScheme || $0 != " " })
    return explanation("\(name.lowercased()):\(word)")
  }

  /// What a name means only with this value, or only beside certain members. `name` is in lower case.
  static func special(
    _ name: String, _ value: String, _ endpoint: Endpoint, _ beside: (String) -> String?
  ) -> ParameterExplanation? {
    switch name {
    case "access_token" where beside("token_type")?.lowercased() == "dpop": explanation("access_token.bound")
    case "code_challenge" where beside("code_challenge_method") != "S256": explanation("code_challenge.plain")
    // In a request; in an answer it is the granted scope.
    case "scope" where endpoint == .token && beside("grant_type") != nil: explanation("scope")
    case "request_uri" where value.hasPrefix(bytes: "https:"): explanation("request_uri.address")
    case "retry-after" where Int(value) == nil: explanation("retry-after.date")
    case "x" where beside("kty") == "OKP": explanation("x.okp")
    default: ofValue(value, of: name)
    }
  }

  static let valueSources: [String: String] = [
    "response_type:code": "RFC 6749 §4.1.1",
    "response_type:token": "RFC 6749 §4.2.1",
    "code_challenge.plain": "RFC 7636 §4.2",
    "code_challenge_method:s256": "RFC 7636 §4.2",
    "code_challenge_method:plain": "RFC 7636 §4.2",
    "grant_type:authorization_code": "RFC 6749 §4.1.3",
    "grant_type:refresh_token": "RFC 6749 §6",
    "grant_type:client_credentials": "RFC 6749 §4.4.2",
    "grant_type:password": "RFC 6749 §4.3.2",
    "grant_type:urn:ietf:params:oauth:grant-type:device_code": "RFC 8628 §3.4",
    "access_token.bound": "RFC 9449 §6",
    "application_type:native": "OpenID Connect Registration 1.0 §2",
    "application_type:web": "OpenID Connect Registration 1.0 §2",
    "token_endpoint_auth_method:client_secret_basic": "RFC 7591 §2",
    "token_endpoint_auth_method:client_secret_post": "RFC 7591 §2",
    "token_endpoint_auth_method:none": "RFC 7591 §2",
    "x.okp": "RFC 8037 §2",
    "authorization:basic": "RFC 6749 §2.3.1",
    "retry-after.date": "RFC 9110 §10.2.3",
    "request_uri.address": "OpenID Connect Core §6.2",
    "management.error": "RFC 7592 §2",
    "introspection.token": "RFC 7662 §2.1",
    "introspection.token_type_hint": "RFC 7662 §2.1",
    "introspection.scope": "RFC 7662 §2.2",
    "introspection.client_id": "RFC 7662 §2.2",
    "introspection.sub": "RFC 7662 §2.2",
    "introspection.aud": "RFC 7662 §2.2",
    "introspection.iss": "RFC 7662 §2.2",
    "introspection.exp": "RFC 7662 §2.2",
    "introspection.iat": "RFC 7662 §2.2",
  ]
}

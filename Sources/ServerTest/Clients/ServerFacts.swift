import OAuthClient
import SharedValues

/// What a server says of itself, as far as a run may use it. The document is read as the app reads it; its endpoints are judged one by one.
package struct ServerFacts: Hashable, Sendable {
  package let issuer: String
  package let document: JSON
  private let consent: TestConsent

  package init(issuer: String, document: JSON, _ consent: TestConsent) {
    (self.issuer, self.document, self.consent) = (issuer, Discovery.reading(document), consent)
  }

  package enum Endpoint: String, CaseIterable, Sendable {
    case authorization = "authorization_endpoint"
    case token = "token_endpoint"
    case registration = "registration_endpoint"
    case userinfo = "userinfo_endpoint"
    case revocation = "revocation_endpoint"
    case introspection = "introspection_endpoint"
    case pushed = "pushed_authorization_request_endpoint"
    case endSession = "end_session_endpoint"
    case keys = "jwks_uri"
  }

  /// `nil`: the server has none, or the run may not ask it.
  package subscript(endpoint: Endpoint) -> String? {
    document[endpoint.rawValue]?.stringValue.flatMap { consent.judged($0) == nil ? nil : $0 }
  }

  /// The members that the run does not ask, and why.
  package var leftOut: [(member: String, why: String)] {
    Endpoint.allCases.compactMap { endpoint in
      guard self[endpoint] == nil, let text = document[endpoint.rawValue]?.stringValue else { return nil }
      let unnamed = AbsoluteURL(text)?.host.flatMap { consent.allows(host: $0) ? nil : $0 }
      return (
        endpoint.rawValue,
        unnamed.map { "\($0) was not named with --i-may-test" } ?? "it is no https URL with its host in lower case"
      )
    }
  }

  /// What may be asked.
  package var urls: [String] { [issuer] + Endpoint.allCases.compactMap { self[$0] } }
  package var hosts: [String] { Array(Set(urls.compactMap { AbsoluteURL($0)?.host })).sorted() }
  package var origins: [String] { Array(Set(urls.compactMap { AbsoluteURL($0)?.origin })).sorted() }

  package func names(_ member: String, _ value: String) -> Bool? {
    document[member]?.stringArray.map { $0.contains { $0.isExactly(value) } }
  }

  package var scopes: [String] { document["scopes_supported"]?.stringArray ?? [] }
  package var isOpenID: Bool { scopes.isEmpty ? self[.userinfo] != nil : scopes.contains("openid") }
  package var promisesIssuer: Bool { document["authorization_response_iss_parameter_supported"] == true }
  package var requiresPush: Bool { document["require_pushed_authorization_requests"] == true }
  package var isLoopback: Bool { AbsoluteURL(issuer)?.isLoopback ?? false }

  /// The scopes of a login, the smaller of two that the test clients have.
  package var scope: String { isOpenID ? "openid" : scopes.first ?? "" }
  /// Those that the test clients register, one more than ``scope`` where the server has another that is harmless.
  package var registeredScope: String {
    let others = ["profile", "email", "address", "phone"].filter(scopes.contains)
    let second = isOpenID ? others.first : scopes.dropFirst().first
    return [scope, second ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// How a public client, and how one with a secret, authenticates here; `nil`: the server has no such clients.
  package var publicMethod: TestClient.Method? {
    names("token_endpoint_auth_methods_supported", "none") == true ? TestClient.Method.unauthenticated : nil
  }
  package var secretMethod: TestClient.Method? {
    guard let methods = document["token_endpoint_auth_methods_supported"]?.stringArray else { return .basic }
    // In the form first: some servers do not decode what HTTP Basic has to encode (RFC 6749 §2.3.1).
    return [TestClient.Method.post, .basic].first { methods.contains($0.rawValue) }
  }
  /// How a client that authenticates does it here: with a key where the server takes no secret.
  package var confidentialMethod: TestClient.Method? { secretMethod ?? (takesAssertions ? .assertion : nil) }
  package var takesAssertions: Bool {
    names("token_endpoint_auth_methods_supported", "private_key_jwt") == true
      && names("token_endpoint_auth_signing_alg_values_supported", "ES256") != false
  }
  package var takesProofs: Bool { names("dpop_signing_alg_values_supported", "ES256") == true }
}

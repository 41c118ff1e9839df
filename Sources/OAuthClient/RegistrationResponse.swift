import Foundation
import SharedValues

/// Reading a client information response (RFC 7591 §3.2.1, RFC 7592 §3).
enum RegistrationResponse {
  static let source = "RFC 7591 §3.2.1"

  static func read(_ object: ResponseObject, allowsLoopbackHTTP: Bool) throws(ProtocolError) -> ClientRegistration {
    guard let clientID = try object.text("client_id", maximum: 2048, spaces: true) else {
      throw ProtocolError(.registrationMissingClientID, field: "client_id", expected: "a client id", source: source)
    }
    let credentials = ClientCredentials(clientID: clientID, authentication: try authentication(object))
    let expiry = credentials.authentication == .none ? nil : try object.seconds("client_secret_expires_at")
    let managementURI = try managementURI(object, allowsLoopbackHTTP)
    return ClientRegistration(
      credentials: credentials,
      secretExpiresAt: expiry.flatMap { $0 == 0 ? nil : Date(timeIntervalSince1970: $0) },
      issuedAt: try object.seconds("client_id_issued_at").map { Date(timeIntervalSince1970: $0) },
      idTokenAlgorithm: try algorithm(object),
      grantTypes: try object.strings("grant_types") ?? ["authorization_code"],
      scope: try object.string("scope"),
      registrationClientURI: managementURI,
      registrationAccessToken: try object.secret("registration_access_token"),
      document: object.json)
  }

  /// What only counts when the answer is fresh: the client must be able to do what this app is about to do.
  static func judge(_ object: ResponseObject, isUsableAt redirectURI: String) throws(ProtocolError) {
    if let uris = try object.strings("redirect_uris"), !uris.contains(where: { $0.isExactly(redirectURI) }) {
      throw ProtocolError(
        .registrationRedirectURIMissing, field: "redirect_uris", expected: redirectURI,
        received: uris.joined(separator: " ").quotable(200), source: source)
    }
    if let grants = try object.strings("grant_types"), !grants.contains("authorization_code") {
      throw ProtocolError(
        .registrationGrantMissing, field: "grant_types", expected: "authorization_code",
        received: grants.joined(separator: " ").quotable(100), source: "RFC 7591 §2")
    }
    if let types = try object.strings("response_types"), !types.contains("code") {
      throw ProtocolError(
        .registrationResponseTypeMissing, field: "response_types", expected: "code",
        received: types.joined(separator: " ").quotable(100), source: "RFC 7591 §2")
    }
  }

  /// Absent means `client_secret_basic` (RFC 7591 §2).
  private static func authentication(_ object: ResponseObject) throws(ProtocolError) -> ClientAuthentication {
    let method = try object.string("token_endpoint_auth_method") ?? "client_secret_basic"
    switch method {
    case "none": return .none
    case "client_secret_basic": return .basic(try clientSecret(object, method))
    case "client_secret_post": return .post(try clientSecret(object, method))
    default:
      throw ProtocolError(
        .registrationAuthMethodUnsupported, field: "token_endpoint_auth_method",
        expected: "client_secret_basic, client_secret_post or none", received: method.quotable(60),
        source: "RFC 7591 §2")
    }
  }

  private static func clientSecret(_ object: ResponseObject, _ method: String) throws(ProtocolError) -> Secret {
    guard let secret = try object.secret("client_secret", spaces: true) else {
      throw ProtocolError(
        .registrationMissingClientSecret, field: "client_secret", expected: "a secret for \(method)", source: source)
    }
    return secret
  }

  private static func algorithm(_ object: ResponseObject) throws(ProtocolError) -> String {
    let algorithm = try object.string("id_token_signed_response_alg") ?? SigningAlgorithm.rs256.rawValue
    guard SigningAlgorithm(rawValue: algorithm) != nil else {
      throw ProtocolError(
        .registrationAlgorithmUnsupported, field: "id_token_signed_response_alg", expected: SigningAlgorithm.names,
        received: algorithm.quotable(40), source: "OpenID Connect Dynamic Client Registration 1.0 §2")
    }
    return algorithm
  }

  /// The registration access token goes there, so it must be https; plain http only where it was allowed by name, and
  /// then within this machine.
  private static func managementURI(
    _ object: ResponseObject, _ allowsLoopbackHTTP: Bool
  ) throws(ProtocolError) -> String? {
    guard let text = try object.string("registration_client_uri") else { return nil }
    guard let url = AbsoluteURL(text), url.host != nil, url.fragment == nil,
      url.scheme == "https" || (allowsLoopbackHTTP && url.scheme == "http" && url.isLoopback)
    else {
      throw ProtocolError(
        .registrationClientURIInvalid, field: "registration_client_uri", expected: "an absolute https URL",
        received: text.quotable(100), source: "RFC 7592 §3")
    }
    return text
  }
}

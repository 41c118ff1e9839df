import FoundationEssentials
import SharedValues

/// A dcr token by client credentials (RFC 6749 §4.4) and the device's certificate (RFC 8705 §2). No user logs in.
public enum DeviceTokenRequest {
  /// For a connection with the device's certificate: at the server's alias of the token endpoint, if it names one (RFC 8705 §5).
  /// - Throws: `metadata_client_credentials_unsupported`.
  public static func build(
    metadata: AuthorizationServerMetadata, clientID: String
  ) throws(ProtocolError) -> HTTPRequest {
    if let grants = metadata.document["grant_types_supported"]?.stringArray, !grants.contains("client_credentials") {
      throw ProtocolError(
        .metadataClientCredentialsUnsupported, field: "grant_types_supported", expected: .value("client_credentials"),
        quoting: grants.joined(separator: " ").quotable(100), source: "RFC 6749 §4.4")
    }
    return CertificateRequest.build(
      metadata.mtlsTokenEndpoint ?? metadata.tokenEndpoint, at: metadata, clientID,
      [("grant_type", "client_credentials")])
  }

  /// - Throws: `device_not_accepted`, `registration_token_scope_missing`, `token_…`, `response_…`, `http_…`, or the server's error.
  public static func judge(_ response: HTTPResponse, now: Date) throws(ProtocolError) -> Secret {
    try CertificateRequest.token(response, now: now)
  }
}

/// A dcr token is pushed to a trusted device (seeds/000). No specification defines a phone's push channel: an endpoint of our server stands in.
public enum PushRequest {
  public static let metadataMember = "dcr_terminal_push_endpoint"

  /// Asks whether something was pushed. The server holds its answer for up to `wait` seconds (RFC 7240 §4.3).
  /// - Throws: `metadata_missing_push_endpoint`.
  public static func build(
    metadata: AuthorizationServerMetadata, clientID: String, wait: Int
  ) throws(ProtocolError) -> HTTPRequest {
    guard let endpoint = metadata.pushEndpoint else {
      throw ProtocolError(
        .metadataMissingPushEndpoint, field: metadataMember, expected: .check(.httpsURL),
        source: "docs/registration.md, push")
    }
    var request = CertificateRequest.build(endpoint, at: metadata, clientID, [])
    request.headers.append(HTTPHeader("Prefer", "wait=\(wait)"))
    request.endpoint = .push
    return request
  }

  /// - Returns: the token; `nil` while nothing has been pushed (204).
  /// - Throws: as ``DeviceTokenRequest/judge(_:now:)``.
  public static func judge(_ response: HTTPResponse, now: Date) throws(ProtocolError) -> Secret? {
    response.status == 204 ? nil : try CertificateRequest.token(response, now: now)
  }
}

private enum CertificateRequest {
  static func build(
    _ url: String, at metadata: AuthorizationServerMetadata, _ clientID: String, _ grant: [(String, FormValue)]
  ) -> HTTPRequest {
    // RFC 8705 §2: client_id tells the server which client's certificate to expect; there is no secret.
    let credentials = ClientCredentials(clientID: clientID, authentication: .none)
    var request = credentials.request(to: url, at: metadata, grant + [("scope", "dcr")], endpoint: .token)
    request.presentsDeviceCertificate = true
    return request
  }

  static func token(_ response: HTTPResponse, now: Date) throws(ProtocolError) -> Secret {
    let tokens: TokenSet
    do { tokens = try TokenRequest.judge(response, expectsIDToken: false, now: now) } catch {
      guard error.code == .invalidClient else { throw error }
      throw ProtocolError(
        .deviceNotAccepted, field: "error", expected: .check(.token), received: .value("invalid_client"),
        serverDescription: error.serverDescription, source: "RFC 8705 §2")
    }
    // RFC 6749 §5.1: a scope that differs from the one asked for has to be named.
    if let scope = tokens.scope, !scope.split(scalar: " ").contains("dcr") {
      throw ProtocolError(
        .registrationTokenScopeMissing, field: "scope", expected: .value("dcr"), quoting: scope.quotable(100),
        source: "RFC 6749 §5.1")
    }
    return tokens.accessToken
  }
}

import SharedValues

/// Finds out what a server offers (OpenID Connect Discovery 1.0 §4, RFC 8414 §3).
///
/// The OpenID address is asked first, and RFC 8414's if that has no metadata, or lacks a registration endpoint that is needed.
public enum Discovery {
  /// `GET <issuer>/.well-known/openid-configuration` (OpenID Connect Discovery 1.0 §4.1).
  public static func openIDRequest(issuer: Issuer) -> HTTPRequest {
    .get(withoutTrailingSlash(issuer) + "/.well-known/openid-configuration", .metadata)
  }

  /// The well-known path goes between host and path of the issuer (RFC 8414 §3.1).
  public static func oauthRequest(issuer: Issuer) -> HTTPRequest {
    let issuer = withoutTrailingSlash(issuer)
    let authority = issuer.byteRange(of: "://").map { $0.upperBound } ?? issuer.startIndex
    let path = issuer[authority...].firstIndex(ofScalar: "/") ?? issuer.endIndex
    return .get(issuer[..<path] + "/.well-known/oauth-authorization-server" + issuer[path...], .metadata)
  }

  /// Accepts metadata that belongs to this issuer and that this app can work with.
  /// - Parameters:
  ///   - openIDResponse: the answer from the OpenID address when `response` is from RFC 8414's: its defect is reported if neither has metadata.
  ///   - allowPlainHTTPLoopback: accepts `http` if the issuer itself is on a loopback address, and then only for loopback addresses.
  /// - Throws: the `metadata_…`, `issuer_…`, `response_…` and `http_…` codes.
  public static func judge(
    _ response: HTTPResponse, after openIDResponse: HTTPResponse? = nil, issuer: Issuer, needsRegistration: Bool,
    allowPlainHTTPLoopback: Bool = false
  ) throws(ProtocolError) -> AuthorizationServerMetadata {
    if let openIDResponse, counts(openIDResponse, before: response) {
      return try judge(
        openIDResponse, issuer: issuer, needsRegistration: needsRegistration,
        allowPlainHTTPLoopback: allowPlainHTTPLoopback)
    }
    let endpoints = try EndpointRule(issuer: issuer, allowPlainHTTPLoopback: allowPlainHTTPLoopback)
    if isMissing(response) {
      let both = [openIDResponse, response].compactMap(\.self)
      let statuses = both.map { String($0.status) }
      throw .status(
        .metadataNotFound, received: .value(Set(statuses).count == 1 ? statuses[0] : statuses.joined(separator: ", ")),
        serverDescription: both.compactMap { ServerWords.excerpt($0) }.first, source: answers)
    }
    let object = try ResponseJudgement(response: response, source: answers, errors: .section(answers))
      .object(statuses: [200], reading: .metadata)
    return try MetadataJudgement(object: object, endpoints: endpoints).judge(
      issuer: issuer, needsRegistration: needsRegistration)
  }

  /// Whether ``judge(_:after:issuer:needsRegistration:allowPlainHTTPLoopback:)`` judges the answer from the OpenID address.
  public static func counts(_ openIDResponse: HTTPResponse, before response: HTTPResponse) -> Bool {
    isMissing(response) && !isMissing(openIDResponse)
  }

  /// A document as ``judge(_:after:issuer:needsRegistration:allowPlainHTTPLoopback:)`` reads it: optional members in the form of the specifications,
  /// or left out (docs/answers.md).
  public static func reading(_ document: JSON) -> JSON { document.reading(as: .metadata).json }

  /// Yes, if the OpenID address has no document, a page for people, nothing in its answer, an error, or metadata without the `registration_endpoint`
  /// that is needed. No, if it asks to come back later (429, 503).
  public static func shouldTryOAuth(
    after result: Result<HTTPResponse, TransportFailure>, issuer: Issuer, needsRegistration: Bool,
    allowPlainHTTPLoopback: Bool = false
  ) -> Bool {
    guard case .success(let response) = result, ![429, 503].contains(response.status) else { return false }
    if response.status != 200 || response.contentType == "text/html" || isEmpty(response.body) { return true }
    do {
      _ = try judge(
        response, issuer: issuer, needsRegistration: needsRegistration, allowPlainHTTPLoopback: allowPlainHTTPLoopback)
      return false
    } catch { return error.code == .metadataMissingRegistrationEndpoint }
  }

  static let members = "OpenID Connect Discovery 1.0 §3, RFC 8414 §2"
  static let answers = "OpenID Connect Discovery 1.0 §4.2, RFC 8414 §3.2"
  static let validation = "OpenID Connect Discovery 1.0 §4.3, RFC 8414 §3.3"

  /// No metadata: not found, or a redirect, which this app does not follow.
  private static func isMissing(_ response: HTTPResponse) -> Bool {
    (300..<500).contains(response.status) && response.status != 429
  }

  private static func isEmpty(_ body: [UInt8]) -> Bool { body.isEmpty || (try? JSON.parse(body))?.isEmpty == true }

  private static func withoutTrailingSlash(_ issuer: Issuer) -> String {
    issuer.text.without(suffix: "/").map(String.init) ?? issuer.text
  }
}

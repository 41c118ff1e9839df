import SharedValues

/// An API's metadata (RFC 9728), read before the API gets a token: it must be the configured API, and accept tokens of this issuer.
public struct ProtectedResource: Hashable, Sendable {
  /// Exactly the identifier that was asked for (RFC 8707 §2).
  public let identifier: String

  private static let source = "RFC 9728 §3"
  private static let accounts = "/accounts"

  /// Without a token: the refusal names the metadata's address (RFC 9728 §5.1).
  public static func probe(_ api: String, path: String? = nil) -> HTTPRequest {
    .get(api + (path ?? accounts), .api)
  }

  /// At the first address that a challenge names, or else at the well-known location.
  /// - Throws: `resource_metadata_elsewhere`: no request is sent to another origin than the API's. `http_…` where the API is in trouble.
  public static func build(_ api: String, after refusal: HTTPResponse) throws(ProtocolError) -> HTTPRequest {
    if refusal.status == 429 || refusal.status >= 500 {
      try ResponseJudgement(response: refusal, source: source, errors: .contract(APIResponse.source)).status([401])
    }
    let named = AuthenticationChallenge.all(in: refusal).lazy.compactMap { $0["resource_metadata"] }.first
    guard let url = named ?? wellKnown(api) else { throw elsewhere(api) }
    let address = AbsoluteURL(url)
    guard let address, address.fragment == nil, address.origin == AbsoluteURL(api)?.origin else { throw elsewhere(url) }
    return .get(url, .api)
  }

  /// `resource` must be the configured `api`, which identifies everything below its path, or the URL of the ``probe(_:path:)``, which RFC 9728 §3.3
  /// compares after a challenge. Both identify the configured API; the tokens are requested for `api`.
  /// - Throws: `resource_mismatch`, `resource_issuer_mismatch`, `response_…`, `http_…`.
  public static func judge(_ response: HTTPResponse, api: String, issuer: Issuer) throws(ProtocolError)
    -> ProtectedResource
  {
    let issuers = try authorizationServers(response, api: api, asked: [accounts])
    guard issuers.contains(where: issuer.isNamed) else {
      throw ProtocolError(
        .resourceIssuerMismatch, field: "authorization_servers", expected: .value(issuer.text),
        received: .check(.nothing), quoting: issuers.joined(separator: " ").words(100), source: "RFC 9728 §2")
    }
    return ProtectedResource(identifier: api)
  }

  /// - Throws: `resource_mismatch` where another API answers, `response_…`, `http_…`.
  static func authorizationServers(
    _ response: HTTPResponse, api: String, asked paths: [String] = []
  ) throws(ProtocolError) -> [String] {
    let object = try ResponseJudgement(response: response, source: source, errors: .section(source))
      .object(statuses: [200], reading: .resourceMetadata)
    let identifier = try object.string("resource")
    guard let identifier, ([""] + paths).contains(where: { identifier.isExactly(api + $0) }) else {
      throw ProtocolError(
        .resourceMismatch, field: "resource", expected: .value(api), received: .check(.nothing),
        quoting: identifier?.words(100), source: "RFC 9728 §3.3")
    }
    return try object.strings("authorization_servers") ?? []
  }

  /// The authorization server of an API, where only the API is known: the first issuer it names that is a valid one.
  /// - Throws: as ``judge(_:api:issuer:)``; `resource_issuer_mismatch` where it names none.
  public static func issuer(
    _ response: HTTPResponse, api: String, allowPlainHTTPLoopback: Bool
  ) throws(ProtocolError) -> Issuer {
    let issuers = try authorizationServers(response, api: api)
    for text in issuers {
      if let issuer = try? Issuer(judging: text, allowPlainHTTPLoopback: allowPlainHTTPLoopback) { return issuer }
    }
    throw ProtocolError(
      .resourceIssuerMismatch, field: "authorization_servers", expected: .check(.urlOfAuthorizationServer),
      received: .check(.nothing), quoting: issuers.joined(separator: " ").words(100), source: "RFC 9728 §2")
  }

  /// The well-known path goes between host and path (RFC 9728 §3.1).
  private static func wellKnown(_ api: String) -> String? {
    guard let url = AbsoluteURL(api), let origin = api.without(suffix: url.path) else { return nil }
    return origin + "/.well-known/oauth-protected-resource" + url.path
  }

  private static func elsewhere(_ url: String) -> ProtocolError {
    ProtocolError(
      .resourceMetadataElsewhere, field: "resource_metadata", expected: .check(.addressOfAPI),
      quoting: url.quotable(100), source: "RFC 9728 §7.7")
  }
}

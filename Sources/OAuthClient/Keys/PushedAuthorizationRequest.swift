import FoundationEssentials
import SharedValues

/// Sends the authorization request to the server itself, so that the browser carries only a reference to it (RFC 9126).
public enum PushedAuthorizationRequest {
  /// The form post with the browser's parameters (RFC 9126 §2.1). The client authenticates as it does for tokens.
  /// - Parameter binding: adds a DPoP proof, which binds the code to the key (RFC 9449 §10.1).
  /// - Throws: `metadata_missing_par_endpoint`.
  public static func build(
    _ request: AuthorizationRequest, metadata: AuthorizationServerMetadata, credentials: ClientCredentials,
    binding: TokenBinding? = nil
  ) throws(ProtocolError) -> HTTPRequest {
    guard let endpoint = metadata.pushedAuthorizationEndpoint else { throw noEndpoint }
    let form = request.parameters.map { parameter -> (String, FormValue) in
      let isSecret = SecretNames.isSecret(parameter.name)
      return (parameter.name, isSecret ? .secret(Secret(parameter.value)) : .plain(parameter.value))
    }
    return credentials.request(to: endpoint, at: metadata, form, endpoint: .pushedAuthorization)
      .proving(binding?.key)
  }

  /// - Parameter allowsNoExpiry: the opt-in for servers that do not say how long the reference is valid.
  /// - Throws: `par_…`, `response_…`, `http_…`, or the server's error.
  public static func judge(
    _ response: HTTPResponse, for request: AuthorizationRequest, allowsNoExpiry: Bool = false, now: Date
  ) throws(ProtocolError) -> PushedAuthorization {
    let object = try ResponseJudgement(response: response, source: source, errors: .section("RFC 9126 §2.3"))
      .object(statuses: [201], reading: .pushedAuthorization)
    let reference = try object.required(
      try object.text("request_uri", maximum: 2048, spaces: false), .parMissingRequestURI, "request_uri",
      .check(.requestURI))
    let lifetime = try lifetime(object)
    if !allowsNoExpiry {
      _ = try object.required(lifetime, .parMissingExpiresIn, "expires_in", .check(.positiveSeconds))
    }
    return PushedAuthorization(
      request: request.referring(to: reference), expiresAt: lifetime.map { now.addingTimeInterval(Double($0)) })
  }

  static let noEndpoint = ProtocolError(
    .metadataMissingPAREndpoint, field: "pushed_authorization_request_endpoint", expected: .check(.httpsURL),
    source: "RFC 9126 §5")

  private static let source = "RFC 9126 §2.2"

  /// A positive whole number (RFC 9126 §2.2), limited to a year: a longer lifetime is a mistake.
  private static func lifetime(_ object: ResponseObject) throws(ProtocolError) -> Int? {
    guard let value = object.json["expires_in"], value != .null else { return nil }
    guard value.doubleValue != nil else { throw object.typeError("expires_in", expected: .check(.seconds), value) }
    guard let seconds = value.intValue, (1...31_536_000).contains(seconds) else {
      throw ProtocolError(
        .responseMemberMalformed, field: "expires_in", expected: .check(.positiveSeconds),
        received: .check(.numberOutOfRange), source: source)
    }
    return seconds
  }
}

/// A pushed request that the browser can be sent to.
public struct PushedAuthorization: Hashable, Sendable {
  /// The pushed request, with an address that carries only `client_id` and `request_uri` (RFC 9126 §4).
  public var request: AuthorizationRequest
  /// When the server forgets the reference; `nil`: it did not say.
  public var expiresAt: Date?
}

import FoundationEssentials
import SharedValues

/// The server's answer while the app polls (RFC 8628 §3.5).
public enum DeviceAnswer: Hashable, Sendable {
  case tokens(TokenSet)
  /// Not yet: ask again after the pause.
  case pending
  /// Not yet, and from now on poll 5 seconds later.
  case slowDown
}

/// Requests the tokens of a login elsewhere (RFC 8628 §3.4).
public enum DeviceCodeRequest {
  /// §3.5: what `slow_down` adds to the pause, in seconds.
  public static let slowerBy: TimeInterval = 5

  /// The form post with the device code, and a proof of the key that the tokens are to be bound to (RFC 9449 §5).
  public static func build(
    _ authorization: DeviceAuthorization, metadata: AuthorizationServerMetadata, credentials: ClientCredentials,
    binding: TokenBinding? = nil
  ) -> HTTPRequest {
    credentials.request(
      to: metadata.tokenEndpoint, at: metadata,
      [
        ("grant_type", .plain(DeviceAuthorizationRequest.grantType)),
        ("device_code", .secret(authorization.deviceCode)),
      ], endpoint: .token
    ).proving(binding?.key)
  }

  /// Accepts tokens by the same rules as those of a code.
  /// - Throws: `access_denied`, `expired_token`, `token_…`, `response_…`, `http_…`, or another error of the server.
  public static func judge(
    _ response: HTTPResponse, for authorization: DeviceAuthorization, binding: TokenBinding? = nil, now: Date
  ) throws(ProtocolError) -> DeviceAnswer {
    do {
      return .tokens(
        try TokenRequest.judge(
          response, expectsIDToken: authorization.asksForIDToken, binding: binding, now: now))
    } catch {
      switch error.code {
      case .authorizationPending: return .pending
      case .slowDown: return .slowDown
      default: throw error
      }
    }
  }
}

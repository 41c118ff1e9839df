import FoundationEssentials
import SharedValues

/// Reads the answers to a code and to a refresh token (RFC 6749 §5.1).
enum TokenResponse {
  private static let source = "RFC 6749 §5.1"
  /// The longest lifetime that an access token may have, in seconds: ten years. A larger number is a mistake, or means "for ever".
  private static let longestLifetime = 315_360_000

  static func read(
    _ response: HTTPResponse, binding: TokenBinding?, now: Date
  ) throws(ProtocolError) -> TokenSet {
    let object = try ResponseJudgement(response: response, source: source, errors: .section("RFC 6749 §5.2"))
      .object(statuses: [200], reading: .token)
    let accessToken = try object.required(
      try object.secret("access_token"), .tokenMissingAccessToken, "access_token", .check(.accessToken))
    return TokenSet(
      accessToken: accessToken, key: try key(object, binding),
      expiresAt: try lifetime(object).map { now.addingTimeInterval($0) },
      refreshToken: try object.secret("refresh_token"), scope: try object.string("scope"),
      idToken: try object.secret("id_token"), receivedAt: now)
  }

  /// The key that the token is bound to. Types compare without case (RFC 6749 §5.1).
  ///
  /// The kinds are never confused: a bearer token is refused if a token bound to a key was requested, unless the configuration allows
  /// it by name (RFC 9449 §5).
  private static func key(
    _ object: ResponseObject, _ binding: TokenBinding?
  ) throws(ProtocolError) -> P256PublicKey? {
    let expected = Term.value(binding == nil ? "Bearer" : "DPoP")
    let type = try object.required(
      try object.string("token_type"), .tokenMissingTokenType, "token_type", expected)
    switch (type.lowercased(), binding) {
    case ("dpop", let binding?): return binding.key
    case ("bearer", nil): return nil
    case ("bearer", let binding?):
      guard !binding.allowsBearer else { return nil }
      throw ProtocolError(
        .tokenTypeDowngraded, field: "token_type", expected: expected, quoting: type.quotable(40),
        source: "RFC 9449 §5")
    default:
      throw ProtocolError(
        .tokenTypeUnsupported, field: "token_type", expected: expected, quoting: type.quotable(40),
        source: "RFC 6749 §7.1")
    }
  }

  /// Seconds; `nil`: the server does not say.
  private static func lifetime(_ object: ResponseObject) throws(ProtocolError) -> Double? {
    guard let seconds = object.json["expires_in"]?.doubleValue else { return nil }
    guard seconds <= Double(longestLifetime) else {
      throw ProtocolError(
        .tokenLifetimeTooLong, field: "expires_in", expected: .check(.secondsUpTo, longestLifetime),
        received: .check(.numberOutOfRange), source: source)
    }
    return seconds
  }
}

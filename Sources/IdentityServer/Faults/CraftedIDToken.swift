import Faults

/// Defects of an ID token that only the server can make, because they need its key or say nothing false: for tests of clients. Everything
/// else about the token stays right.
enum CraftedIDToken: String, CaseIterable, Sendable {
  /// `aud` names another client besides, and `azp` is that one (OpenID Connect Core §3.1.3.7).
  case furtherAudience = "further-audience"
  /// `iat` is 20 seconds ahead, as with a clock that goes fast: no reason to refuse it.
  case clockAhead = "clock-ahead"
  /// HS256 with the text of the public key as the secret (RFC 8725 §3.1).
  case publicKeyAsSecret = "public-key-as-secret"
  /// Signed with a key that only the header shows, as `jwk` (RFC 7515 §4.1.3).
  case keyInHeader = "key-in-header"
  /// After a refresh, with the nonce of the login: it may be there, and is right then (OpenID Connect Core §12.2).
  case firstNonce = "first-nonce"

  var endpoint: FaultEndpoint { self == .firstNonce ? .refresh : .token }

  /// As ``FaultRule/summary``.
  func summary(at endpoint: FaultEndpoint) -> String { "\(endpoint.rawValue): id-token \(rawValue)" }

  /// Header and claims before they are signed.
  /// - Parameter nonce: the one that the client has sent last.
  /// - Returns: `nil`: there is none.
  func draft(header: JSON, claims: JSON, nonce: @autoclosure () -> String?) -> (header: JSON, claims: JSON)? {
    switch self {
    case .furtherAudience:
      let own = claims["aud"] ?? .null
      return (header, claims.setting("aud", [own, "another-client"]).setting("azp", "another-client"))
    case .clockAhead:
      let issued = claims["iat"]?.intValue ?? 0
      return (header, claims.setting("iat", .number(String(issued + CraftedIDToken.secondsAhead))))
    case .publicKeyAsSecret: return (header.setting("alg", "HS256"), claims)
    case .firstNonce: return nonce().map { (header, claims.setting("nonce", .string($0))) }
    case .keyInHeader: return (header.setting("alg", "RS256"), claims)
    }
  }

  static let secondsAhead = 20

  /// Signed with a new key, which the header shows.
  static func signed(_ header: JSON, _ claims: JSON) throws -> String {
    let keys = try ForgedKeys()
    let parts = [header.setting("jwk", keys.rsaMembers), claims]
    let input = parts.map { Base64URL.encode(Array($0.compact.utf8)) }.joined(separator: ".")
    return input + "." + Base64URL.encode(try keys.sign(Array(input.utf8), "RS256"))
  }
}

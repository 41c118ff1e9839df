import Crypto
import SharedValues

/// Proves with every request that the app holds the key that its tokens are bound to, or are to be (RFC 9449).
public enum DPoPProof {
  /// The header for the proof (RFC 9449 §4.1).
  public static let header = "DPoP"

  /// A proof for one request (RFC 9449 §4.2). ``DPoPNonce/adding(_:to:)`` adds the server's nonce.
  /// - Parameter accessToken: the token of the request; the proof holds its hash.
  public static func build(
    _ key: P256PublicKey, method: String, url: String, accessToken: Secret? = nil
  ) -> KeyProof {
    let target = String(url.prefix(whileScalar: { $0 != "?" && $0 != "#" }))
    let claims: JSON = ["htm": .string(method), "htu": .string(target)]
    let hash = accessToken.map { Base64URL.encode(SHA256.hash(data: Array($0.revealed.utf8))) }
    return KeyProof(
      key: KeyProof.Key(.dpop, thumbprint: key.thumbprint), place: .header(header),
      header: ["typ": "dpop+jwt", "alg": .string(P256PublicKey.algorithm), "jwk": key.jwk],
      claims: claims.setting("ath", hash.map(JSON.string)))
  }
}

extension HTTPRequest {
  func proving(_ key: P256PublicKey?, accessToken: Secret? = nil) -> HTTPRequest {
    guard let key else { return self }
    var request = self
    request.proofs.append(DPoPProof.build(key, method: method, url: url, accessToken: accessToken))
    return request
  }

  /// Whether the request carries a DPoP proof, so that a nonce in the answer is meant for this app.
  public var hasDPoPProof: Bool { proofs.contains { $0.place == .header(DPoPProof.header) } }

  /// A copy with that token: as `Bearer` (RFC 6750 §2.1), or as `DPoP` with a proof of its key (RFC 9449 §7.1).
  func authorized(by token: AccessToken) -> HTTPRequest {
    authorized(by: token.secret, scheme: token.key == nil ? "Bearer" : "DPoP")
      .proving(token.key, accessToken: token.secret)
  }
}

/// A server's nonce for DPoP proofs (RFC 9449 §8 and §9): it shows that a proof is fresh and was not made in advance.
public struct DPoPNonce: Hashable, Sendable {
  public let text: String

  /// The longest nonce accepted, in bytes: the app sends it back in every request.
  static let maximumLength = 1024
  static let header = "DPoP-Nonce"

  /// `nil`: not `1*NQCHAR` (RFC 9449 §8.1, RFC 6749 appendix A), or too long.
  init?(_ text: String) {
    let isWritable = text.utf8.allSatisfy { byte in
      byte == 0x21 || (0x23...0x5B).contains(byte) || (0x5D...0x7E).contains(byte)
    }
    guard isWritable, (1...DPoPNonce.maximumLength).contains(text.utf8.count) else { return nil }
    self.text = text
  }

  /// The nonce for the next proof; any answer may bring one (RFC 9449 §8.2).
  /// - Throws: `response_member_malformed`.
  public static func given(in response: HTTPResponse) throws(ProtocolError) -> DPoPNonce? {
    let values = response.headers[all: header]
    guard let value = values.first else { return nil }
    guard values.count == 1, let nonce = DPoPNonce(value.withoutEdgeSpaces) else {
      throw ProtocolError(
        .responseMemberMalformed, field: header, expected: .check(.singleNonceUpTo, maximumLength),
        received: values.count == 1 ? .check(.bytesWithOthers, value.utf8.count) : .check(.countOfThem, values.count),
        source: "RFC 9449 §8.1")
    }
    return nonce
  }

  /// At an authorization server 400 `use_dpop_nonce` (RFC 9449 §8), at a resource 401 with a challenge that says so (§9).
  public static func isDemanded(by response: HTTPResponse) -> Bool {
    let code = ProtocolError.Code.useDPoPNonce.rawValue
    switch response.status {
    case 400: return (try? JSON.parse(response.words))?["error"]?.stringValue == code
    case 401:
      return AuthenticationChallenge.all(in: response)
        .contains { $0.scheme.lowercased() == "dpop" && $0["error"] == code }
    default: return false
    }
  }

  public static let missing = ProtocolError(
    .dpopNonceMissing, field: header, expected: .check(.demandedNonce), source: "RFC 9449 §8")

  /// The origin that a nonce belongs to: each server has its own nonces (RFC 9449 §8.2). `nil` for a malformed URL.
  public static func origin(of url: String) -> String? { AbsoluteURL(url)?.origin }

  public static func adding(_ nonce: DPoPNonce, to request: HTTPRequest) -> HTTPRequest {
    var request = request
    request.proofs = request.proofs.map { proof in
      guard proof.place == .header(DPoPProof.header) else { return proof }
      var proof = proof
      proof.claims = proof.claims.setting("nonce", .string(nonce.text))
      return proof
    }
    return request
  }
}

/// The key that the requested tokens have to be bound to (RFC 9449 §5).
public struct TokenBinding: Hashable, Sendable {
  var key: P256PublicKey
  /// The opt-in of that name: accepts bearer tokens, which any holder can use, from a server that binds none.
  var allowsBearer: Bool

  public init(key: P256PublicKey, allowsBearer: Bool) { (self.key, self.allowsBearer) = (key, allowsBearer) }
}

/// An access token with the key it may need. A token that is bound to a key cannot be sent without its proof.
public struct AccessToken: Hashable, Sendable {
  public var secret: Secret
  /// The key that the token is bound to (RFC 9449); `nil`: any holder can use the token (RFC 6750).
  var key: P256PublicKey?

  public init(_ secret: Secret, key: P256PublicKey? = nil) { (self.secret, self.key) = (secret, key) }
}

extension TokenSet {
  public var access: AccessToken { AccessToken(accessToken, key: key) }
}

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
    let claims: JSON = ["htm": .string(method), "htu": .string(target(url))]
    return KeyProof(
      key: KeyProof.Key(.dpop, thumbprint: key.thumbprint), place: .header(header),
      header: ["typ": "dpop+jwt", "alg": .string(P256PublicKey.algorithm), "jwk": key.jwk],
      claims: claims.setting("ath", accessToken.map { .string(hash($0)) }))
  }

  /// `htu`: the address without query and fragment.
  static func target(_ url: String) -> String { String(url.prefix(whileScalar: { $0 != "?" && $0 != "#" })) }

  /// `ath`: SHA-256 of the token's ASCII characters, in base64url.
  static func hash(_ accessToken: Secret) -> String {
    Base64URL.encode(SHA256.hash(data: Array(accessToken.revealed.utf8)))
  }
}

extension HTTPRequest {
  /// A copy with a proof of this key; unchanged without a key.
  func proving(_ key: P256PublicKey?, accessToken: Secret? = nil) -> HTTPRequest {
    guard let key else { return self }
    var request = self
    request.proofs.append(DPoPProof.build(key, method: method, url: url, accessToken: accessToken))
    return request
  }

  /// Whether the request carries a DPoP proof, so that a nonce in the answer is meant for this app.
  public var hasDPoPProof: Bool { proofs.contains { $0.place == .header(DPoPProof.header) } }
}

import ForeignText
import Crypto
import SharedValues

/// Showing with every request that the key is at hand which its tokens are bound to, or are to be (RFC 9449).
public enum DPoPProof {
  /// The header that the proof stands in (RFC 9449 §4.1).
  public static let header = "DPoP"

  /// A proof for one request (RFC 9449 §4.2). The server's nonce is added by ``DPoPNonce/adding(_:to:)``.
  /// - Parameter accessToken: the token that goes with the request, which the proof then holds the hash of.
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
  /// The same with a proof for this key; for `nil` the same.
  func proving(_ key: P256PublicKey?, accessToken: Secret? = nil) -> HTTPRequest {
    guard let key else { return self }
    var request = self
    request.proofs.append(DPoPProof.build(key, method: method, url: url, accessToken: accessToken))
    return request
  }

  /// Whether a DPoP proof is to go with it, so that what the answer says of nonces is meant for this app.
  public var hasDPoPProof: Bool { proofs.contains { $0.place == .header(DPoPProof.header) } }
}

import SharedValues

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

  /// Whether the request was refused because its nonce was missing or old: at an authorization server 400 `use_dpop_nonce` (RFC 9449 §8), at a
  /// resource 401 with a challenge that says so (RFC 9449 §9).
  public static func isDemanded(by response: HTTPResponse) -> Bool {
    let code = ProtocolError.Code.useDPoPNonce.rawValue
    switch response.status {
    case 400: return (try? JSON.parse(response.body))?["error"]?.stringValue == code
    case 401:
      return AuthenticationChallenge.all(in: response).contains { $0.isOf("DPoP") && $0["error"] == code }
    default: return false
    }
  }

  /// The error for a server that demands a nonce but gives none.
  public static let missing = ProtocolError(
    .dpopNonceMissing, field: header, expected: .check(.demandedNonce), source: "RFC 9449 §8")

  /// The origin that a nonce belongs to: each server has its own nonces (RFC 9449 §8.2). `nil` for a malformed URL.
  public static func origin(of url: String) -> String? { AbsoluteURL(url)?.origin }

  /// A copy with this nonce in its DPoP proof, replacing an older one.
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

import SharedValues

/// A signed document outside of any flow: a JWS in compact form (RFC 7515 §3.1).
public enum SignedDocument {
  /// The signed text; `nil` unless the whole text is a document of this type, signed with one of the keys.
  ///
  /// The header's `typ` must be this type (RFC 8725 §3.11), so that no other token of the same keys is accepted instead. The algorithm must be one of
  /// ``SigningAlgorithm``, all of which use public keys, and the key must be of its kind (RFC 8725 §3.1). A key in the header is not accepted
  /// (§3.10), and a critical extension is refused (RFC 7515 §4.1.11).
  /// - Parameter keys: a key set (RFC 7517 §5).
  public static func payload(of text: String, type: String, keys: JSON) -> [UInt8]? {
    guard let parts = try? JWSParts(Secret(text)), parts.header["typ"]?.stringValue?.isExactly(type) == true,
      let name = parts.header["alg"]?.stringValue,
      let algorithm = SigningAlgorithm.allCases.first(where: { $0.rawValue.isExactly(name) }),
      !["crit", "jku", "jwk", "x5u", "x5c"].contains(where: { parts.header[$0] != nil }),
      let fitting = try? KeySelection(jwks: keys, algorithm: algorithm).keys(kid: try parts.kid()),
      fitting.contains(where: { $0.isValid(parts.signature, for: parts.message) })
    else { return nil }
    return parts.payload
  }
}

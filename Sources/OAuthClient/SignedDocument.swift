import ForeignText
import SharedValues

/// A document that somebody has signed, outside of any flow: a JWS in compact form (RFC 7515 §3.1).
public enum SignedDocument {
  /// What was signed; `nil` for anything that is not, from its first to its last byte, a document of this type with a signature of one
  /// of the keys.
  ///
  /// The header's `typ` has to be this one (RFC 8725 §3.11), so that no other token of the same keys is taken for it. The algorithm is one of
  /// ``SigningAlgorithm``, all of which are of public keys, and the key has to be of its kind (RFC 8725 §3.1). A key in the header counts for nothing
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

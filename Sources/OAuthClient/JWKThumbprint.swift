import Crypto
import SharedValues

/// The thumbprint of a public key: the SHA-256 of the members that define it (RFC 7638 §3).
public enum JWKThumbprint {
  /// In base64url, as in `cnf.jkt` and `dpop_jkt` (RFC 9449 §6.1, §10).
  ///
  /// - Returns: `nil` for a key type other than EC, RSA and OKP, and for a key with malformed members.
  public static func of(_ jwk: JSON) -> String? {
    guard let kind = jwk["kty"]?.stringValue, let names = members[kind] else { return nil }
    var found: [JSON.Member] = []
    for name in names {
      // Characters that JSON would escape are refused, because escapes would change the hash.
      guard let value = jwk[name]?.stringValue, !value.isEmpty, value.utf8.allSatisfy(Base64URL.contains) else {
        return nil
      }
      found.append(JSON.Member(name, .string(value)))
    }
    return Base64URL.encode(SHA256.hash(data: Array(JSON.object(found).compact.utf8)))
  }

  /// In lexicographic order (RFC 7638 §3.2, RFC 8037 §2).
  private static let members = [
    "EC": ["crv", "kty", "x", "y"], "RSA": ["e", "kty", "n"], "OKP": ["crv", "kty", "x"],
  ]
}

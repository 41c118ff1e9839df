import Crypto
import SharedValues

/// The name that a public key gives itself: the SHA-256 of what makes it the key that it is (RFC 7638 §3).
public enum JWKThumbprint {
  /// In base64url, as `cnf.jkt` and `dpop_jkt` have it (RFC 9449 §6.1, §10).
  ///
  /// - Returns: `nil` for a key of a kind other than EC, RSA and OKP, and for one whose members are no base64url or no names.
  public static func of(_ jwk: JSON) -> String? {
    guard let kind = jwk["kty"]?.stringValue, let names = members[kind] else { return nil }
    var parts: [String] = []
    for name in names {
      guard let value = jwk[name]?.stringValue, !value.isEmpty, value.utf8.allSatisfy(isPlain) else { return nil }
      parts.append("\"\(name)\":\"\(value)\"")
    }
    return Base64URL.encode(SHA256.hash(data: Array("{\(parts.joined(separator: ","))}".utf8)))
  }

  /// In lexicographic order (RFC 7638 §3.2, RFC 8037 §2).
  private static let members = ["EC": ["crv", "kty", "x", "y"], "RSA": ["e", "kty", "n"], "OKP": ["crv", "kty", "x"]]

  /// What JSON needs no escape for, which would change the hash.
  private static func isPlain(_ byte: UInt8) -> Bool { Base64URL.contains(byte) }
}

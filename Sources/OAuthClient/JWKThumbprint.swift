import Crypto
import SharedValues

/// The name that a public key gives itself: the SHA-256 of what makes it the key that it is (RFC 7638 §3).
public enum JWKThumbprint {
  /// In base64url, as `cnf.jkt` and `dpop_jkt` have it (RFC 9449 §6.1, §10).
  ///
  /// - Returns: `nil` for a key of a kind other than EC, RSA and OKP, and for one whose members are no base64url or no names.
  public static func of(_ jwk: JSON) -> String? {
    guard let kind = jwk["kty"]?.stringValue, let names = members[kind] else { return nil }
    var found: [(String, String)] = []
    for name in names {
      // What JSON needs no escape for, which would change the hash.
      guard let value = jwk[name]?.stringValue, !value.isEmpty, value.utf8.allSatisfy(Base64URL.contains) else {
        return nil
      }
      found.append((name, value))
    }
    return hash(found)
  }

  /// - Parameter members: those that make the key, in lexicographic order, in characters that JSON needs no escape for.
  static func hash(_ members: [(name: String, value: String)]) -> String {
    let text = members.map { "\"\($0.name)\":\"\($0.value)\"" }.joined(separator: ",")
    return Base64URL.encode(SHA256.hash(data: Array("{\(text)}".utf8)))
  }

  /// In lexicographic order (RFC 7638 §3.2, RFC 8037 §2).
  private static let members = [
    "EC": ["crv", "kty", "x", "y"], "RSA": ["e", "kty", "n"], "OKP": ["crv", "kty", "x"],
  ]
}

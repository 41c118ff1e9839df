import Crypto
import SharedValues

/// A public key of this instance in the forms that others use: its thumbprint, and a JWK (RFC 7517, RFC 7518 §6.2.1).
extension P256PublicKey {
  /// The algorithm that its private key signs with (RFC 7518 §3.4).
  static let algorithm = SigningAlgorithm.es256.rawValue

  /// Reads a JWK strictly: a point on the curve, without a private part.
  public init?(jwk: JSON) {
    guard jwk["kty"]?.stringValue == "EC", jwk["crv"]?.stringValue == "P-256", jwk["d"] == nil,
      let x = jwk["x"]?.stringValue.flatMap({ Base64URL.decode($0) }),
      let y = jwk["y"]?.stringValue.flatMap({ Base64URL.decode($0) }),
      (try? P256.Signing.PublicKey(rawRepresentation: x + y)) != nil
    else { return nil }
    self.init(x: x, y: y)
  }

  /// Only the members that define the key, as in the header of a DPoP proof (RFC 9449 §4.2).
  public var jwk: JSON {
    ["kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(x)), "y": .string(Base64URL.encode(y))]
  }

  /// In base64url (RFC 7638 §3).
  public var thumbprint: String { Base64URL.encode(SHA256.hash(data: thumbprintInput)) }

  /// The key in a registration (RFC 7591 §2, `jwks`): named by its thumbprint, only for signatures with ES256.
  public var registered: JSON {
    jwk.setting("kid", .string(thumbprint)).setting("use", "sig").setting("alg", .string(P256PublicKey.algorithm))
  }
}

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

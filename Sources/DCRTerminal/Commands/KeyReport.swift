import Keystore
import SharedValues

/// A key of the secure element, as text for people and as JSON for scripts.
enum KeyReport {
  static func object(_ key: ElementKey) -> JSON {
    [
      "thumbprint": .string(key.thumbprint), "use": .string(key.use.rawValue),
      "made_at": .string(KeystoreTimestamp.text(key.madeAt)), "demands_user": .bool(key.demandsUser), "jwk": jwk(key),
    ]
  }

  static func table(_ keys: [ElementKey]) -> String {
    let rows = keys.map { [$0.thumbprint, $0.use.rawValue, KeystoreTimestamp.text($0.madeAt), asks($0)] }
    return Columns.text([["THUMBPRINT", "USE", "MADE", "ASKS ITS USER"]] + rows)
  }

  static func lines(_ key: ElementKey) -> String {
    let rows = [
      ["Thumbprint", key.thumbprint], ["For", key.use.rawValue], ["Made", KeystoreTimestamp.text(key.madeAt)],
      ["Asks its user", asks(key)], ["Private key", "in the secure element, which gives it to nobody"],
    ]
    return Columns.text(rows) + "\nPublic key\n" + Columns.block(jwk(key))
  }

  private static func asks(_ key: ElementKey) -> String { key.demandsUser ? "each time" : "no" }

  /// The public key as a JWK (RFC 7518 §6.2.1).
  private static func jwk(_ key: ElementKey) -> JSON {
    [
      "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(key.publicKey.x)),
      "y": .string(Base64URL.encode(key.publicKey.y)),
    ]
  }
}

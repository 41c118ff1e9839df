import Crypto
import CryptoExtras
import Foundation
import SharedValues
import TestValues

/// Makes ID tokens of every kind, valid or not, with its own keys.
struct TokenSigner: Sendable {
  enum Key: Sendable {
    case rsa(_RSA.Signing.PrivateKey)
    case pss(_RSA.Signing.PrivateKey)
    case p256(P256.Signing.PrivateKey)
    /// HMAC with these bytes, as an attacker would use a public key.
    case hmac([UInt8])
    case none
  }

  let key: Key

  static let rsaKey = try! _RSA.Signing.PrivateKey(keySize: .bits2048)
  static let otherRSAKey = try! _RSA.Signing.PrivateKey(keySize: .bits2048)
  static let smallRSAKey = try! _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024))
  static let p256Key = P256.Signing.PrivateKey()

  func sign(header: String, claims: String) -> Secret {
    let message = base64url(Array(header.utf8)) + "." + base64url(Array(claims.utf8))
    return Secret(message + "." + base64url(signature(Array(message.utf8))))
  }

  private func signature(_ message: [UInt8]) -> [UInt8] {
    let digest = SHA256.hash(data: message)
    switch key {
    case .rsa(let key): return Array(try! key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
    case .pss(let key): return Array(try! key.signature(for: digest, padding: .PSS).rawRepresentation)
    case .p256(let key): return Array(try! key.signature(for: message).rawRepresentation)
    case .hmac(let bytes):
      return Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: bytes)))
    case .none: return []
    }
  }

  static func jwk(_ key: _RSA.Signing.PublicKey, kid: String?, alg: String? = "RS256") -> JSON {
    let numbers = try! key.getKeyPrimitives()
    var jwk: JSON = [
      "kty": "RSA", "use": "sig", "n": .string(base64url(Array(numbers.modulus))),
      "e": .string(base64url(Array(numbers.publicExponent))),
    ]
    if let kid { jwk = jwk.setting("kid", .string(kid)) }
    if let alg { jwk = jwk.setting("alg", .string(alg)) }
    return jwk
  }

  static func jwk(_ key: P256.Signing.PublicKey, kid: String) -> JSON {
    let point = Array(key.rawRepresentation)
    return [
      "kty": "EC", "crv": "P-256", "kid": .string(kid), "x": .string(base64url(Array(point[..<32]))),
      "y": .string(base64url(Array(point[32...]))),
    ]
  }
}

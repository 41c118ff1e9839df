import Crypto
import CryptoExtras
import FoundationEssentials
import SharedValues

/// The forger's keys: one of each kind that the client supports (RFC 7518 §3.1).
struct ForgedKeys {
  private let rsa: _RSA.Signing.PrivateKey
  private let p256 = P256.Signing.PrivateKey()

  init() throws { rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  func sign(_ message: [UInt8], _ algorithm: String) throws -> [UInt8] {
    let digest = SHA256.hash(data: message)
    switch algorithm {
    case "ES256": return Array(try p256.signature(for: message).rawRepresentation)
    case "PS256": return Array(try rsa.signature(for: digest, padding: .PSS).rawRepresentation)
    default: return Array(try rsa.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
    }
  }

  /// The key as a JWK (RFC 7517 §4, RFC 7518 §6).
  func jwk(_ algorithm: String, id: String, use: String) -> JSON {
    let common: JSON = ["kid": .string(id), "use": .string(use), "alg": .string(algorithm)]
    if algorithm == "ES256" {
      let point = Array(p256.publicKey.rawRepresentation)
      return common.setting("kty", "EC").setting("crv", "P-256")
        .setting("x", .string(Base64URL.encode(Array(point.prefix(32)))))
        .setting("y", .string(Base64URL.encode(Array(point.dropFirst(32)))))
    }
    guard let numbers = try? rsa.publicKey.getKeyPrimitives() else { return common }
    return common.setting("kty", "RSA").setting("n", .string(Base64URL.encode(Array(numbers.modulus))))
      .setting("e", .string(Base64URL.encode(Array(numbers.publicExponent))))
  }
}

import Crypto
import Foundation
import OAuthClient
import SharedValues

/// Keys for the tests of proofs, and independent verification of signatures.
enum KeyFixture {
  /// RFC 9449 §4.1.
  static let ofRFC9449: JSON = [
    "kty": "EC", "x": "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
    "y": "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA", "crv": "P-256",
  ]
  /// RFC 7515 appendix A.3.
  static let ofRFC7515: JSON = [
    "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
  ]

  static func key(_ jwk: JSON = ofRFC9449) -> P256PublicKey {
    guard let key = P256PublicKey(jwk: jwk) else { preconditionFailure("\(jwk) is no key") }
    return key
  }

  static let key = key()
  static let otherKey = key(ofRFC7515)

  static let bound = TokenBinding(key: key, allowsBearer: false)

  /// Whether this key signed a compact JWS, verified by swift-crypto alone.
  static func isSigned(_ jws: String, by key: P256PublicKey) throws -> Bool {
    let parts = jws.split(separator: ".")
    let verifier = try P256.Signing.PublicKey(rawRepresentation: key.x + key.y)
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: Base64URL.decode(parts[2]) ?? [])
    return verifier.isValidSignature(signature, for: Array((parts[0] + "." + parts[1]).utf8))
  }

  /// The header and the claims of a JWS, with or without its signature.
  static func parts(_ input: String) throws -> (header: JSON, claims: JSON) {
    let parts = try input.split(separator: ".").prefix(2).map { try JSON.parse(Base64URL.decode($0) ?? []) }
    return (parts[0], parts[1])
  }
}

extension JSON {
  /// The members by name, so that the order does not matter.
  var members: [String: JSON] {
    Dictionary(uniqueKeysWithValues: (objectValue ?? []).map { ($0.name, $0.value) })
  }
}

import Crypto
import CryptoExtras
import Foundation
import NIOSSL
import SharedValues
import TestSupport
import TestValues

/// The certificates that the servers of these tests present: one good, and one for each defect.
enum ServerIdentity: String, Sendable, CaseIterable {
  case good, otherAuthority = "another authority's", expired, wrongHost = "another host's"

  /// The code with which the client reports it.
  var code: String {
    switch self {
    case .good: ""
    case .otherAuthority: "certificate_untrusted"
    case .expired: "certificate_expired"
    case .wrongHost: "certificate_wrong_host"
    }
  }

  func configuration() throws -> TLSConfiguration { try ServerIdentity.made[self] ?? make() }

  /// Made once per run.
  private static let made = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { identity in (try? identity.make()).map { (identity, $0) } })

  private func make() throws -> TLSConfiguration {
    let now = Date()
    let trusted = try ServerIdentity.trusted.get()
    switch self {
    case .good: return try trusted.server()
    case .otherAuthority: return try TestAuthority(name: "Other CA").server()
    case .expired: return try trusted.server(notBefore: now - 7200, notAfter: now - 3600)
    case .wrongHost: return try trusted.server(names: ["other.example"], addresses: [])
    }
  }

  /// The authority that the clients trust, and that issues their devices' certificates.
  static let trusted = Result { try TestAuthority(name: "Trusted CA") }
}

/// The keys of these servers' ID tokens.
enum TokenKey: Sendable {
  /// The key in the key set with the id `key-1`.
  case published
  /// A key that the server never published.
  case foreign
  /// HMAC with the published key's PEM form as the secret, which an attacker knows.
  case publicKeyAsSecret
  /// No signature.
  case none

  static let rsa = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }
  static let foreignRSA = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }
  static let smallRSA = Result { try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024)) }

  func sign(_ message: [UInt8]) throws -> [UInt8] {
    let digest = SHA256.hash(data: message)
    switch self {
    case .published:
      return Array(try TokenKey.rsa.get().signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
    case .foreign:
      return Array(try TokenKey.foreignRSA.get().signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
    case .publicKeyAsSecret:
      let key = SymmetricKey(data: Array(try TokenKey.rsa.get().publicKey.pemRepresentation.utf8))
      return Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
    case .none: return []
    }
  }

  static func jwk(_ key: Result<_RSA.Signing.PrivateKey, any Error>, kid: String) -> JSON {
    guard let numbers = try? key.get().publicKey.getKeyPrimitives() else { return .null }
    return [
      "kty": "RSA", "use": "sig", "alg": "RS256", "kid": .string(kid), "n": .string(base64url(numbers.modulus)),
      "e": .string(base64url(numbers.publicExponent)),
    ]
  }
}

/// An ID token before it is signed.
struct IDTokenDraft: Sendable {
  var header: JSON = ["alg": "RS256", "kid": "key-1", "typ": "JWT"]
  var claims: JSON
  var key = TokenKey.published
  /// The claims as text, for defects that JSON values cannot express.
  var claimsText: String?
  /// The finished token, for tokens that are not signed at all.
  var text: String?

  func signed() -> String {
    if let text { return text }
    let message = base64url(header.compact.utf8) + "." + base64url((claimsText ?? claims.compact).utf8)
    return message + "." + base64url((try? key.sign(Array(message.utf8))) ?? [])
  }

  static func hash(of accessToken: String) -> String {
    base64url(SHA256.hash(data: Array(accessToken.utf8)).prefix(16))
  }
}

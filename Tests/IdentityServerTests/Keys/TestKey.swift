import Crypto
import CryptoExtras
import Foundation
import SharedValues

@testable import IdentityServer

/// A client's key and its signatures, written from the RFCs and not from the server's code.
struct TestKey: Sendable {
  enum Material: Sendable {
    case p256(P256.Signing.PrivateKey)
    case rsa(_RSA.Signing.PrivateKey)
  }

  var material = Material.p256(P256.Signing.PrivateKey())
  var id: String?

  /// Made once, because that takes some tenths of a second.
  static let rsa = TestKey(material: .rsa(try! _RSA.Signing.PrivateKey(keySize: .bits2048)))

  /// RFC 7518 §6.2.1 and §6.3.1; with `kid` if the key has an id.
  var jwk: JSON {
    var members = requiredMembers
    if let id { members.append(.init("kid", .string(id))) }
    return .object(members)
  }

  /// RFC 7638 §3.
  var thumbprint: String { Base64URL.encode(SHA256.hash(data: Data(JSON.object(requiredMembers).compact.utf8))) }

  private var requiredMembers: [JSON.Member] {
    switch material {
    case .p256(let key):
      let point = Array(key.publicKey.rawRepresentation)
      return [
        .init("crv", "P-256"), .init("kty", "EC"), .init("x", .string(Base64URL.encode(point[..<32]))),
        .init("y", .string(Base64URL.encode(point[32...]))),
      ]
    case .rsa(let key):
      let parts = try! key.publicKey.getKeyPrimitives()
      return [
        .init("e", .string(Base64URL.encode(Array(parts.publicExponent)))), .init("kty", "RSA"),
        .init("n", .string(Base64URL.encode(Array(parts.modulus)))),
      ]
    }
  }

  /// RFC 7515 §7.1. Takes the header as given; the key alone determines the algorithm.
  func sign(_ header: String, _ payload: String, padding: _RSA.Signing.Padding = .insecurePKCS1v1_5) -> String {
    let input = Base64URL.encode(header.utf8) + "." + Base64URL.encode(payload.utf8)
    let signature: Data =
      switch material {
      case .p256(let key): try! key.signature(for: Data(input.utf8)).rawRepresentation
      case .rsa(let key): try! key.signature(for: Data(input.utf8), padding: padding).rawRepresentation
      }
    return input + "." + Base64URL.encode(Array(signature))
  }

  var algorithm: String { if case .p256 = material { "ES256" } else { "RS256" } }
}

/// Changed members; `nil` removes one.
typealias Changes = [String: JSON?]

extension JSON {
  func changed(_ changes: Changes) -> JSON { changes.reduce(self) { $0.setting($1.key, $1.value) } }
}

/// A client's token before it is signed.
struct Unsigned: Sendable {
  var header: JSON
  var payload: JSON

  func changed(header: Changes = [:], payload: Changes = [:]) -> Unsigned {
    Unsigned(header: self.header.changed(header), payload: self.payload.changed(payload))
  }

  func signed(_ key: TestKey) -> String { key.sign(header.compact, payload.compact) }

  /// RFC 9449 §4.2.
  static func proof(
    _ key: TestKey, _ method: String, _ url: String, _ now: Date, accessToken: String? = nil, nonce: String? = nil
  ) -> Unsigned {
    let hash = accessToken.map { Base64URL.encode(SHA256.hash(data: Data($0.utf8))) }
    return Unsigned(
      header: ["typ": "dpop+jwt", "alg": .string(key.algorithm), "jwk": key.jwk],
      payload: [
        "jti": .string(UUID().uuidString), "htm": .string(method), "htu": .string(url),
        "iat": .number(String(seconds(now))),
      ]
    ).changed(
      payload: (hash.map { ["ath": .string($0)] } ?? [:]).merging(nonce.map { ["nonce": .string($0)] } ?? [:]) { $1 })
  }

  /// RFC 7523 §3.
  static func assertion(_ key: TestKey, _ client: String, _ audience: String, _ now: Date) -> Unsigned {
    Unsigned(
      header: ["alg": .string(key.algorithm), "typ": "JWT"],
      payload: [
        "iss": .string(client), "sub": .string(client), "aud": .string(audience), "jti": .string(UUID().uuidString),
        "iat": .number(String(seconds(now))), "exp": .number(String(seconds(now) + 60)),
      ]
    ).changed(header: key.id.map { ["kid": .string($0)] } ?? [:])
  }
}

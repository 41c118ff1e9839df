import Crypto
import CryptoExtras
import FoundationEssentials
import SharedValues
import Synchronization

/// Changes the ID tokens of responses as an evil server would issue them: where that matters, signed with a key that the JWKS response contains.
///
/// Thread-safe. Creates its keys when they are first needed and keeps them in memory; nothing else uses them.
package final class IDTokenForge: Sendable {
  private struct State {
    var keys: ForgedKeys?
    /// The forger's keys, which are added to the published ones; `nil`: the last tokens were the server's own.
    var published: [JSON]?
  }

  private static let keyID = "fault-menu"
  private let state = Mutex(State())
  private let now: @Sendable () -> Date

  /// - Parameter now: the app's clock, which is used to judge the claims.
  package init(now: @escaping @Sendable () -> Date) { self.now = now }

  /// The response with a bad ID token; `nil`: it has no token that could have this defect.
  package func spoil(_ response: HTTPResponse, with defect: IDTokenDefect) -> HTTPResponse? {
    guard response.status == 200, let json = try? JSON.parse(response.body), let text = json["id_token"]?.stringValue,
      let forged = forge(text, defect)
    else { return nil }
    return ResponseFaults.with(response, Array(json.setting("id_token", .string(forged)).compact.utf8))
  }

  /// Whether the JWKS response needs additional keys.
  package var isPublishing: Bool { state.withLock { $0.published != nil } }

  /// Call after a token response without a fault.
  package func forget() { state.withLock { $0.published = nil } }

  /// The JWKS response with the forger's keys added; `nil`: the server's keys are enough.
  package func publish(in response: HTTPResponse) -> HTTPResponse? {
    guard let keys = state.withLock({ $0.published }), let json = try? JSON.parse(response.body),
      let own = json["keys"]?.arrayValue
    else { return nil }
    return ResponseFaults.with(response, Array(json.setting("keys", .array(own + keys)).compact.utf8))
  }

  private func forge(_ text: String, _ defect: IDTokenDefect) -> String? {
    switch SpoiledIDToken(text, defect, now: now()) {
    case .whole(let token): token
    case .unsigned(let header, let claims, let namesKey):
      sign(header, claims, namesKey: namesKey, isUsable: defect != .unusableKey)
    case nil: nil
    }
  }

  /// Signs with the algorithm that the server used, because the client accepts only the one that it registered.
  private func sign(_ header: JSON, _ claims: String, namesKey: Bool, isUsable: Bool) -> String? {
    state.withLock { state in
      guard let keys = state.keys ?? (try? ForgedKeys()) else { return nil }
      state.keys = keys
      var header = header
      if namesKey { header = header.setting("kid", .string(IDTokenForge.keyID)) }
      let message = Base64URL.encode(header.compact.utf8) + "." + Base64URL.encode(claims.utf8)
      let algorithm = header["alg"]?.stringValue ?? "RS256"
      guard let signature = try? keys.sign(Array(message.utf8), algorithm) else { return nil }
      state.published = [keys.jwk(algorithm, id: IDTokenForge.keyID, use: isUsable ? "sig" : "enc")]
      return message + "." + Base64URL.encode(signature)
    }
  }
}

/// The forger's keys: one of each kind that the client supports (RFC 7518 §3.1).
package struct ForgedKeys {
  private let rsa: _RSA.Signing.PrivateKey
  private let p256 = P256.Signing.PrivateKey()

  package init() throws { rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  package func sign(_ message: [UInt8], _ algorithm: String) throws -> [UInt8] {
    let digest = SHA256.hash(data: message)
    switch algorithm {
    case "ES256": return Array(try p256.signature(for: message).rawRepresentation)
    case "PS256": return Array(try rsa.signature(for: digest, padding: .PSS).rawRepresentation)
    default: return Array(try rsa.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
    }
  }

  func jwk(_ algorithm: String, id: String, use: String) -> JSON {
    let common: JSON = ["kid": .string(id), "use": .string(use), "alg": .string(algorithm)]
    if algorithm == "ES256" {
      let point = Array(p256.publicKey.rawRepresentation)
      return common.setting("kty", "EC").setting("crv", "P-256")
        .setting("x", .string(Base64URL.encode(Array(point.prefix(32)))))
        .setting("y", .string(Base64URL.encode(Array(point.dropFirst(32)))))
    }
    return common.merging(rsaMembers)
  }

  /// The members that define the RSA key (RFC 7518 §6.3.1).
  package var rsaMembers: JSON {
    guard let numbers = try? rsa.publicKey.getKeyPrimitives() else { return [:] }
    return [
      "kty": "RSA", "n": .string(Base64URL.encode(Array(numbers.modulus))),
      "e": .string(Base64URL.encode(Array(numbers.publicExponent))),
    ]
  }
}

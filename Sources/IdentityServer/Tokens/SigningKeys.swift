import CryptoExtras
import Foundation
import GRDB
import JWTKit
import SharedValues

/// The RS256 keys: one signs, all that are known verify.
///
/// The key lives in the database and is made at the first start, away from the path of the first request: making 2048 bits
/// takes some tenths of a second, and listening does not wait for it.
actor SigningKeys {
  private let store: Store
  private let time: TimeSource
  private var loading: Task<Loaded, any Error>?

  private struct Loaded: Sendable {
    var collection: JWTKeyCollection
    var current: JWKIdentifier
    var keySet: JSON
  }

  init(store: Store, time: TimeSource) {
    self.store = store
    self.time = time
  }

  /// Makes or loads the keys, so that the first request finds them ready.
  func prepare() async throws { _ = try await loaded() }

  /// A signed JSON Web Token (RFC 7515, RS256).
  func sign(_ claims: some JWTPayload) async throws -> String {
    let keys = try await loaded()
    return try await keys.collection.sign(claims, kid: keys.current)
  }

  /// The claims of a token that this server signed, at whatever time; `nil` for any other text.
  func claims<Claims: JWTPayload>(of token: String, as type: Claims.Type) async throws -> Claims? {
    guard token.utf8.count <= 8192 else { return nil }
    let keys = try await loaded()
    return try? await keys.collection.verify(token, as: type)
  }

  /// RFC 7517 §5, public parts only.
  func keySet() async throws -> JSON { try await loaded().keySet }

  private func loaded() async throws -> Loaded {
    if let loading { return try await loading.value }
    let task = Task.detached(priority: .userInitiated) { [store, time] in try await SigningKeys.load(store, time.now) }
    loading = task
    do {
      return try await task.value
    } catch {
      loading = nil
      throw error
    }
  }

  private static func load(_ store: Store, _ now: Date) async throws -> Loaded {
    let known = try await rows(store)
    let all = known.isEmpty ? try await make(store, now) : known
    let collection = JWTKeyCollection()
    var published: [JSON] = []
    for (id, pem) in all {
      let key = try Insecure.RSA.PrivateKey(pem: pem)
      await collection.add(rsa: key, digestAlgorithm: .sha256, kid: JWKIdentifier(string: id))
      let (modulus, exponent) = try key.publicKey.getKeyPrimitives()
      published.append([
        "kty": "RSA", "use": "sig", "alg": "RS256", "kid": .string(id), "n": .string(base64url(Array(modulus))),
        "e": .string(base64url(Array(exponent))),
      ])
    }
    let keySet = JSON.object([.init("keys", .array(published))])
    return Loaded(collection: collection, current: JWKIdentifier(string: all[0].id), keySet: keySet)
  }

  /// The newest key that is not retired comes first and signs.
  private static func rows(_ store: Store) async throws -> [(id: String, pem: String)] {
    try await store.pool.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM signing_keys ORDER BY retired IS NOT NULL, created DESC")
        .map { ($0["key_id"], $0["private_key"]) }
    }
  }

  private static func make(_ store: Store, _ now: Date) async throws -> [(id: String, pem: String)] {
    let pem = try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
    let id = base64url(Primitives.random(9))
    try await store.pool.write { database in
      let isFirst = try Int.fetchOne(database, sql: "SELECT count(*) FROM signing_keys") == 0
      guard isFirst else { return }
      try database.execute(
        sql: "INSERT INTO signing_keys (key_id, private_key, created) VALUES (?, ?, ?)",
        arguments: [id, pem, seconds(now)])
    }
    return try await rows(store)
  }
}

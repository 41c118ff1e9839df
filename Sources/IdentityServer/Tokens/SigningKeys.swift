import CryptoExtras
import Foundation
import GRDB
import JWTKit
import SharedValues
import Synchronization

/// The RS256 keys: the newest signs; one that was retired verifies, and is published, until the last ID token that it
/// signed has expired.
///
/// The keys live in the database. The first is made at the first start, away from the path of the first request: making 2048
/// bits takes some tenths of a second, and listening does not wait for it. Another process may rotate them while this one
/// serves: when keys are asked for, the table is read again if the last reading is older than ``readEvery``.
actor SigningKeys {
  private let store: Store
  private let time: TimeSource
  /// The lifetime of ID tokens in seconds.
  private let lifetime: TimeInterval
  private var loading: Task<Loaded, any Error>?
  private var lastRead: ContinuousClock.Instant?
  /// The published keys as ready bytes, until the table is to be read again: a request for those alone does not wait
  /// for this actor.
  private nonisolated let published = Mutex<(response: ServerResponse, until: ContinuousClock.Instant)?>(nil)

  /// How long a rotation by another process may go unnoticed.
  static let readEvery = Duration.seconds(1)
  /// Seconds for which a retired key stays beyond the lifetime of its last tokens, because a server that has not noticed the
  /// rotation may still have signed with it.
  static let margin: TimeInterval = 60

  private struct Loaded: Sendable {
    var collection: JWTKeyCollection
    var current: JWKIdentifier
    var keySet: ServerResponse
    var ids: [String]
  }

  init(store: Store, time: TimeSource, lifetime: TimeInterval) {
    (self.store, self.time, self.lifetime) = (store, time, lifetime)
  }

  /// Makes or loads the keys, so that the first request finds them ready.
  func prepare() async throws { _ = try await loaded() }

  /// Whether there is a key to sign with. While the first one is made, the answer waits for it: a server that has just begun
  /// to listen is not one whose keys are missing.
  func areReady() async -> Bool {
    guard let loading else { return (try? await loaded()) != nil }
    return (try? await loading.value) != nil
  }

  /// A signed JSON Web Token (RFC 7515, RS256).
  ///
  /// - Parameter type: the header's `typ`.
  func sign(_ claims: some JWTPayload, type: String = "JWT") async throws -> String {
    let keys = try await loaded()
    var header = JWTHeader()
    header.typ = type
    return try await keys.collection.sign(claims, kid: keys.current, header: header)
  }

  /// The claims of a token of that type (RFC 8725 §3.11) that was signed with one of the published keys, at whatever time;
  /// `nil` for any other text.
  /// - Parameter limit: in bytes, what such a token may be long.
  func claims<Claims: JWTPayload>(
    of token: String, as claims: Claims.Type, type: String = "JWT", upTo limit: Int = 8192
  ) async throws -> Claims? {
    guard token.utf8.count <= limit, let end = token.firstIndex(of: "."),
      let header = Base64URL.decode(String(token[..<end])).flatMap({ try? JSON.parse($0) }),
      header["typ"]?.stringValue == type
    else { return nil }
    let keys = try await loaded()
    return try? await keys.collection.verify(token, as: claims)
  }

  /// RFC 7517 §5, public parts only.
  nonisolated func keySet() async throws -> ServerResponse {
    if let ready = published.withLock({ $0 }), ContinuousClock.now < ready.until { return ready.response }
    return try await publish()
  }

  private func publish() async throws -> ServerResponse {
    let response = try await loaded().keySet
    if let lastRead { published.withLock { $0 = (response, lastRead + SigningKeys.readEvery) } }
    return response
  }

  /// Lets the next request for keys read the table.
  private func forgetKnownKeys() {
    lastRead = nil
    published.withLock { $0 = nil }
  }

  /// Makes a new key, which signs from now on, and retires the others. Its id.
  func rotate() async throws -> String {
    let id = try await store.addSigningKey(try SigningKeys.make(), now: time.now, retiring: true)
    forgetKnownKeys()
    return id ?? ""
  }

  /// Removes the retired keys whose time is over.
  func prune() async throws {
    try await store.removeSigningKeys(retiredUntil: oldest)
    forgetKnownKeys()
  }

  /// Keys retired up to here are no longer published.
  private var oldest: Date { time.now - lifetime - SigningKeys.margin }

  private func loaded() async throws -> Loaded {
    if let loading {
      let known = try await loading.value
      // The keys' time is the given one; how often the table is read goes by the machine's clock.
      if let lastRead, ContinuousClock.now - lastRead < SigningKeys.readEvery { return known }
      lastRead = .now
      guard try await store.signingKeyIDs(retiredAfter: oldest) != known.ids else { return known }
    }
    let task = Task.detached(priority: .userInitiated) { [store, time, oldest] in
      try await SigningKeys.load(store, time.now, oldest)
    }
    loading = task
    do {
      let keys = try await task.value
      lastRead = .now
      return keys
    } catch {
      loading = nil
      throw error
    }
  }

  private static func load(_ store: Store, _ now: Date, _ oldest: Date) async throws -> Loaded {
    var all = try await store.signingKeys(retiredAfter: oldest)
    if all.isEmpty {
      _ = try await store.addSigningKey(try make(), now: now, retiring: false)
      all = try await store.signingKeys(retiredAfter: oldest)
    }
    let collection = JWTKeyCollection()
    var published: [JSON] = []
    for record in all {
      let key = try Insecure.RSA.PrivateKey(pem: record.pem)
      await collection.add(rsa: key, digestAlgorithm: .sha256, kid: JWKIdentifier(string: record.id))
      let (modulus, exponent) = try key.publicKey.getKeyPrimitives()
      published.append([
        "kty": "RSA", "use": "sig", "alg": "RS256", "kid": .string(record.id),
        "n": .string(Base64URL.encode(Array(modulus))),
        "e": .string(Base64URL.encode(Array(exponent))),
      ])
    }
    let keySet = ServerResponse.publicJSON(.object([.init("keys", .array(published))]), note: "key set")
    return Loaded(collection: collection, current: JWKIdentifier(string: all[0].id), keySet: keySet, ids: all.map(\.id))
  }

  private static func make() throws -> SigningKeyRecord {
    SigningKeyRecord(
      id: Base64URL.encode(Primitives.random(9)), pem: try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
    )
  }
}

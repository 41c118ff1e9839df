import ForeignText
import Crypto
import CryptoExtras
import Foundation
import GRDB
import JWTKit
import SharedValues
import Synchronization

/// The keys of RS256, and of ES256 from the first client on that asks for it: of each the newest signs; one that was retired
/// verifies, and is published, until the last ID token that it signed has expired.
///
/// The keys live in the database. The first of RS256 is made at the first start, away from the path of the first request: making 2048
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
    /// Which key signs, by algorithm.
    var current: [SigningAlgorithm: JWKIdentifier]
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

  /// What ID tokens may be signed with (`id_token_signing_alg_values_supported`); OpenID Connect Core §15.1 demands RS256, the
  /// FAPI 2.0 Security Profile (§5.4) one that is not RS256.
  static let algorithms: [SigningAlgorithm] = [.rs256, .es256]

  /// A signed JSON Web Token (RFC 7515).
  ///
  /// - Parameters:
  ///   - type: the header's `typ`.
  ///   - algorithm: one of ``algorithms``.
  func sign(
    _ claims: some JWTPayload, type: String = "JWT", with algorithm: SigningAlgorithm = .rs256
  ) async throws -> String {
    var keys = try await loaded()
    if keys.current[algorithm] == nil {
      try await store.addFirstSigningKey(try SigningKeys.make(algorithm), now: time.now)
      forgetKnownKeys()
      keys = try await loaded()
    }
    guard let current = keys.current[algorithm] else {
      throw JWTError.unknownKID(JWKIdentifier(string: algorithm.rawValue))
    }
    var header = JWTHeader()
    header.typ = type
    return try await keys.collection.sign(claims, kid: current, header: header)
  }

  /// The claims of a token of that type (RFC 8725 §3.11) that was signed with one of the published keys, at whatever time;
  /// `nil` for any other text.
  /// - Parameter limit: in bytes, what such a token may be long.
  func claims<Claims: JWTPayload>(
    of token: String, as claims: Claims.Type, type: String = "JWT", upTo limit: Int = 8192
  ) async throws -> Claims? {
    guard token.utf8.count <= limit, let end = token.firstIndex(ofScalar: "."),
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

  /// Makes a new key for each algorithm in use, which signs from now on, and retires the others.
  /// - Returns: the id of the new key of RS256.
  func rotate() async throws -> String {
    // Nothing is made for a database that is still empty only to be retired at once.
    let used = try await store.signingKeys(retiredAfter: .distantFuture).map(\.algorithm)
    let first = try SigningKeys.make(.rs256)
    let others = try Set(used).subtracting([.rs256]).map(SigningKeys.make)
    try await store.replaceSigningKeys(by: [first] + others, now: time.now)
    forgetKnownKeys()
    return first.id
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
    if !all.contains(where: { $0.algorithm == .rs256 }) {
      try await store.addFirstSigningKey(try make(.rs256), now: now)
      all = try await store.signingKeys(retiredAfter: oldest)
    }
    let collection = JWTKeyCollection()
    var published: [JSON] = []
    var current: [SigningAlgorithm: JWKIdentifier] = [:]
    for record in all {
      let kid = JWKIdentifier(string: record.id)
      let key = try await add(record, kid, to: collection)
      let usual = [
        JSON.Member("kty", key.type), .init("use", "sig"), .init("alg", .string(record.algorithm.rawValue)),
        .init("kid", .string(record.id)),
      ]
      published.append(.object(usual + key.parameters))
      if current[record.algorithm] == nil { current[record.algorithm] = kid }
    }
    let keySet = ServerResponse.publicJSON(.object([.init("keys", .array(published))]), note: "key set")
    return Loaded(collection: collection, current: current, keySet: keySet, ids: all.map(\.id))
  }

  /// Lets the collection sign and verify with the key.
  /// - Returns: its public members (RFC 7518 §6.2.1, §6.3.1).
  private static func add(
    _ record: SigningKeyRecord, _ kid: JWKIdentifier, to collection: JWTKeyCollection
  ) async throws -> (type: JSON, parameters: [JSON.Member]) {
    func number(_ bytes: some Sequence<UInt8>) -> JSON { .string(Base64URL.encode(Array(bytes))) }
    if record.algorithm == .es256 {
      let key = try P256.Signing.PrivateKey(pemRepresentation: record.pem)
      await collection.add(ecdsa: try ES256PrivateKey(backing: key), kid: kid)
      let point = key.publicKey.rawRepresentation
      return (
        "EC", [.init("crv", "P-256"), .init("x", number(point.prefix(32))), .init("y", number(point.suffix(32)))]
      )
    }
    let key = try Insecure.RSA.PrivateKey(pem: record.pem)
    await collection.add(rsa: key, digestAlgorithm: .sha256, kid: kid)
    let (modulus, exponent) = try key.publicKey.getKeyPrimitives()
    return ("RSA", [.init("n", number(modulus)), .init("e", number(exponent))])
  }

  static func make(_ algorithm: SigningAlgorithm) throws -> SigningKeyRecord {
    let pem =
      algorithm == .es256
      ? P256.Signing.PrivateKey().pemRepresentation
      : try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
    return SigningKeyRecord(id: Base64URL.encode(Primitives.random(9)), pem: pem, algorithm: algorithm)
  }
}

import Crypto
import CryptoExtras
import Foundation
import JWTKit
import SharedValues
import Synchronization

/// The keys of RS256, and of ES256 once a client requests it. Of each algorithm the newest key signs; retired keys verify
/// and are published until the last ID token that they signed has expired.
///
/// The keys are stored in the database. The first RS256 key is made in the background at the first start: making 2048 bits
/// takes some tenths of a second, and listening does not wait for it. Another process may rotate the keys while this one
/// serves: when keys are needed, the table is read again if the last reading is older than ``readEvery``.
actor SigningKeys {
  private let store: Store
  private let time: TimeSource
  /// The lifetime of ID tokens in seconds.
  private let lifetime: TimeInterval
  private var loading: Task<Loaded, any Error>?
  private var lastRead: ContinuousClock.Instant?
  /// The serialised published keys, until the table must be read again: requests for them do not wait for this actor.
  private nonisolated let published = Mutex<(response: ServerResponse, until: ContinuousClock.Instant)?>(nil)

  /// The longest time for which a rotation by another process may go unnoticed.
  static let readEvery = Duration.seconds(1)
  /// Seconds for which a retired key is kept beyond the lifetime of its last tokens, because a server that has not noticed
  /// the rotation may still have signed with it.
  static let margin: TimeInterval = 60

  private struct Loaded: Sendable {
    var collection: JWTKeyCollection
    var current: [SigningAlgorithm: JWKIdentifier]
    var keySet: ServerResponse
    var ids: [String]
  }

  init(store: Store, time: TimeSource, lifetime: TimeInterval) {
    (self.store, self.time, self.lifetime) = (store, time, lifetime)
  }

  /// Creates or loads the keys, so that the first request finds them ready.
  func prepare() async throws { _ = try await loaded() }

  /// Whether there is a signing key. Waits while the first one is being made, because a server that has just started does
  /// not lack its keys.
  func areReady() async -> Bool {
    guard let loading else { return (try? await loaded()) != nil }
    return (try? await loading.value) != nil
  }

  /// The algorithms for ID tokens (`id_token_signing_alg_values_supported`); OpenID Connect Core §15.1 demands RS256, the
  /// FAPI 2.0 Security Profile (§5.4) another one.
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

  /// The claims of a token of that type (RFC 8725 §3.11) that was signed, at any time, with one of the published keys;
  /// `nil` for any other text.
  /// - Parameter limit: the longest token, in bytes.
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

  private func forgetKnownKeys() {
    lastRead = nil
    published.withLock { $0 = nil }
  }

  /// Makes a new key for each algorithm in use, which signs from now on, and retires the earlier ones.
  /// - Returns: the id of the new key of RS256.
  func rotate() async throws -> String {
    // An empty database must not get keys that are retired at once.
    let used = try await store.signingKeys(retiredAfter: .distantFuture).map(\.algorithm)
    let first = try SigningKeys.make(.rs256)
    let others = try Set(used).subtracting([.rs256]).map(SigningKeys.make)
    try await store.replaceSigningKeys(by: [first] + others, now: time.now)
    forgetKnownKeys()
    return first.id
  }

  func prune() async throws {
    try await store.removeSigningKeys(retiredUntil: oldest)
    forgetKnownKeys()
  }

  /// Keys that were retired by this time are no longer published.
  private var oldest: Date { time.now - lifetime - SigningKeys.margin }

  private func loaded() async throws -> Loaded {
    if let loading {
      let known = try await loading.value
      // The keys' lifetimes use the injected time; the interval of readings uses the machine's clock.
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

  /// Adds the key to the collection, for signing and verifying.
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

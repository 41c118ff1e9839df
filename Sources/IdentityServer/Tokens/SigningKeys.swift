import Crypto
import CryptoExtras
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
  private let lifetime: TimeInterval
  private var loading: Task<Loaded, any Error>?
  private var lastRead: ContinuousClock.Instant?
  /// The serialised published keys, until the table must be read again: requests for them do not wait for this actor.
  private nonisolated let published = Mutex<(response: ServerResponse, until: ContinuousClock.Instant)?>(nil)

  /// The longest time for which a rotation by another process may go unnoticed.
  static let readEvery = Duration.seconds(1)
  /// Seconds beyond the lifetime of a retired key's last tokens: a server may have signed before it noticed the rotation.
  static let margin: TimeInterval = 60

  private struct Loaded: Sendable {
    /// Of each algorithm the first key signs.
    var keys: [Key]
    var keySet: ServerResponse
  }

  init(store: Store, time: TimeSource, lifetime: TimeInterval) {
    (self.store, self.time, self.lifetime) = (store, time, lifetime)
  }

  /// Creates or loads the keys, so that the first request finds them ready.
  func prepare() async throws { _ = try await loaded() }

  /// Waits while the first key is being made, because a server that has just started does not lack its keys.
  func areReady() async -> Bool {
    guard let loading else { return (try? await loaded()) != nil }
    return (try? await loading.value) != nil
  }

  /// `id_token_signing_alg_values_supported`: RS256 by OpenID Connect Core §15.1, another by FAPI 2.0 Security Profile §5.4.
  static let algorithms: [SigningAlgorithm] = [.rs256, .es256]

  /// A signed JSON Web Token (RFC 7515) with that `typ`, and with one of ``algorithms``.
  func sign(_ claims: JSON, type: String = "JWT", with algorithm: SigningAlgorithm = .rs256) async throws -> String {
    var keys = try await loaded().keys
    if !keys.contains(where: { $0.algorithm == algorithm }) {
      try await store.addFirstSigningKey(try SigningKeys.make(algorithm), now: time.now)
      forgetKnownKeys()
      keys = try await loaded().keys
    }
    guard let key = keys.first(where: { $0.algorithm == algorithm }) else {
      throw OAuthError(.serverError, "the server could not do that", detail: "no key of \(algorithm)", status: 500)
    }
    let header: JSON = ["alg": .string(algorithm.rawValue), "typ": .string(type), "kid": .string(key.id)]
    return try key.sign(header, claims.compact)
  }

  /// Header and claims as they are, with a signature of the key that signed `token`: for tokens that have a defect (``FaultDefect/idToken(_:)``).
  /// - Returns: `nil`: the key is gone.
  func sign(_ header: JSON, _ claims: String, like token: String) async throws -> String? {
    try await signer(of: token)?.sign(header, claims)
  }

  /// Header and claims with HS256, and the text (PEM) of the public key that verifies `token` as the secret: no client may accept it
  /// (``CraftedIDToken/publicKeyAsSecret``).
  /// - Returns: `nil`: the key is gone.
  func sign(_ header: JSON, _ claims: String, withPublicKeyOf token: String) async throws -> String? {
    guard let key = try await signer(of: token) else { return nil }
    return try key.sign(header, claims) { Primitives.hmac(Array($0.utf8), key: Array(key.publicText.utf8)) }
  }

  private func signer(of token: String) async throws -> Key? {
    let id = try SignedToken(token, upTo: .max).header["kid"]?.stringValue
    return try await loaded().keys.first { $0.id == id }
  }

  /// Of a token of that type (RFC 8725 §3.11), signed at any time with a published key; `nil` for any other text.
  func claims(of text: String, type: String = "JWT", upTo limit: Int = SignedToken.maximumBytes) async throws -> JSON? {
    guard let token = try? SignedToken(text, upTo: limit), token.header["typ"]?.stringValue == type else { return nil }
    let id = token.header["kid"]?.stringValue
    guard let key = try await loaded().keys.first(where: { $0.id == id }) else { return nil }
    return (try? token.verify(key.verifying)).map { token.payload }
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

  /// A new key for each algorithm signs from now on, and the earlier ones are retired. Returns the id of RS256's.
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

  private var oldest: Date { time.now - lifetime - SigningKeys.margin }

  private func loaded() async throws -> Loaded {
    if let loading {
      let known = try await loading.value
      // The keys' lifetimes use the injected time; the interval of readings uses the machine's clock.
      if let lastRead, ContinuousClock.now - lastRead < SigningKeys.readEvery { return known }
      lastRead = .now
      guard try await store.signingKeyIDs(retiredAfter: oldest) != known.keys.map(\.id) else { return known }
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
    let keys = try all.map(Key.init)
    let keySet = ServerResponse.publicJSON(["keys": .array(keys.map(\.published))], note: "key set")
    return Loaded(keys: keys, keySet: keySet)
  }

  static func make(_ algorithm: SigningAlgorithm) throws -> SigningKeyRecord {
    let pem =
      algorithm == .es256
      ? P256.Signing.PrivateKey().pemRepresentation
      : try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
    return SigningKeyRecord(id: Base64URL.encode(Primitives.random(9)), pem: pem, algorithm: algorithm)
  }
}

private struct Key: Sendable {
  let id: String
  let algorithm: SigningAlgorithm
  /// Its public members (RFC 7518 §6.2.1, §6.3.1).
  let published: JSON
  let verifying: JSONWebKey
  let publicText: String
  /// RFC 7518 §3.3, §3.4.
  let signature: @Sendable (SHA256Digest) throws -> Data

  init(_ record: SigningKeyRecord) throws {
    func number(_ bytes: some Sequence<UInt8>) -> JSON { .string(Base64URL.encode(Array(bytes))) }
    let (type, parameters): (JSON, [JSON.Member])
    if record.algorithm == .es256 {
      let key = try P256.Signing.PrivateKey(pemRepresentation: record.pem)
      let point = key.publicKey.rawRepresentation
      type = "EC"
      parameters = [.init("crv", "P-256"), .init("x", number(point.prefix(32))), .init("y", number(point.suffix(32)))]
      publicText = key.publicKey.pemRepresentation
      signature = { try key.signature(for: $0).rawRepresentation }
    } else {
      let key = try _RSA.Signing.PrivateKey(pemRepresentation: record.pem)
      let numbers = try key.publicKey.getKeyPrimitives()
      type = "RSA"
      parameters = [.init("n", number(numbers.modulus)), .init("e", number(numbers.publicExponent))]
      publicText = key.publicKey.pemRepresentation
      signature = { try key.signature(for: $0, padding: .insecurePKCS1v1_5).rawRepresentation }
    }
    (id, algorithm) = (record.id, record.algorithm)
    published = .object(
      [
        .init("kty", type), .init("use", "sig"), .init("alg", .string(algorithm.rawValue)), .init("kid", .string(id)),
      ] + parameters)
    verifying = try JSONWebKey(published)
  }

  /// In compact form (RFC 7515 §7.1). Without `signature`, the key signs.
  func sign(
    _ header: JSON, _ claims: String, with signature: ((_ input: String) throws -> [UInt8])? = nil
  ) throws -> String {
    let input = Base64URL.encode(Array(header.compact.utf8)) + "." + Base64URL.encode(Array(claims.utf8))
    let bytes = try signature?(input) ?? Array(try self.signature(SHA256.hash(data: Array(input.utf8))))
    return input + "." + Base64URL.encode(bytes)
  }
}

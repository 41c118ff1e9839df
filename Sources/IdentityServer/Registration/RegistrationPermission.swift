import GRDB
import Synchronization

/// The right to register one client, and the future owner of the client.
enum RegistrationPermission: Sendable {
  /// The token of a user's login (from ``ConfiguredClients/registration``): the instance belongs to that user.
  case login(token: String, owner: String)
  /// A token without a user: from a device, a push or an administrator. The instance belongs to no user.
  ///
  /// `holder` is the device, or the administrator.
  case initialAccessToken(String, holder: String)
  case anybody

  var owner: String? { if case .login(_, let owner) = self { owner } else { nil } }

  /// Registrations are counted by user, by device, or by the peer's address when the request has no token.
  func bucket(_ request: ServerRequest) -> String {
    switch self {
    case .login(_, let owner): "user \(owner)"
    case .initialAccessToken(_, let holder): holder
    case .anybody: "address \(request.address)"
    }
  }

  private var isAnybodys: Bool { if case .anybody = self { true } else { false } }

  /// A client without an owner may remove an unused one (docs/decisions/0018). Too many clients use up no token.
  func checkCount(_ limits: ServerLimits, _ now: Date, _ database: Database) throws {
    guard let owner else {
      guard let wait = try Store.makeRoom(limits.clientsWithoutOwner, openly: isAnybodys, now: now, database) else {
        return
      }
      throw OAuthError.tryLater("there are too many clients that belong to no user", status: 503, after: wait)
    }
    let limit = limits.clientsPerUser
    guard limit > 0 else { return }
    guard try Store.countLiveClients(of: owner, upTo: limit, database) < limit else {
      throw OAuthError(.accessDenied, "the user has \(limit) registered clients already", status: 403)
    }
  }

  /// Stores the login session that the right came from, and whether the registration was open.
  func note(_ client: Client, _ database: Database) throws {
    if isAnybodys {
      try database.run("UPDATE dynamically_registered_clients SET registered_openly = 1 WHERE client_id = ?", client.id)
    }
    guard case .login(let token, _) = self else { return }
    try database.run(
      """
      UPDATE dynamically_registered_clients SET registered_in = (SELECT g.session_hash FROM tokens t
      JOIN grants g ON g.grant_id = t.grant_id WHERE t.token_hash = ?) WHERE client_id = ?
      """, digest(token), client.id)
  }

  /// Returns whether the right was still valid; it is used up now.
  func useUp(_ now: Date, _ database: Database) throws -> Bool {
    switch self {
    case .login(let token, _): try Store.useUp(token, now: now, database) != nil
    case .initialAccessToken(let token, _): try Store.useUpInitialAccessToken(token, now: now, database)
    case .anybody: true
    }
  }
}

extension Provider {
  func permission(_ request: ServerRequest) async throws -> RegistrationPermission {
    guard let token = request.authorizationToken?.token else {
      guard configuration.policies.registration == .open else { throw accessTokenMissing() }
      return .anybody
    }
    if let bearer = request.bearerToken, let holder = try store.holder(ofInitialAccessToken: bearer, now: now) {
      return .initialAccessToken(bearer, holder: holder)
    }
    let presented = try presentedAccess(request)
    try presented.require(ConfiguredClients.registrationScope)
    // RFC 9068 §4: another server that receives the token cannot register clients with it.
    guard ProtectedResource.areOwn(presented.record.resource, among: ownResources) else {
      throw presented.challenge.refusal(.invalidToken, "the token is for another audience: ask for it without resource")
    }
    return .login(token: token, owner: presented.record.grant.user.name)
  }
}

/// How often one user or address may register: a token bucket that holds a minute's worth and refills steadily, so that
/// many may come at once, but not repeatedly. It lives in memory and is full after a restart.
final class RegistrationRate: Sendable {
  private struct Bucket {
    var level: Double
    var updated: Date
  }

  /// Only this many buckets are kept; the fullest are dropped first, because they restrict least.
  static let capacity = 10_000

  private let buckets = Mutex<[String: Bucket]>([:])

  /// - Parameter limit: registrations per minute; 0: unlimited.
  /// - Returns: `nil` when the registration may be made, otherwise the seconds until the next one may.
  func wait(_ key: String, limit: Int, now: Date) -> Int? {
    guard limit > 0 else { return nil }
    let size = Double(limit)
    let rate = size / 60
    return buckets.withLock { buckets in
      var bucket = buckets[key] ?? Bucket(level: size, updated: now)
      bucket.level = min(size, bucket.level + max(0, now.timeIntervalSince(bucket.updated)) * rate)
      bucket.updated = now
      defer {
        buckets[key] = bucket
        if buckets.count > RegistrationRate.capacity { forget(&buckets, size: size, rate: rate, now: now) }
      }
      guard bucket.level < 1 else {
        bucket.level -= 1
        return nil
      }
      return max(1, Int(((1 - bucket.level) / rate).rounded(.up)))
    }
  }

  private func forget(_ buckets: inout [String: Bucket], size: Double, rate: Double, now: Date) {
    buckets = buckets.filter { $0.value.level + now.timeIntervalSince($0.value.updated) * rate < size }
    while buckets.count > RegistrationRate.capacity, let fullest = buckets.max(by: { $0.value.level < $1.value.level })
    {
      buckets[fullest.key] = nil
    }
  }
}

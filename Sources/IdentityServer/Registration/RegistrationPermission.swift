import Foundation
import GRDB

/// The right to register one client, and whose the client will be.
enum RegistrationPermission: Sendable {
  /// A user's own login (the token of ``ConfiguredClients/registration``): the instance is that user's.
  case login(token: String, owner: String)
  /// A token that belongs to no user: from a device, a push or an administrator. The instance becomes the first user's who logs in with it.
  ///
  /// `holder` is the device, or the administrator.
  case initialAccessToken(String, holder: String)
  /// The policy lets anybody.
  case anybody

  var owner: String? { if case .login(_, let owner) = self { owner } else { nil } }

  /// The name under which registrations are counted together: the user's or the device's, and the peer's address for those who
  /// bring nothing.
  func bucket(_ request: ServerRequest) -> String {
    switch self {
    case .login(_, let owner): "user \(owner)"
    case .initialAccessToken(_, let holder): holder
    case .anybody: "address \(request.address)"
    }
  }

  private var isAnybodys: Bool { if case .anybody = self { true } else { false } }

  /// Whether there is room for one more client, which clients without an owner may have to make (docs/decisions/0018).
  ///
  /// - Throws: `access_denied`, 403, for a user who has enough; `temporarily_unavailable`, 503, where nobody's clients fill the
  ///   server. Nothing is used up then.
  func checkCount(_ limits: IdentityServerConfiguration.Limits, _ now: Date, _ database: Database) throws {
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

  /// Remembers the login session that the right came from, and that there was no right at all.
  func note(_ client: Client, _ database: Database) throws {
    if isAnybodys {
      try database.run(
        sql: "UPDATE dynamically_registered_clients SET registered_openly = 1 WHERE client_id = ?",
        arguments: [client.id])
    }
    guard case .login(let token, _) = self else { return }
    try database.run(
      sql: """
        UPDATE dynamically_registered_clients SET registered_in = (SELECT g.session_hash FROM tokens t
        JOIN grants g ON g.grant_id = t.grant_id WHERE t.token_hash = ?) WHERE client_id = ?
        """, arguments: [digest(token), client.id])
  }

  /// - Returns: whether the right still stood; it is gone now.
  func useUp(_ now: Date, _ database: Database) throws -> Bool {
    switch self {
    case .login(let token, _): try Store.useUp(token, now: now, database) != nil
    case .initialAccessToken(let token, _): try Store.useUpInitialAccessToken(token, now: now, database)
    case .anybody: true
    }
  }
}

extension Provider {
  /// - Throws: ``presentedAccess(_:inForm:resourceMetadata:)``'s errors. A token that is sent is judged whatever the policy: it was sent for a reason.
  func permission(_ request: ServerRequest) async throws -> RegistrationPermission {
    guard let token = request.authorizationToken?.token else {
      guard configuration.registrationPolicy == .open else { throw accessTokenMissing() }
      return .anybody
    }
    if let bearer = request.bearerToken, let holder = try store.holder(ofInitialAccessToken: bearer, now: now) {
      return .initialAccessToken(bearer, holder: holder)
    }
    let presented = try presentedAccess(request)
    try presented.require(ConfiguredClients.registrationScope)
    // RFC 9068 §4: another server that was sent the token cannot register clients with it.
    guard ProtectedResource.areOwn(presented.record.resource, among: ownResources) else {
      throw presented.challenge.refusal(.invalidToken, "the token is for another audience: ask for it without resource")
    }
    return .login(token: token, owner: presented.record.grant.user.name)
  }
}

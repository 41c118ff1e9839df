import GRDB

struct TokenRecord: Sendable {
  enum Kind: String, Sendable { case access, refresh }
  var hash: Data
  var kind: Kind
  var grant: Grant
  var scope: [String]
  var issued: Int
  var expires: Int
  /// The thumbprint of the key that the token is bound to (RFC 9449 §6); `nil`: any holder may use it.
  var keyThumbprint: String?
  /// The resources that an access token is meant for (RFC 8707 §2); empty: this server alone.
  var resource: [String] = []
}

struct Access: Sendable {
  var record: TokenRecord
  var client: Client
}

extension Store {
  static func insertToken(
    _ token: String, _ kind: TokenRecord.Kind, grant: Grant, scope: [String], now: Date, lifetime: TimeInterval,
    keyThumbprint: String? = nil, resource: [String] = [], _ database: Database
  ) throws {
    try database.run(
      """
      INSERT INTO tokens (token_hash, kind, grant_id, scope, issued, expires, dpop_jkt, resource)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, digest(token), kind.rawValue, grant.id, scope.joined(separator: " "), seconds(now),
      seconds(now) + Int(lifetime), keyThumbprint, stored(resource: resource))
  }

  /// The token, if it is valid at this moment and its client is live.
  func liveToken(_ token: String, now: Date) throws -> TokenRecord? {
    try read { try Store.live(token, now: now, $0)?.record }
  }

  static func access(_ token: String, now: Date, _ database: Database) throws -> Access? {
    try live(token, now: now, database).flatMap { $0.record.kind == .access ? $0 : nil }
  }

  private static func live(_ token: String, now: Date, _ database: Database) throws -> Access? {
    guard let row = try tokenRow(token, database), row["revoked"] == 0, row["used"] == 0, row["expires"] > seconds(now),
      let record = try record(row, database), let client = try client(record.grant.clientID, database), client.isLive
    else { return nil }
    return Access(record: record, client: client)
  }

  private static func tokenRow(_ token: String, _ database: Database) throws -> Row? {
    try database.row(
      """
      SELECT t.token_hash, t.kind, t.grant_id, t.scope, t.issued, t.expires, t.used, t.used_at, t.revoked, t.dpop_jkt,
      t.resource, \(grantColumns) FROM tokens t JOIN grants g USING (grant_id) WHERE t.token_hash = ?
      """, digest(token))
  }

  private static func record(_ row: Row, _ database: Database) throws -> TokenRecord? {
    guard let grant = try grant(row, database) else { return nil }
    return TokenRecord(
      hash: row["token_hash"], kind: row["kind"] == "refresh" ? .refresh : .access, grant: grant,
      scope: scopeNames(row["scope"]), issued: row["issued"], expires: row["expires"],
      keyThumbprint: row["dpop_jkt"], resource: resource(row["resource"]))
  }

  /// Marks an access token as used up, and returns its record if it was valid until now.
  static func useUp(_ token: String, now: Date, _ database: Database) throws -> TokenRecord? {
    guard let record = try access(token, now: now, database)?.record else { return nil }
    try database.run("UPDATE tokens SET used = 1 WHERE token_hash = ?", record.hash)
    return record
  }

  enum RefreshRefusal: String, Error {
    case unknown, revoked, expired
    case reused = "reused: the whole family is revoked"
    case otherClient = "issued to another client"
    case clientChanged = "bound to no key, and granted before the client could authenticate as it does now"
    case otherKey = "bound to another key"
    case keyMissing = "bound to a key, and presented without a proof"
  }

  enum RefreshPolicy: Hashable, Sendable {
    /// Once.
    case rotating
    /// Once, and again within this many seconds, because an answer may have been lost.
    case grace(seconds: Int)
    /// Until it expires.
    case lasting
  }

  struct RefreshPresentation: Sendable {
    var token: String
    var client: Client
    /// The thumbprint of the key whose possession the client has proved.
    var keyThumbprint: String?
    var policy = RefreshPolicy.rotating
  }

  /// Uses up a refresh token, as the policy says, and runs `issue` in the same transaction. A reuse revokes the whole family,
  /// because one of the token's two holders is a thief (RFC 9700 §4.14.2). A request without proof of a bound token's key
  /// has no effect.
  func refresh<Issued: Sendable>(
    _ presented: RefreshPresentation, now: Date, issue: @escaping @Sendable (TokenRecord, Database) throws -> Issued
  ) async throws -> Result<Issued, RefreshRefusal> {
    try await pool.write { database in
      guard let row = try Store.tokenRow(presented.token, database), row["kind"] == "refresh" else {
        return .failure(.unknown)
      }
      guard row["client_id"] == presented.client.id else { return .failure(.otherClient) }
      if let refusal = Store.keyRefusal(presented, boundTo: row["dpop_jkt"], isFixed: row["key_is_fixed"]) {
        return .failure(refusal)
      }
      guard row["used"] == 0 || Store.isInGrace(row, presented.policy, now) else {
        try Store.revokeGrant(row["grant_id"], database)
        return .failure(.reused)
      }
      guard row["revoked"] == 0, let record = try Store.record(row, database) else { return .failure(.revoked) }
      guard record.expires > seconds(now) else { return .failure(.expired) }
      if presented.policy != .lasting {
        try database.run(
          "UPDATE tokens SET used = 1, used_at = coalesce(used_at, ?) WHERE token_hash = ?", seconds(now), record.hash)
      }
      return .success(try issue(record, database))
    }
  }

  /// Counts from the first use, so that neither repeated refreshes nor a clock that was set back extend it.
  private static func isInGrace(_ row: Row, _ policy: RefreshPolicy, _ now: Date) -> Bool {
    guard case .grace(let limit) = policy, let used: Int = row["used_at"] else { return false }
    return abs(seconds(now) - used) < limit
  }

  /// RFC 9449 §5: a public client's refresh token is bound to its key. An authenticating client's is not, so that the key may
  /// change; but a grant that began with proofs requires them. If the client's credentials have changed since the grant,
  /// only the same key proves that it is the same client.
  private static func keyRefusal(
    _ presented: RefreshPresentation, boundTo key: String?, isFixed: Bool
  ) -> RefreshRefusal? {
    guard let key else { return isFixed ? .clientChanged : nil }
    guard let proven = presented.keyThumbprint else { return .keyMissing }
    return (presented.client.isPublic || isFixed) && proven != key ? .otherKey : nil
  }

  /// RFC 7009 §2.1: revokes an access token alone, and a refresh token with its whole grant. Another client's token stays.
  func revoke(_ token: String, clientID: String) async throws -> Bool {
    try await pool.write { database in
      guard let row = try Store.tokenRow(token, database) else { return true }
      guard row["client_id"] == clientID else { return false }
      if row["kind"] == "refresh" {
        try Store.revokeGrant(row["grant_id"], database)
      } else {
        try database.run("UPDATE tokens SET revoked = 1 WHERE token_hash = ?", digest(token))
      }
      return true
    }
  }
}

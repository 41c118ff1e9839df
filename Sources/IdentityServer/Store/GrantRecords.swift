import GRDB

/// The result of one authorization for one client: the code and all tokens that come from it. Revoking the grant
/// revokes the whole family (RFC 6749 §4.1.2, RFC 9700 §4.14.2).
struct Grant: Sendable {
  var id: Int64
  var clientID: String
  var user: User
  var scope: [String]
  /// ``LeftOutScope``.
  var leftOutScope: [String] = []
  /// Seconds since 1970.
  var authenticated: Int
  var nonce: String?
  var claims = ClaimsRequest.none
  /// The resources that its access tokens are meant for (RFC 8707 §2); empty: this server alone.
  var resource: [String] = []
  var context = AuthenticationContext.password
}

struct GrantBinding: Sendable {
  var clientID: String
  var userName: String
  var sessionHash: Data?
  var scope: [String]
  /// ``LeftOutScope``.
  var leftOutScope: [String]
  var authenticated: Int
  var nonce: String?
  /// ``ClaimsRequest/stored``.
  var claims: String?
  /// RFC 8707 §2.
  var resource: [String] = []
  var context = AuthenticationContext.password
}

struct CodeBinding: Sendable {
  var grant: GrantBinding
  var redirectURI: String
  /// RFC 6749 §4.1.3: a redirect URI must be repeated only if it was sent.
  var redirectURIWasSent: Bool
  var codeChallenge: String?
  /// The thumbprint of the key that must redeem the code (RFC 9449 §10); `nil`: no key is required.
  var keyThumbprint: String?
  /// The reference of the pushed request that the code answers; issuing the code uses it up.
  var pushedRequest: String?
}

extension Store {
  /// Returns the code, in the clear only here. A pushed request that has already led to a code is `invalid_request_uri`.
  func issueCode(_ binding: CodeBinding, now: Date, lifetime: TimeInterval) async throws -> String {
    let code = freshSecret()
    try await pool.write { database in
      if let reference = binding.pushedRequest { try Store.usePushedRequest(reference, database) }
      let grant = try Store.insertGrant(binding.grant, now: now, database)
      try database.run(
        """
        INSERT INTO authorization_codes (code_hash, grant_id, redirect_uri, redirect_uri_was_sent, code_challenge, expires, dpop_jkt)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """, digest(code), grant, binding.redirectURI, binding.redirectURIWasSent, binding.codeChallenge,
        seconds(now) + Int(lifetime), binding.keyThumbprint)
      try Store.markUsed(binding.grant.clientID, now: now, database)
      try Store.markSessionUsed(binding.grant.sessionHash, now: now, database)
    }
    return code
  }

  static func insertGrant(_ binding: GrantBinding, now: Date, _ database: Database) throws -> Int64 {
    try database.run(
      """
      INSERT INTO grants (client_id, user_name, session_hash, scope, authenticated, nonce, claims, created, resource,
      acr, left_out_scope) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, binding.clientID, binding.userName, binding.sessionHash, binding.scope.joined(separator: " "),
      binding.authenticated, binding.nonce, binding.claims, seconds(now), Store.stored(resource: binding.resource),
      binding.context.rawValue, binding.leftOutScope.isEmpty ? nil : binding.leftOutScope.joined(separator: " "))
    return database.lastInsertedRowID
  }

  /// The live grant in a row that joins `grants`; `nil` when it is revoked or its user no longer exists.
  static func grant(_ row: Row, _ database: Database) throws -> Grant? {
    guard row["grant_revoked"] == 0, let user = try user(row["user_name"], database) else { return nil }
    return Grant(
      id: row["grant_id"], clientID: row["client_id"], user: user, scope: scopeNames(row["grant_scope"]),
      leftOutScope: (row["left_out_scope"] as String?).map(scopeNames) ?? [],
      authenticated: row["authenticated"], nonce: row["nonce"],
      claims: ClaimsRequest(stored: row["grant_claims"]), resource: resource(row["grant_resource"]),
      context: (row["acr"] as String?).flatMap(AuthenticationContext.init) ?? .password)
  }

  /// A list of resources as stored in a column; `nil` for an empty list.
  static func stored(resource: [String]) -> String? { resource.isEmpty ? nil : JSON.strings(resource).compact }
  static func resource(_ stored: String?) -> [String] { stored.flatMap { try? JSON.parse($0) }?.stringArray ?? [] }

  static func revokeGrant(_ id: Int64, _ database: Database) throws {
    try database.run("UPDATE grants SET revoked = 1 WHERE grant_id = ?", id)
  }

  /// For the joins of codes and tokens.
  static let grantColumns =
    """
    g.client_id, g.user_name, g.authenticated, g.nonce, g.scope AS grant_scope, g.claims AS grant_claims,
    g.resource AS grant_resource, g.left_out_scope, g.acr, g.key_is_fixed, g.revoked AS grant_revoked
    """
}

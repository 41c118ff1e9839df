import GRDB

extension Administration {
  package func clients() async throws -> [RegisteredClient] {
    let instant = seconds(time.now)
    return try await database.read {
      try $0.rows(Self.query(at: instant) + " ORDER BY c.created DESC, c.client_id").map(Self.client)
    }
  }

  /// One page of the clients that match the query, and the position of the next one; `nil` on the last page. The cost depends
  /// on the page, not on the number of clients; only a rare ``ClientQuery/text`` is searched for in all of them.
  package func clients(_ query: ClientQuery) async throws -> (elements: [RegisteredClient], next: PagePosition?) {
    let instant = seconds(time.now)
    return try await database.read { database in
      let rows = try query.fetchPositions(database)
      let page = rows.prefix(query.boundedLimit)
      return (try Self.fetchClients(page.map(\.id), at: instant, database), rows.count > page.count ? page.last : nil)
    }
  }

  package func countClients(_ query: ClientQuery, upTo limit: Int = 100_000) async throws -> Int {
    var query = query
    query.after = nil
    return try await database.read { [query] in try query.count($0, upTo: limit) }
  }

  package func client(_ id: String) async throws -> RegisteredClient {
    let instant = seconds(time.now)
    return try await database.read { try Self.fetchClients([id], at: instant, $0).first }.orThrow(.unknownClient, id)
  }

  /// Ends the client's grants and refuses its requests from now on.
  package func revokeClient(_ id: String) async throws { try await set("status = ?", "revoked", id, "client revoked") }

  /// Makes the client usable again, without its old codes and tokens. Throws `owner_gone` when its user is deactivated or was
  /// deleted: a new user of the same name is another person.
  package func activateClient(_ id: String) async throws {
    let ownerGone = try await database.read {
      try $0.value(
        String.self,
        """
        SELECT c.authenticated_user FROM dynamically_registered_clients c WHERE c.client_id = ?
        AND c.authenticated_user IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users u
        WHERE u.user_name = c.authenticated_user AND u.status IN ('active', 'absent') AND u.owner_since <= c.created)
        """, id)
    }
    if let ownerGone { throw IdentityServerError(.ownerGone, ownerGone) }
    try await set("status = ?", RegisteredClient.active, id, "client activated")
  }

  /// Access tokens that the client gets from now on are valid for so many seconds at most; `nil`: as long as the configuration says.
  /// Tokens that it has keep their time.
  package func shortenAccessTokens(of id: String, to lifetime: Int?) async throws {
    try await set(
      "access_token_lifetime = ?", lifetime, id, lifetime == nil ? "lifetimes restored" : "lifetimes shortened")
  }

  /// From now on the client cannot authenticate: its secret has expired (RFC 7591 §3.2.1). Its tokens stay as they are.
  /// - Throws: `client_has_no_secret`.
  package func expireSecret(of id: String) async throws {
    let client = try await database.read { try Store.client(id, $0) }
    guard let client, client.kind == .dynamic else { throw IdentityServerError(.unknownClient, id) }
    guard client.secretHash != nil else { throw IdentityServerError(.clientHasNoSecret, id) }
    try await set("secret_expires = ?", seconds(time.now), id, "client secret expired")
  }

  /// Makes an instance of a template one of another template, whose metadata count from the next request on. Secret, keys, grants and tokens stay.
  /// - Parameter template: `nil`: the next one by name, after the last one the first.
  /// - Throws: `unknown_client`, `client_has_no_template`, `unknown_template`, `no_other_template`.
  package func changeTemplate(of id: String, to template: String? = nil) async throws {
    let current = try await client(id).template.orThrow(.clientHasNoTemplate, id)
    let names = try await templates().map(\.id)
    if let template, !names.contains(template) { throw IdentityServerError(.unknownTemplate, template) }
    // The client has this template already. `no_other_template` would be untrue, because there are others.
    if template == current, names.count > 1 { return }
    guard let next = template ?? names.first(where: { $0 > current }) ?? names.first, next != current else {
      throw IdentityServerError(.noOtherTemplate, current)
    }
    try await set("template_id = ?", next, id, "client template changed")
  }

  /// Removes what a phone that starts over has left here, if anything: the registration, its grants, and the sessions of both.
  package func forgetClient(_ id: String) async throws {
    try await database.write { database in
      try database.run(
        """
        DELETE FROM sso_sessions WHERE session_hash IN (SELECT session_hash FROM grants WHERE client_id = ?1
        UNION SELECT registered_in FROM dynamically_registered_clients WHERE client_id = ?1)
        """, id)
      _ = try Store.deleteClient(id, database)
    }
  }

  package func deleteClient(_ id: String) async throws {
    try await database.write { [writesDown] database in
      if writesDown { try Store.writeDown("client deleted", of: "client_id = ?", id, database) }
      guard try Store.deleteClient(id, database) else { throw IdentityServerError(.unknownClient, id) }
    }
  }

  /// A bearer token that registers one client, once (RFC 7591 §1.2). The database has only its hash.
  package func issueInitialAccessToken(lifetime: TimeInterval) async throws -> Secret {
    try await database.write { [time] in
      Secret(try Store.issueInitialAccessToken(.administrator, now: time.now, lifetime: lifetime, $0))
    }
  }

  /// - Parameter assignment: SQL, with one argument.
  private func set(
    _ assignment: String, _ value: (any DatabaseValueConvertible & Sendable)?, _ id: String, _ note: String
  ) async throws {
    try await database.write { [time, writesDown] database in
      if writesDown { try Store.writeDown(note, of: "client_id = ?", id, database) }
      let isKnown = try database.changesRow(
        "UPDATE dynamically_registered_clients SET \(assignment), updated = ? WHERE client_id = ?", value,
        seconds(time.now), id)
      guard isKnown else { throw IdentityServerError(.unknownClient, id) }
    }
  }

  private static func query(at instant: Int) -> String {
    """
    SELECT c.*, coalesce(t.metadata, c.metadata) AS effective, (SELECT count(*) FROM grants g
    WHERE g.client_id = c.client_id AND \(GrantAdministration.isLive(at: instant))) AS live_grants
    FROM dynamically_registered_clients c LEFT JOIN configured_clients t ON t.client_id = c.template_id
    """
  }

  /// The clients with these ids, in their order; unknown ids are skipped.
  static func fetchClients(_ ids: [String], at instant: Int, _ database: Database) throws -> [RegisteredClient] {
    let marks = Array(repeating: "?", count: ids.count).joined(separator: ", ")
    let clients = try database.rows(query(at: instant) + " WHERE c.client_id IN (\(marks))", arguments: ids).map(client)
    let byID = Dictionary(uniqueKeysWithValues: clients.map { ($0.id, $0) })
    return ids.compactMap { byID[$0] }
  }

  private static func client(_ row: Row) -> RegisteredClient {
    let text: String = row["effective"]
    let stored = (try? JSON.parse(text)) ?? .object([])
    let used: Int? = row["last_used"]
    let secret: Data? = row["secret_hash"]
    return RegisteredClient(
      id: row["client_id"], name: ClientMetadata(stored: stored).clientName, owner: row["authenticated_user"],
      status: row["status"], registered: date(row["created"]), lastUsed: used.map(date),
      liveGrants: row["live_grants"], template: row["template_id"],
      managedUntil: date(row["registration_token_expires"]), metadata: text,
      accessTokenLifetime: row["access_token_lifetime"], secretExpiresAt: secret == nil ? nil : row["secret_expires"])
  }
}

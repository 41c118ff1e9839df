import GRDB

/// An instance is read with its template's current metadata, so that a change of the template affects it at once.
extension Store {
  /// The client with that id, in any status; `nil` when it does not exist.
  func client(_ id: String) throws -> Client? { try read { try Store.client(id, $0) } }

  static func client(_ id: String, _ database: Database) throws -> Client? {
    guard id.utf8.count <= 200 else { return nil }
    if let row = try database.row(
      """
      SELECT c.client_id, c.authenticated_user, c.status, c.created, c.template_id, c.secret_hash, c.secret_expires,
      c.registration_token_expires, c.redirects_changed, c.access_token_lifetime, c.metadata, t.metadata AS template
      FROM dynamically_registered_clients c
      LEFT JOIN configured_clients t ON t.client_id = c.template_id WHERE c.client_id = ?
      """, id)
    {
      return client(row)
    }
    let row = try database.row("SELECT kind, metadata, secret_hash FROM configured_clients WHERE client_id = ?", id)
    return row.map { row in
      Client(
        id: id, kind: row["kind"] == "template" ? .template : .configured, metadata: metadata(row["metadata"]),
        secretHash: row["secret_hash"])
    }
  }

  /// Updates the application server's client from the configuration. Its secret is new after each start, so it need not be
  /// stored. Clients that come with the product are never replaced.
  func synchronise(_ application: Client?) throws {
    try pool.write { database in
      try database.run(
        "DELETE FROM configured_clients WHERE secret_hash IS NOT NULL AND client_id IS NOT ?", application?.id)
      guard let application else { return }
      try database.run(
        """
        INSERT INTO configured_clients (client_id, kind, metadata, secret_hash) VALUES (?, ?, ?, ?)
        ON CONFLICT (client_id) DO UPDATE SET metadata = excluded.metadata, secret_hash = excluded.secret_hash
        WHERE secret_hash IS NOT NULL
        """, application.id, application.kind.rawValue, application.metadata.json.compact, application.secretHash)
    }
  }

  private static func client(_ row: Row) -> Client {
    var client = Client(
      id: row["client_id"], kind: .dynamic, metadata: metadata(row["template"] ?? row["metadata"]),
      status: row["status"],
      owner: row["authenticated_user"], templateID: row["template_id"], secretHash: row["secret_hash"],
      secretExpires: row["secret_expires"], created: row["created"],
      registrationTokenExpires: row["registration_token_expires"], redirectsChanged: row["redirects_changed"],
      accessTokenLifetime: row["access_token_lifetime"])
    if let id = client.templateID {
      client.metadata = client.metadata.asInstance(of: id)
      client.metadata.keySet = metadata(row["metadata"]).keySet
    }
    return client
  }

  private static let known = VersionedCache<String, Int, ClientMetadata>(capacity: 256)

  private static func metadata(_ text: String) -> ClientMetadata {
    // Cached, because most instances of an app have the same text.
    known.value(text, version: 0) { ClientMetadata(stored: (try? JSON.parse(text)) ?? .object([])) }
  }

  static func insert(_ client: Client, registrationTokenHash: Data, _ database: Database) throws {
    try database.run(
      """
      INSERT INTO dynamically_registered_clients (client_id, authenticated_user, status, created, updated, template_id,
      secret_hash, secret_expires, registration_token_hash, registration_token_expires, metadata)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, client.id, client.owner, client.status, client.created, client.created, client.templateID, client.secretHash,
      client.secretExpires, registrationTokenHash, client.registrationTokenExpires, client.metadata.json.compact)
  }

  /// Replaces metadata, secret and registration access token (RFC 7592 §2.2), if the row still has the old token, so that only
  /// one of two updates with the same token succeeds.
  static func update(
    _ client: Client, tokenHash: Data, newTokenHash: Data, now: Int, _ database: Database
  ) throws -> Bool {
    try database.changesRow(
      """
      UPDATE dynamically_registered_clients SET metadata = ?, secret_hash = ?, secret_expires = ?, updated = ?,
      registration_token_hash = ?, registration_token_expires = ?
      WHERE client_id = ? AND registration_token_hash = ? AND status = 'active'
      """, client.metadata.json.compact, client.secretHash, client.secretExpires, now, newTokenHash,
      client.registrationTokenExpires, client.id, tokenHash)
  }

  static func detachInstances(of template: Client, _ database: Database) throws {
    let ids = try database.values(
      String.self, "SELECT client_id FROM dynamically_registered_clients WHERE template_id = ?", template.id)
    for id in ids {
      guard let instance = try client(id, database) else { continue }
      try database.run(
        "UPDATE dynamically_registered_clients SET metadata = ?, template_id = NULL WHERE client_id = ?",
        instance.metadata.json.compact, id)
    }
  }

  func client(_ id: String, registrationToken: String, now: Date) throws -> Client? {
    try read { database in
      guard let client = try Store.client(id, database), client.kind == .dynamic, client.isLive else { return nil }
      let hash = try database.value(
        Data.self, "SELECT registration_token_hash FROM dynamically_registered_clients WHERE client_id = ?", id)
      guard let hash, Primitives.equal(Array(hash), Array(digest(registrationToken))) else { return nil }
      return client.registrationTokenExpires > seconds(now) ? client : nil
    }
  }

  /// RFC 7592 §2.3; triggers revoke the client's grants. Returns whether the client existed.
  static func deleteClient(_ id: String, _ database: Database) throws -> Bool {
    try database.changesRow("DELETE FROM dynamically_registered_clients WHERE client_id = ?", id)
  }

  static func markUsed(_ id: String, now: Date, _ database: Database) throws {
    try database.run(
      """
      UPDATE dynamically_registered_clients SET last_used = ?1 WHERE client_id = ?2 AND last_used IS NOT ?1
      """, seconds(now), id)
  }
}

/// The consequences of updating a registration (docs/decisions/0037). The sender has only proved possession of the registration
/// access token: a thief of that token must not get at earlier grants.
extension Store {
  static func registrationChanged(from old: Client, to new: Client, _ database: Database) throws {
    if !new.credentials.isSubset(of: old.credentials) { try tieGrantsToTheirKeys(new.id, database) }
    if !Set(new.metadata.redirectURIs).isSubset(of: old.metadata.redirectURIs) {
      try database.run("UPDATE dynamically_registered_clients SET redirects_changed = 1 WHERE client_id = ?", new.id)
      try database.run("DELETE FROM consents WHERE client_id = ?", new.id)
    }
  }

  /// The client has a new way to authenticate, which it did not have when its grants were made. From now on its grants need the key
  /// that they are bound to (RFC 9449), and unbound grants end: authentication no longer proves that the client is the same.
  private static func tieGrantsToTheirKeys(_ clientID: String, _ database: Database) throws {
    try database.run(
      """
      UPDATE grants SET revoked = 1 WHERE client_id = ? AND revoked = 0 AND (
        EXISTS (SELECT 1 FROM tokens t WHERE t.grant_id = grants.grant_id AND t.kind = 'refresh' AND t.used = 0
          AND t.dpop_jkt IS NULL)
        OR EXISTS (SELECT 1 FROM authorization_codes c WHERE c.grant_id = grants.grant_id AND c.used = 0
          AND c.dpop_jkt IS NULL)
        OR EXISTS (SELECT 1 FROM device_authorizations d WHERE d.grant_id = grants.grant_id AND d.status = 'allowed'))
      """, clientID)
    try database.run("UPDATE grants SET key_is_fixed = 1 WHERE client_id = ? AND revoked = 0", clientID)
    try database.run("DELETE FROM pushed_requests WHERE client_id = ?", clientID)
    try database.run("DELETE FROM device_authorizations WHERE client_id = ? AND status = 'pending'", clientID)
  }
}

extension Client {
  fileprivate var credentials: Set<String> {
    if metadata.authMethod == .privateKey { return Set(metadata.keySet?.keys.map { "key " + $0.thumbprint } ?? []) }
    return [secretHash.map { "secret " + Base64URL.encode(Array($0)) } ?? "nothing"]
  }
}

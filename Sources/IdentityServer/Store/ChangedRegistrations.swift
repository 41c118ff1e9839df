import GRDB
import SharedValues

/// The consequences of updating a registration (docs/decisions/0037). The sender has only proved possession of the registration
/// access token: a thief of that token must not get at earlier grants.
extension Store {
  /// Called in the transaction of the update.
  static func registrationChanged(from old: Client, to new: Client, _ database: Database) throws {
    if !new.credentials.isSubset(of: old.credentials) { try tieGrantsToTheirKeys(new.id, database) }
    if !Set(new.metadata.redirectURIs).isSubset(of: old.metadata.redirectURIs) {
      try database.run(
        sql: "UPDATE dynamically_registered_clients SET redirects_changed = 1 WHERE client_id = ?",
        arguments: [new.id])
      try database.run(sql: "DELETE FROM consents WHERE client_id = ?", arguments: [new.id])
    }
  }

  /// The client has a new way to authenticate, which it did not have when its grants were made. From now on its grants need the key
  /// that they are bound to (RFC 9449), and unbound grants end: authentication no longer proves that the client is the same.
  private static func tieGrantsToTheirKeys(_ clientID: String, _ database: Database) throws {
    try database.run(
      sql: """
        UPDATE grants SET revoked = 1 WHERE client_id = ? AND revoked = 0 AND (
          EXISTS (SELECT 1 FROM tokens t WHERE t.grant_id = grants.grant_id AND t.kind = 'refresh' AND t.used = 0
            AND t.dpop_jkt IS NULL)
          OR EXISTS (SELECT 1 FROM authorization_codes c WHERE c.grant_id = grants.grant_id AND c.used = 0
            AND c.dpop_jkt IS NULL)
          OR EXISTS (SELECT 1 FROM device_authorizations d WHERE d.grant_id = grants.grant_id AND d.status = 'allowed'))
        """, arguments: [clientID])
    try database.run(
      sql: "UPDATE grants SET key_is_fixed = 1 WHERE client_id = ? AND revoked = 0", arguments: [clientID])
    try database.run(sql: "DELETE FROM pushed_requests WHERE client_id = ?", arguments: [clientID])
    try database.run(
      sql: "DELETE FROM device_authorizations WHERE client_id = ? AND status = 'pending'", arguments: [clientID])
  }
}

extension Client {
  /// The client's means of authentication, as texts that can be compared.
  fileprivate var credentials: Set<String> {
    if metadata.authMethod == .privateKey { return Set(metadata.keySet?.keys.map { "key " + $0.thumbprint } ?? []) }
    return [secretHash.map { "secret " + Base64URL.encode(Array($0)) } ?? "nothing"]
  }
}

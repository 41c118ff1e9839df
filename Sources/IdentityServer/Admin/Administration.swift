import GRDB
import SharedValues

/// What an administrator reads and changes: clients, users, sessions and templates, straight in the database, also by another process while
/// the server runs. Changes take effect on the next request. What names a client, user, session or template throws `unknown_client`,
/// `unknown_user`, `unknown_session` or `unknown_template` if there is none.
package struct Administration: Sendable {
  let database: any DatabaseWriter
  let time: TimeSource
  let passwordCost: Int
  let policy: ServerPolicies.Clients
  let resourceScopes: [String]
  let writesDown: Bool

  /// - Parameters:
  ///   - passwordCost: log2 of scrypt's N.
  ///   - policy: judges a template's metadata as it would a registration's.
  ///   - resourceScopes: scopes of the configuration's resources, which a template may have as well.
  ///   - writesDown: whether a running server reports the clients that are changed here. The app reports its own changes.
  /// - Throws: ``IdentityServerError`` `server_database_missing` when no server has run there yet; errors from opening the database.
  package init(
    databasePath: String, time: TimeSource = .system, passwordCost: Int = 14, policy: ServerPolicies.Clients = .lenient,
    resourceScopes: [String] = [], writesDown: Bool = false
  ) throws(IdentityServerError) {
    self.init(
      try Store(existing: databasePath), time: time, passwordCost: passwordCost, policy: policy,
      resourceScopes: resourceScopes, writesDown: writesDown)
  }

  init(
    _ store: Store, time: TimeSource, passwordCost: Int = 14, policy: ServerPolicies.Clients = .lenient,
    resourceScopes: [String] = [], writesDown: Bool = false
  ) {
    database = store.pool
    (self.time, self.passwordCost, self.policy) = (time, passwordCost, policy)
    (self.resourceScopes, self.writesDown) = (resourceScopes, writesDown)
  }
}

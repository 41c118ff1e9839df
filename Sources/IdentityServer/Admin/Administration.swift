import GRDB

/// What an administrator reads and changes, straight in the database, also by another process while the server runs. Changes
/// take effect on the next request. An unknown client, user, session or template is an error.
package struct Administration: Sendable {
  let database: any DatabaseWriter
  let time: TimeSource
  /// log2 of scrypt's N.
  var passwordCost = 14
  /// Judges a template's metadata as it would a registration's.
  var judge = ClientMetadataJudge(policy: .lenient)
  /// Whether a running server reports the clients that are changed here. The app reports its own changes.
  var writesDown = false
}

extension Administration {
  /// - Throws: ``IdentityServerError`` `server_database_missing` when no server has run there yet; errors from opening the database.
  package init(
    databasePath: String, time: TimeSource = .system, passwordCost: Int = 14, writesDown: Bool = false
  ) throws(IdentityServerError) {
    self.init(
      database: try Store(existing: databasePath).pool, time: time, passwordCost: passwordCost, writesDown: writesDown)
  }

  /// Judges templates as a server of this configuration judges registrations.
  package mutating func adopt(_ configuration: IdentityServerConfiguration) { judge = configuration.metadataJudge }
}

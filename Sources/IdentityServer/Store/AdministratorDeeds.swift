import GRDB
import SharedValues

/// What an administrator does to clients by a command, or to a user's clients on the user's page. A command is a program of its own: it writes
/// each deed down in the transaction that does it, and the server that runs on the database tells of it, as it tells of requests.
struct AdministratorDeed: Hashable, Sendable {
  var number: Int
  var clientID: String
  /// `client revoked`, as the pages say it.
  var note: String
}

extension Schema {
  static func registerDeeds(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("18 deeds of commands") { database in
      try database.execute(
        sql: """
          CREATE TABLE administrator_deeds (number INTEGER PRIMARY KEY, client_id TEXT NOT NULL, note TEXT NOT NULL)
          """)
    }
  }
}

extension Store {
  /// Servers look each second: what came before these they have told.
  private static let deedsKept = 1000

  /// Called in the transaction of the deed, before what `clients` finds is changed.
  /// - Parameter clients: an SQL condition on `dynamically_registered_clients`, with one argument.
  static func writeDown(_ note: String, of clients: String, _ argument: String, _ database: Database) throws {
    try database.run(
      sql: """
        INSERT INTO administrator_deeds (client_id, note)
        SELECT client_id, ? FROM dynamically_registered_clients WHERE \(clients)
        """, arguments: [note, argument])
    try database.run(
      sql: "DELETE FROM administrator_deeds WHERE number <= (SELECT max(number) FROM administrator_deeds) - ?",
      arguments: [deedsKept])
  }

  func deeds(after number: Int) throws -> [AdministratorDeed] {
    try read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM administrator_deeds WHERE number > ? ORDER BY number",
        arguments: .whole([number])
      ).map { AdministratorDeed(number: $0["number"], clientID: $0["client_id"], note: $0["note"]) }
    }
  }
}

extension Provider {
  /// Tells of each deed as of a request in which nothing was sent, until its task is cancelled.
  /// - Parameter last: the number of the last deed from before the start.
  func tellOfDeeds(after last: Int) async {
    var last = last
    while (try? await Task.sleep(for: configuration.deedPause)) != nil {
      // A database that cannot be read now is read the next time.
      for deed in (try? store.deeds(after: last)) ?? [] {
        last = deed.number
        var event = ServerEvent(
          time: now, method: "", path: deed.clientID, status: 0, endpoint: .page, note: deed.note,
          clientID: deed.clientID)
        event.isAdministration = true
        configuration.onEvent(event)
      }
    }
  }
}

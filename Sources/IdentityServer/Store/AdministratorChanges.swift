import GRDB

/// A change to clients that an administrator made by a command or on the page of their user. A command runs in its own process: it records
/// each change in the same transaction, and the server on the same database reports it as an event.
struct AdministratorChange: Hashable, Sendable {
  var number: Int
  var clientID: String
  var note: String
}

extension Store {
  /// The number of rows to keep. Servers read each second, so they have reported all earlier ones.
  private static let changesKept = 1000

  /// Called in the transaction of the change, before the clients are changed.
  /// - Parameter clients: an SQL condition on `dynamically_registered_clients`, with one argument.
  static func writeDown(_ note: String, of clients: String, _ argument: String, _ database: Database) throws {
    try database.run(
      """
      INSERT INTO administrator_deeds (client_id, note)
      SELECT client_id, ? FROM dynamically_registered_clients WHERE \(clients)
      """, note, argument)
    try database.run(
      "DELETE FROM administrator_deeds WHERE number <= (SELECT max(number) FROM administrator_deeds) - ?", changesKept)
  }

  func administratorChanges(after number: Int) throws -> [AdministratorChange] {
    try read {
      try $0.rows("SELECT * FROM administrator_deeds WHERE number > ? ORDER BY number", number)
        .map { AdministratorChange(number: $0["number"], clientID: $0["client_id"], note: $0["note"]) }
    }
  }
}

extension Provider {
  /// Reports each change after the number `last` as an event without an answer, and takes up faults, until the task is cancelled.
  func reportAdministratorChanges(after last: Int) async {
    var last = last
    while (try? await Task.sleep(for: configuration.administratorChangePause)) != nil {
      // If the database cannot be read now, the next round reads it.
      try? takeUpFaults()
      for change in (try? store.administratorChanges(after: last)) ?? [] {
        last = change.number
        configuration.onEvent(
          ServerEvent(
            time: now, method: "", path: change.clientID, status: 0, endpoint: .page, note: change.note,
            isAdministration: true, clientID: change.clientID))
      }
    }
  }
}

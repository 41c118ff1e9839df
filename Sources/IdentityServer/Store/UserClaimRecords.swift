import GRDB
import SharedValues

/// Further claims of configured users (``UserAccount/claims``).
extension Store {
  /// Writes the further claims of configured users, whose accounts must already be in the table. A user of the same name
  /// who was added by the administrator gets none.
  func synchroniseClaims(_ accounts: [UserAccount]) throws {
    try pool.write { database in
      for account in accounts {
        try database.execute(
          sql: "UPDATE users SET claims = ? WHERE user_name = ? AND origin = 'configuration'",
          arguments: .whole([JSON.object(account.claims).compact, account.name]))
      }
    }
  }

  static func claims(_ stored: String) -> [JSON.Member] { (try? JSON.parse(stored))?.objectValue ?? [] }
}

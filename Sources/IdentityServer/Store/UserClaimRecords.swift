import GRDB
import SharedValues

/// Further claims of configured users (``UserAccount/claims``).
extension Store {
  /// To be called when the accounts are in the table.
  func synchroniseClaims(_ accounts: [UserAccount]) throws {
    try pool.write { database in
      for account in accounts {
        try database.execute(
          sql: "UPDATE users SET claims = ? WHERE user_name = ?",
          arguments: [JSON.object(account.claims).compact, account.name])
      }
    }
  }

  static func claims(_ stored: String) -> [JSON.Member] { (try? JSON.parse(stored))?.objectValue ?? [] }
}

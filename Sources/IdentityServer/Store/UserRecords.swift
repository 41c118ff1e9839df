import Foundation
import GRDB
import SharedValues

/// A user as claims and pages show them.
struct User: Sendable {
  var name: String
  var givenName: String
  var familyName: String
  var email: String
  var roles: [String]
  var fullName: String { givenName + " " + familyName }
}

extension Store {
  /// Brings the table in line with the configuration: profiles now, passwords by ``setPasswordHash(_:of:)`` later.
  func synchronise(_ accounts: [UserAccount]) throws {
    try pool.write { database in
      for account in accounts {
        try database.execute(
          sql: """
            INSERT INTO users (user_name, given_name, family_name, email, roles, origin)
            VALUES (?, ?, ?, ?, ?, 'configuration') ON CONFLICT (user_name) DO UPDATE SET given_name = excluded.given_name,
            family_name = excluded.family_name, email = excluded.email, roles = excluded.roles, origin = 'configuration'
            """,
          arguments: [
            account.name, account.givenName, account.familyName, account.email, JSON.strings(account.roles).compact,
          ])
      }
      let rest = try String.fetchAll(database, sql: "SELECT user_name FROM users WHERE origin = 'configuration'")
      for name in Set(rest).subtracting(accounts.map(\.name)) {
        try database.execute(sql: "DELETE FROM users WHERE user_name = ?", arguments: [name])
      }
    }
  }

  func user(_ name: String) async throws -> User? { try await pool.read { try Store.user(name, $0) } }

  static func user(_ name: String, _ database: Database) throws -> User? {
    try Row.fetchOne(database, sql: "SELECT * FROM users WHERE user_name = ?", arguments: [name]).map { row in
      User(
        name: row["user_name"], givenName: row["given_name"], familyName: row["family_name"], email: row["email"],
        roles: (try? JSON.parse(row["roles"] as String))?.stringArray ?? [])
    }
  }

  func passwordHash(of name: String) async throws -> String? {
    try await pool.read {
      try String.fetchOne($0, sql: "SELECT password_hash FROM users WHERE user_name = ?", arguments: [name])
    }
  }

  func setPasswordHash(_ hash: String, of name: String) async throws {
    try await pool.write {
      try $0.execute(sql: "UPDATE users SET password_hash = ? WHERE user_name = ?", arguments: [hash, name])
    }
  }
}

import GRDB

struct User: Sendable {
  var name: String
  /// The user's subject; no other user has ever had it. Pairwise subjects are computed from it.
  var subject: String
  var givenName: String
  var familyName: String
  var email: String
  var roles: [String]
  /// Further claims of OpenID Connect Core §5.1, such as `phone_number`.
  var claims: [JSON.Member] = []
  var fullName: String { [givenName, familyName].filter { !$0.isEmpty }.joined(separator: " ") }
}

extension Store {
  /// Updates the users from the configuration: profiles and claims now, passwords later by ``setPasswordHash(_:of:)``.
  ///
  /// Users who are no longer listed become `absent`, without sessions and grants; listed again, they have their clients back.
  /// - Returns: names that an administrator has given to other users; the configuration does not change those users.
  func synchronise(_ accounts: [UserAccount], now: Date) throws -> [String] {
    try pool.write { database in
      for account in accounts {
        try database.run(
          """
          INSERT INTO users (user_name, given_name, family_name, email, roles, claims, origin, owner_since)
          VALUES (?, ?, ?, ?, ?, ?, 'configuration', \(Store.ownerSince)) ON CONFLICT (user_name) DO UPDATE SET
          given_name = excluded.given_name, family_name = excluded.family_name, email = excluded.email,
          roles = excluded.roles, claims = excluded.claims, status = iif(status = 'absent', 'active', status) WHERE origin = 'configuration'
          """, account.name, account.givenName, account.familyName, account.email, JSON.strings(account.roles).compact,
          JSON.object(account.claims).compact, account.name, seconds(now))
      }
      let rest = try database.values(
        String.self, "SELECT user_name FROM users WHERE origin = 'configuration' AND status <> 'absent'")
      for name in Set(rest).subtracting(accounts.map(\.name)) {
        try database.run("UPDATE users SET status = 'absent' WHERE user_name = ?", name)
      }
      let others = try database.values(String.self, "SELECT user_name FROM users WHERE origin = 'administrator'")
      return accounts.map(\.name).filter(Set(others).contains)
    }
  }

  /// Sets how the database's triggers choose the subjects of new users.
  func set(_ policy: ServerPolicies.Subjects) throws {
    try pool.write {
      try $0.run("INSERT OR REPLACE INTO server_policies (name, value) VALUES ('subjects', ?)", policy.rawValue)
    }
  }

  func usersWithNamesForSubjects(_ accounts: [UserAccount]) throws -> [String] {
    try read { database in
      try accounts.map(\.name).filter { try Store.user($0, database)?.subject == $0 }
    }
  }

  /// Takes two arguments, the name and the time. Earlier registrations under the name belong to a former user.
  static let ownerSince = """
    iif(EXISTS (SELECT 1 FROM dynamically_registered_clients WHERE authenticated_user = ?), ?, 0)
    """

  func user(_ name: String) throws -> User? { try read { try Store.user(name, $0) } }

  static func user(_ name: String, _ database: Database) throws -> User? {
    try database.row(
      "SELECT user_name, subject, given_name, family_name, email, roles, claims FROM users WHERE user_name = ? AND status = 'active'",
      name
    ).map { row in
      User(
        name: row["user_name"], subject: row["subject"], givenName: row["given_name"], familyName: row["family_name"],
        email: row["email"], roles: (try? JSON.parse(row["roles"] as String))?.stringArray ?? [],
        claims: (try? JSON.parse(row["claims"] as String))?.objectValue ?? [])
    }
  }

  func passwordHash(of name: String) throws -> String? {
    try read {
      try $0.value(String.self, "SELECT password_hash FROM users WHERE user_name = ? AND status = 'active'", name)
    }
  }

  /// Stores the password of a configured user; a user whom the administrator added keeps theirs. A replaced password ends the user's
  /// sessions and grants (migration `06-changed-passwords`).
  func setPasswordHash(_ hash: String, of name: String) async throws {
    try await pool.write {
      try $0.run("UPDATE users SET password_hash = ? WHERE user_name = ? AND origin = 'configuration'", hash, name)
    }
  }
}

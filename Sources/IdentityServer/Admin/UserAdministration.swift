import GRDB

/// A person who can sign in, as the administrator sees them: without password and hash.
package struct RegisteredUser: Hashable, Sendable {
  package enum Origin: String, Hashable, Sendable {
    /// From config.json; can only be changed there.
    case configuration
    case administrator
  }

  package enum Status: String, Hashable, Sendable {
    case active
    /// Deactivated by the administrator: the user cannot sign in.
    case inactive
    /// Removed from the configuration; becomes active when listed there again.
    case absent
  }

  package var name: String
  package var profile: UserProfile
  package var origin: Origin
  package var status: Status
  package var liveSessions: Int
  package var activeClients: Int
}

package struct UserProfile: Hashable, Sendable {
  package var givenName: String
  package var familyName: String
  package var email: String
  package var roles: [String]

  package init(givenName: String = "", familyName: String = "", email: String = "", roles: [String] = []) {
    (self.givenName, self.familyName, self.email, self.roles) = (givenName, familyName, email, roles)
  }

  package var fullName: String { givenName + " " + familyName }

  /// The roles in `Manager, IC`: trimmed and without duplicates.
  package static func roles(in text: String) -> [String] {
    var seen: Set<String> = []
    return text.split(scalar: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
      !$0.isEmpty && seen.insert($0).inserted
    }
  }
}

/// The users. Users of the configuration are shown but cannot be changed (`user_is_configured`), because the next start would undo it.
extension Administration {
  private static let maximumUsers = 1000

  /// The users, sorted by name; `text` is part of the user name, the real name or the email address.
  package func users(text: String? = nil) async throws -> [RegisteredUser] {
    try await fetch(
      """
      WHERE ?2 IS NULL OR instr(lower(u.user_name || ' ' || u.given_name || ' ' || u.family_name || ' ' || u.email),
      lower(?2)) > 0
      """, text)
  }

  package func user(_ name: String) async throws -> RegisteredUser {
    try await fetch("WHERE u.user_name = ?2", name).first.orThrow(.unknownUser, name)
  }

  private func fetch(_ condition: String, _ argument: String?) async throws -> [RegisteredUser] {
    let instant = seconds(time.now)
    return try await database.read { database in
      try database.rows(
        """
        SELECT u.*,
        (SELECT count(*) FROM sso_sessions s WHERE s.user_name = u.user_name AND s.expires > ?1) AS live_sessions,
        (SELECT count(*) FROM dynamically_registered_clients c
         WHERE c.authenticated_user = u.user_name AND c.status = 'active') AS active_clients
        FROM users u \(condition) ORDER BY u.user_name COLLATE NOCASE LIMIT \(Administration.maximumUsers)
        """, instant, argument
      ).map(Administration.user)
    }
  }

  private static func user(_ row: Row) -> RegisteredUser {
    RegisteredUser(
      name: row["user_name"],
      profile: UserProfile(
        givenName: row["given_name"], familyName: row["family_name"], email: row["email"],
        roles: (try? JSON.parse(row["roles"] as String))?.stringArray ?? []),
      origin: RegisteredUser.Origin(rawValue: row["origin"]) ?? .administrator,
      // An unknown status, written by hand, keeps the user out as `inactive` does.
      status: RegisteredUser.Status(rawValue: row["status"]) ?? .inactive, liveSessions: row["live_sessions"],
      activeClients: row["active_clients"])
  }

  /// Adds a user who can sign in at once. Registrations of an earlier user of the same name stay revoked.
  package func addUser(_ name: String, password: Secret, _ profile: UserProfile) async throws {
    guard Administration.isName(name, upTo: 64, marks: ".@+") else { throw IdentityServerError(.userNameUnfit, name) }
    try Administration.check(profile)
    let hash = try await hash(password)
    let instant = seconds(time.now)
    try await database.write { database in
      // The name of a user who was removed from the configuration is free again.
      try database.run("DELETE FROM users WHERE user_name = ? AND status = 'absent'", name)
      let isNew = try database.changesRow(
        """
        INSERT OR IGNORE INTO users (user_name, password_hash, given_name, family_name, email, roles, origin, owner_since)
        VALUES (?, ?, ?, ?, ?, ?, 'administrator', \(Store.ownerSince))
        """, name, hash, profile.givenName, profile.familyName, profile.email, JSON.strings(profile.roles).compact,
        name, instant)
      guard isNew else { throw IdentityServerError(.userExists, name) }
    }
  }

  /// The next token and userinfo answer have the new values.
  package func changeUser(_ name: String, _ profile: UserProfile) async throws {
    try Administration.check(profile)
    try await update(
      name, "given_name = ?, family_name = ?, email = ?, roles = ?",
      [profile.givenName, profile.familyName, profile.email, JSON.strings(profile.roles).compact])
  }

  /// Ends the user's sessions, codes and tokens, so that a thief of the old password loses access. The clients stay.
  package func setPassword(_ password: Secret, of name: String) async throws {
    try await update(name, "password_hash = ?", [try await hash(password)])
  }

  /// Deactivates a user: they cannot sign in, their sessions and grants end, and their clients are revoked.
  package func deactivateUser(_ name: String) async throws {
    try await end(name, "UPDATE users SET status = 'inactive' WHERE user_name = ?")
  }

  /// Allows the user to sign in again. What was revoked stays revoked.
  package func activateUser(_ name: String) async throws { try await update(name, "status = ?", ["active"]) }

  /// Sessions and grants end, and the clients are revoked for good: they never pass to a later user of the same name.
  package func deleteUser(_ name: String) async throws {
    try await end(name, "DELETE FROM users WHERE user_name = ?")
  }

  /// Reports the clients, which triggers revoke together with their user.
  private func end(_ name: String, _ sql: String) async throws {
    try await write(name) { [writesDown] database in
      if writesDown {
        try Store.writeDown("client revoked", of: "authenticated_user = ? AND status = 'active'", name, database)
      }
      try database.run(sql, name)
    }
  }

  private func update(_ name: String, _ columns: String, _ values: [String]) async throws {
    try await write(name) { try $0.run("UPDATE users SET \(columns) WHERE user_name = ?", arguments: values + [name]) }
  }

  private func write(_ name: String, _ work: @escaping @Sendable (Database) throws -> Void) async throws {
    try await database.write { database in
      let origin = try database.value(String.self, "SELECT origin FROM users WHERE user_name = ?", name)
        .orThrow(.unknownUser, name)
      guard origin == RegisteredUser.Origin.administrator.rawValue else {
        throw IdentityServerError(.userIsConfigured, name)
      }
      try work(database)
    }
  }

  private func hash(_ password: Secret) async throws -> String {
    let length = password.revealed.count
    // A password with control characters cannot be sent by a form (RFC 8265 §4.2), so the user could not sign in.
    guard length >= 8, password.revealed.utf8.count <= 1024, !password.revealed.hasControlCharacters() else {
      throw IdentityServerError(.passwordUnfit, "")
    }
    return try await Task.detached { [passwordCost] in try PasswordChecker.hash(password, cost: passwordCost) }.value
  }

  /// Whether a text may name a user or a template: ASCII letters only, so that no two names look the same.
  static func isName(_ text: String, upTo limit: Int, marks: String) -> Bool {
    (1...limit).contains(text.utf8.count) && text.utf8.allSatisfy { Base64URL.contains($0) || marks.utf8.contains($0) }
      && text != "." && text != ".."
  }

  private static func check(_ profile: UserProfile) throws(IdentityServerError) {
    guard profile.roles.count <= 20 else { throw IdentityServerError(.userProfileUnfit, "roles") }
    for (what, text) in [
      ("given_name", profile.givenName), ("family_name", profile.familyName), ("email", profile.email),
    ] + profile.roles.map({ ("roles", $0) }) {
      guard text.unicodeScalars.count <= 200, PlainText.isPlain(text) else {
        throw IdentityServerError(.userProfileUnfit, what)
      }
    }
  }
}

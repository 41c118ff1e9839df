import GRDB

/// The single sign-on session of a browser, which makes the second login silent.
struct SSOSession: Sendable {
  var hash: Data
  var user: User
  /// When the user entered the password, in seconds since 1970.
  var authenticated: Int
  /// Its name in lists, unrelated to the cookie; empty: the session is older than handles.
  var handle = ""

  /// The handle, or a mark that does not give the cookie away.
  var mark: String { handle.isEmpty ? recognitionMark(hash) : handle }
}

extension Store {
  func session(_ id: String, now: Date) throws -> SSOSession? {
    let hash = digest(id)
    return try read { database in
      guard
        let row = try database.row(
          "SELECT user_name, authenticated, handle FROM sso_sessions WHERE session_hash = ? AND expires > ?", hash,
          seconds(now)), let user = try Store.user(row["user_name"], database)
      else { return nil }
      return SSOSession(
        hash: hash, user: user, authenticated: row["authenticated"], handle: row["handle"] ?? "")
    }
  }

  /// Starts a session, always with a new id, and ends the browser's previous one. The same user's grants from the previous
  /// session move to the new one, so that a logout ends them too.
  func startSession(
    _ id: String, user: User, now: Date, lifetime: TimeInterval, ending old: String?, userAgent: String? = nil
  ) async throws -> SSOSession {
    // The handle for lists is unrelated to the cookie.
    let session = SSOSession(
      hash: digest(id), user: user, authenticated: seconds(now), handle: hex(Primitives.random(8)))
    try await pool.write { database in
      if let old { try database.run("DELETE FROM sso_sessions WHERE session_hash = ?", digest(old)) }
      try database.run(
        """
        INSERT INTO sso_sessions (session_hash, user_name, authenticated, expires, handle, created, user_agent)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """, session.hash, user.name, session.authenticated, session.authenticated + Int(lifetime),
        session.handle, session.authenticated, Store.userAgent(userAgent))
      if let old {
        try database.run(
          "UPDATE grants SET session_hash = ? WHERE session_hash = ? AND user_name = ?", session.hash, digest(old),
          user.name)
        try database.run(
          "UPDATE dynamically_registered_clients SET registered_in = ? WHERE registered_in = ? AND authenticated_user = ?",
          session.hash, digest(old), user.name)
      }
    }
    return session
  }

  static func markSessionUsed(_ hash: Data?, now: Date, _ database: Database) throws {
    guard let hash else { return }
    try database.run(
      "UPDATE sso_sessions SET last_used = ?1 WHERE session_hash = ?2 AND last_used IS NOT ?1", seconds(now), hash)
  }

  /// Ends a session and the client's grants in it, except grants with offline access: those are for times when the user is
  /// not signed in (OpenID Connect Back-Channel Logout 1.0 §2.7).
  func endSession(_ hash: Data, revokingGrantsOf clientID: String?) async throws {
    try await pool.write { database in
      try database.run("DELETE FROM sso_sessions WHERE session_hash = ?", hash)
      if let clientID {
        try database.run(
          """
          UPDATE grants SET revoked = 1 WHERE session_hash = ? AND client_id = ?
          AND instr(' ' || scope || ' ', ' \(OfflineAccess.scope) ') = 0
          """, hash, clientID)
      }
    }
  }

  func startAdministratorSession(_ id: String, now: Date, lifetime: TimeInterval) async throws {
    try await pool.write {
      try $0.run(
        "INSERT INTO administrator_sessions (session_hash, expires) VALUES (?, ?)", digest(id),
        seconds(now) + Int(lifetime))
    }
  }

  func hasAdministratorSession(_ id: String, now: Date) throws -> Bool {
    try read {
      try $0.hasRow(
        "SELECT 1 FROM administrator_sessions WHERE session_hash = ? AND expires > ?", digest(id), seconds(now))
    }
  }

  func endAdministratorSession(_ id: String) async throws {
    try await pool.write { try $0.run("DELETE FROM administrator_sessions WHERE session_hash = ?", digest(id)) }
  }
}

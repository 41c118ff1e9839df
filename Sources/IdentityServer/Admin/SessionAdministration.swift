import GRDB
import SmallFiles

extension Administration {
  /// Only this many sessions are listed, the newest first.
  static let maximumSessions = 500

  package func sessions(of user: String? = nil) async throws -> [UserSession] {
    let instant = seconds(time.now)
    return try await database.read { try Self.fetchSessions(of: user, at: instant, $0) }
  }

  static func fetchSessions(of user: String?, at instant: Int, _ database: Database) throws -> [UserSession] {
    try database.rows(
      """
      SELECT s.*, (SELECT count(*) FROM grants g WHERE g.session_hash = s.session_hash
      AND \(GrantAdministration.isLive(at: instant))) AS live_grants
      FROM sso_sessions s WHERE s.expires > ? AND (? IS NULL OR s.user_name = ?)
      ORDER BY s.created DESC, s.handle LIMIT ?
      """, instant, user, user, maximumSessions
    ).map { row in
      let used: Int? = row["last_used"]
      return UserSession(
        id: row["handle"] ?? "", user: row["user_name"], created: date(row["created"]), lastUsed: used.map(date),
        expires: date(row["expires"]), userAgent: row["user_agent"], liveGrants: row["live_grants"])
    }
  }

  package func session(_ handle: String) async throws -> UserSession {
    try await sessions().first { $0.id == handle }.orThrow(.unknownSession, handle)
  }

  /// The browser's next request gets the login form. What apps got lives on until it expires, unless `revokingGrants`.
  package func endSession(_ handle: String, revokingGrants: Bool) async throws {
    try await database.write { database in
      let hash = try database.value(Data.self, "SELECT session_hash FROM sso_sessions WHERE handle = ?", handle)
        .orThrow(.unknownSession, handle)
      if revokingGrants { try database.run("UPDATE grants SET revoked = 1 WHERE session_hash = ?", hash) }
      try database.run("DELETE FROM sso_sessions WHERE session_hash = ?", hash)
    }
  }
}

extension Store {
  /// Opens the database of a server that has run there.
  init(existing path: String) throws(IdentityServerError) {
    try Store.judgePresence(path)
    try self.init(path: path)
  }

  /// - Throws: `server_database_missing`; `server_database_unreadable` where the folder keeps its content from this user.
  static func judgePresence(_ path: String) throws(IdentityServerError) {
    guard Foundation.access(path, F_OK) != 0 else { return }
    guard errno == EACCES else { throw IdentityServerError(.databaseMissing, path) }
    throw IdentityServerError(.databaseUnreadable, path, detail: SystemError(number: EACCES).message)
  }

  /// A `User-Agent` header that is safe to keep and show: other than printable ASCII becomes a question mark.
  static func userAgent(_ header: String?) -> String? {
    guard let header, !header.isEmpty else { return nil }
    return String(
      String.UnicodeScalarView(header.unicodeScalars.prefix(200).map { (0x20...0x7E).contains($0.value) ? $0 : "?" }))
  }
}

extension Provider {
  @Sendable func sessionsPage(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let user = visit.request.queryParameters["user"]
    let rows = try await administration.sessions(of: user).map { item -> [String: Any] in
      [
        "handle": item.id, "user": item.user,
        "userLink": AdministrationFrame.link(.users, item.user),
        "exchangesLink": AdministrationFrame.exchanges("session", item.id),
        "browser": item.userAgent ?? pages.say(.unknownBrowser), "started": Pages.moment(item.created),
        "used": item.lastUsed.map(Pages.moment) ?? pages.say(AdministrationText.never),
        "expires": Pages.moment(item.expires), "grants": String(item.liveGrants),
        "action": AdministrationFrame.link(.sessions, item.id), "form": sealedForm("session", item.id, visit.session),
        "endText": pages.say(.endSessionText, ["name": item.user]),
        "endAllText": pages.say(.endSessionAndGrantsText, ["name": item.user]),
      ]
    }
    let values: [String: Any] = [
      "sessions": rows, "hasSessions": !rows.isEmpty, "user": user ?? "", "isFiltered": user != nil,
    ]
    return administrationPage(.sessions, pages.say(.sessions), "sessions", values, visit)
  }

  @Sendable func endUserSession(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let item = try await administration.session(visit.request.pathValues[0])
    switch visit.form["do"] {
    case "end"?:
      if let page = confirmation(.endSessionText, item.user, .endSession, visit) { return page }
      try await administration.endSession(item.id, revokingGrants: false)
      return done(.doneSessionEnded, visit, note: "SSO session ended")
    case "end-all"?:
      if let page = confirmation(.endSessionAndGrantsText, item.user, .endSessionAndGrants, visit) { return page }
      try await administration.endSession(item.id, revokingGrants: true)
      return done(.doneSessionAndGrantsEnded, visit, note: "SSO session ended")
    default: throw OAuthError(.invalidRequest, "do must be end or end-all")
    }
  }
}

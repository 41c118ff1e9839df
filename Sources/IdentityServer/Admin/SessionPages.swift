import Catalogue

/// The signed-in browsers.
extension Provider {
  private var sessions: SessionAdministration { SessionAdministration(store, time: configuration.time) }

  @Sendable func sessionsPage(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let user = visit.request.queryParameters["user"]
    let rows = try await sessions.list(of: user).map { item -> [String: Any] in
      [
        "handle": item.id, "user": item.user,
        "userLink": AdministrationFrame.link(.users, item.user),
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
    let item = try await sessions.show(visit.request.pathValues[0])
    switch visit.form["do"] {
    case "end"?:
      if let page = confirmation(.endSessionText, item.user, .endSession, visit) { return page }
      try await sessions.end(item.id, revokingGrants: false)
      return done(.doneSessionEnded, visit, note: "SSO session ended")
    case "end-all"?:
      if let page = confirmation(.endSessionAndGrantsText, item.user, .endSessionAndGrants, visit) { return page }
      try await sessions.end(item.id, revokingGrants: true)
      return done(.doneSessionAndGrantsEnded, visit, note: "SSO session ended")
    default: throw OAuthError(.invalidRequest, "do must be end or end-all")
    }
  }
}

import Catalogue
import Foundation
import SharedValues

/// The signed-in browsers.
extension Provider {
  private var sessions: SessionAdministration { SessionAdministration(store, time: configuration.time) }

  @Sendable func sessionsPage(_ request: ServerRequest, _ session: String) async throws -> ServerResponse {
    let query = request.queryParameters
    let rows = try await sessions.list(of: query["user"]).map { item -> [String: Any] in
      [
        "handle": item.id, "user": item.user,
        "userLink": "/admin/users/" + PercentCoding.encode(item.user, .unreserved),
        "browser": item.userAgent ?? pages.say(.unknownBrowser), "started": Pages.moment(item.created),
        "used": item.lastUsed.map(Pages.moment) ?? pages.say(AdministrationText.never),
        "expires": Pages.moment(item.expires),
        "grants": String(item.liveGrants),
        "action": "/admin/sessions/" + PercentCoding.encode(item.id, .unreserved),
        "form": sealedForm("session", item.id, session),
        "endText": pages.say(.endSessionText, ["name": item.user]),
        "endAllText": pages.say(.endSessionAndGrantsText, ["name": item.user]),
      ]
    }
    let values: [String: Any] = [
      "sessions": rows, "hasSessions": !rows.isEmpty, "user": query["user"] ?? "", "isFiltered": query["user"] != nil,
    ]
    return administrationPage(
      .sessions, pages.say(.sessions), "sessions", values, request, session, note: "sessions page")
  }

  @Sendable func endUserSession(
    _ request: ServerRequest, _ form: FormParameters, _ session: String
  ) async throws -> ServerResponse {
    let item = try await sessions.show(request.pathValues[0])
    switch form["do"] {
    case "end"?:
      let page = confirmation(form, "session", .endSessionText, item.user, .endSession, request, session)
      if let page { return page }
      try await sessions.end(item.id, revokingGrants: false)
      return done(.doneSessionEnded, request, note: "SSO session ended")
    case "end-all"?:
      let page = confirmation(
        form, "session", .endSessionAndGrantsText, item.user, .endSessionAndGrants, request, session)
      if let page { return page }
      try await sessions.end(item.id, revokingGrants: true)
      return done(.doneSessionAndGrantsEnded, request, note: "SSO session ended")
    default: throw OAuthError(.invalidRequest, "do must be end or end-all")
    }
  }
}

import Catalogue
import Foundation
import SharedValues

/// The admin page: login, the clients, and forms to revoke, activate and delete them.
extension Provider {
  func administrationRoutes() -> RoutingTable {
    var table = RoutingTable()
    table.on(["GET"], "/", toAdministration)
    table.on(["GET"], "/admin", administration)
    table.on(["POST"], "/admin/login", administratorLogin)
    table.on(["POST"], "/admin/logout", administratorLogout)
    table.on(["POST"], "/admin/clients/*", changeClient)
    table.on(["GET"], Addresses.stylesheetPath, stylesheet)
    return table
  }

  @Sendable func toAdministration(_ request: ServerRequest) -> ServerResponse {
    .redirect(to: "/admin", after: request.method, note: "")
  }

  @Sendable func administration(_ request: ServerRequest) async throws -> ServerResponse {
    guard let session = try await administratorSession(request) else { return administratorLoginPage(request) }
    return try await clientsPage(session)
  }

  @Sendable func administratorLogin(_ request: ServerRequest) async throws -> ServerResponse {
    guard let form = try? request.formWithoutRepetitions(), let sealed = form["form"],
      seal.open(sealed, .administration, browser: request.cookie(Cookie.browser) ?? "", now: now) == "login"
    else { return expiredForm() }
    let name = form["username"] ?? ""
    switch try await judgeAdministrator(name, Secret(form["password"] ?? ""), request) {
    case .accepted: break
    case .refused:
      var response = administratorLoginPage(request, message: pages.say(.loginWrong), userName: name)
      response.note = "administrator login refused"
      return response
    case .wait(let seconds):
      var response = administratorLoginPage(
        request, message: pages.loginWait(seconds), userName: name, status: 429)
      response.headers.append(HTTPHeader("Retry-After", String(seconds)))
      return response
    }
    let id = freshSecret()
    try await store.startAdministratorSession(id, now: now, lifetime: lifetimes.session)
    var response = ServerResponse.redirect(to: "/admin", after: "POST", note: "administrator signed in")
    response.set(Cookie(name: Cookie.administrator, value: id))
    return response
  }

  private enum AdministratorLogin: Sendable { case accepted, refused, wait(Int) }

  private func judgeAdministrator(
    _ name: String, _ password: Secret, _ request: ServerRequest
  ) async throws -> AdministratorLogin {
    let keys = ["administrator", "address \(request.address)"]
    let isName = Primitives.equal(
      Primitives.sha256(name.utf8), Primitives.sha256(configuration.administrator.name.utf8))
    return try await turnstile.pass { [throttle, administratorPassword, now] in
      if let seconds = throttle.wait(keys, now: now) { return .wait(seconds) }
      let matches = try await administratorPassword.check(password)
      guard isName, matches else {
        throttle.failed(keys, now: now)
        return .refused
      }
      throttle.succeeded(keys)
      return .accepted
    }
  }

  @Sendable func administratorLogout(_ request: ServerRequest) async throws -> ServerResponse {
    guard let session = try await administratorSession(request), isOwnForm(request, "logout", session) else {
      return expiredForm()
    }
    try await store.endAdministratorSession(session)
    var response = ServerResponse.redirect(to: "/admin", after: "POST", note: "administrator signed out")
    response.set(Cookie(name: Cookie.administrator, value: "", maximumAge: 0))
    return response
  }

  /// One form a client; which button was pressed says what to do.
  @Sendable func changeClient(_ request: ServerRequest) async throws -> ServerResponse {
    let id = request.pathValues[0]
    guard let session = try await administratorSession(request), isOwnForm(request, "client " + id, session) else {
      return expiredForm()
    }
    let administration = ClientAdministration(store, time: configuration.time)
    do {
      switch try request.form()["do"] {
      case "revoke"?: try await administration.revoke(id)
      case "activate"?: try await administration.activate(id)
      case "delete"?: try await administration.delete(id)
      default: throw OAuthError(.invalidRequest, "do must be revoke, activate or delete")
      }
    } catch let error as IdentityServerError where error.code == .unknownClient {
      return pages.message(.notFoundTitle, pages.say(.notFoundText), status: 404)
    }
    return .redirect(to: "/admin", after: "POST", note: "client changed")
  }
}

extension Provider {
  private func administratorSession(_ request: ServerRequest) async throws -> String? {
    guard let id = request.cookie(Cookie.administrator) else { return nil }
    return try await store.hasAdministratorSession(id, now: now) ? id : nil
  }

  private func isOwnForm(_ request: ServerRequest, _ content: String, _ session: String) -> Bool {
    guard let sealed = try? request.formWithoutRepetitions()["form"] else { return false }
    return seal.open(sealed, .administration, browser: session, now: now) == content
  }

  private func administratorLoginPage(
    _ request: ServerRequest, message: String? = nil, userName: String = "", status: Int = 200
  ) -> ServerResponse {
    let browser = browser(request)
    var response = pages.login(
      action: "/admin/login", form: seal.seal("login", .administration, browser: browser.id, now: now),
      userName: userName, clientName: nil, message: message, status: status, formTarget: nil, title: .adminLoginTitle)
    if browser.isNew { response.set(Cookie(name: Cookie.browser, value: browser.id)) }
    return response
  }

  private func clientsPage(_ session: String) async throws -> ServerResponse {
    let clients = try await ClientAdministration(store, time: configuration.time).list()
    func form(_ content: String) -> String { seal.seal(content, .administration, browser: session, now: now) }
    let rows: [[String: Any]] = clients.map { client in
      [
        "id": client.clientID, "name": client.name ?? pages.say(.adminUnnamed), "owner": client.authenticatedUser ?? "",
        "status": client.status, "isActive": client.status == Client.active,
        "statusClass": client.status == Client.active ? "live" : "dead", "issued": moment(client.registered),
        "used": client.lastUsed.map(moment) ?? pages.say(.adminNever), "action": "/admin/clients/" + client.clientID,
        "form": form("client " + client.clientID), "revoke": pages.say(.adminRevoke),
        "activate": pages.say(.adminActivate), "delete": pages.say(.adminDelete),
      ]
    }
    return pages.clients([
      "lead": pages.say(.adminLead), "empty": pages.say(.adminEmpty), "hasClients": !rows.isEmpty, "clients": rows,
      "clientHeading": pages.say(.adminClient), "ownerHeading": pages.say(.adminOwner),
      "statusHeading": pages.say(.adminStatus), "issuedHeading": pages.say(.adminIssued),
      "usedHeading": pages.say(.adminUsed), "actionsHeading": pages.say(.adminActions),
      "signOut": pages.say(.adminSignOut), "signOutAction": "/admin/logout", "signOutForm": form("logout"),
    ])
  }

  /// `2026-03-01 12:30 UTC`: the same in every language, and sortable.
  private func moment(_ date: Date) -> String {
    let text = date.formatted(.iso8601)
    return text.prefix(16).replacing("T", with: " ") + " UTC"
  }
}

/// The routes of the administrator's pages, who may see them, and what every change must present.
///
/// All pages work with links and forms alone; `/assets/admin.js` only adds comfort.
extension Provider {
  typealias AdministrationHandler = @Sendable (AdministrationVisit) async throws -> ServerResponse

  func administrationRoutes() -> RoutingTable {
    var table = RoutingTable()
    for path in ["/", "/admin/", "/admin/clients"] { table.on(["GET"], path, toAdministration) }
    table.on(["POST"], "/admin/login", fromOwnPage(administratorLogin))
    table.on(["POST"], "/admin/logout", act("logout", administratorLogout))
    table.on(["GET"], "/admin", view(clientsPage))
    table.on(["GET"], "/admin/clients/*", view(clientPage))
    table.on(["POST"], "/admin/clients/*", act("client", changeClient))
    table.on(["GET"], "/admin/clients/*/test", view(clientTestPage))
    table.on(["POST"], "/admin/clients/*/test", act("client-test", changeClientTest))
    table.on(["GET"], "/admin/clients/*/test.json", data(clientTestDocument))
    table.on(["GET"], "/admin/clients/*/test/report.json", data(clientTestReport))
    table.on(["GET"], AdministrationFrame.clientTestsPath, data(clientTests))
    table.on(["GET"], "/admin/templates", view { try await templatesPage($0) })
    table.on(["POST"], "/admin/templates", act("templates", addTemplate))
    table.on(["GET"], "/admin/templates/*", view(templatePage))
    table.on(["POST"], "/admin/templates/*", act("template", changeTemplate))
    table.on(["GET"], "/admin/users", view { try await usersPage($0) })
    table.on(["POST"], "/admin/users", act("users", addUser))
    table.on(["GET"], "/admin/users/*", view { try await userPage($0) })
    table.on(["POST"], "/admin/users/*", act("user", changeUser))
    table.on(["GET"], "/admin/sessions", view(sessionsPage))
    table.on(["POST"], "/admin/sessions/*", act("session", endUserSession))
    table.on(["GET"], "/admin/events", view(eventsPage))
    table.on(["GET"], AdministrationFrame.newEventsPath, data(newEvents))
    table.on(["GET"], AdministrationFrame.exchangesPath, view(exchangesPage))
    table.on(["GET"], AdministrationFrame.exchangesPath + "/*", view(exchangePage))
    table.on(["GET"], AdministrationFrame.newExchangesPath, data(newExchanges))
    table.on(["GET"], AdministrationFrame.faultsPath, view { try await faultsPage($0) })
    table.on(["POST"], AdministrationFrame.faultsPath, act("faults", changeFaults))
    table.on(["GET"], Addresses.stylesheetPath, stylesheet)
    table.on(["GET"], Provider.metricsPath, as: .other, metricsText)
    table.on(["GET"], AdministrationFrame.stylesheetPath) { [pages] _ in pages.administrationStylesheet }
    table.on(["GET"], AdministrationFrame.scriptPath) { [pages] _ in pages.administrationScript }
    return table
  }

  var administration: Administration {
    Administration(
      database: store.pool, time: configuration.time, passwordCost: configuration.passwordCost,
      judge: configuration.metadataJudge)
  }

  @Sendable func toAdministration(_ request: ServerRequest) -> ServerResponse {
    .redirect(to: "/admin", after: request.method, note: "")
  }

  /// Shows a page, in a session of the administrator only: without one, the login form leads to the requested page.
  private func view(_ show: @escaping AdministrationHandler) -> RoutingTable.Handler {
    { request in
      guard let session = try await administratorSession(request) else {
        return administratorLoginPage(request, next: AdministrationFrame.address(of: request))
      }
      return try await answer(AdministrationVisit(request: request, session: session), show)
    }
  }

  /// Answers scripts with JSON, in a session of the administrator only.
  private func data(_ read: @escaping RoutingTable.Handler) -> RoutingTable.Handler {
    { request in
      guard try await administratorSession(request) != nil else {
        return .json(["error": "login_required"], status: 401, note: "not signed in")
      }
      return try await read(request)
    }
  }

  /// Only for a form that this server sealed for this session, this `kind` of change and this value of the path.
  private func act(_ kind: String, _ change: @escaping AdministrationHandler) -> RoutingTable.Handler {
    fromOwnPage { request in
      let content = sealedContent(kind, request.pathValues.first)
      guard let session = try await administratorSession(request), let form = try? request.formWithoutRepetitions(),
        seal.open(form["form"] ?? "", .administration, browser: session, now: now) == content
      else {
        return pages.message(
          .formExpiredTitle, pages.say(AdministrationText.expired), link: (pages.say(.openAgain), "/admin"),
          status: 400, note: "form refused")
      }
      return try await answer(AdministrationVisit(request: request, session: session, form: form, kind: kind), change)
    }
  }

  /// Answers the server's own errors with a page that says why the request was refused.
  private func answer(_ visit: AdministrationVisit, _ handler: AdministrationHandler) async throws -> ServerResponse {
    do { return try await handler(visit) } catch let error as IdentityServerError {
      let title = error.isUnknown ? pages.say(.notFoundTitle) : pages.say(.refusedTitle)
      let values: [String: Any] = ["text": pages.sentence(error), "back": AdministrationFrame.back(visit.request)]
      return administrationPage(
        nil, title, "refusal", values, visit, status: error.isUnknown ? 404 : 409, note: error.code.rawValue)
    }
  }

  private func sealedContent(_ kind: String, _ value: String?) -> String { value.map { kind + " " + $0 } ?? kind }

  func sealedForm(_ kind: String, _ value: String? = nil, _ session: String) -> String {
    seal.seal(sealedContent(kind, value), .administration, browser: session, now: now)
  }

  func administratorSession(_ request: ServerRequest) async throws -> String? {
    guard let id = request.cookie(Cookie.administrator) else { return nil }
    return try store.hasAdministratorSession(id, now: now) ? id : nil
  }

  /// Asks before something is destroyed; `nil` when the form has been confirmed. The page's script asks before it sends.
  func confirmation(
    _ text: AdministrationText, _ name: String, _ button: AdministrationText, _ visit: AdministrationVisit
  ) -> ServerResponse? {
    guard visit.form["confirmed"] != "yes" else { return nil }
    let fields = visit.form.pairs.filter { !["form", "confirmed"].contains($0.name) }.map {
      ["name": $0.name, "value": $0.value]
    }
    let values: [String: Any] = [
      "text": pages.say(text, ["name": name, "time": name]), "action": visit.request.path, "fields": fields,
      "form": sealedForm(visit.kind, visit.request.pathValues.first, visit.session), "button": pages.say(button),
      "back": AdministrationFrame.back(visit.request),
    ]
    return administrationPage(nil, pages.say(button), "confirmation", values, visit)
  }

  func done(
    _ text: AdministrationText, _ visit: AdministrationVisit, to path: String? = nil, note: String
  ) -> ServerResponse {
    let back = path ?? AdministrationFrame.back(visit.request)
    return .redirect(to: back + (back.contains(scalar: "?") ? "&" : "?") + "done=\(text)", after: "POST", note: note)
  }

  func administrationPage(
    _ section: AdministrationText?, _ title: String, _ template: String, _ values: [String: Any],
    _ visit: AdministrationVisit, alert: String? = nil, status: Int? = nil, note: String? = nil
  ) -> ServerResponse {
    let request = visit.request
    var values = values
    values["here"] = AdministrationFrame.address(of: request)
    if let alert { values["alert"] = alert }
    if request.method == "GET", let name = request.queryParameters["done"], name.hasPrefix(bytes: "done"),
      let text = AdministrationText(rawValue: name)
    {
      values["done"] = pages.say(text)
    }
    return pages.administration(
      section, title, template, values, signOutForm: sealedForm("logout", nil, visit.session),
      status: status ?? (alert == nil ? 200 : 422), note: note ?? template + " page")
  }
}

struct AdministrationVisit: Sendable {
  var request: ServerRequest
  var session: String
  var form = FormParameters()
  var kind = ""
}

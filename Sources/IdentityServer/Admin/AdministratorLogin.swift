extension Provider {
  func administratorLoginPage(
    _ request: ServerRequest, next: String, message: String? = nil, userName: String = "", status: Int = 200
  ) -> ServerResponse {
    page(.administratorLogin, holding: next, request) { form in
      pages.login(
        action: "/admin/login", form: form, userName: userName, lead: nil, message: message, status: status,
        title: .adminLoginTitle)
    }
  }

  @Sendable func administratorLogin(_ request: ServerRequest) async throws -> ServerResponse {
    guard let (next, form) = sent(.administratorLogin, request) else { return expiredForm() }
    let name = form["username"] ?? ""
    let password = Secret(form["password"] ?? "")
    let result = try await checkLogin(.administrator, request) { [passwords] in
      await passwords.checkAdministrator(name, password) ? () : nil
    }
    if case .refused(let refusal) = result {
      return again(refusal, of: "administrator login") {
        administratorLoginPage(request, next: next, message: $0, userName: name, status: $1)
      }
    }
    let id = freshSecret()
    try await store.startAdministratorSession(id, now: now, lifetime: lifetimes.session)
    var response = ServerResponse.redirect(to: next, after: "POST", note: "administrator signed in")
    response.set(Cookie(name: Cookie.administrator, value: id))
    response.set(knownBrowsers.cookie(after: request.cookie(Cookie.known), of: .administrator))
    return response
  }

  @Sendable func administratorLogout(_ visit: AdministrationVisit) async throws -> ServerResponse {
    try await store.endAdministratorSession(visit.session)
    var response = ServerResponse.redirect(to: "/admin", after: "POST", note: "administrator signed out")
    response.set(Cookie(name: Cookie.administrator, value: "", maximumAge: 0))
    return response
  }
}

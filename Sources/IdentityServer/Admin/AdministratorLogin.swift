import ForeignText
import Foundation
import SharedValues

/// Signing in to the administration, and out of it.
extension Provider {
  /// - Parameter next: the page that was asked for.
  func administratorLoginPage(
    _ request: ServerRequest, next: String, message: String? = nil, userName: String = "", status: Int = 200
  ) -> ServerResponse {
    let browser = browser(request)
    var response = pages.login(
      action: "/admin/login", form: seal.seal("login " + next, .administration, browser: browser.id, now: now),
      userName: userName, lead: nil, message: message, status: status, title: .adminLoginTitle)
    if browser.isNew { response.set(Cookie(name: Cookie.browser, value: browser.id)) }
    return response
  }

  @Sendable func administratorLogin(_ request: ServerRequest) async throws -> ServerResponse {
    guard let form = try? request.formWithoutRepetitions(),
      let content = seal.open(
        form["form"] ?? "", .administration, browser: request.cookie(Cookie.browser) ?? "", now: now),
      let next = content.without(prefix: "login ").map(String.init)
    else { return expiredForm() }
    let name = form["username"] ?? ""
    let password = Secret(form["password"] ?? "")
    let isName = Primitives.equal(
      Primitives.sha256(name.utf8), Primitives.sha256(configuration.administrator.name.utf8))
    let result = try await checkLogin(.administrator, request) { [administratorPassword] in
      let matches = try await administratorPassword.check(password)
      return isName && matches ? () : nil
    }
    switch result {
    case .accepted: break
    case .refused:
      var response = administratorLoginPage(request, next: next, message: pages.say(.loginWrong), userName: name)
      response.note = "administrator login refused"
      return response
    case .wait(let seconds):
      var response = administratorLoginPage(
        request, next: next, message: pages.loginWait(seconds), userName: name, status: 429)
      response.headers.append(HTTPHeader("Retry-After", String(seconds)))
      return response
    case .crowded:
      var response = administratorLoginPage(
        request, next: next, message: pages.say(.loginCrowded), userName: name, status: 429)
      response.headers.append(HTTPHeader("Retry-After", "1"))
      return response
    }
    let id = freshSecret()
    try await store.startAdministratorSession(id, now: now, lifetime: lifetimes.session)
    var response = ServerResponse.redirect(to: next, after: "POST", note: "administrator signed in")
    response.set(Cookie(name: Cookie.administrator, value: id))
    response.set(knownBrowsers.cookie(after: request.cookie(Cookie.known), of: .administrator))
    return response
  }

  @Sendable func administratorLogout(
    _ request: ServerRequest, _ form: FormParameters, _ session: String
  ) async throws -> ServerResponse {
    try await store.endAdministratorSession(session)
    var response = ServerResponse.redirect(to: "/admin", after: "POST", note: "administrator signed out")
    response.set(Cookie(name: Cookie.administrator, value: "", maximumAge: 0))
    return response
  }
}

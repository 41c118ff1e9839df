import Foundation
import SharedValues

/// The login form and what its post does.
extension Provider {
  /// The form, with the whole request sealed into it.
  func loginPage(
    _ authorization: AuthorizationRequest, _ request: ServerRequest, message: String? = nil, userName: String? = nil,
    status: Int = 200
  ) -> ServerResponse {
    let browser = browser(request)
    let form = seal.seal(authorization.parameters.encoded, .login, browser: browser.id, now: now)
    var response = pages.login(
      action: Addresses.loginPath, form: form, userName: userName ?? authorization.loginHint ?? "",
      lead: authorization.client.shownName.map {
        pages.loginLead($0, registers: authorization.scope.contains(ConfiguredClients.registrationScope))
      },
      destination: pages.destination(of: authorization.redirectURI), message: message, status: status,
      formTarget: RedirectURI(authorization.redirectURI)?.contentSecuritySource)
    if browser.isNew { response.set(Cookie(name: Cookie.browser, value: browser.id)) }
    return response
  }

  @Sendable func login(_ request: ServerRequest) async throws -> ServerResponse {
    guard let form = try? request.formWithoutRepetitions(), let sealed = form["form"],
      let content = seal.open(sealed, .login, browser: request.cookie(Cookie.browser) ?? "", now: now)
    else { return expiredForm() }
    let parameters = try FormParameters(formEncoded: content.utf8)
    return try await authorizing(parameters, request) { authorization in
      try await signIn(authorization, form, request)
    }
  }

  private func signIn(
    _ authorization: AuthorizationRequest, _ form: FormParameters, _ request: ServerRequest
  ) async throws -> ServerResponse {
    let name = form["username"] ?? ""
    let password = Secret(form["password"] ?? "")
    let keys: [LoginThrottle.Key] = [
      .user(String(name.prefix(200))), .browser(request.cookie(Cookie.browser) ?? ""), .address(request.address),
    ]
    let result = try await checkLogin(keys) { [passwords, store] in
      try await passwords.check(password, of: name) ? try store.user(name) : nil
    }
    metrics.login(result.counted)
    switch result {
    case .wait(let seconds):
      var response = loginPage(authorization, request, message: pages.loginWait(seconds), userName: name, status: 429)
      response.headers.append(HTTPHeader("Retry-After", String(seconds)))
      response.note = "login delayed"
      return response
    case .refused:
      var response = loginPage(authorization, request, message: pages.say(.loginWrong), userName: name, status: 200)
      response.note = "login refused"
      return response
    case .accepted(let user): return try await signedIn(authorization, user, request)
    }
  }

  enum LoginResult<Account: Sendable>: Sendable {
    case accepted(Account)
    case refused
    /// Seconds.
    case wait(Int)

    var counted: Metrics.Login {
      switch self {
      case .accepted: .accepted
      case .refused: .refused
      case .wait: .delayed
      }
    }
  }

  /// Runs `check`, which returns `nil` for a wrong name or password, and records the result. While one of the keys is delayed,
  /// `check` does not run at all. `check` has to take the same time for an unknown name as for a known one.
  func checkLogin<Account: Sendable>(
    _ keys: [LoginThrottle.Key], _ check: @escaping @Sendable () async throws -> Account?
  ) async throws -> LoginResult<Account> {
    try await loginQueue.run { [throttle, now] in
      if let seconds = throttle.wait(keys, now: now) { return .wait(seconds) }
      guard let account = try await check() else {
        throttle.recordFailure(keys, now: now)
        return .refused
      }
      throttle.recordSuccess(keys)
      return .accepted(account)
    }
  }

  /// A session begins only for a user who may use this client; its id is always a new one.
  private func signedIn(
    _ authorization: AuthorizationRequest, _ user: User, _ request: ServerRequest
  ) async throws -> ServerResponse {
    let candidate = SSOSession(hash: Data(), user: user, authenticated: seconds(now))
    let act = Act(hasJustLoggedIn: true)
    if authorization.client.owner.map({ $0 != user.name }) ?? false {
      return try await proceed(authorization, candidate, act, request)
    }
    let id = freshSecret()
    let session = try await store.startSession(
      id, user: user, now: now, lifetime: lifetimes.session, ending: request.cookie(Cookie.session),
      userAgent: request.headers[first: "User-Agent"])
    var response = try await proceed(authorization, session, act, request)
    response.set(Cookie(name: Cookie.session, value: id))
    return response
  }

  /// The form was made for another browser, or too long ago, or by somebody else.
  func expiredForm() -> ServerResponse {
    pages.message(.formExpiredTitle, pages.say(.formExpiredText), status: 400, note: "form refused")
  }
}

extension Provider {
  func loginPage(
    _ authorization: AuthorizationRequest, _ request: ServerRequest, message: String? = nil, userName: String? = nil,
    status: Int = 200
  ) -> ServerResponse {
    let registers = authorization.scope.contains(ConfiguredClients.registrationScope)
    let lead: Phrase = registers ? .loginLeadRegistration : .loginLead
    return page(.login, holding: authorization.parameters.encoded, request) { form in
      pages.login(
        action: Addresses.loginPath, form: form, userName: userName ?? authorization.loginHint ?? "",
        lead: authorization.client.shownName.map { pages.say(lead, ["client": $0]) },
        destination: pages.destination(of: authorization.redirectURI), expected: expectedUser(authorization, request),
        message: message, status: status)
    }
  }

  /// The user whom the client expects, shown before a password is typed (OpenID Connect Core §3.1.2.1): from `id_token_hint`, else from
  /// `login_hint`. No lookup is made, so that the page does not reveal which users exist; a pairwise subject becomes a name only in
  /// the browser in which its user is signed in. Text that cannot be a user name is not shown (``ExpectedUser``).
  private func expectedUser(_ authorization: AuthorizationRequest, _ request: ServerRequest) -> String? {
    let hint = authorization.loginHint.flatMap(ExpectedUser.name)
    guard let sub = authorization.hintedSubject else { return hint }
    let session = request.cookie(Cookie.session).flatMap { try? store.session($0, now: now) }
    if let user = session?.user, subject(of: user, for: authorization.client) == sub { return user.name }
    return authorization.client.metadata.subjectType == .pairwise ? hint : ExpectedUser.name(sub)
  }

  @Sendable func login(_ request: ServerRequest) async throws -> ServerResponse {
    guard let (content, form) = sent(.login, request) else { return expiredForm() }
    return try await authorizing(FormParameters(formEncoded: content.utf8), request) { authorization in
      try await signIn(authorization, form, request)
    }
  }

  private func signIn(
    _ authorization: AuthorizationRequest, _ form: FormParameters, _ request: ServerRequest
  ) async throws -> ServerResponse {
    let name = form["username"] ?? ""
    let (account, result) = try await logIn(name, Secret(form["password"] ?? ""), request)
    switch result {
    case .refused(let refusal):
      return again(refusal, of: "login") { loginPage(authorization, request, message: $0, userName: name, status: $1) }
    case .accepted(let user):
      var response = try await signedIn(authorization, user, request)
      response.set(knownBrowsers.cookie(after: request.cookie(Cookie.known), of: account))
      return response
    }
  }

  func logIn(
    _ name: String, _ password: Secret, _ request: ServerRequest
  ) async throws -> (LoginThrottle.Account, LoginResult<User>) {
    let account = LoginThrottle.Account.user(String(name.prefix(scalars: 200)))
    let result = try await checkLogin(account, request) { [passwords, store] in
      try await passwords.check(password, of: name) ? try store.user(name) : nil
    }
    metrics.login(result.counted)
    if case .accepted(let user) = result { RequestNotes.note(user: user.name) }
    return (account, result)
  }

  enum LoginResult<Account: Sendable>: Sendable {
    case accepted(Account)
    case refused(LoginRefusal)

    var counted: Metrics.Login {
      switch self {
      case .accepted: .accepted
      case .refused(.wrong): .refused
      case .refused: .delayed
      }
    }
  }

  enum LoginRefusal: Sendable {
    case wrong
    /// Seconds.
    case wait(Int)
    case crowded
  }

  func again(
    _ refusal: LoginRefusal, of what: String, wrong: Phrase = .loginWrong,
    _ page: (_ message: String, _ status: Int) -> ServerResponse
  ) -> ServerResponse {
    let (message, wait, note): (String, Int?, String) =
      switch refusal {
      case .wait(let seconds): (pages.say(.loginWait, ["seconds": String(seconds)]), seconds, " delayed")
      case .crowded: (pages.say(.loginCrowded), 1, " delayed, too many at once")
      case .wrong: (pages.say(wrong), nil, " refused")
      }
    var response = page(message, wait == nil ? 200 : 429)
    if let wait { response.headers.append(HTTPHeader("Retry-After", String(wait))) }
    response.note = what + note
    return response
  }

  /// Runs `check`, which returns `nil` for a wrong name or password, and records the result. While the account, the browser or the
  /// address is delayed, `check` does not run. `check` must take the same time for unknown and known names.
  ///
  /// A browser that is known for the account uses the queue of known browsers, and only its own failures delay it.
  func checkLogin<Person: Sendable>(
    _ account: LoginThrottle.Account, _ request: ServerRequest, _ check: @escaping @Sendable () async throws -> Person?
  ) async throws -> LoginResult<Person> {
    let browser = LoginThrottle.Key.browser(request.cookie(Cookie.browser) ?? "")
    let known = knownBrowsers.number(request.cookie(Cookie.known), of: account)
    let keys: [LoginThrottle.Key] =
      known.map { [.known(account, $0), browser] }
      ?? [.account(account, from: request.address), .everywhere(account), browser, .address(request.address)]
    return try await throttled(known == nil ? loginQueue : knownLoginQueue, throttle, keys, clearing: keys, check)
  }

  /// Unless a key is delayed. `nil` of `check` is a failure under all keys; a success clears those of `cleared`.
  func throttled<Found: Sendable>(
    _ queue: LoginQueue, _ throttle: LoginThrottle, _ keys: [LoginThrottle.Key], clearing cleared: [LoginThrottle.Key],
    _ check: @escaping @Sendable () async throws -> Found?
  ) async throws -> LoginResult<Found> {
    try await queue.run { [now] in
      if let seconds = throttle.wait(keys, now: now) { return .refused(.wait(seconds)) }
      guard let found = try await check() else {
        throttle.recordFailure(keys, now: now)
        return .refused(.wrong)
      }
      throttle.recordSuccess(cleared)
      return .accepted(found)
    } ?? .refused(.crowded)
  }

  /// Starts a session only for a user who may use this client.
  private func signedIn(
    _ authorization: AuthorizationRequest, _ user: User, _ request: ServerRequest
  ) async throws -> ServerResponse {
    let candidate = SSOSession(hash: Data(), user: user, authenticated: seconds(now))
    let act = Act(hasJustLoggedIn: true)
    guard authorization.client.isFor(user.name) else {
      return try await proceed(authorization, candidate, act, request)
    }
    let (session, cookie) = try await startSession(of: user, request)
    var response = try await proceed(authorization, session, act, request)
    response.set(cookie)
    return response
  }

  func startSession(of user: User, _ request: ServerRequest) async throws -> (SSOSession, Cookie) {
    let id = freshSecret()
    let session = try await store.startSession(
      id, user: user, now: now, lifetime: lifetimes.session, ending: request.cookie(Cookie.session),
      userAgent: request.headers[first: "User-Agent"])
    RequestNotes.note(session)
    return (session, Cookie(name: Cookie.session, value: id))
  }
}

/// The part of a client's hint that the login page quotes: only a user name or an email address.
///
/// Anyone can write the hint into a link. With a space or a quotation mark, it could end the quotation and continue as the page's own text.
enum ExpectedUser {
  static let longestName = 100

  /// The text if it looks like a user name or an email address; `nil`: the page does not mention the expected user.
  static func name(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    guard scalars.prefix(longestName + 1).count <= longestName, let first = scalars.first, isLetterOrDigit(first),
      scalars.allSatisfy(isOfName), scalars.count(where: { $0 == "@" }) <= 1
    else { return nil }
    return text
  }

  /// Vowel signs and accents are parts of letters in many scripts.
  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    isLetterOrDigit(scalar) || "._-+@".unicodeScalars.contains(scalar)
      || isVisible(scalar, [.nonspacingMark, .spacingMark])
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    isVisible(scalar, [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber])
  }

  /// The letters include fillers without a glyph.
  private static func isVisible(_ scalar: Unicode.Scalar, _ kinds: Set<Unicode.GeneralCategory>) -> Bool {
    kinds.contains(scalar.properties.generalCategory) && !scalar.properties.isDefaultIgnorableCodePoint
  }
}

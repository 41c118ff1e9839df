/// The authorization endpoint (RFC 6749 §3.1, OpenID Connect Core §3.1.2).
extension Provider {
  @Sendable func authorize(_ request: ServerRequest) async throws -> ServerResponse {
    var request = request
    let parameters: FormParameters
    do {
      parameters = try await resolved(try request.parameters(), &request)
    } catch let error as OAuthError { return errorPage(error) }
    let visit = request
    return try await authorizing(parameters, visit) { authorization in
      try await proceed(authorization, currentSession(visit), Act(), visit)
    }
  }

  struct Act: Sendable {
    /// The user entered the password for this very request.
    var hasJustLoggedIn = false
    var hasConsented = false
  }

  func authorizing(
    _ parameters: FormParameters, _ request: ServerRequest,
    _ body: (AuthorizationRequest) async throws -> ServerResponse
  ) async throws -> ServerResponse {
    RequestNotes.note(visit: parameters)
    return try await Reader.$language.withValue(Reader.language(parameters, request)) {
      do { return try await body(try await checks.check(parameters)) } catch AuthorizationRefusal.page(let error) {
        return errorPage(error)
      } catch AuthorizationRefusal.redirect(let error, let address) {
        return refusal(error, address, request)
      } catch let error as OAuthError where error.code == .invalidRequestURI { return errorPage(error) }
    }
  }

  var checks: AuthorizationChecks {
    AuthorizationChecks(
      policy: policy, insecure: configuration.policies.insecure, demands: configuration.demands,
      findClient: { [store] id in
        let client = try store.client(id)
        if client != nil { RequestNotes.note(client: id) }
        return client
      }, judgeHint: { [self] in try await hint($0) }, givesRefreshTokens: { [self] in refreshLifetime($0) > 0 },
      resources: resources, ownResources: ownResources)
  }

  func proceed(
    _ authorization: AuthorizationRequest, _ session: SSOSession?, _ act: Act, _ request: ServerRequest
  ) async throws -> ServerResponse {
    let situation = Interaction.Situation(
      userName: session?.user.name, subject: session.map { subject(of: $0.user, for: authorization.client) },
      authenticated: session?.authenticated ?? 0, act: act,
      approvals: try await approvals(session, authorization.client), now: seconds(now))
    switch Interaction.needed(authorization, situation) {
    case .login: return loginPage(authorization, request)
    case .consent:
      guard let session else { return loginPage(authorization, request) }
      return consentPage(authorization, session, act, request)
    case .refuse(let error): return try await refuse(error, authorization, request)
    case .issue:
      guard let session else { return loginPage(authorization, request) }
      return try await issueCode(authorization, OfflineAccess.granted(authorization, situation), session, act, request)
    }
  }

  /// The `iss` of authorization responses (RFC 9207 §2).
  private var namedIssuer: String? { configuration.policies.insecure.withoutIss ? nil : addresses.issuer }

  private func approvals(_ session: SSOSession?, _ client: Client) async throws -> Approvals {
    guard let session, client.remembersApprovals else { return Approvals() }
    return try store.approvals(of: session.user.name, for: client.id)
  }

  private func issueCode(
    _ authorization: AuthorizationRequest, _ scope: [String], _ session: SSOSession, _ act: Act,
    _ request: ServerRequest
  ) async throws -> ServerResponse {
    if authorization.client.remembersApprovals, act.hasConsented || act.hasJustLoggedIn {
      try await store.remember(
        authorization.wholeScope, of: session.user.name, for: authorization.client.id, wasAsked: act.hasConsented,
        now: now)
    }
    let grant = GrantBinding(
      clientID: authorization.client.id, userName: session.user.name, sessionHash: session.hash,
      scope: scope, leftOutScope: LeftOutScope.names(in: authorization.parameters, granted: scope),
      authenticated: session.authenticated, nonce: authorization.nonce,
      claims: authorization.claims.stored, resource: authorization.resource, context: authorization.context)
    let binding = CodeBinding(
      grant: grant, redirectURI: authorization.redirectURI, redirectURIWasSent: authorization.redirectURIWasSent,
      codeChallenge: authorization.codeChallenge, keyThumbprint: authorization.keyThumbprint,
      pushedRequest: authorization.pushedRequest)
    let code = try await store.issueCode(binding, now: now, lifetime: lifetimes.code)
    let answer =
      authorization.wantsToken ? try await implicitAnswer(code, binding, authorization.client) : [("code", code)]
    let url = authorization.returnAddress.url(answer, issuer: namedIssuer)
    let note =
      authorization.wantsToken
      ? "redirect with access token"
      : act.hasJustLoggedIn ? "SSO session created" : act.hasConsented ? "redirect with code" : "SSO session used"
    var response = sendBack(to: url, request, note: note)
    if !authorization.wantsToken, act.hasJustLoggedIn || !act.hasConsented {
      response.session = act.hasJustLoggedIn ? .created : .used
    }
    return response
  }

  /// The client's answer, after which a pushed request cannot be opened again (RFC 9126 §4).
  private func refuse(
    _ error: OAuthError, _ authorization: AuthorizationRequest, _ request: ServerRequest
  ) async throws -> ServerResponse {
    if let reference = authorization.pushedRequest { try await store.endPushedRequest(reference) }
    return refusal(error, authorization.returnAddress, request)
  }

  func refusal(_ error: OAuthError, _ address: ReturnAddress, _ request: ServerRequest) -> ServerResponse {
    let url = address.url(
      [("error", error.code.rawValue), ("error_description", error.description)], issuer: namedIssuer)
    return sendBack(to: url, request, note: "redirect with \(error.code.rawValue)")
  }

  /// Shows the error here instead of redirecting; the status says that the request was wrong.
  func errorPage(_ error: OAuthError) -> ServerResponse {
    pages.message(
      .requestRefusedTitle, pages.say(.requestRefusedText),
      detail: "\(error.code.rawValue): \(error.description)", status: error.status, note: error.code.rawValue)
  }

  /// All pages of `body`, and those of its errors, have the language that the parameters ask for.
  func orErrorPage(
    _ parameters: FormParameters, _ request: ServerRequest, _ body: () async throws -> ServerResponse
  ) async throws -> ServerResponse {
    try await Reader.$language.withValue(Reader.language(parameters, request)) {
      do { return try await body() } catch let error as OAuthError { return errorPage(error) }
    }
  }

  func currentSession(_ request: ServerRequest) async throws -> SSOSession? {
    guard let id = request.cookie(Cookie.session) else { return nil }
    let session = try store.session(id, now: now)
    if let session { RequestNotes.note(session) }
    return session
  }
}

/// The page that asks before a client gets something: for `prompt=consent`, for clients that require it, and for those that
/// cannot prove their identity or have no owner (RFC 8252 §8.6).
extension Provider {
  func consentPage(
    _ authorization: AuthorizationRequest, _ session: SSOSession, _ act: Act, _ request: ServerRequest
  ) -> ServerResponse {
    // The form remembers whether the login belonged to this request.
    let content = (act.hasJustLoggedIn ? "1:" : "0:") + authorization.parameters.encoded
    return page(.consent, holding: content, of: session, request) { form in
      pages.consent(
        action: Addresses.consentPath, form: form, userName: session.user.name,
        clientName: authorization.client.shownName ?? authorization.client.id,
        destination: pages.destination(of: authorization.redirectURI),
        scope: authorization.wholeScope)
    }
  }

  @Sendable func consent(_ request: ServerRequest) async throws -> ServerResponse {
    guard let (content, form, session) = try await sentInSession(.consent, request) else { return expiredForm() }
    let parameters = try FormParameters(formEncoded: content.utf8.dropFirst(2))
    return try await authorizing(parameters, request) { authorization in
      guard form["decision"] == "allow" else {
        return try await refuse(OAuthError(.accessDenied, "the user refused"), authorization, request)
      }
      return try await proceed(
        authorization, session, Act(hasJustLoggedIn: content.utf8.first == UInt8(ascii: "1"), hasConsented: true),
        request)
    }
  }
}

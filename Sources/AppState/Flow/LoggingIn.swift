import OAuthClient
import SharedValues

/// The three visits to the external user agent: both logins and the sign-out.
extension AppState {
  mutating func openUserAgent(
    _ secrets: AuthorizationSecrets, redirectURI: RedirectURI
  ) throws(AppError) -> [Effect] {
    guard let running = flow, let metadata else { return [] }
    if running.kind == .signOut { return openEndSession(metadata, state: secrets.state, redirectURI: redirectURI) }
    let login: AuthState.Login = running.kind == .registration ? .registration : .authentication
    let request = try judged { () throws(ProtocolError) in
      try authorizationRequest(login, metadata, secrets, redirectURI)
    }
    flow?.context.request = request
    flow?.context.requested = now
    auth = .authorizing(login)
    return open(request.url, redirectURI: request.redirectURI)
  }

  /// The two logins differ in client, scope and force alone (seeds/000, "AppAuth Code").
  ///
  /// The first is forced. The second is not while the browser should hold the session of this run or an ID token says
  /// who is expected; otherwise, after a restart without an ID token, it is forced again.
  private func authorizationRequest(
    _ login: AuthState.Login, _ metadata: AuthorizationServerMetadata, _ secrets: AuthorizationSecrets,
    _ redirectURI: RedirectURI
  ) throws(ProtocolError) -> AuthorizationRequest {
    switch login {
    case .registration:
      return try AuthorizationRequest.build(
        metadata: metadata, clientID: settings.registrationClientID, redirectURI: redirectURI, scope: "dcr",
        secrets: secrets, prompt: "login", idTokenHint: nil,
        extra: settings.authorizationParameters.forRegistration)
    case .authentication:
      if usesApplicationServer {
        // No nonce: only the application server sees the ID token. The verifier ties the code to this request.
        return try AuthorizationRequest.build(
          metadata: metadata, clientID: settings.registrationClientID, redirectURI: redirectURI,
          scope: settings.scope, secrets: secrets, prompt: expectsSSO ? nil : "login", idTokenHint: nil,
          extra: settings.authorizationParameters, sendsNonce: false)
      }
      let forced = storedIDToken == nil && !expectsSSO && !isNewlyRegistered
      return try AuthorizationRequest.build(
        metadata: metadata, clientID: loginClient?.credentials.clientID ?? "", redirectURI: redirectURI,
        scope: settings.scope, secrets: secrets, prompt: forced ? "login" : nil, idTokenHint: storedIDToken,
        extra: settings.authorizationParameters)
    }
  }

  func open(_ url: String, redirectURI: RedirectURI) -> [Effect] {
    guard let running = flow else { return [] }
    return [.openUserAgent(running.id, userAgent, url: url, redirectURI: redirectURI)]
  }

  /// The first few are kept as messages: whoever sends more must not push the flow's own out of the log.
  private static let keptDroppedAnswers = 5

  /// Any program of this user, and any page that guesses the port, can send something to the redirect URI. It ends nothing, and the
  /// user gets to know of it.
  mutating func answerDropped(_ id: FlowID, _ url: String) {
    guard flow?.id == id else { return }
    droppedAnswers += 1
    if droppedAnswers <= AppState.keptDroppedAnswers { log(from: .browser, to: .app, .redirectDropped(url: url)) }
  }

  mutating func userAgentReturned(_ outcome: UserAgentOutcome) throws(AppError) -> [Effect] {
    if flow?.kind == .signOut { return signOutReturned(outcome) }
    switch outcome {
    case .closed:
      log(from: .browser, to: .app, .userAgentClosed)
      return try inquire(.visit(outcome))
    case .failed: return try inquire(.visit(outcome))
    case .redirect(let uri):
      log(from: .browser, to: .app, .redirect(url: uri))
      return try redeem(uri)
    }
  }

  private mutating func redeem(_ uri: String) throws(AppError) -> [Effect] {
    guard let running = flow, let request = running.context.request, let metadata else { return [] }
    let code: AuthorizationCode
    do {
      code = try AuthorizationResponse.judge(uri, for: request, metadata: metadata)
    } catch {
      // A server with new keys refuses the hint that it gave itself: the next attempt goes without it.
      if running.kind == .authentication, error.code == .invalidRequest { storedIDToken = nil }
      return try inquire(.refusal(protocolFailure(error)))
    }
    flow?.context.code = code.code
    let registering = running.kind == .registration
    auth = .fetchingToken(registering ? .registration : .authentication)
    go(to: registering ? .registrationToken : .token)
    if let applicationServer = settings.applicationServer { return sendToApplicationServer(code, applicationServer) }
    let credentials =
      registering
      ? ClientCredentials(clientID: settings.registrationClientID, authentication: .none)
      : loginClient?.credentials ?? ClientCredentials(clientID: "", authentication: .none)
    return send(TokenRequest.build(code, metadata: metadata, credentials: credentials), .token)
  }
}

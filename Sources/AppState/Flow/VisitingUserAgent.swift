import OAuthClient
import SharedValues

/// A visit to the external user agent, which both logins and the sign-out make.
extension AppState {
  mutating func openUserAgent(_ id: FlowID, at request: AuthorizationRequest, for login: AuthState.Login)
    -> [Effect]
  {
    mayBeQuoted(request.secrets.state, request.secrets.nonce, request.secrets.codeVerifier)
    visit = recognitionMark(request.secrets.state.revealed.utf8)
    // During a step-up the user stays signed in.
    if flow?.stepUp == nil { auth = .authorizing(login) }
    return [
      .openUserAgent(
        id, openingUserAgent, .logIn(scope: request.scope), url: request.url, redirectURI: request.redirectURI)
    ]
  }

  mutating func redeems(_ code: AuthorizationCode, at step: FlowStep, for login: AuthState.Login) {
    mayBeQuoted(code.code)
    if flow?.stepUp == nil { auth = .fetchingToken(login) }
    go(to: step)
  }

  /// The redirect URIs of the registered app: those of this run, or those that its registration has instead.
  var registeredRedirects: RedirectPair {
    let wanted = RedirectPair(login: settings.redirectURI, signOut: settings.postLogoutRedirectURI)
    guard registers, let other = settings.otherRedirects,
      let known = currentRegistration?.document["redirect_uris"]?.stringArray,
      !known.contains(where: wanted.login.isRegistered), known.contains(where: other.login.isRegistered)
    else { return wanted }
    return other
  }

  /// The server reports requests of many browsers. This phone's is the one opened for its last login or sign-out, or the one that asks for its
  /// client; an administrator's requests count where they change that client.
  mutating func observed(_ request: ObservedRequest) {
    let own = registers ? currentRegistration?.credentials.clientID : nil
    switch request.asker {
    case .browser(let visit, let client):
      guard visit.map({ $0 == self.visit }) ?? (client != nil && client == own) else { return }
    case .administrator(let client):
      guard request.method != "GET", client != nil, client == own else { return }
      return log(from: .administrator, to: request.server, .observed(request))
    case .participant: break
    }
    log(from: .browser, to: request.server, .observed(request))
  }

  /// Only the first few dropped answers become messages: a flood of them must not push the flow's own out of the log.
  private static let keptDroppedAnswers = 5

  /// Any program of this user, and any page that guesses the port, can send something to the redirect URI. That ends nothing, and the user is told.
  mutating func answerDropped(_ id: FlowID, _ url: String) {
    guard flow?.id == id else { return }
    droppedAnswers += 1
    if droppedAnswers <= AppState.keptDroppedAnswers { log(from: .browser, to: .app, .redirectDropped(url: url)) }
  }
}

/// The two logins differ only in client, scope and whether they are forced (seeds/000, "AppAuth Code").
extension AuthorizationRequest {
  /// The first login, for a token that may register: always forced.
  static func forRegistration(
    _ metadata: AuthorizationServerMetadata, _ secrets: AuthorizationSecrets, redirectURI: RedirectURI, _ app: AppState
  ) throws(ProtocolError) -> AuthorizationRequest {
    let settings = app.settings
    return try .build(
      metadata: metadata, clientID: settings.registrationClientID, redirectURI: redirectURI, scope: "dcr",
      secrets: secrets, prompt: "login", idTokenHint: nil, extra: settings.authorizationParameters.forRegistration,
      key: app.keys.dpop)
  }

  /// The second login is not forced while the browser should hold this run's session or an ID token names the expected user; after a restart without
  /// an ID token it is forced again.
  static func forAuthentication(
    _ metadata: AuthorizationServerMetadata, _ client: LoginClient, _ secrets: AuthorizationSecrets,
    redirectURI: RedirectURI, _ app: AppState
  ) throws(ProtocolError) -> AuthorizationRequest {
    let settings = app.settings
    if app.usesApplicationServer {
      // No nonce, because only the application server sees the ID token. The verifier ties the code to this request.
      return try .build(
        metadata: metadata, clientID: settings.registrationClientID, redirectURI: redirectURI, scope: settings.scope,
        secrets: secrets, prompt: app.expectsSSO ? nil : "login", idTokenHint: nil,
        extra: settings.authorizationParameters, sendsNonce: false)
    }
    let stepUp = app.flow?.stepUp
    let forced = stepUp?.namesNothing ?? false || app.storedIDToken == nil && !app.expectsSSO && !app.isNewlyRegistered
    let extra = settings.authorizationParameters.asking(for: settings.api)
    return try .build(
      metadata: metadata, clientID: client.credentials.clientID, redirectURI: redirectURI, scope: settings.scope,
      secrets: secrets, prompt: forced ? "login" : nil, idTokenHint: app.storedIDToken,
      extra: stepUp?.added(to: extra) ?? extra, key: app.keys.dpop)
  }
}

/// Pushed authorization requests (RFC 9126): the app sends the parameters to the server itself, and the browser carries only a reference to them.
extension AppState {
  /// The client of the first login, which every instance shares.
  var registrationClient: ClientCredentials {
    ClientCredentials(clientID: settings.registrationClientID, authentication: .none)
  }

  /// - Returns: `nil` where the browser carries the request.
  func push(
    _ request: AuthorizationRequest, _ metadata: AuthorizationServerMetadata, _ client: ClientCredentials, _ id: FlowID
  ) throws(AppError) -> Effect? {
    guard keyRequirements.pushedAuthorization else { return nil }
    let pushed = try judged(
      try PushedAuthorizationRequest.build(request, metadata: metadata, credentials: client, binding: binding))
    return .send(id, pushed, .pushedAuthorization)
  }

  /// The same request in the form that the browser opens.
  mutating func pushed(
    _ request: AuthorizationRequest, _ result: Result<HTTPResponse, TransportFailure>,
    _ metadata: AuthorizationServerMetadata
  ) throws(AppError) -> AuthorizationRequest {
    let response = try answer(result, url: metadata.pushedAuthorizationEndpoint)
    return try judged(
      try PushedAuthorizationRequest.judge(
        response, for: request, allowsNoExpiry: settings.keys.allowsDowngrade, now: now)
    ).request
  }
}

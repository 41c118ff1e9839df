import OAuthClient
import SharedValues

/// How flows begin: what the user may start in which state.
extension AppState {
  mutating func begin(_ action: Action) -> [Effect] {
    if let running = flow { return wait(for: running, with: action) }
    switch action {
    case .startRegistration where registration == nil && keystore == .empty && registers: return startRegistration()
    case .registerAgain where registration != nil && registers: return startRegistration()
    case .moveSecretIntoForm where banner?.refusedClient?.mayUseForm == true:
      secretMethod = .post
      return canUpdateRegistration ? startUpdate() : startRegistration()
    case .startAuthentication where session == nil: return startAuthentication()
    case .createAccount: return startSignUp()
    case .refreshAccessToken where !usesApplicationServer: return startRefresh()
    case .signOut where session != nil || unendedSession != nil: return startSignOut()
    case .revokeTokens where canRevokeTokens:
      guard let session, let client = loginClient else { return [] }
      return start(.revokeTokens(Revoking(tokens: session.tokens, client: client)))
    case .signOut, .revokeTokens: return clearTokensAgain()
    case .updateRegistration where registers: return startUpdate()
    case .checkRegistration where registers:
      guard let client = currentRegistration, let request = RegistrationReading.build(client) else { return [] }
      return start(.checkRegistration(.waitingForServer(client, request)))
    case .forgetDevice where keystore != .loading:
      guard registration == nil, unsavedRegistration == nil else { return start(.forgetDevice(.waitingForServer)) }
      return start(.forgetDevice(.erasing(isDeletedAtServer: false))) { .eraseKeystore($0) }
    case .api(let action) where canUseAPI: return beginUse(action)
    // The server has confirmed the registration, but the keystore could not save it.
    case .saveAgain:
      guard let unsaved = unsavedRegistration else { return [] }
      guard let registration else { return begin(.startRegistration) }
      let isSame = unsaved.credentials.clientID == registration.credentials.clientID
      return begin(isSame ? .updateRegistration : .registerAgain)
    case .retry: return retry()
    default: return []
    }
  }

  /// During a silent refresh the buttons keep working: their action begins when the refresh has ended, because a
  /// rotated refresh token must not get lost. From then on the wait is shown and can be cancelled.
  private mutating func wait(for running: Flow, with action: Action) -> [Effect] {
    guard running.isSilent,
      [
        .signOut, .revokeTokens, .forgetDevice, .updateRegistration, .checkRegistration, .registerAgain,
        .api(.readAccounts), .api(.pay), .api(.stepUp),
      ].contains(action)
    else { return [] }
    queued = action
    flow?.isSilent = false
    settle()
    return []
  }

  /// Starts a flow. It first makes sure that the server answers, unless it has another first effect.
  mutating func start(_ task: FlowTask, with first: (FlowID) -> Effect = { _ in .ensureServer }) -> [Effect] {
    lastFlow += 1
    banner = nil
    notice = nil
    droppedAnswers = 0
    if task.kind != .signOut { unendedSession = nil }
    settle()
    flow = Flow(id: lastFlow, task, started: now)
    return [first(lastFlow)]
  }

  /// Starts a registration; one that the server confirmed already is only saved.
  private mutating func startRegistration() -> [Effect] {
    guard let unsaved = unsavedRegistration, unsaved.credentials.clientID != registration?.credentials.clientID else {
      return start(.registration(.discovering(.server)))
    }
    let since = unsaved.issuedAt ?? now
    let effects = start(.registration(.saving(unsaved))) { .saveRegistration($0, unsaved, registeredAt: since) }
    go(to: .register)
    return effects
  }

  mutating func startAuthentication() -> [Effect] {
    guard let client = loginClient else { return [] }
    if let dead = secretHasExpired(at: .login) { return reportDeadRegistration(dead) }
    return start(.authentication(.discovering(.server, client)))
  }

  /// MMMothClient's silent start: with the refresh token of the last run and without a browser.
  mutating func startSilently(_ refreshToken: Secret, _ idToken: Secret?, boundTo key: String?) -> [Effect] {
    guard let client = loginClient, secretHasExpired(at: .refresh) == nil else { return [] }
    return start(
      .refresh(
        Refreshing(origin: .lastRun(idToken: idToken), refreshToken: refreshToken, client: client, boundTo: key)))
  }

  private mutating func startRefresh() -> [Effect] {
    guard let session, let client = loginClient else { return [] }
    guard let refreshToken = session.tokens.refreshToken else {
      banner = Banner(error: AppError(.noRefreshToken, step: .refresh, cause: .app(detail: "")), retry: nil)
      return []
    }
    if let dead = secretHasExpired(at: .refresh) { return reportDeadRegistration(dead) }
    if let renewal, renewal.attempt > 0 { return refreshSilently() }
    return startRefresh(of: session, refreshToken, client)
  }

  mutating func startRefresh(of session: Session, _ refreshToken: Secret, _ client: LoginClient) -> [Effect] {
    auth = .authorized(session, refreshing: true)
    return start(.refresh(Refreshing(session, refreshToken, client)))
  }

  private mutating func startSignOut() -> [Effect] {
    guard let client = loginClient else { return [] }
    let first = start(.signOut(.discovering(.server, client)))
    guard signsInElsewhere else { return first }
    // The session is in a browser elsewhere, and this app has no URL that ends it there.
    return move(dropTokens(lastFlow, SigningOut.End(atServer: .noBrowserHere)).map(FlowTask.signOut))
  }

  /// The flow that ended the tokens ends again, as it would have the first time.
  private mutating func clearTokensAgain() -> [Effect] {
    guard session == nil, let task = tokensLeftBehind else { return [] }
    let effects = start(task) { .clearTokens($0) }
    go(to: task.kind == .revokeTokens ? .revoke : .logout)
    return effects
  }

  private mutating func startUpdate() -> [Effect] {
    guard let client = currentRegistration, let request = update(of: client) else { return [] }
    // A change that the server confirmed is saved, not made again.
    guard let unsaved = unsavedRegistration, unsaved.credentials.clientID == registration?.credentials.clientID else {
      return start(.updateRegistration(.waitingForServer(client, request)))
    }
    let since = registeredAt ?? now
    return start(.updateRegistration(.saving(unsaved))) { .saveRegistration($0, unsaved, registeredAt: since) }
  }

  private mutating func startSignUp() -> [Effect] {
    // Nothing is sent while the screen still asks for a required field.
    guard let session, session.accountStatus == .noAccount, let signUp, signUp.missing.isEmpty,
      let applicationServer = settings.applicationServer
    else {
      if let signUp { focus(firstOf: signUp.missing) }
      return []
    }
    let request = SignUpRequest.build(
      signUp, accessToken: session.tokens.accessToken, applicationServer: applicationServer)
    return start(.signUp(.waitingForServer(session, request)))
  }

  private mutating func retry() -> [Effect] {
    guard let kind = banner?.retry else { return [] }
    banner = nil
    switch kind {
    case .registration where registration != nil: return begin(.registerAgain)
    case .registration: return begin(.startRegistration)
    case .authentication, .silentStart: return begin(.startAuthentication)
    case .refresh: return begin(.refreshAccessToken)
    case .signOut: return begin(.signOut)
    case .forgetDevice: return begin(.forgetDevice)
    case .signUp: return begin(.createAccount)
    case .revokeTokens: return begin(.revokeTokens)
    case .updateRegistration: return begin(.updateRegistration)
    case .checkRegistration: return begin(.checkRegistration)
    case .accounts: return begin(.api(.readAccounts))
    // A payment is never retried: the user first has to see whether it was made.
    case .payment: return []
    case .stepUp: return begin(.api(.stepUp))
    }
  }

  /// The registration as the server has it, including a change that could not be saved yet.
  public var currentRegistration: ClientRegistration? {
    guard let unsaved = unsavedRegistration,
      registration == nil || unsaved.credentials.clientID == registration?.credentials.clientID
    else { return registration }
    return unsaved
  }

  public var session: Session? { if case .authorized(let session, _) = auth { session } else { nil } }
}

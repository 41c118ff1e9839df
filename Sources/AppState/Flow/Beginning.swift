import Foundation
import OAuthClient
import SharedValues

/// How flows begin and are given up: what the user may start in which state.
extension AppState {
  mutating func begin(_ action: Action) -> [Effect] {
    if let running = flow { return wait(for: running, with: action) }
    switch action {
    case .startRegistration where registration == nil && keystore == .empty && registers: return start(.registration)
    case .registerAgain where registration != nil && registers: return start(.registration)
    case .startAuthentication where loginClient != nil && session == nil: return startAuthentication()
    case .createAccount where canSignUp: return start(.signUp)
    case .createAccount:
      focusSignUp()
      return []
    case .refreshAccessToken where session != nil && !usesApplicationServer: return startRefresh()
    case .signOut where session != nil || unendedSession != nil: return start(.signOut)
    case .revokeTokens where canRevokeTokens: return start(.revokeTokens)
    case .updateRegistration where canUpdateRegistration: return start(.updateRegistration)
    case .checkRegistration where canUpdateRegistration: return start(.checkRegistration)
    case .forgetDevice where keystore != .loading: return start(.forgetDevice)
    case .retry: return retry()
    default: return []
    }
  }

  /// During a silent refresh the buttons keep working: what they are to do begins when it has ended, because a rotated
  /// refresh token must not get lost on the way. From then on the wait is seen and can be cancelled.
  private mutating func wait(for running: Flow, with action: Action) -> [Effect] {
    guard running.isSilent,
      [.signOut, .revokeTokens, .forgetDevice, .updateRegistration, .checkRegistration, .registerAgain].contains(action)
    else { return [] }
    queued = action
    flow?.isSilent = false
    settle()
    return []
  }

  /// The registration as the server has it: a change that could not be saved yet counts.
  public var currentRegistration: ClientRegistration? {
    guard let unsaved = unsavedRegistration,
      registration == nil || unsaved.credentials.clientID == registration?.credentials.clientID
    else { return registration }
    return unsaved
  }

  /// The tokens of a signed-in user.
  public var session: Session? { if case .authorized(let session, _) = auth { session } else { nil } }

  /// Every flow begins with a server that answers and, but for forgetting, with metadata.
  private mutating func start(_ kind: Flow.Kind) -> [Effect] {
    lastFlow += 1
    banner = nil
    notice = nil
    droppedAnswers = 0
    if kind != .signOut { unendedSession = nil }
    settle()
    flow = Flow(id: lastFlow, kind: kind, step: kind.firstStep, started: now)
    if let unsaved = unsavedRegistration, kind == .registration || kind == .updateRegistration,
      (kind == .updateRegistration) == (unsaved.credentials.clientID == registration?.credentials.clientID)
    {
      return save(unsaved)
    }
    if kind == .forgetDevice, registration == nil, unsavedRegistration == nil { return [.eraseKeystore(lastFlow)] }
    return [.ensureServer]
  }

  private mutating func startAuthentication() -> [Effect] {
    guard let dead = secretHasExpired(at: .login) else { return start(.authentication) }
    return die(dead)
  }

  /// MMMothClient's silent start: with the refresh token of the last run, and without a browser.
  mutating func startSilently(_ stored: StoredState) -> [Effect] {
    let effects = start(.silentStart)
    flow?.context.resumed = stored
    return effects
  }

  private mutating func startRefresh() -> [Effect] {
    guard let session else { return [] }
    guard session.tokens.refreshToken != nil else {
      banner = Banner(
        error: AppError(.noRefreshToken, step: .refresh, cause: .app(detail: "")), retry: nil)
      return []
    }
    if let dead = secretHasExpired(at: .refresh) { return die(dead) }
    if let renewal, renewal.attempt > 0 { return refreshSilently() }
    auth = .authorized(session, refreshing: true)
    return start(.refresh)
  }

  private mutating func retry() -> [Effect] {
    guard let kind = banner?.retry else { return [] }
    banner = nil
    switch kind {
    case .registration where registration != nil: return begin(.registerAgain)
    case .registration: return begin(.startRegistration)
    case .authentication: return begin(.startAuthentication)
    case .refresh: return begin(.refreshAccessToken)
    case .signOut: return begin(.signOut)
    case .forgetDevice: return begin(.forgetDevice)
    case .signUp: return begin(.createAccount)
    case .silentStart: return begin(.startAuthentication)
    case .revokeTokens: return begin(.revokeTokens)
    case .updateRegistration: return begin(.updateRegistration)
    case .checkRegistration: return begin(.checkRegistration)
    }
  }

  /// Cancel is no error: it leads quietly to the screen before. A save that has begun is waited for.
  mutating func cancel() -> [Effect] {
    if view.confirmation != nil { view.confirmation = nil }
    guard let running = flow, !isStoring else { return [] }
    if awaitsTheUserAlone {
      flow?.context.awaits = nil
      log(from: .browser, to: .app, .userAgentClosed)
      return [.abandon(running.id)] + dropTokens()
    }
    // What step mode holds has not been sent.
    let awaited = stepping.held.isEmpty ? running.context.awaits : nil
    let mayHaveRegistered = awaited == .response(.registration)
    let mayHaveUpdated = awaited == .response(.registrationUpdate)
    end()
    queued = nil
    if running.kind == .refresh { renewal?.postpone(now: now) }
    if mayHaveRegistered { notice = .registrationCancelled }
    if mayHaveUpdated { (isRegistrationInDoubt, notice) = (true, .updateCancelled) }
    if let session { auth = .authorized(session, refreshing: false) } else { auth = .cancelled }
    return [.abandon(running.id)]
  }

  /// Quit asks once while something is under way.
  mutating func quit() -> [Effect] {
    guard let running = flow, !running.isSilent else { return quitNow() }
    guard view.confirmation == .quit else {
      view.confirmation = .quit
      return []
    }
    return [.abandon(running.id), .quit]
  }

  /// What is being written is waited for by the edge.
  private func quitNow() -> [Effect] { (flow.map { [.abandon($0.id)] } ?? []) + [.quit] }

  /// Ends the flow without judging how.
  mutating func end() {
    let wasSilent = flow?.isSilent ?? false
    flow = nil
    if !wasSilent { settle() }
  }

  /// The screen changes: selection and scrolling start anew.
  func settled(_ view: ViewState) -> ViewState {
    var view = view
    view.button = 0
    view.scroll = 0
    view.confirmation = nil
    return view
  }

  mutating func settle() { view = settled(view) }

  mutating func go(to step: FlowStep) {
    flow?.step = step
    flow?.stepStarted = now
  }
}

extension Flow.Kind {
  var firstStep: FlowStep {
    switch self {
    case .forgetDevice: .unregister
    case .signUp: .signUp
    case .updateRegistration: .update
    case .checkRegistration: .check
    case .registration, .authentication, .refresh, .silentStart, .signOut, .revokeTokens: .discovery
    }
  }
}

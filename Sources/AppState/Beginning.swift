import Foundation
import OAuthClient
import SharedValues

/// How flows begin and are given up: what the user may start in which state.
extension AppState {
  mutating func begin(_ action: Action) -> [Effect] {
    guard flow == nil else { return [] }
    switch action {
    case .startRegistration where registration == nil && keystore == .empty: return start(.registration)
    case .registerAgain where registration != nil: return start(.registration)
    case .startAuthentication where registration != nil && session == nil: return startAuthentication()
    case .refreshAccessToken where session != nil: return startRefresh()
    case .signOut where session != nil: return start(.signOut)
    case .forgetDevice where keystore != .loading: return start(.forgetDevice)
    case .retry: return retry()
    default: return []
    }
  }

  /// The tokens of a signed-in user.
  public var session: Session? { if case .authorized(let session, _) = auth { session } else { nil } }

  /// Every flow begins with a server that answers and, but for forgetting, with metadata.
  private mutating func start(_ kind: Flow.Kind) -> [Effect] {
    lastFlow += 1
    banner = nil
    notice = nil
    settle()
    flow = Flow(id: lastFlow, kind: kind, step: kind.firstStep, started: now)
    if let unsaved = unsavedRegistration, kind == .registration { return save(unsaved) }
    if kind == .forgetDevice, registration == nil, unsavedRegistration == nil { return [.eraseKeystore(lastFlow)] }
    return [.ensureServer]
  }

  private mutating func startAuthentication() -> [Effect] {
    guard let expiry = registration?.secretExpiresAt, expiry <= now else { return start(.authentication) }
    let error = AppError(
      .clientSecretExpired, step: .login, cause: .app(detail: expiry.formatted(.iso8601)))
    auth = .failed(error)
    banner = Banner(error: error, retry: nil)
    banner?.registrationIsDead = true
    return []
  }

  private mutating func startRefresh() -> [Effect] {
    guard let session else { return [] }
    guard session.tokens.refreshToken != nil else {
      banner = Banner(
        error: AppError(.noRefreshToken, step: .refresh, cause: .app(detail: "")), retry: nil)
      return []
    }
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
    }
  }

  /// Cancel is no error: it leads quietly to the screen before. A save that has begun is waited for.
  mutating func cancel() -> [Effect] {
    if view.confirmation != nil { view.confirmation = nil }
    guard let running = flow, !isStoring else { return [] }
    end()
    if let session { auth = .authorized(session, refreshing: false) } else { auth = .cancelled }
    return [.abandon(running.id)]
  }

  /// Quit asks once while something is under way.
  mutating func quit() -> [Effect] {
    guard let running = flow else { return [.quit] }
    guard view.confirmation == .quit else {
      view.confirmation = .quit
      return []
    }
    return [.abandon(running.id), .quit]
  }

  /// Ends the flow without judging how.
  mutating func end() {
    flow = nil
    settle()
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
  var firstStep: FlowStep { self == .forgetDevice ? .unregister : .discovery }
}

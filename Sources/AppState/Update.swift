import Foundation
import OAuthClient
import SharedValues

/// The app's one transition function: what happened changes the state and says what to do next, and does nothing itself.
///
/// Answers of a flow that is no longer under way (cancelled, failed, replaced) change nothing but the message log.
public func update(_ state: inout AppState, _ action: Action, now: Date) -> [Effect] {
  state.now = now
  switch action {
  case .started: return [.loadKeystore, .ensureServer]
  case .tick: return []
  case .view(let action):
    state.look(action)
    return []
  case .startRegistration, .startAuthentication, .refreshAccessToken, .signOut, .forgetDevice, .registerAgain, .retry:
    return state.begin(action)
  case .clearBrowserData: return state.clearBrowserData()
  case .cancel: return state.cancel()
  case .quit: return state.quit()
  case .dismissBanner, .toggleBannerDetails, .dismissNotice, .browserDataCleared:
    state.notify(action)
    return []
  case .keystoreLoaded, .keystoreFailed, .keystoreSaved, .keystoreSaveFailed, .keystoreErased, .keystoreEraseFailed:
    return state.keystoreAnswered(action)
  case .server(let condition): return state.serverChanged(condition)
  case .exchanged(let trace, let exchange):
    state.record(trace, exchange)
    return []
  case .observed(let method, let path, let status, let note):
    state.log(
      from: .browser, to: .server, .observed(method: method, path: path, status: status, note: note))
    return []
  case .responded, .secretsPrepared, .userAgentReturned, .idTokenJudged: return state.flowAnswered(action)
  }
}

extension AppState {
  /// Runs a step if the answer belongs to the flow that is under way. A judge's refusal ends the flow.
  mutating func inFlow(_ id: FlowID, _ step: (inout AppState) throws(AppError) -> [Effect]) -> [Effect] {
    guard flow?.id == id else { return [] }
    do { return try step(&self) } catch { return fail(error) }
  }

  /// The outside answers a step of a flow.
  mutating func flowAnswered(_ action: Action) -> [Effect] {
    switch action {
    case .responded(let id, let reply, let result):
      inFlow(id) { (state) throws(AppError) in try state.responded(reply, result) }
    case .secretsPrepared(let id, let secrets):
      inFlow(id) { (state) throws(AppError) in try state.openUserAgent(secrets) }
    case .userAgentReturned(let id, let outcome):
      inFlow(id) { (state) throws(AppError) in try state.userAgentReturned(outcome) }
    case .idTokenJudged(let id, let result):
      inFlow(id) { (state) throws(AppError) in try state.idTokenJudged(result) }
    default: []
    }
  }

  /// Whether the picture changes by itself as time passes: then, and only then, the edge sends ticks.
  public var needsTicks: Bool {
    if flow != nil { return true }
    if case .authorized(let session, _) = auth { return session.tokens.expiresAt.map { $0 > now } ?? false }
    return false
  }

  mutating func log(from: Party, to: Party, _ content: Message.Content) {
    messages.append(from: from, to: to, content, at: now, step: flow?.step)
  }

  /// An exchange appears in the log when its request leaves and is completed when its answer comes.
  mutating func record(_ trace: Int, _ exchange: Exchange) {
    if let id = openTraces[trace] {
      messages.update(id, .exchange(exchange))
    } else {
      openTraces[trace] = messages.append(
        from: .app, to: .server, .exchange(exchange), at: exchange.started, step: flow?.step)
    }
    if exchange.outcome != nil { openTraces[trace] = nil }
  }
}

import Doctor

/// Presses the app's buttons one after another, as `flow` promises: registration, login, refresh, sign-out.
/// Pure: changes go in; presses and lines to print come out. So the same state machine runs with and without a screen.
struct FlowScript {
  enum Line: Hashable {
    /// The flow waits until a person has entered the code at that address (RFC 8628 §3.3).
    case waiting(FlowStep, DeviceAuthorization, seconds: Int)
    /// The desktop's browser has brought no answer for some seconds.
    case unanswered(FlowStep, UnansweredPage)
    case done(FlowStep, milliseconds: Double, detail: JSON)
    case skipped(FlowStep, why: SkipReason)
    case failed(FlowStep, milliseconds: Double, CommandError)

    /// The sign-out was not confirmed by the server: the tokens are deleted here, but its session may continue.
    var isUnconfirmed: Bool {
      if case .done(.logout, _, let detail) = self { detail["confirmed"] == false } else { false }
    }
  }

  enum Ending: Hashable {
    case complete
    /// `--until` was reached.
    case reached(FlowStep)
    case failed(FlowStep, CommandError)
  }

  struct Reaction: Equatable {
    var lines: [Line] = []
    var press: Action?
    var ending: Ending?
  }

  let until: FlowStep?
  let registersAgain: Bool
  /// The answer when a key asks for its user; `nil`: there is no user to ask.
  var confirmsPresence: Bool?

  private var stepsDone: Set<FlowStep> = []
  private var details: [FlowStep: JSON] = [:]
  private var current: (step: FlowStep, began: Date)?

  init(until: FlowStep?, registersAgain: Bool) { (self.until, self.registersAgain) = (until, registersAgain) }

  mutating func react(to change: AppStore.Change) -> Reaction {
    var reaction = Reaction()
    details.merge(FlowDetail.of(change)) { $0.merging($1) }
    if let codes = change.after.flow?.deviceAuthorization, codes != change.before.flow?.deviceAuthorization {
      let seconds = Int(codes.expiresAt.timeIntervalSince(change.after.now).rounded())
      reaction.lines.append(.waiting(change.after.flow?.step ?? .login, codes, seconds: seconds))
    }
    if let flow = change.after.flow, let page = flow.unanswered, page != change.before.flow?.unanswered {
      reaction.lines.append(.unanswered(flow.step, page))
    }
    follow(change, &reaction)
    guard reaction.ending == nil else { return reaction }
    if case .presenceAsked = change.action, let confirmsPresence {
      reaction.press = .confirmPresence(confirmsPresence)
      return reaction
    }
    if let ending = failure(change, &reaction) {
      reaction.ending = ending
    } else if change.after.flow == nil {
      next(change, &reaction)
    }
    return reaction
  }

  /// A step ends when the next begins, or when its flow ends successfully.
  private mutating func follow(_ change: AppStore.Change, _ reaction: inout Reaction) {
    let (before, after) = (change.before.flow, change.after.flow)
    guard before?.step != after?.step || before?.id != after?.id else { return }
    // A token that the API refused is refreshed first; the step continues.
    if before?.kind == .accounts, after?.kind == .refresh { return }
    if let before, after != nil || FlowScript.hasEndedWell(change) {
      finish(before.step, change, &reaction)
      finishWithTokens(before.step, change, &reaction)
    }
    guard reaction.ending == nil, let after else { return }
    if !stepsDone.contains(after.step) { current = (after.step, change.after.now) }
  }

  /// The answer that ends a login on another device (RFC 8628 §3.5) also brings the tokens, so the next step needs no request.
  private mutating func finishWithTokens(_ login: FlowStep, _ change: AppStore.Change, _ reaction: inout Reaction) {
    let steps: [FlowStep: FlowStep] = [.registrationLogin: .registrationToken, .login: .token]
    guard reaction.ending == nil, let step = steps[login], details[step] != nil, change.after.flow?.step != step else {
      return
    }
    current = (step, change.after.now)
    finish(step, change, &reaction)
  }

  private mutating func finish(_ step: FlowStep, _ change: AppStore.Change, _ reaction: inout Reaction) {
    guard !stepsDone.contains(step), step.isPartOfFlow || step == until else { return }
    stepsDone.insert(step)
    if let why = FlowScript.reasonToSkip(step, change) {
      reaction.lines.append(.skipped(step, why: why))
    } else {
      reaction.lines.append(.done(step, milliseconds: elapsed(change), detail: details[step] ?? [:]))
    }
    if step == until { reaction.ending = .reached(step) }
    if step == .token, change.after.usesApplicationServer, reaction.ending == nil {
      skip(.userinfo, .claimsCame, &reaction)
    }
    guard step == .discovery else { return }
    for (step, why) in FlowScript.leftOut(change.after) where reaction.ending == nil { skip(step, why, &reaction) }
  }

  private static func leftOut(_ state: AppState) -> [(FlowStep, SkipReason)] {
    guard let kind = state.flow?.kind, kind == .authentication || kind == .registration else { return [] }
    return SkipReason.leftOut(
      state.settings.registration, isRegistered: kind == .authentication,
      usesApplicationServer: state.usesApplicationServer)
  }

  private func elapsed(_ change: AppStore.Change) -> Double {
    max(0, change.after.now.timeIntervalSince(current?.began ?? change.after.now) * 1000)
  }

  private static func hasEndedWell(_ change: AppStore.Change) -> Bool {
    switch change.before.flow?.kind {
    case .registration: change.after.notice == .registered
    case .authentication, .stepUp, .refresh, .silentStart: change.after.session != nil && change.after.banner == nil
    case .signOut, .signUp: change.after.banner == nil
    case .accounts, .payment: change.after.banner == nil && change.after.api.demand == nil
    case .forgetDevice, .revokeTokens, .updateRegistration, .checkRegistration, nil: true
    }
  }

  /// A step that the server does not offer is skipped and is not a failure.
  private static func reasonToSkip(_ step: FlowStep, _ change: AppStore.Change) -> SkipReason? {
    switch step {
    case .userinfo where change.after.metadata?.userinfoEndpoint == nil: .noUserinfo
    case .refresh where change.after.notice == .refreshNotGranted: .refreshNotGranted
    case .logout where change.after.metadata?.endSessionEndpoint == nil: .noEndSession
    default: nil
    }
  }

  private mutating func failure(_ change: AppStore.Change, _ reaction: inout Reaction) -> Ending? {
    let after = change.after
    let step = change.before.flow?.step ?? after.flow?.step ?? .discovery
    var error: CommandError?
    if case .failed(let reason) = after.keystore { error = CommandError(reason) }
    if let banner = after.banner { error = CommandError(banner.error) }
    // Only a lab that pays has a user who could log in again.
    if after.api.demand != nil, after.flow == nil, until != .payment {
      let code = AppError.Code.server(.insufficientUserAuthentication)
      error = CommandError(AppError(code: code, step: step, cause: .app(detail: "")))
    }
    // A refused silent start is not a failure: the login follows.
    if after.auth == .cancelled, after.flow == nil, change.before.flow?.kind != .silentStart {
      error = CommandError(.userAgentClosed)
    }
    guard let error else { return nil }
    let failed = after.banner?.error.step ?? step
    reaction.lines.append(.failed(failed, milliseconds: elapsed(change), error))
    return .failed(failed, error)
  }

  private mutating func next(_ change: AppStore.Change, _ reaction: inout Reaction) {
    let state = change.after
    switch state.keystore {
    case .loading, .locked, .failed: return
    case .empty, .open: break
    }
    if state.loginClient == nil {
      reaction.press = .startRegistration
    } else if registersAgain, state.registers, !stepsDone.contains(.register) {
      reaction.press = .registerAgain
    } else if state.session == nil, !stepsDone.contains(.logout) {
      reaction.press = .startAuthentication
    } else if !stepsDone.contains(.refresh), let session = state.session {
      if session.tokens.refreshToken != nil {
        reaction.press = .refreshAccessToken
      } else {
        skip(.refresh, state.usesApplicationServer ? .tokensStay : .noRefreshToken, &reaction)
        if reaction.ending == nil { afterRefresh(state, &reaction) }
      }
    } else if state.session != nil {
      afterRefresh(state, &reaction)
    } else {
      reaction.ending = .complete
    }
  }

  /// If the configuration names an API, the tokens are used there before the sign-out.
  private mutating func afterRefresh(_ state: AppState, _ reaction: inout Reaction) {
    if state.canUseAPI, !stepsDone.contains(.accounts) {
      reaction.press = .api(.readAccounts)
    } else if until == .payment {
      reaction.press = .api(FlowScript.paying(state.api))
    } else {
      if until == .accounts { skip(.accounts, .noAPI, &reaction) }
      if reaction.ending == nil { reaction.press = .signOut }
    }
  }

  /// Fills in the form and pays; logs in again first if the API demands it (RFC 9470 §4).
  private static func paying(_ api: APIState) -> APIAction {
    if api.demand != nil { return .stepUp }
    guard let field = api.form.missing.first else { return .pay }
    return .edit(field, .replace(field == .recipient ? "Anna Andersson" : "12.50"))
  }

  private mutating func skip(_ step: FlowStep, _ why: SkipReason, _ reaction: inout Reaction) {
    guard stepsDone.insert(step).inserted else { return }
    reaction.lines.append(.skipped(step, why: why))
    if step == until { reaction.ending = .reached(step) }
  }
}

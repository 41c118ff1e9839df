import FoundationEssentials

/// The app's one transition function: an action changes the state and returns the effects to carry out.
///
/// Answers to a flow that is no longer under way (cancelled, failed, replaced) change nothing but the message log.
public func update(_ state: inout AppState, _ action: Action, now: Date) -> [Effect] {
  state.now = now
  let change = PhoneChange(action: action, phase: state.phase)
  var effects = state.apply(action)
  effects = state.withNonces(effects + state.afterwards())
  for tool in state.tools.kinds { effects += tool.observe(in: &state, change) }
  // API data belongs to the session and ends with it.
  if state.session == nil, state.api != APIState() { state.api = APIState() }
  state.leaveClosedScreens()
  state.awaitAnswers(of: effects)
  for tool in state.tools.kinds { effects = tool.intercept(effects, in: &state) }
  return effects
}

extension AppState {
  mutating func apply(_ action: Action) -> [Effect] {
    switch action {
    case .started: return load()
    case .tick: tools.tick()
    case .woke(let number): woke(number)
    case .view(let action): look(action)
    case .startRegistration, .startAuthentication, .refreshAccessToken, .signOut, .forgetDevice, .revokeTokens,
      .updateRegistration, .checkRegistration, .registerAgain, .saveAgain, .moveSecretIntoForm, .createAccount, .retry:
      return begin(action)
    case .retryWith(let kind): return retry(with: kind)
    case .switchUserAgent(let kind): if settings.userAgents.contains(kind) { userAgent = kind }
    case .clearBrowserData: return clearBrowserData()
    case .unlock: return unlock()
    case .cancel: return cancel()
    case .quit: return quit()
    case .confirmPresence(let isConfirmed):
      guard presence != nil else { return [] }
      presence = nil
      return [.answerPresence(isConfirmed)]
    case .usedKeys(let id, let operations) where flow?.id == id:
      presence = nil
      for operation in operations { log(from: .app, to: .secureElement, .keys(operation)) }
    case .presenceAsked(let question) where flow?.id == question.flow:
      presence = question
      settle()
    case .usedKeys, .presenceAsked: break
    case .dismissBanner:
      (banner, unendedSession) = (nil, nil)
      // Enter must not press the button that takes the place of Dismiss.
      view.button = 0
      if case .failed = auth { auth = .idle }
    case .toggleBannerDetails:
      banner?.showsDetails.toggle()
      view.scroll = 0
    case .dismissNotice: (notice, droppedAnswers) = (nil, 0)
    case .warned(let warnings): unreadWarnings = warnings
    case .dismissWarnings: (unreadWarnings, view.button) = ([], 0)
    case .browserDataCleared(let files):
      (expectsSSO, isNewlyRegistered) = (false, false)
      notice = .clearedBrowserData(erased: files)
    case .keystoreLoaded(let stored): return loaded(stored)
    case .keystoreFailed(let error): keystoreRefused(error)
    case .server(let condition): return serverChanged(condition)
    case .exchanged(let trace, let exchange): record(trace, exchange)
    case .observed(let request): observed(request)
    case .phones(let action): return phonesAnswered(action)
    case .api(let action): return use(action)
    case .prefer(let action): return prefer(action)
    case .tool(let event): return event.action.apply(in: &self)
    case .answerDropped(let id, let url): answerDropped(id, url)
    case .userAgentUnanswered(let id, let page):
      if flow?.id == id, flow?.awaits == .userAgent { flow?.unanswered = page }
    case .answered(let id, let answer): return goOn(id, answer)
    }
    return []
  }

  /// Whether the picture changes by itself as time passes: only then does the edge send ticks.
  public var needsTicks: Bool {
    if flow != nil || tools.kinds.contains(where: { $0.needsTicks(on: self) }) { return true }
    if renewal?.attempt ?? 0 > 0 { return true }
    if let left = registration?.secretExpiresAt?.timeIntervalSince(now), (0...86_400).contains(left) { return true }
    if case .authorized(let session, _) = auth { return session.tokens.expiresAt.map { $0 > now } ?? false }
    return false
  }
}

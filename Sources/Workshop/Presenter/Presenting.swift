import AppState
import FoundationEssentials

/// Presenter mode. Autoplay presses the buttons that a person would press; the protocol code does not know about it.
extension AppState {
  mutating func present(_ action: PresenterAction) -> [Effect] {
    switch action {
    case .toggle:
      guard !presenterTool.isForGood else { return [] }
      settings.presenter.toggle()
      // Switching the mode either way never reveals secrets.
      view.revealsSecrets = false
      presenterTool = PresenterTool()
      // Messages that were held only for the audience need not wait any longer.
      if !settings.presenter, !stepping.isOn { step(.runOn) }
    case .play:
      guard settings.presenter else { return [] }
      presenterTool.saysPace = false
      if presenterTool.isPlaying { pauseShow() } else { playShow() }
    case .faster: changePace(1)
    case .slower: changePace(-1)
    // The screen's edge keeps the past stops and handles these. Autoplay pauses while the presenter looks back.
    case .back, .backChapter: if presenterTool.isPlaying { pauseShow() }
    case .forth, .forthChapter, .present: break
    case .reset:
      guard settings.presenter, presenterTool.reset == nil else { return [] }
      guard visibleFlow == nil || presenterTool.asks(now) else {
        presenterTool.asksUntil = now + PresenterTool.patience
        return []
      }
      presenterTool.asksUntil = nil
      presenterTool.reset = .ending
      presenterTool.isPlaying = false
      (banner, notice) = (nil, nil)
      (phones.isShown, phones.cloned, phones.problem) = (false, nil, nil)
      let effects = cancel()
      // Held messages are not sent; only pending writes go to the disk.
      if flow == nil { stepping.held = [] }
      if stepping.isOn { step(.toggle) }
      return effects
    case .pressed(let key):
      presenterTool.key = settings.presenter ? key : nil
      presenterTool.saysPace = false
    case .due(let number):
      guard presenterTool.awaitedTurn == number else { return [] }
      presenterTool.awaitedTurn = nil
      return presenterTool.isPlaying ? takeTurn() : []
    }
    return []
  }

  private mutating func changePace(_ step: Int) {
    let all = PresenterTool.Pace.allCases
    let index = (all.firstIndex(of: presenterTool.pace) ?? 0) + step
    guard all.indices.contains(index) else { return }
    (presenterTool.pace, presenterTool.saysPace) = (all[index], true)
    // The awaited turn was requested at the old pace.
    presenterTool.awaitedTurn = nil
    if presenterTool.isPlaying { self.step(.pace(presenterTool.pace.ofMessages)) }
  }

  /// Sends messages one by one, so that each can be seen; between flows, presses the buttons.
  private mutating func playShow() {
    (presenterTool.isPlaying, presenterTool.awaitedTurn) = (true, nil)
    if flow == nil, session == nil { presenterTool.played = [] }
    if view.tab == .messages { view.tab = .sequence }
    step(.pace(presenterTool.pace.ofMessages))
  }

  private mutating func pauseShow() {
    (presenterTool.isPlaying, presenterTool.awaitedTurn) = (false, nil)
    if stepping.message == nil {
      if stepping.isOn { step(.toggle) }
    } else if !stepping.isPaused {
      step(.pause)
    }
  }

  /// Runs after each action: takes the next turn of autoplay or the next part of a reset.
  mutating func goOnWithTheShow() -> [Effect] {
    if presenterTool.reset != nil { return goOnResetting() }
    guard presenterTool.isPlaying, presenterTool.awaitedTurn == nil, visibleFlow == nil else { return [] }
    presenterTool.lastTurn += 1
    presenterTool.awaitedTurn = presenterTool.lastTurn
    return [.presenter(.turn(presenterTool.lastTurn, after: presenterTool.pace.duration))]
  }

  private mutating func takeTurn() -> [Effect] {
    if isRefusedForTheShow, presenterTool.played.insert(.registerAgain).inserted {
      if view.tab == .server { view.tab = .sequence }
      return begin(.registerAgain)
    }
    // A person has to decide something.
    guard banner == nil, view.confirmation == nil, keystore == .empty || keystore == .open else {
      pauseShow()
      return []
    }
    if notice != nil { notice = nil }
    if visibleFlow != nil { return [] }
    guard session != nil else { return takeTurnSignedOut() }
    if view.route == .profile {
      view.route = .home
      settle()
      return []
    }
    if canRefresh, presenterTool.played.insert(.refresh).inserted { return begin(.refreshAccessToken) }
    if presenterTool.played.insert(.profile).inserted {
      view.route = .profile
      settle()
      return []
    }
    if let client = clientToRevoke, presenterTool.played.insert(.revoke).inserted {
      (view.tab, view.focus) = (.server, .panel)
      return begin(.revoke(client: client))
    }
    if presenterTool.played.contains(.revoke), presenterTool.played.insert(.refused).inserted {
      view.focus = .phone
      return begin(.refreshAccessToken)
    }
    presenterTool.played.insert(.signOut)
    return begin(.signOut)
  }

  /// The client that the show revokes to demonstrate a refusal; needs the embedded server and a refresh token.
  private var clientToRevoke: String? { settings.embeddedServer && canRefresh ? ownServerClientID : nil }

  /// Whether the show had this client revoked and the server has refused it.
  private var isRefusedForTheShow: Bool {
    banner?.registrationIsDead == true && presenterTool.played.contains(.refused)
  }

  private var canRefresh: Bool { session?.tokens.refreshToken != nil && !usesApplicationServer }

  private mutating func takeTurnSignedOut() -> [Effect] {
    guard !presenterTool.played.contains(.signOut) else {
      pauseShow()
      return []
    }
    return begin(loginClient == nil ? .startRegistration : .startAuthentication)
  }

  /// Runs the parts of a reset in turn, each when the previous one has ended.
  private mutating func goOnResetting() -> [Effect] {
    guard flow == nil, keystore != .loading, let reset = presenterTool.reset else { return [] }
    var way = StartingOver.forgetting
    switch reset {
    case .ending:
      presenterTool.reset = .administering
      let effects = beginStartingOver()
      guard effects.isEmpty else { return effects }
      fallthrough
    case .administering:
      guard !isStartingOver else { return [] }
      presenterTool.reset = .startingOver(.forgetting)
      let effects = startOver()
      guard effects.isEmpty else { return effects }
    case .startingOver(let stage): way = stage
    }
    // A failed part shows its error and stops the reset.
    let next = goOn(way)
    presenterTool.reset = next.map { .startingOver($0.way) }
    return next?.effects ?? []
  }

  /// The browser's data is cleared: the show is at its start again.
  mutating func hasReset() {
    guard presenterTool.reset == .startingOver(.clearing) else { return }
    hasStartedOver()
    let (pace, isForGood, key) = (presenterTool.pace, presenterTool.isForGood, presenterTool.key)
    // A question whether to quit stays open.
    let isQuitting = view.confirmation == .quit
    view = ViewState()
    if isQuitting { view.confirmation = .quit }
    view.tab = tools.tabs.first
    tools.startOver()
    presenterTool = PresenterTool()
    (presenterTool.pace, presenterTool.isForGood, presenterTool.key) = (pace, isForGood, key)
  }
}

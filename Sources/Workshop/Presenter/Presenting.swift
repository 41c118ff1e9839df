import AppState
import FoundationEssentials

/// Presenter mode. Autoplay presses the buttons that a person would press; the protocol code does not know about it.
extension Phone<PresenterTool> {
  mutating func present(_ action: PresenterAction) -> [Effect] {
    switch action {
    case .toggle:
      guard !own.isForGood else { return [] }
      setPresenter(!state.settings.presenter)
      own = PresenterTool()
      // Messages that were held only for the audience need not wait any longer.
      if !state.settings.presenter, !stepping.isOn { return perform(.step(.runOn)) }
    case .play:
      guard state.settings.presenter else { return [] }
      own.saysPace = false
      if own.isPlaying { return pauseShow() }
      // Sends messages one by one, so that each can be seen; between flows, presses the buttons.
      (own.isPlaying, own.awaitedTurn) = (true, nil)
      if state.flow == nil, state.session == nil { own.played = [] }
      if state.view.tab == .messages { turn(to: .sequence) }
      return perform(.step(.pace(own.pace.ofMessages)))
    case .faster: return changePace(1)
    case .slower: return changePace(-1)
    // The screen's edge keeps the past stops and handles these. Autoplay pauses while the presenter looks back.
    case .back, .backChapter: return own.isPlaying ? pauseShow() : []
    case .forth, .forthChapter, .present: break
    case .reset:
      guard state.settings.presenter, own.reset == nil else { return [] }
      guard state.visibleFlow == nil || own.asks(state.now) else {
        own.asksUntil = state.now + PresenterTool.patience
        return []
      }
      own.asksUntil = nil
      own.reset = .ending
      own.isPlaying = false
      clearNews()
      closePhones()
      var effects = perform(.cancel)
      // Held messages are not sent; only pending writes go to the disk.
      if state.flow == nil { effects += perform(.step(.drop)) }
      if stepping.isOn { effects += perform(.step(.toggle)) }
      return effects
    case .pressed(let key):
      own.key = state.settings.presenter ? key : nil
      own.saysPace = false
    case .due(let number):
      guard own.awaitedTurn == number else { return [] }
      own.awaitedTurn = nil
      return own.isPlaying ? takeTurn() : []
    }
    return []
  }

  private var stepping: Stepping { self[Stepping.self] }

  private mutating func changePace(_ step: Int) -> [Effect] {
    let all = PresenterTool.Pace.allCases
    let index = (all.firstIndex(of: own.pace) ?? 0) + step
    guard all.indices.contains(index) else { return [] }
    (own.pace, own.saysPace) = (all[index], true)
    // The awaited turn was requested at the old pace.
    own.awaitedTurn = nil
    return own.isPlaying ? perform(.step(.pace(own.pace.ofMessages))) : []
  }

  private mutating func pauseShow() -> [Effect] {
    (own.isPlaying, own.awaitedTurn) = (false, nil)
    if stepping.message == nil { return stepping.isOn ? perform(.step(.toggle)) : [] }
    return stepping.isPaused ? [] : perform(.step(.pause))
  }

  /// Runs after each action: takes the next turn of autoplay or the next part of a reset.
  mutating func goOnWithTheShow() -> [Effect] {
    if own.reset != nil { return goOnResetting() }
    guard own.isPlaying, own.awaitedTurn == nil, state.visibleFlow == nil else { return [] }
    own.lastTurn += 1
    own.awaitedTurn = own.lastTurn
    return [.tool(PresenterEffect.turn(own.lastTurn, after: .seconds(own.pace.rawValue)))]
  }

  private mutating func takeTurn() -> [Effect] {
    // The show had this client revoked, and the server has refused it.
    let isRefused = state.banner?.registrationIsDead == true && own.played.contains(.refused)
    if isRefused, own.played.insert(.registerAgain).inserted {
      if state.view.tab == .server { turn(to: .sequence) }
      return perform(.registerAgain)
    }
    // A person has to decide something.
    guard state.banner == nil, state.view.confirmation == nil, state.keystore == .empty || state.keystore == .open
    else { return pauseShow() }
    dropNotice()
    if state.visibleFlow != nil { return [] }
    guard state.session != nil else {
      guard !own.played.contains(.signOut) else { return pauseShow() }
      return perform(state.loginClient == nil ? .startRegistration : .startAuthentication)
    }
    if state.view.route == .profile { return perform(.view(.show(.home))) }
    if canRefresh, own.played.insert(.refresh).inserted { return perform(.refreshAccessToken) }
    if own.played.insert(.profile).inserted { return perform(.view(.show(.profile))) }
    // Only the embedded server can be told to revoke, and only a refresh shows the refusal.
    if state.settings.embeddedServer, canRefresh, let client = clientID, own.played.insert(.revoke).inserted {
      turn(to: .server)
      focus(on: .panel)
      return perform(.serverPanel(.change(.revoke(client: client))))
    }
    if own.played.contains(.revoke), own.played.insert(.refused).inserted {
      focus(on: .phone)
      return perform(.refreshAccessToken)
    }
    own.played.insert(.signOut)
    return perform(.signOut)
  }

  private var clientID: String? { state.registration?.credentials.clientID }
  private var canRefresh: Bool { state.session?.tokens.refreshToken != nil && !state.usesApplicationServer }

  /// Runs the parts of a reset in turn, each when the previous one has ended.
  private mutating func goOnResetting() -> [Effect] {
    guard state.flow == nil, state.keystore != .loading, let reset = own.reset else { return [] }
    var way = StartingOver.forgetting
    switch reset {
    case .ending:
      own.reset = .administering
      // The embedded server deletes this phone's client and sessions, without using the phone's own token.
      if let client = clientID, !server.isChanging {
        let effects = perform(.serverPanel(.change(.forget(client: client))))
        guard effects.isEmpty else { return effects }
      }
      fallthrough
    case .administering:
      guard !server.isChanging else { return [] }
      own.reset = .startingOver(.forgetting)
      let effects = state.hasSomethingToForget ? perform(.forgetDevice) : []
      guard effects.isEmpty else { return effects }
    case .startingOver(let stage): way = stage
    }
    // A failed part shows its error and stops the reset.
    let next = way.next(state)
    own.reset = next.map { .startingOver($0.way) }
    return next?.effects ?? []
  }

  private var server: ServerInsight { self[ServerInsight.self] }
}

import AppState
import Catalogue
import Screens

/// The text for the audience at a stop: a headline, and one or two sentences.
struct StopCaption: Hashable {
  var title: Phrase
  var text: Phrase
  /// The stop's place in the story of the main job, from 1; `nil`: outside the story, or another story.
  var number: Int?

  /// The number of stops in the story.
  private(set) var count = 0

  /// The stops from a phone without a client to a signed-in user.
  static func story(_ mode: RegistrationMode) -> [Phrase] {
    if !mode.registers {
      return [.stopStaticClient, .stopDiscovery, .stopLogin, .stopTokensWithoutSecret, .stopUserinfo, .stopSignedIn]
    }
    let steps = mode.registrationSteps
    let token: [Phrase] =
      (steps.contains(.registrationLogin) ? [.stopFirstLogin] : [])
      + (steps.contains(.registrationToken) ? [.stopDCRToken] : [])
    let login: Phrase = mode.logsIn ? .stopSecondLogin : .stopLogin
    return [.stopFresh, .stopDiscovery] + token
      + [.stopRegister, .stopRegistered, login, .stopTokens, .stopUserinfo, .stopSignedIn]
  }

  init(_ state: AppState) {
    (title, text) = StopCaption.phrases(state)
    let settings = state.settings
    guard settings.softwareID == nil, !state.usesApplicationServer else { return }
    let isNew = state.registration == nil || StopCaption.registersAnother(state)
    // An existing client has read the metadata before.
    guard title != .stopDiscovery || isNew else { return }
    let story = StopCaption.story(settings.registration)
    guard let number = story.firstIndex(of: title).map({ $0 + 1 }) else { return }
    // The story is told once per client: a second login comes after its end.
    guard number >= state[PresenterTool.self].reached || number == 1 || state.registers && isNew else { return }
    (self.number, count) = (number, story.count)
  }

  /// E.g. `3 of 10`.
  func place(_ look: Look) -> String? {
    number.map { look.catalogue(.stopPlace, ["number": String($0), "count": String(count)]) }
  }

  func headline(_ look: Look) -> String {
    let title = look.catalogue(title)
    return [place(look), title].compactMap(\.self).joined(separator: " \(look.marks.separator) ")
  }

  private static func phrases(_ state: AppState) -> (Phrase, Phrase) {
    if state[Stepping.self].openQuestion != nil { return (.stopQuestion, .stopQuestionText) }
    if let flow = state.visibleFlow { return step(flow, state) }
    if let banner = state.banner { return banner.registrationIsDead ? dead(state) : (.stopError, .stopErrorText) }
    if let announcement = Announcement.shown(state) { return (announcement.title, announcement.text) }
    if hasEnded(state) { return (.stopEnd, .stopEndText) }
    return switch PhoneScreen(state) {
    case .loading, .unlock: (.stopLoading, .stopLoadingText)
    case .keystoreFailed: (.stopError, .stopErrorText)
    case .registration: (.stopFresh, .stopFreshText)
    case .unauthenticated where state[PresenterTool.self].isDead: dead(state)
    case .unauthenticated:
      state.registers ? (.stopRegistered, .stopRegisteredText) : (.stopStaticClient, .stopStaticClientText)
    case .authenticated: (.stopSignedIn, .stopSignedInText)
    case .accounts, .payment: (.stopAccounts, .stopAccountsText)
    case .profile, .role: (.stopProfile, .stopProfileText)
    case .settings, .appearance: (.stopSettings, .stopSettingsText)
    default: (.stopOther, .stopOtherText)
    }
  }

  private static func dead(_ state: AppState) -> (Phrase, Phrase) {
    (.stopDead, state.settings.keys.privateKey ? .stopDeadByKeyText : .stopDeadText)
  }

  private static func step(_ flow: Flow, _ state: AppState) -> (Phrase, Phrase) {
    switch flow.step {
    case .discovery: (.stopDiscovery, .stopDiscoveryText)
    case .registrationLogin: (.stopFirstLogin, .stopFirstLoginText)
    case .registrationToken: (.stopDCRToken, registrationToken(state))
    case .register: (.stopRegister, registersKey(state) ? .stopRegisterByKeyText : .stopRegisterText)
    case .login where flow.kind == .stepUp: (.stepUpTitle, .stopStepUpText)
    // Number and promise are those of the main job, where the first login created the session.
    case .login where state.registers && state.expectsSSO: (.stopSecondLogin, .stopSecondLoginText)
    case .login: (.stopLogin, .stopLoginText)
    case .token: tokens(state)
    case .userinfo: (.stopUserinfo, .stopUserinfoText)
    case .refresh: (.stopRefresh, refresh(state))
    case .logout: (.stopSignOut, .stopSignOutText)
    case .accounts, .payment: (.stopAPI, .stopAPIText)
    case .unregister, .signUp, .revoke, .update, .check: (.stopOther, .stopOtherText)
    }
  }

  private static func registrationToken(_ state: AppState) -> Phrase {
    switch state.settings.registration {
    case .user, .open, .staticClient: .stopDCRTokenText
    case .device: .stopDeviceTokenText
    case .push: .stopPushedTokenText
    case .initialAccessToken: .stopGivenTokenText
    }
  }

  /// Whether the client being registered gets a key. If a downgrade is allowed, that depends on the server.
  private static func registersKey(_ state: AppState) -> Bool {
    let keys = state.settings.keys
    return keys.allowsDowngrade ? state.keyRequirements.privateKey : keys.privateKey
  }

  private static func tokens(_ state: AppState) -> (Phrase, Phrase) {
    switch state.loginClient?.credentials.authentication {
    case .some(.none): (.stopTokensWithoutSecret, .stopTokensWithoutSecretText)
    case .privateKey: (.stopTokens, .stopTokensByKeyText)
    case .basic, .post, nil: (.stopTokens, .stopTokensText)
    }
  }

  private static func refresh(_ state: AppState) -> Phrase {
    switch state.loginClient?.credentials.authentication {
    // The refresh token of a client that does not authenticate is bound to the key of its tokens (RFC 9449 §5).
    case .some(.none) where state.keyRequirements.dpop || state.session?.tokens.key != nil: .stopRefreshWithProofText
    case .some(.none): .stopRefreshWithoutSecretText
    case .privateKey: .stopRefreshByKeyText
    case .basic, .post, nil: .stopRefreshText
    }
  }

  /// Whether the phone is registering a client that replaces an existing one: a new story.
  static func registersAnother(_ state: AppState) -> Bool {
    state.registration != nil && state.visibleFlow?.kind == .registration
  }

  /// Whether the user has signed out and nothing else has begun.
  private static func hasEnded(_ state: AppState) -> Bool {
    guard state.session == nil, state.loginClient != nil else { return false }
    return state[PresenterTool.self].played.contains(.signOut)
      || [.signedOut, .signedOutUnconfirmed, .signedOutWithoutBrowser, .signedOutLocally].contains(state.notice)
  }
}

extension Announcement {
  /// What the audience is told instead of the phone's screen.
  static func shown(_ state: AppState) -> Announcement? {
    if state.phones.isShown { return state.phones.cloned == nil ? Announcement(.stopPhones, .stopPhonesText) : cloned }
    return state.view.focus == .panel ? state.panelView?.announcement(state) : nil
  }

  /// Everything that was done outside the flow, visible or not.
  static func all(_ state: AppState) -> [Announcement] {
    (state.phones.cloned == nil ? [] : [cloned]) + state.toolViews.compactMap { $0.announcement(state) }
  }

  private static let cloned = Announcement(.stopCloned, .stopClonedText)
}

import AppState
import TerminalUI

/// Facts about a picture of the app, with stable names for scripts, in no language.
///
/// Absent things have no fact: without a sheet there is no `sheet`.
package enum ScreenFact: String, Hashable, Sendable, CaseIterable {
  /// The phone's screen.
  case screen
  /// The sheet or overlay that covers it.
  case sheet
  /// The code of the displayed error.
  case error
  /// A phase of the app, as the panel **State** draws it.
  case state
  /// The visible panel.
  case panel
  /// The label of the button that Enter would press, in the language of the screen.
  case focus
  /// The displayed notice.
  case notice
  case device
  /// The number of changes of phase.
  case changes
  /// The latest changes, each as `number from to cause code`, separated by `;`.
  case history

  /// All possible values of a fact that has few; `nil`: any value.
  package func names(with tools: [any Tool.Type]) -> [String]? {
    let views = tools.compactMap { $0 as? any ToolView.Type }
    return switch self {
    case .screen: PhoneScreen.Name.allCases.map(\.rawValue) + ["too-small"]
    case .sheet:
      PhoneSheet.Name.allCases.map(\.rawValue) + views.flatMap { $0.sheets } + ["palette", "help"]
        + views.compactMap { $0.cover?.name }
    case .state: Phase.allCases.map(\.rawValue)
    case .panel: tools.flatMap { $0.tabs }.sorted { $0.place < $1.place }.map(\.name)
    case .notice: Notice.Name.allCases.map(\.rawValue)
    case .error, .focus, .device, .changes, .history: nil
    }
  }
}

extension AppScreen {
  /// The facts about the picture of this state on a terminal of this size.
  package static func facts(_ state: AppState, size: Size, look: Look) -> [ScreenFact: String] {
    let arrangement = Arrangement(size, state)
    var facts: [ScreenFact: String] = [
      .screen: arrangement.isTooSmall ? "too-small" : PhoneScreen(state).name.rawValue, .state: state.phase.rawValue,
      .device: state.settings.device,
    ]
    for view in state.toolViews { facts.merge(view.facts(state)) { _, new in new } }
    facts[.sheet] =
      state.view.palette != nil
      ? "palette" : state.view.showsHelp ? "help" : state.openCover?.name ?? PhoneSheet(state)?.name
    facts[.error] = state.shownErrorCode
    facts[.notice] = state.notice?.name.rawValue
    if arrangement.panel != nil { facts[.panel] = state.view.tab?.name }
    if arrangement.focus == .phone, !arrangement.isTooSmall {
      let page = PhonePages(state, look: look).top
      facts[.focus] = page.focus(state.view.button).map {
        look.catalogue(page.controls[$0].phrase, page.controls[$0].values)
      }
    }
    return facts
  }
}

extension AppState {
  fileprivate var shownErrorCode: String? {
    if let code = toolSheet?.sheet.errorCode { return code }
    if let banner, visibleFlow == nil { return banner.error.code.rawValue }
    if case .failed(let error) = keystore { return error.code.rawValue }
    return phones.isShown ? phones.problem?.code.rawValue : nil
  }
}

extension Notice {
  enum Name: String, CaseIterable {
    case signedOut = "signed-out"
    case signedOutLocally = "signed-out-locally"
    case signedOutUnconfirmed = "signed-out-unconfirmed"
    case signedOutWithoutBrowser = "signed-out-without-browser"
    case forgotDevice = "forgot-device"
    case forgotSession = "forgot-session"
    case clearedBrowserData = "cleared-browser-data"
    case tokenRefreshed = "refreshed"
    case refreshNotGranted = "refresh-not-granted"
    case registered
    case accountCreated = "account-created"
    case paid
    case revokedTokens = "revoked-tokens"
    case registrationUpdated = "registration-updated"
    case registrationUpdatedInPart = "registration-updated-in-part"
    case updateCancelled = "update-cancelled"
    case registrationChecked = "registration-checked"
    case registrationOutOfReach = "registration-out-of-reach"
    case sessionEnded = "session-ended"
    case scopeChanged = "scope-changed"
    case notSignedInSilently = "not-signed-in-silently"
    case registrationCancelled = "registration-cancelled"
  }

  fileprivate var name: Name {
    switch self {
    case .signedOut: .signedOut
    case .signedOutLocally: .signedOutLocally
    case .signedOutUnconfirmed: .signedOutUnconfirmed
    case .signedOutWithoutBrowser: .signedOutWithoutBrowser
    case .forgotDevice: .forgotDevice
    case .forgotSession: .forgotSession
    case .clearedBrowserData: .clearedBrowserData
    case .tokenRefreshed: .tokenRefreshed
    case .refreshNotGranted: .refreshNotGranted
    case .registered: .registered
    case .accountCreated: .accountCreated
    case .paid: .paid
    case .revokedTokens: .revokedTokens
    case .registrationUpdated: .registrationUpdated
    case .registrationUpdatedInPart: .registrationUpdatedInPart
    case .updateCancelled: .updateCancelled
    case .registrationChecked: .registrationChecked
    case .registrationOutOfReach: .registrationOutOfReach
    case .sessionEnded: .sessionEnded
    case .scopeChanged: .scopeChanged
    case .notSignedInSilently: .notSignedInSilently
    case .registrationCancelled: .registrationCancelled
    }
  }
}

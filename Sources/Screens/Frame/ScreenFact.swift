import AppState
import TerminalUI

/// Facts about a picture of the app, with stable names for scripts. Absent things have no fact: without a sheet there is no `sheet`.
package enum ScreenFact: String, Hashable, Sendable, CaseIterable {
  case screen
  /// The sheet or overlay that covers it.
  case sheet
  case error
  /// A phase of the app, as the panel **State** draws it.
  case state
  case panel
  /// The label of the button that Enter would press, in the language of the screen.
  case focus
  case notice
  case device
  case changes
  /// The latest changes, each as `number from to cause code`, separated by `;`.
  case history

  /// All possible values of a fact that has few; `nil`: any value.
  package func names(with tools: [any Tool.Type]) -> [String]? {
    let views = tools.compactMap { $0 as? any ToolView.Type }
    return switch self {
    case .screen: PhoneScreen.Name.allCases.map(\.word) + ["too-small"]
    case .sheet:
      PhoneSheet.Name.allCases.map(\.word) + views.flatMap { $0.sheets } + ["palette", "help"]
        + views.compactMap { $0.cover?.name }
    case .state: Phase.allCases.map(\.rawValue)
    case .panel: tools.flatMap { $0.tabs }.sorted { $0.place < $1.place }.map(\.name)
    case .notice: Notice.Name.allCases.map(\.word)
    case .error, .focus, .device, .changes, .history: nil
    }
  }
}

extension AppScreen {
  /// The facts about the picture of this state on a terminal of this size.
  package static func facts(_ state: AppState, size: Size, look: Look) -> [ScreenFact: String] {
    let arrangement = Arrangement(size, state)
    var facts: [ScreenFact: String] = [
      .screen: arrangement.isTooSmall ? "too-small" : PhoneScreen(state).name.word, .state: state.phase.rawValue,
      .device: state.settings.device,
    ]
    for view in state.toolViews { facts.merge(view.facts(state)) { _, new in new } }
    facts[.sheet] =
      state.view.palette != nil
      ? "palette" : state.view.showsHelp ? "help" : state.openCover?.name ?? PhoneSheet(state)?.name
    facts[.error] = state.shownErrorCode
    facts[.notice] = state.notice?.name.word
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

extension RawRepresentable<String> {
  /// The name in scripts: `signedOut` is `signed-out`.
  var word: String { rawValue.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined() }
}

extension Notice {
  enum Name: String, CaseIterable {
    case signedOut, signedOutLocally, signedOutUnconfirmed, signedOutWithoutBrowser, forgotDevice, forgotSession
    case clearedBrowserData, refreshed, refreshNotGranted, registered, accountCreated, paid, revokedTokens
    case registrationUpdated, registrationUpdatedInPart, updateCancelled, registrationChecked, registrationOutOfReach
    case sessionEnded, scopeChanged, notSignedInSilently, registrationCancelled
  }

  var name: Name {
    switch self {
    case .signedOut: .signedOut
    case .signedOutLocally: .signedOutLocally
    case .signedOutUnconfirmed: .signedOutUnconfirmed
    case .signedOutWithoutBrowser: .signedOutWithoutBrowser
    case .forgotDevice: .forgotDevice
    case .forgotSession: .forgotSession
    case .clearedBrowserData: .clearedBrowserData
    case .tokenRefreshed: .refreshed
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

import AppState
import Catalogue
import TerminalUI

/// The very first screen: the app has no client of its own yet (seeds/000, "User Experience").
enum RegistrationScreen {
  static func page(_ state: AppState, _ look: Look) -> PhonePage {
    PhonePage(
      title: look.catalogue(.appTitle),
      blocks: [.subtitle(look.catalogue(state.settings.registration.words.prompt))] + HomeLines.blocks(state, look)
        + [.illustration], controls: controls)
  }

  static let controls = [Control(.startRegistration, .startRegistration), .settings]
}

/// Lines for every home screen: the latest notice, and the server's state.
enum HomeLines {
  static func blocks(_ state: AppState, _ look: Look) -> [PhonePage.Block] {
    var blocks: [PhonePage.Block] = []
    if let notice = state.notice, !notice.isReport {
      let words = "\(notice.mark(look)) " + NoticeSheet.sentence(notice, state, look)
      let lines = TextLayout.wrap(words, width: 1000).map {
        StyledLine($0, notice.style, alignment: .centre, action: .dismissNotice)
      }
      blocks += [.lines(lines), .gap]
    }
    if state.unsavedRegistration != nil { blocks += [.warning(look.catalogue(.notSaved), look, bold: true), .gap] }
    if let named = serverOfAPI(state, look) { blocks += [named, .gap] }
    if let dropped = droppedAnswers(state, look) { blocks += [dropped, .gap] }
    switch state.server {
    case .unknown, .ready, .external: break
    case .starting:
      blocks += [
        .text("\(look.marks.pending) " + look.catalogue(.serverStarting), Style(.phoneSecondary), .centre), .gap,
      ]
    case .failed(let reason, _):
      blocks += [.warning(look.catalogue(.serverFailed, ["reason": reason]), look, .centre), .gap]
    }
    return blocks
  }

  /// Says that the app received something it did not ask for. It has no effect; the line only tells the user about it.
  static func droppedAnswers(_ state: AppState, _ look: Look) -> PhonePage.Block? {
    guard state.droppedAnswers > 0 else { return nil }
    return .warning(look.catalogue(.droppedAnswers, ["count": "\(state.droppedAnswers)"]), look, bold: true)
  }

  /// The server that gets the password if the API, not the user, has named it; known before the first login.
  private static func serverOfAPI(_ state: AppState, _ look: Look) -> PhonePage.Block? {
    guard state.settings.issuerIsOfAPI, state.session == nil, let api = state.settings.api else { return nil }
    let text = look.catalogue(.serverOfAPI, ["api": api, "issuer": state.settings.issuer.text])
    return .text(text, Style(.phoneSecondary))
  }
}

extension RegistrationMode {
  /// What the button of the Registration screen will do; the mode's name in Settings; the name of the step in which the app gets its token, and the
  /// sentence while that is running.
  var words: (prompt: Phrase, name: Phrase, tokenStep: Phrase, nowToken: Phrase) {
    switch self {
    case .user: (.registrationPrompt, .registrationByUser, .stepRegistrationToken, .nowRegistrationToken)
    case .device: (.registrationPromptDevice, .registrationByDevice, .stepDeviceToken, .nowDeviceToken)
    case .push: (.registrationPromptPush, .registrationByPush, .stepPushedToken, .nowPushedToken)
    case .initialAccessToken: (.registrationPromptToken, .registrationByToken, .stepTokenFile, .nowTokenFile)
    case .open: (.registrationPromptOpen, .registrationOpen, .stepRegistrationToken, .nowRegistrationToken)
    case .staticClient: (.authenticationPrompt, .registrationNone, .stepRegistrationToken, .nowRegistrationToken)
    }
  }
}

extension [RegistrationDifference] {
  func names(_ look: Look) -> String {
    map {
      switch $0 {
      case .redirectURI: look.catalogue(.redirectURIName)
      case .postLogoutRedirectURI: look.catalogue(.postLogoutRedirectURIName)
      case .scope: look.catalogue(.scopeName)
      }
    }.joined(separator: ", ")
  }
}

extension AppState {
  /// Whether Forget This Device also deletes a client.
  var forgetsClient: Bool { registers || currentRegistration != nil }
}

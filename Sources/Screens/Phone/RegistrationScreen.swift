import AppState
import TerminalUI

/// The very first screen: the app has no client of its own yet (seeds/000, "User Experience").
enum RegistrationScreen {
  static func page(_ state: AppState, _ look: Look) -> PhonePage {
    PhonePage(
      title: look.catalogue(.appTitle),
      blocks: [.subtitle(look.catalogue(state.settings.registration.words.prompt))] + HomeLines.blocks(state, look)
        + [.illustration], controls: controls)
  }

  static let controls = [
    Control(.startRegistration, .startRegistration), Control(.settings, .view(.show(.settings)), .link),
  ]
}

/// Lines for every home screen: the latest notice, and the server's state.
enum HomeLines {
  static func blocks(_ state: AppState, _ look: Look) -> [PhonePage.Block] {
    var blocks: [PhonePage.Block] = []
    if let notice = state.notice, !notice.isReport {
      var lines = StyledLine.wrapped(
        "\(notice.mark(look)) " + NoticeSheet.sentence(notice, state, look), notice.style, width: 1000)
      for index in lines.indices {
        lines[index].alignment = .centre
        lines[index].action = .dismissNotice
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
    case .failed(let reason):
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

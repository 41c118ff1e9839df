import AppState
import TerminalUI

/// The very first screen: the app has no client of its own yet (seeds/000, "User Experience").
enum RegistrationScreen {
  static func page(_ state: AppState, _ look: Look) -> PhonePage {
    PhonePage(
      title: look.catalogue(.appTitle),
      blocks: [.subtitle(look.catalogue(RegistrationWords.prompt(state.settings)))] + HomeLines.blocks(state, look) + [
        .illustration
      ], controls: controls)
  }

  static let controls = [
    Control(.startRegistration, .startRegistration), Control(.settings, .view(.show(.settings)), .link),
  ]
}

/// Shown until the keystore has been read, which decides the first screen; already with the picture.
enum LoadingScreen {
  static func page(_ state: AppState, _ look: Look) -> PhonePage {
    var page = PhonePage(
      title: look.catalogue(.appTitle),
      blocks: [
        .subtitle(look.catalogue(.appPurpose)),
        .text("\(look.marks.pending) " + look.catalogue(.openingKeystore), Style(.phoneSecondary), .centre), .gap,
        .illustration,
      ], controls: [])
    page.comingControls = RegistrationScreen.controls
    return page
  }
}

/// Says that the app received something it did not ask for. It has no effect; the line only tells the user about it.
enum DroppedAnswers {
  /// `nil`: nothing of that kind has arrived.
  static func line(_ state: AppState, _ look: Look) -> PhonePage.Block? {
    guard state.droppedAnswers > 0 else { return nil }
    let text = look.catalogue(.droppedAnswers, ["count": "\(state.droppedAnswers)"])
    return .text("\(look.marks.warning) " + text, Style(.phoneWarning, bold: true), .left)
  }
}

/// The server that gets the password if the API, not the user, has named it; known before the first login.
enum ServerOfAPI {
  static func line(_ state: AppState, _ look: Look) -> PhonePage.Block? {
    guard state.settings.issuerIsOfAPI, state.session == nil, let api = state.settings.api else { return nil }
    let text = look.catalogue(.serverOfAPI, ["api": api, "issuer": state.settings.issuer.text])
    return .text(text, Style(.phoneSecondary), .left)
  }
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
      blocks += [.lines(lines, hanging: 2), .gap]
    }
    if state.unsavedRegistration != nil {
      let text = "\(look.marks.warning) " + look.catalogue(.notSaved)
      blocks += [.text(text, Style(.phoneWarning, bold: true), .left), .gap]
    }
    if let named = ServerOfAPI.line(state, look) { blocks += [named, .gap] }
    if let dropped = DroppedAnswers.line(state, look) { blocks += [dropped, .gap] }
    switch state.server {
    case .unknown, .ready, .external: break
    case .starting:
      blocks += [
        .text("\(look.marks.pending) " + look.catalogue(.serverStarting), Style(.phoneSecondary), .centre), .gap,
      ]
    case .failed(let reason):
      let text = look.catalogue(.serverFailed, ["reason": reason])
      blocks += [.text("\(look.marks.warning) " + text, Style(.phoneWarning), .centre), .gap]
    }
    return blocks
  }
}

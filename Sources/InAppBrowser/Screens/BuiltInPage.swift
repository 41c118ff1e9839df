import Catalogue
import TerminalUI

/// The browser's own pages: errors, waiting, the end.
struct BuiltInPage {
  struct Paragraph {
    var text: String
    var style: Style
  }

  struct Button {
    var target: BrowserTarget
    var label: Phrase
  }

  enum Sign { case broken, warning, done, scripts, waiting, away }

  var sign: Sign
  var title: (Catalogue) -> String
  var paragraphs: (Catalogue) -> [Paragraph]
  var buttons: [Button]

  /// `nil` for a web page.
  init?(_ state: BrowserState) {
    switch state.content {
    case .page(let page) where page.needsJavaScript: self.init(scripts: page)
    case .page: return nil
    case .blank: self.init(sign: .waiting, title: { _ in "" }, paragraphs: { _ in [] }, buttons: [])
    case .failure(let error): self.init(error, isAwaited: state.awaitsServer)
    case .silent(let answer): self.init(silent: answer, waitsForKey: state.presenter)
    case .returning: self.init(sign: .done, title: { $0(.browserReturning) }, paragraphs: { _ in [] }, buttons: [])
    case .systemBrowser(let started): self.init(systemBrowserStarted: started)
    }
  }

  private init(
    sign: Sign, title: @escaping (Catalogue) -> String, paragraphs: @escaping (Catalogue) -> [Paragraph],
    buttons: [Button]
  ) { (self.sign, self.title, self.paragraphs, self.buttons) = (sign, title, paragraphs, buttons) }

  private init(scripts page: WebPage) {
    self.init(
      sign: .scripts, title: { $0(.browserNeedsJavaScriptTitle) },
      paragraphs: { text in
        var all = [Paragraph(text: text(.browserNeedsJavaScript, ["host": page.url.authority]), style: Style(.phone))]
        let said = page.blocks.compactMap { block -> String? in
          if case .paragraph(let inlines) = block { page.text(of: inlines) } else { nil }
        }.joined(separator: " ")
        if !said.isEmpty { all.append(Paragraph(text: "“\(said)”", style: Style(.phoneSecondary))) }
        return all
      },
      buttons: [
        Button(target: .openSystemBrowser, label: .browserOpenSystem), Button(target: .leave, label: .browserLeave),
      ])
  }

  private init(_ error: BrowserError, isAwaited: Bool) {
    var buttons: [Button] = []
    if !error.isCertificateFailure {
      if error.isRetryable || error.code == .own(.appNotListening) {
        buttons.append(Button(target: .retry, label: .browserTryAgain))
      }
      if error.code == .own(.unsupportedContent)
        || error.code == .own(.unsupportedForm)
      {
        buttons.append(Button(target: .openSystemBrowser, label: .browserOpenSystem))
      }
    }
    buttons.append(Button(target: .leave, label: .browserLeave))
    self.init(
      sign: error.isCertificateFailure ? .broken : .warning,
      title: { BuiltInPage.sentence(error.title($0)) },
      paragraphs: { text in
        var all = [Paragraph(text: BuiltInPage.sentence(error.explanation(text)) + ".", style: Style(.phone))]
        if error.isCertificateFailure {
          all.append(Paragraph(text: text(.browserNoClickThrough), style: Style(.phoneError)))
        }
        all.append(Paragraph(text: BuiltInPage.sentence(error.hint(text)) + ".", style: Style(.phoneSecondary)))
        if isAwaited { all.insert(Paragraph(text: text(.browserAwaitsServer), style: Style(.phoneSuccess)), at: 1) }
        return all
      },
      buttons: buttons)
  }

  private init(silent answer: SilentAnswer, waitsForKey: Bool) {
    self.init(
      sign: .done, title: { $0(answer.title) },
      paragraphs: { text in
        [
          Paragraph(text: text(answer.explanation), style: Style(.phone)),
          Paragraph(text: text(waitsForKey ? .browserAnyKey : .browserReturning), style: Style(.phoneSecondary)),
        ]
      }, buttons: [])
  }

  private init(systemBrowserStarted started: Bool) {
    self.init(
      sign: started ? .away : .warning, title: { $0(.browserSystemOpenedTitle) },
      paragraphs: { text in
        [Paragraph(text: text(started ? .browserSystemOpened : .browserSystemMissing), style: Style(.phone))]
      },
      buttons: [Button(target: .leave, label: .browserLeave)])
  }

  /// Error texts start in lower case; on their own screen they start a sentence.
  private static func sentence(_ text: String) -> String {
    var trimmed = text
    while trimmed.last == " " { trimmed.removeLast() }
    return trimmed.prefix(1).uppercased() + trimmed.dropFirst()
  }
}

extension SilentAnswer {
  var title: Phrase {
    switch self {
    case .login: .browserSilentTitle
    case .signOut: .browserSignedOutTitle
    }
  }

  var explanation: Phrase {
    switch self {
    case .login: .browserSilent
    case .signOut: .browserSignedOut
    }
  }

  /// Title and explanation in one line.
  var line: Phrase {
    switch self {
    case .login: .browserSilentLine
    case .signOut: .browserSignedOutLine
    }
  }
}

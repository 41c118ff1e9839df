import Catalogue
import TerminalUI

/// The browser's own pages: errors, waiting, the end.
struct BuiltInPage {
  typealias Button = (target: BrowserTarget, label: Phrase)

  enum Sign { case broken, warning, done, scripts, away }

  private(set) var sign: Sign?
  private(set) var title = ""
  private(set) var paragraphs: [(text: String, role: Role)] = []
  let buttons: [Button]

  /// `nil` for a web page.
  init?(_ state: BrowserState, _ text: Catalogue) {
    guard let buttons = BuiltInPage.buttons(state) else { return nil }
    self.buttons = buttons
    switch state.content {
    case .blank: break
    case .page(let page):
      (sign, title) = (.scripts, text(.browserNeedsJavaScriptTitle))
      paragraphs = [(text(.browserNeedsJavaScript, ["host": page.url.authority]), .phone)]
      let said = page.blocks.compactMap { block -> String? in
        if case .paragraph(let inlines) = block { page.text(of: inlines) } else { nil }
      }.joined(separator: " ")
      if !said.isEmpty { paragraphs.append(("“\(said)”", .phoneSecondary)) }
    case .failure(let error):
      (sign, title) = (error.isCertificateFailure ? .broken : .warning, BuiltInPage.sentence(error.title(text)))
      paragraphs = [(BuiltInPage.sentence(error.explanation(text)) + ".", .phone)]
      if state.awaitsServer { paragraphs.append((text(.browserAwaitsServer), .phoneSuccess)) }
      if error.isCertificateFailure { paragraphs.append((text(.browserNoClickThrough), .phoneError)) }
      paragraphs.append((BuiltInPage.sentence(error.hint(text)) + ".", .phoneSecondary))
    case .silent(let answer):
      (sign, title) = (.done, text(answer.phrases.title))
      paragraphs = [
        (text(answer.phrases.explanation), .phone),
        (text(state.presenter ? .browserAnyKey : .browserReturning), .phoneSecondary),
      ]
    case .returning: (sign, title) = (.done, text(.browserReturning))
    case .systemBrowser(let started):
      (sign, title) = (started ? .away : .warning, text(.browserSystemOpenedTitle))
      paragraphs = [(text(started ? .browserSystemOpened : .browserSystemMissing), .phone)]
    }
  }

  /// `nil` for a web page.
  static func buttons(_ state: BrowserState) -> [Button]? {
    let (leave, systemBrowser): (Button, Button) = (
      (.leave, .browserLeave), (.openSystemBrowser, .browserOpenSystem)
    )
    switch state.content {
    case .page(let page): return page.needsJavaScript ? [systemBrowser, leave] : nil
    case .blank, .silent, .returning: return []
    case .systemBrowser: return [leave]
    case .failure(let error):
      if error.isCertificateFailure { return [leave] }
      if error.isRetryable || error.code == .own(.appNotListening) { return [(.retry, .browserTryAgain), leave] }
      return [.own(.unsupportedContent), .own(.unsupportedForm)].contains(error.code)
        ? [systemBrowser, leave] : [leave]
    }
  }

  /// Error texts start in lower case; on their own screen they start a sentence.
  private static func sentence(_ text: String) -> String {
    var trimmed = text
    while trimmed.last == " " { trimmed.removeLast() }
    return trimmed.prefix(1).uppercased() + trimmed.dropFirst()
  }
}

import Catalogue
import TerminalUI

/// The caption below the browser for a presenter's audience: about what the browser shows, not what the app expects.
struct BrowserCaption: Hashable {
  var title: Phrase
  var text: Phrase

  /// Smaller terminals have no room for it, as in the app.
  static func rows(_ state: BrowserState, _ size: Size) -> Int {
    state.presenter && size.height >= 22 && size.width >= 80 ? 3 : 0
  }

  init(_ state: BrowserState) {
    (title, text) =
      switch state.content {
      case _ where state.loading != nil, .blank: (.stopBrowserOpens, .stopBrowserOpensText)
      case .page(let page) where page.controls.contains { $0.kind == .password }:
        (.stopBrowserLogin, .stopBrowserLoginText)
      case .page(let page) where page.focusOrder.isEmpty: (.stopBrowserMessage, .stopBrowserMessageText)
      case .page, .systemBrowser: (.stopBrowserPage, .stopBrowserPageText)
      case .silent(.login): (.stopBrowserSilent, .stopBrowserSilentText)
      case .silent(.signOut): (.stopBrowserSignedOut, .stopBrowserSignedOutText)
      case .returning: (.stopBrowserReturns, .stopBrowserReturnsText)
      case .failure: (.stopBrowserFailed, .stopBrowserFailedText)
      }
  }
}

extension BrowserScreen {
  func drawCaption(_ frame: inout BrowserFrame, _ rect: Rect) {
    frame.canvas.fill(rect, Style(.selection))
    let caption = BrowserCaption(state)
    let room = rect.width - 4
    let title = [state.stop, text(caption.title)].compactMap(\.self).joined(separator: glyphs == .ascii ? " - " : " · ")
    frame.canvas.put(title, at: Point(rect.x + 2, rect.y), Style(.captionTitle, bold: true), width: room)
    for (row, line) in TextLayout.balanced(text(caption.text), width: room).prefix(rect.height - 1).enumerated() {
      frame.canvas.put(line, at: Point(rect.x + 2, rect.y + 1 + row), Style(.selection), width: room)
    }
  }
}

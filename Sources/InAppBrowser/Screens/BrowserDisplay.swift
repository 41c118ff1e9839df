import TerminalUI

/// The display of the browser: the terminal, or a test's canvas.
@MainActor protocol BrowserDisplay: AnyObject {
  var size: Size { get }
  var glyphs: Glyphs { get }
  var onEvent: (TerminalEvent) -> Void { get set }
  /// Whether pictures that stand for a moment are seen.
  var isSwift: Bool { get }
  func present(_ canvas: Canvas)
  func close()
}

extension Terminal: BrowserDisplay {}

@MainActor protocol BrowserDisplay: AnyObject {
  var size: Size { get }
  var glyphs: Glyphs { get }
  var onEvent: (TerminalEvent) -> Void { get set }
  /// Whether the display is fast enough for pictures that are shown only for a moment.
  var isFast: Bool { get }
  func present(_ canvas: Canvas)
  func close()
}

extension Terminal: BrowserDisplay {
  func present(_ canvas: Canvas) { present(canvas, links: []) }
}

enum LoadingPage {
  /// Seconds for which the previous page stays: most pages load sooner, so that the screen does not flicker.
  static let patience = 0.25
  /// The same for a slow line, where drawing takes longer than loading most pages.
  static let slowPatience = 2.0

  static func draw(
    _ browser: BrowserScreen, _ loading: BrowserState.Loading, on frame: inout BrowserFrame, _ area: Rect
  ) {
    let (state, text) = (browser.state, browser.text)
    let seconds = max(0, state.now.timeIntervalSince(loading.started))
    let phrase: Phrase = loading.sending ? .browserSending : .browserLoading
    let title = text(phrase, ["host": state.url.authority])
    let tenths = Int(seconds * 10)
    let elapsed = text(.browserElapsed, ["seconds": "\(tenths / 10).\(tenths % 10)"])
    var y = area.y + max(0, area.height / 2 - 3)
    let dots = browser.glyphs == .ascii ? ("o", ".") : ("●", "○")
    let spinner = (0..<3).map { $0 == tenths / 2 % 3 ? dots.0 : dots.1 }.joined(separator: " ")
    centred(spinner, Style(.phoneValue, bold: true), y)
    y += 2
    centred(title, Style(.phone), y)
    centred(elapsed, Style(.phoneSecondary), y + 1)
    let button = "[ \(text(.browserCancel)) ]"
    let width = TextLayout.width(button)
    let rect = Rect(area.x + (area.width - width) / 2, min(area.maxY - 1, y + 3), width, 1)
    frame.canvas.put(button, at: Point(rect.x, rect.y), Style(.phoneButtonFocused))
    frame.hits.add(rect, .cancelLoading)

    // Only the host in the line may be cut.
    func centred(_ line: String, _ style: Style, _ y: Int) {
      let shown = TextLayout.clip(line, to: area.width - 2, ofData: true)
      frame.canvas.put(shown, at: Point(area.x + (area.width - TextLayout.width(shown)) / 2, y), style)
    }
  }
}

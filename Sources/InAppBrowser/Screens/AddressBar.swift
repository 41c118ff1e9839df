import TerminalUI

/// Shows Done, padlock, host and the certificate's issuer. The line below grows while a page loads, or warns of a host
/// that may be mistaken for another one (``HostWarning``).
enum AddressBar {
  /// Draws the bar at the top of the screen and returns its height.
  static func draw(_ browser: BrowserScreen, on frame: inout BrowserFrame, _ screen: Rect, roomy: Bool) -> Int {
    let state = browser.state
    let done = browser.text(.browserDone)
    let focused = state.focus == .done
    let doneStyle = Style(focused ? .phoneLinkFocused : .phoneValue, bold: true)
    let doneWidth = frame.canvas.put(done, at: Point(screen.x + 2, screen.y), doneStyle)
    frame.hits.add(Rect(screen.x + 1, screen.y, doneWidth + 2, 1), .done)

    let security = Security(browser)
    let sign = security.sign(browser.glyphs)
    let left = screen.x + 2 + doneWidth + 2
    let room = screen.maxX - left - (roomy ? 2 : 1)
    let address = AddressText(state.url, width: room - TextLayout.width(sign) - 1, glyphs: browser.glyphs)
    let host = "\(sign) \(address.text)"
    let warning = HostWarning(state.url, known: state.history.lazy.map(\.authority), isTorn: address.isTorn)
    if roomy {
      centred(host, Style(security.role, bold: true), &frame.canvas, Rect(left, screen.y, room, 1), screen)
      let issuerRect = Rect(screen.x + 2, screen.y + 1, screen.width - 4, 1)
      centred(security.words, Style(.phoneSecondary), &frame.canvas, issuerRect, screen)
      line(browser, warning, on: &frame, Rect(screen.x, screen.y + 2, screen.width, 1))
      return 3
    }
    let used = frame.canvas.put(host, at: Point(left, screen.y), Style(security.role, bold: true), width: room)
    frame.canvas.put(
      security.words, at: Point(left + used + 1, screen.y), Style(.phoneSecondary), width: max(0, room - used - 1))
    line(browser, warning, on: &frame, Rect(screen.x, screen.y + 1, screen.width, 1))
    return 2
  }

  /// Draws text centred on the screen, but never left of `room`.
  private static func centred(_ text: String, _ style: Style, _ canvas: inout Canvas, _ room: Rect, _ screen: Rect) {
    let width = min(room.width, TextLayout.width(text))
    let x = max(room.x, screen.x + (screen.width - width) / 2)
    canvas.put(text, at: Point(x, room.y), style, width: max(0, room.maxX - x))
  }

  private static func line(
    _ browser: BrowserScreen, _ warning: HostWarning?, on frame: inout BrowserFrame, _ rect: Rect
  ) {
    frame.canvas.fill(rect, Style(.phoneSecondary, dim: true), "─")
    drawProgress(browser, on: &frame, rect)
    guard let warning else { return }
    let words = " \(warning.words(browser.text, width: rect.width - 4, glyphs: browser.glyphs)) "
    centred(words, Style(.phoneWarning, bold: true), &frame.canvas, rect, rect)
  }

  private static func drawProgress(_ browser: BrowserScreen, on frame: inout BrowserFrame, _ rect: Rect) {
    guard let loading = browser.state.loading else { return }
    // The duration of loading is unknown: the line slows down and never reaches the end.
    let seconds = max(0, browser.state.now.timeIntervalSince(loading.started))
    let part = 1 - 1 / (1 + seconds)
    let length = max(1, Int(Double(rect.width) * part))
    frame.canvas.fill(Rect(rect.x, rect.y, length, 1), Style(.phoneValue), browser.glyphs == .ascii ? "=" : "━")
  }

  /// The connection's security, as the padlock shows it.
  private struct Security {
    var role: Role
    var words: String
    var locked: Bool
    var broken = false

    init(_ browser: BrowserScreen) {
      let (state, text) = (browser.state, browser.text)
      if case .failure(let error) = state.content, error.isCertificateFailure {
        (role, words, locked) = (.phoneError, text(.browserNotPrivate), false)
        broken = true
      } else if !state.url.isSecure {
        (role, words, locked) = (.phoneWarning, text(.browserNotEncrypted), false)
      } else if let certificate = state.certificate {
        (role, locked) = (.phoneSuccess, true)
        words = text(.browserVerifiedBy, ["issuer": certificate.issuerName])
      } else {
        (role, words, locked) = (.phoneSecondary, state.loading == nil ? "" : text(.browserConnecting), false)
      }
    }

    func sign(_ glyphs: Glyphs) -> String {
      if broken { return glyphs == .ascii ? "[x]" : "✕" }
      if locked { return glyphs == .ascii ? "[=]" : "◙" }
      return role == .phoneWarning ? "!" : glyphs == .ascii ? "[ ]" : "○"
    }
  }
}

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
    case .page(let page) where page.isBareError:
      (sign, title) = (.warning, ErrorText.sentence(BrowserError(.pageFailed).title(text)))
      paragraphs = [(text(.browserEmptyPage, ["status": "\(page.status)"]), .phone)]
    case .page(let page):
      (sign, title) = (.scripts, text(.browserNeedsJavaScriptTitle))
      paragraphs = [(text(.browserNeedsJavaScript, ["host": page.url.authority]), .phone)]
      let said = page.blocks.compactMap { block -> String? in
        if case .paragraph(let inlines) = block { page.text(of: inlines) } else { nil }
      }.joined(separator: " ")
      if !said.isEmpty { paragraphs.append((Quoted.words(said), .phoneSecondary)) }
    case .failure(let error):
      (sign, title) = (error.isCertificateFailure ? .broken : .warning, ErrorText.sentence(error.title(text)))
      paragraphs = [(ErrorText.sentence(error.explanation(text), end: "."), .phone)]
      if state.awaitsServer { paragraphs.append((text(.browserAwaitsServer), .phoneSuccess)) }
      if error.isCertificateFailure { paragraphs.append((text(.browserNoClickThrough), .phoneError)) }
      paragraphs.append((ErrorText.sentence(error.hint(text), end: "."), .phoneSecondary))
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
    let leave: Button = (.leave, .browserLeave)
    let systemBrowser: Button = (.openSystemBrowser, .browserOpenSystem)
    let retry: Button = (.retry, .browserTryAgain)
    switch state.content {
    case .page(let page):
      return page.needsJavaScript ? [systemBrowser, leave] : page.isBareError ? [retry, leave] : nil
    case .blank, .silent, .returning: return []
    case .systemBrowser: return [leave]
    case .failure(let error):
      if error.isCertificateFailure { return [leave] }
      if error.isRetryable || error.code == .own(.appNotListening) { return [retry, leave] }
      return error.isForOtherBrowsers ? [systemBrowser, leave] : [leave]
    }
  }
}

/// Draws the browser's own pages: a sign, a title, a few sentences, buttons at the bottom.
enum BuiltInPageDrawing {
  static func draw(_ page: BuiltInPage, _ browser: BrowserScreen, on frame: inout BrowserFrame, _ area: Rect) {
    let inner = Rect(area.x + 2, area.y, area.width - 4, area.height)
    let fitting = Arrangement.all.first {
      $0.lines(page, browser.glyphs, width: inner.width).count + $0.buttonsHeight(page) <= inner.height
    }
    let arrangement = fitting ?? .tight
    let buttons = arrangement.buttonsHeight(page)
    let lines = arrangement.lines(page, browser.glyphs, width: inner.width)
    let room = max(1, inner.height - buttons)
    let window = ScrollWindow(contentHeight: lines.count, height: room, offset: browser.state.scroll)
    frame.contentHeight = lines.count
    frame.pageRows = room
    let top = inner.y + (arrangement.sign ? max(0, (room - lines.count) / 4) : 0)
    for (row, index) in window.rows.enumerated() {
      let line = lines[index]
      let x = line.centred ? (inner.width - TextLayout.width(line.text)) / 2 : 0
      frame.canvas.put(line.text, at: Point(inner.x + max(0, x), top + row), line.style)
    }
    frame.canvas.scrollBar(window, at: Point(area.maxX - 1, top), Style(.phoneSecondary))
    drawButtons(page, browser, on: &frame, Rect(inner.x, inner.maxY - buttons, inner.width, buttons), arrangement)
  }

  private static func drawButtons(
    _ page: BuiltInPage, _ browser: BrowserScreen, on frame: inout BrowserFrame, _ area: Rect, _ how: Arrangement
  ) {
    var y = area.y + how.gap
    for (index, button) in page.buttons.enumerated() {
      let rect = Rect(area.x, y, area.width, how.buttonHeight)
      frame.canvas.button(
        browser.text(button.label), in: rect, focused: browser.state.focus == button.target, quiet: index > 0)
      frame.hits.add(rect, button.target)
      y += how.buttonHeight + how.gap
    }
  }

  struct Line {
    var text: String
    var style: Style
    var centred = false
  }

  private struct Arrangement {
    var sign: Bool
    var buttonHeight: Int
    var gap: Int

    static let tight = Arrangement(sign: false, buttonHeight: 1, gap: 0)
    static let all = [
      Arrangement(sign: true, buttonHeight: 3, gap: 1), Arrangement(sign: true, buttonHeight: 1, gap: 1),
      Arrangement(sign: false, buttonHeight: 3, gap: 1), Arrangement(sign: false, buttonHeight: 1, gap: 1), tight,
    ]

    func buttonsHeight(_ page: BuiltInPage) -> Int {
      page.buttons.isEmpty ? 0 : page.buttons.count * (buttonHeight + gap) + gap
    }

    func lines(_ page: BuiltInPage, _ glyphs: Glyphs, width: Int) -> [Line] {
      var lines: [Line] = []
      let space = Line(text: "", style: Style(.phone))
      if sign, let sign = page.sign.map({ BuiltInPageDrawing.sign($0, glyphs) }) {
        lines.append(space)
        lines += sign.lines.map { Line(text: $0, style: Style(sign.role, bold: true), centred: true) }
        lines.append(space)
      }
      for line in TextLayout.wrap(page.title, width: width) {
        lines.append(Line(text: line, style: Style(.phoneTitle), centred: true))
      }
      for (text, role) in page.paragraphs {
        if gap > 0 { lines.append(space) }
        let wrapped = TextLayout.wrap(text, width: width)
        lines += wrapped.map { Line(text: $0, style: Style(role), centred: wrapped.count == 1) }
      }
      return lines
    }
  }

  private static func sign(_ sign: BuiltInPage.Sign, _ glyphs: Glyphs) -> (lines: [String], role: Role) {
    let unicode = glyphs == .unicode
    return switch sign {
    case .broken:
      (unicode ? [" ▄▀▀▀▄ ", "███✕███", "▀█████▀"] : [" .--. ", "| xx |", "+----+"], .phoneError)
    case .warning:
      (unicode ? ["  ▗▄▖  ", " ▗▛!▜▖ ", "▗▛▄▄▄▜▖"] : ["  /\\  ", " /! \\ ", "/____\\"], .phoneWarning)
    case .done:
      (unicode ? ["╭─────╮", "│  ✓  │", "╰─────╯"] : ["+-----+", "| OK  |", "+-----+"], .phoneSuccess)
    case .scripts:
      (unicode ? ["╭─────╮", "│ { } │", "╰─────╯"] : ["+-----+", "| { } |", "+-----+"], .phoneWarning)
    case .away: (unicode ? ["╭─────╮", "│  ↗  │", "╰─────╯"] : ["+-----+", "|  >  |", "+-----+"], .phoneValue)
    }
  }
}

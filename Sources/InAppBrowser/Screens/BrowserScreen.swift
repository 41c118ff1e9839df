struct BrowserFrame: Sendable {
  var canvas: Canvas
  var hits = HitMap<BrowserTarget>()
  var contentHeight = 0
  var pageRows = 1
  var rows: [BrowserTarget: Range<Int>] = [:]
  var isTooSmall = false
  var sheet: Rect?
  var hasBoth = false
}

/// Draws the browser: banner, phone with address bar and page, panel, keys. A pure function of the state.
struct BrowserScreen {
  static let minimum = Size(40, 15)

  let state: BrowserState
  let text: Catalogue
  let glyphs: Glyphs

  static func draw(_ state: BrowserState, size: Size, glyphs: Glyphs, text: Catalogue) -> BrowserFrame {
    let screen = BrowserScreen(state: state, text: text, glyphs: glyphs)
    var frame = BrowserFrame(canvas: Canvas(size, glyphs: glyphs))
    guard size.width >= minimum.width, size.height >= minimum.height else {
      frame.isTooSmall = true
      frame.canvas.message(text(.tooSmall, ["width": "\(minimum.width)", "height": "\(minimum.height)"]))
      return frame
    }
    screen.drawBanner(&frame, Rect(0, 0, size.width, 1))
    let captioned = BrowserCaption.rows(state, size)
    let body = Rect(0, 1, size.width, size.height - 2 - captioned)
    let phoneWidth = PhoneFrame.width(on: size.width)
    if size.width >= PhoneFrame.sideBySide {
      frame.hasBoth = true
      screen.drawPhone(&frame, Rect(0, body.y, phoneWidth, body.height))
      let panelX = phoneWidth + 1
      screen.drawPanel(&frame, Rect(panelX, body.y, size.width - panelX, body.height))
    } else if state.showsPanel {
      screen.drawPanel(&frame, body)
    } else {
      screen.drawPhone(&frame, Rect((size.width - phoneWidth) / 2, body.y, phoneWidth, body.height))
    }
    if captioned > 0 { screen.drawCaption(&frame, Rect(0, body.maxY, size.width, captioned)) }
    let items = screen.footerItems(frame, width: size.width)
    frame.canvas.footer(items, in: Rect(0, size.height - 1, size.width, 1), hits: &frame.hits)
    return frame
  }

  /// Says in words that this is another program, because not everyone can see the colour.
  private func drawBanner(_ frame: inout BrowserFrame, _ rect: Rect) {
    let style = Style(.browser, bold: true, reverse: true)
    frame.canvas.fill(rect, style)
    let whole = text(.browserBanner)
    let shown = TextLayout.width(whole) + 2 <= rect.width ? whole : text(.browserBannerShort)
    frame.canvas.put(shown, at: Point((rect.width - TextLayout.width(shown)) / 2, rect.y), style)
  }

  private func drawPhone(_ frame: inout BrowserFrame, _ rect: Rect) {
    let screen = PhoneFrame.draw(on: &frame.canvas, in: rect, time: state.clock, name: state.phoneName)
    frame.sheet = screen
    let roomy = screen.height >= 18
    let barHeight = AddressBar.draw(self, on: &frame, screen, roomy: roomy)
    let content = Rect(screen.x, screen.y + barHeight, screen.width, screen.height - barHeight)
    if let loading = state.loading, state.now.timeIntervalSince(loading.started) >= LoadingPage.patience {
      LoadingPage.draw(self, loading, on: &frame, content)
    } else if let builtIn = BuiltInPage(state, text) {
      BuiltInPageDrawing.draw(builtIn, self, on: &frame, content)
    } else if let page = state.page {
      drawPage(page, on: &frame, content, roomy: roomy)
    }
  }

  private func drawPage(_ page: WebPage, on frame: inout BrowserFrame, _ area: Rect, roomy: Bool) {
    let margin = roomy ? 1 : 0
    let notice = state.notice.map { TextLayout.wrap($0, width: area.width - 4).prefix(3) } ?? []
    let window = Rect(area.x + 2, area.y + margin, area.width - 4, area.height - margin - notice.count)
    let layout = PageLayout.layout(page, state: state, width: window.width, roomy: roomy, glyphs: glyphs, text: text)
    let scroll = ScrollWindow(contentHeight: layout.height, height: window.height, offset: state.scroll)
    frame.contentHeight = layout.height
    frame.pageRows = window.height
    frame.rows = layout.rows
    var visible = Canvas(Size(window.width, window.height), style: Style(.phone), glyphs: glyphs)
    visible.blit(layout.canvas, at: Point(0, -scroll.offset))
    frame.canvas.blit(visible, at: Point(window.x, window.y))
    frame.hits.add(layout.hits, at: Point(window.x, window.y - scroll.offset), within: window)
    if state.loading != nil { frame.canvas.cursor = nil }
    frame.canvas.scrollBar(scroll, at: Point(area.maxX - 1, window.y), Style(.phoneSecondary))
    for (row, line) in notice.enumerated() {
      frame.canvas.put(line, at: Point(window.x, window.maxY + row), Style(.phoneError), width: window.width)
    }
    if let select = state.select, let anchor = layout.selectAnchor {
      let shown = Rect(anchor.x + window.x, anchor.y + window.y - scroll.offset, anchor.width, 1)
      OptionList.draw(page.controls[select.control], select, self, on: &frame, below: shown, within: area)
    }
  }

  private func footerItems(_ frame: BrowserFrame, width: Int) -> [FooterItem<BrowserTarget>] {
    let enter = glyphs == .ascii ? "Enter" : "↵"
    if case .silent = state.content { return [FooterItem(enter, text(.browserKeyReturn), id: .finish)] }
    if state.loading != nil { return [FooterItem("Esc", text(.browserCancel), id: .cancelLoading)] }
    // A narrow footer names only the keys that are hard to guess.
    let isNarrow = width < 60
    let panel = FooterItem(
      "F2", text(state.showsPanel ? .browserKeyPage : isNarrow ? .browserKeyDetailsShort : .browserKeyDetails),
      id: BrowserTarget.togglePanel, priority: isNarrow ? 7 : 1)
    let leave = FooterItem("Esc", text(.browserKeyLeave), id: BrowserTarget.leave, priority: 9)
    if state.select != nil {
      let arrows = glyphs == .ascii ? "\(text(.keyNameUp))/\(text(.keyNameDown))" : "↑↓"
      return [
        FooterItem(arrows, text(.browserKeyNext), priority: 3), FooterItem(enter, text(.browserKeyChoose), priority: 8),
        FooterItem("Esc", text(.browserKeyClose), priority: 9),
      ]
    }
    if state.showsPanel, !frame.hasBoth { return [panel, leave] }
    var items = [
      FooterItem<BrowserTarget>("Tab", text(.browserKeyNext), priority: isNarrow ? 2 : 7),
      FooterItem(enter, text(.browserKeyPress), priority: isNarrow ? 4 : 8),
    ]
    if case .control(let id) = state.focus, let kind = state.page?.controls[id].kind,
      kind == .checkbox || kind == .radio
    {
      items.append(FooterItem(text(.keyNameSpace), text(.browserKeyTick), priority: isNarrow ? 8 : 6))
    }
    items.append(leave)
    if frame.contentHeight > frame.pageRows {
      let keys = (isNarrow ? [] : [text(.keyNamePageUp)]) + [text(.keyNamePageDown)]
      items.append(FooterItem(keys.joined(separator: "/"), text(.keyScroll), priority: isNarrow ? 8 : 2))
    }
    if !frame.hasBoth { items.append(panel) }
    return items
  }
}

/// The open list of a select, drawn over the page: below its field, or above it if there is no room below.
enum OptionList {
  static func draw(
    _ control: FormControl, _ open: BrowserState.OpenSelect, _ browser: BrowserScreen, on frame: inout BrowserFrame,
    below anchor: Rect, within area: Rect
  ) {
    let wanted = control.options.count + 2
    let below = area.maxY - anchor.maxY
    let above = anchor.y - area.y
    let opensDown = below >= min(wanted, 6) || below >= above
    let height = min(wanted, max(3, opensDown ? below : above))
    let box = Rect(anchor.x, opensDown ? anchor.maxY : anchor.y - height, anchor.width, height)
    frame.canvas.fill(box, Style(.phone))
    frame.canvas.box(box, Style(.phoneSecondary), .rounded)
    let window = ScrollWindow(contentHeight: control.options.count, height: height - 2)
      .revealing(open.highlighted..<(open.highlighted + 1))
    let chosen = browser.state.values.choices(control.id)
    for index in window.rows {
      let option = control.options[index]
      let rect = Rect(box.x + 1, box.y + 1 + index - window.offset, box.width - 2, 1)
      let role: Role = index == open.highlighted ? .phoneLinkFocused : option.disabled ? .phoneSecondary : .phone
      frame.canvas.fill(rect, Style(role))
      let mark = chosen.contains(index) ? "✓" : " "
      frame.canvas.put("\(mark) \(option.label)", at: Point(rect.x + 1, rect.y), Style(role), width: rect.width - 2)
      frame.hits.add(rect, .option(index))
    }
    frame.canvas.cursor = nil
    frame.canvas.scrollBar(window, at: Point(box.maxX - 1, box.y + 1), Style(.phoneSecondary))
  }
}

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

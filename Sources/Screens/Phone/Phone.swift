import AppState
import TerminalUI

extension Picture {
  /// On lower terminals the case is left out and the screen takes the whole height.
  private static let framedHeight = 20

  /// Draws the phone with its screen and sheet. Returns how far the focused page can be scrolled.
  @discardableResult mutating func drawPhone(_ state: AppState, in rect: Rect, hasKeys: Bool) -> Int {
    let framed = rect.height >= Picture.framedHeight
    // Without its case the phone extends beyond the edges, where nothing is drawn.
    let outer = framed ? rect : rect.inset(-1, -1)
    let glass = PhoneFrame.draw(
      on: &canvas, in: outer, time: look.clock(state.now), name: state.nameOnPhone, sign: state.toolSigns(look))
    let content = glass.inset(glass.width >= 38 ? 1 : 0, 0)
    let spare = framed ? 0 : 2
    let pages = PhonePages(state, look: look, beside: showsPanel)
    let focus = hasKeys ? pages.top.focus(state.view.button) : nil
    if !hasKeys { target(rect, .view(.switchFocus)) }
    guard let sheet = pages.sheet else {
      return draw(pages.screen, in: content, focus: focus, scroll: state.view.scroll, spare: spare)
    }
    takesClicks = false
    _ = draw(pages.screen, in: content, focus: nil, scroll: 0, spare: spare)
    takesClicks = true
    return drawSheet(sheet, on: glass, focus: focus, scroll: state.view.scroll)
  }

  /// A sheet rises from the lower edge, as high as it needs to be; what it covers cannot be pressed.
  private mutating func drawSheet(_ sheet: PhonePage, on glass: Rect, focus: Int?, scroll: Int) -> Int {
    let width = glass.width - 4
    let layout = sheet.layout(width: width, height: glass.height - 2, look: look)
    let height = min(glass.height - 2, layout.height + (layout.density <= .roomy ? 1 : 0))
    let frame = Rect(glass.x, glass.maxY - height - 2, glass.width, height + 2)
    canvas.fill(frame, Style(.phone))
    canvas.box(frame, Style(sheet.titleStyle.role == .phoneTitle ? .phoneLabel : sheet.titleStyle.role), .rounded)
    return draw(sheet, in: Rect(frame.x + 2, frame.y + 1, width, height), focus: focus, scroll: scroll)
  }

  /// Draws a page and returns how far its body can be scrolled (0: it fits).
  /// - Parameters:
  ///   - focus: the focused control; `nil`: the keys go elsewhere.
  ///   - scroll: the first visible line of the body, before it is limited.
  private mutating func draw(_ page: PhonePage, in rect: Rect, focus: Int?, scroll: Int, spare: Int = 0) -> Int {
    let layout = page.layout(width: rect.width, height: rect.height, look: look, spare: spare)
    let fits = layout.height <= rect.height
    var y = rect.y
    // On a page that is too long the title is left out first, then lines of the body; the controls always stay.
    let header = fits || rect.height - layout.controlRows - layout.header.count >= 3 ? layout.header : []
    for line in header { y = draw(line, y, rect) }

    let controlsHeight = min(layout.controlRows, rect.height)
    let bodyHeight = max(0, rect.maxY - controlsHeight - y)
    var controlsY = rect.maxY - controlsHeight
    var furthest = 0
    if let place = layout.qrCode == nil ? layout.illustrationAt : layout.qrCodeAt {
      for line in layout.body[..<place] { y = draw(line, y, rect) }
      let rest = layout.body[place...]
      let room = Rect(rect.x, y, rect.width, max(0, controlsY - rest.count - y))
      if let picture = layout.qrCode {
        let free = Size(room.width - picture.size.width, room.height - picture.size.height)
        canvas.put(picture, at: Point(room.x + free.width / 2, room.y + free.height / 2), Style(.phone))
      } else {
        drawIllustration(in: room, rows: layout.illustrationRows)
      }
      y = room.maxY
      for line in rest where y < controlsY { y = draw(line, y, rect) }
    } else {
      let window = ScrollWindow(contentHeight: layout.body.count, height: bodyHeight, offset: scroll)
      furthest = window.maximumOffset
      canvas.scrollBar(window, at: Point(rect.maxX, y), Style(.phoneSecondary))
      for line in layout.body[window.rows] { y = draw(line, y, rect) }
      if fits { controlsY = max(y, min(controlsY, y + (layout.density <= .roomy ? 1 : 0))) }
    }
    drawControls(page, layout.density, in: Rect(rect.x, controlsY, rect.width, controlsHeight), focus: focus)
    return furthest
  }

  private mutating func draw(_ line: StyledLine, _ y: Int, _ rect: Rect) -> Int {
    let x = line.alignment == .centre ? max(0, (rect.width - line.width) / 2) : 0
    put(line, at: Point(rect.x + x, y), width: rect.width - x)
    if line.action != nil { target(Rect(rect.x, y, rect.width, 1), line.action) }
    return y + 1
  }

  private mutating func drawControls(_ page: PhonePage, _ density: PhonePage.Density, in rect: Rect, focus: Int?) {
    var y = rect.y
    for (index, control) in page.controls.enumerated() {
      if index > 0 { y += page.gap(before: control, density) }
      let height = page.height(of: control, density)
      let place = Rect(rect.x, y, rect.width, height)
      guard place.maxY <= rect.maxY else { return }
      drawControl(control, in: place, focused: index == focus)
      target(place, control.action)
      y += height
    }
  }

  private mutating func drawControl(_ control: Control, in rect: Rect, focused: Bool) {
    let marks = look.marks
    let label = look.catalogue(control.phrase, control.values)
    if case .input(_, let value) = control.kind { return drawInput(label, value, in: rect, focused: focused) }
    let ofData = !control.values.isEmpty
    guard control.kind == .link else {
      let quiet = control.kind == .quiet
      canvas.button(label, lines: control.lines, in: rect, focused: focused, quiet: quiet, ofData: ofData)
      return
    }
    let text = focused ? "\(marks.focusLeft) \(label) \(marks.focusRight)" : label
    // The value of a placeholder, e.g. the name of a phone, may have any length.
    let clipped = TextLayout.clip(text, to: max(0, rect.width - 4), ellipsis: marks.ellipsis, ofData: ofData)
    let style = Style(focused ? .phoneLinkFocused : .phoneLink, bold: focused, underline: focused)
    canvas.put(clipped, at: Point(rect.x + max(0, (rect.width - TextLayout.width(clipped)) / 2), rect.y), style)
  }

  /// Draws a label and a field; shows the end of a long text during input.
  private mutating func drawInput(_ label: String, _ value: String, in rect: Rect, focused: Bool) {
    let above = rect.height > 1
    let mark = focused ? look.marks.focusLeft + " " : "  "
    canvas.put(
      mark + label, at: Point(rect.x, rect.y), Style(focused ? .phoneLabel : .phoneSecondary, bold: true),
      width: rect.width)
    let start = above ? 2 : 15
    let field = Rect(rect.x + start, rect.y + rect.height - 1, max(3, rect.width - start - (above ? 2 : 0)), 1)
    let style = canvas.fieldGround(field, focused: focused)
    let room = field.width - 2
    var shown = TextLayout.clip(value, to: Int.max)
    while TextLayout.width(shown) > room - 1 { shown.removeFirst() }
    canvas.put(shown + (focused ? "_" : ""), at: Point(field.x + 1, field.y), style, width: room)
  }
}

import TerminalUI

/// Where the eye is on a page.
struct PageFocus {
  /// The focused control; `nil` when the keys go elsewhere.
  var control: Int?
  /// First line of the body that is shown, before it is bounded.
  var scroll: Int
}

extension Picture {
  /// Draws a page and returns how far its body can be scrolled (0: it fits).
  mutating func draw(_ page: Page, in rect: Rect, focus: PageFocus) -> Int {
    let layout = page.layout(width: rect.width, height: rect.height)
    let fits = layout.height <= rect.height
    var y = rect.y
    // On a page that is too long the title goes first, then lines of the body; the controls always stay.
    let header = fits || rect.height - layout.controlRows - layout.header.count >= 3 ? layout.header : []
    for line in header { y = draw(line, y, rect) }

    let controlsHeight = min(layout.controlRows, rect.height)
    let bodyHeight = max(0, rect.maxY - controlsHeight - y)
    var controlsY = rect.maxY - controlsHeight
    var furthest = 0
    if let place = layout.qrCode?.at ?? layout.illustrationAt {
      for line in layout.body[..<place] { y = draw(line, y, rect) }
      let rest = layout.body[place...]
      let room = Rect(rect.x, y, rect.width, max(0, controlsY - rest.count - y))
      if let picture = layout.qrCode?.picture {
        let free = Size(room.width - picture.size.width, room.height - picture.size.height)
        canvas.put(picture, at: Point(room.x + free.width / 2, room.y + free.height / 2), Style(.phone))
      } else {
        drawIllustration(in: room)
      }
      y = room.maxY
      for line in rest where y < controlsY { y = draw(line, y, rect) }
    } else {
      let window = ScrollWindow(contentHeight: layout.body.count, height: bodyHeight, offset: focus.scroll)
      furthest = window.maximumOffset
      canvas.scrollBar(window, at: Point(rect.maxX, y), Style(.phoneSecondary))
      for line in layout.body[window.rows] { y = draw(line, y, rect) }
      if fits { controlsY = max(y, min(controlsY, y + (layout.density <= .roomy ? 1 : 0))) }
    }
    drawControls(page, layout.density, in: Rect(rect.x, controlsY, rect.width, controlsHeight), focus: focus.control)
    return furthest
  }

  private mutating func draw(_ line: StyledLine, _ y: Int, _ rect: Rect) -> Int {
    let x = line.alignment == .centre ? max(0, (rect.width - line.width) / 2) : 0
    put(line, at: Point(rect.x + x, y), width: rect.width - x)
    if line.action != nil { target(Rect(rect.x, y, rect.width, 1), line.action) }
    return y + 1
  }

  private mutating func drawControls(_ page: Page, _ density: Page.Density, in rect: Rect, focus: Int?) {
    var y = rect.y
    for (index, control) in page.controls.enumerated() {
      if index > 0 { y += page.gap(before: index, density) }
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
    let role: Role =
      switch (control.kind, focused) {
      case (.link, false): .phoneLink
      case (.link, true): .phoneLinkFocused
      case (_, true): .phoneButtonFocused
      case (.quiet, false): .phoneButtonQuiet
      case (.button, false), (.danger, false), (.input, false): .phoneButton
      }
    let style = Style(role, bold: focused, underline: control.kind == .link && focused)
    let face = rect.height >= 3 ? rect.inset(0, 1) : rect
    if control.kind != .link { drawButtonShape(rect, face, role) }
    let lines = face.height > 1 ? control.lines : [label]
    for (index, line) in lines.enumerated() {
      let text = focused && index == 0 ? "\(marks.focusLeft) \(line) \(marks.focusRight)" : line
      // What stands in a placeholder, e.g. the name of a phone, may be as long as it likes.
      let clipped = TextLayout.clip(
        text, to: max(0, rect.width - 4), ellipsis: marks.ellipsis, ofData: !control.values.isEmpty)
      let x = rect.x + max(0, (rect.width - TextLayout.width(clipped)) / 2)
      canvas.put(clipped, at: Point(x, face.y + index), style)
    }
  }

  /// A label and a line to write on; the end of a long text is what is seen while it is written.
  private mutating func drawInput(_ label: String, _ value: String, in rect: Rect, focused: Bool) {
    let above = rect.height > 1
    let mark = focused ? look.marks.focusLeft + " " : "  "
    canvas.put(
      mark + label, at: Point(rect.x, rect.y), Style(focused ? .phoneLabel : .phoneSecondary, bold: true),
      width: rect.width)
    let start = above ? 2 : 15
    let field = Rect(rect.x + start, rect.y + rect.height - 1, max(1, rect.width - start - (above ? 2 : 0)), 1)
    let style = Style(focused ? .phoneFieldFocused : .phoneField)
    canvas.fill(field, style)
    var shown = TextLayout.clip(value, to: Int.max)
    while TextLayout.width(shown) > field.width - 1 { shown.removeFirst() }
    canvas.put(shown + (focused ? "_" : ""), at: Point(field.x, field.y), style, width: field.width)
  }

  /// A solid block with rounded ends: half characters above and below, in the button's colour on the phone's.
  /// - Parameter face: the rows of the label within it.
  private mutating func drawButtonShape(_ rect: Rect, _ face: Rect, _ role: Role) {
    let style = Style(role)
    canvas.fill(face, style)
    if look.glyphs == .ascii {
      if rect.height >= 3 {
        canvas.fill(rect, style)
        canvas.box(rect, style, .ascii)
      } else {
        for row in face.y..<face.maxY {
          canvas.put("[", at: Point(rect.x, row), style)
          canvas.put("]", at: Point(rect.maxX - 1, row), style)
        }
      }
      return
    }
    // A button is pale with dark letters: the reverse of its face would be a dark frame.
    let edge =
      switch role {
      case .phoneButton: Style(.phoneButtonEdge)
      case .phoneButtonQuiet: Style(.phoneButtonQuietEdge)
      default: Style(role, reverse: true)
      }
    if rect.height >= 3 {
      canvas.fill(Rect(rect.x + 1, rect.y, rect.width - 2, 1), edge, "▄")
      canvas.fill(Rect(rect.x + 1, face.maxY, rect.width - 2, 1), edge, "▀")
      canvas.put("▗", at: Point(rect.x, rect.y), edge)
      canvas.put("▖", at: Point(rect.maxX - 1, rect.y), edge)
      canvas.put("▝", at: Point(rect.x, face.maxY), edge)
      canvas.put("▘", at: Point(rect.maxX - 1, face.maxY), edge)
    }
    for row in face.y..<face.maxY {
      canvas.put("▐", at: Point(rect.x, row), edge)
      canvas.put("▌", at: Point(rect.maxX - 1, row), edge)
    }
  }
}

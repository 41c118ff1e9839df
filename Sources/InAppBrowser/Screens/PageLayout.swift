/// A page drawn at its full height, of which the window shows a part.
struct PageLayout {
  private(set) var canvas: Canvas
  private(set) var hits = HitMap<BrowserTarget>()
  private(set) var height = 0
  private(set) var rows: [BrowserTarget: Range<Int>] = [:]
  private(set) var selectAnchor: Rect?

  /// Text beyond these rows is not drawn; fields and buttons are.
  static let maximumHeight = 1500

  let state: BrowserState
  let page: WebPage
  let text: Catalogue
  let width: Int
  let roomy: Bool
  private var previous: Kind?
  private var isCut = false

  private enum Kind { case heading, text, item, field, choice, button, other }

  static func layout(
    _ page: WebPage, state: BrowserState, width: Int, roomy: Bool, glyphs: Glyphs, text: Catalogue
  ) -> PageLayout {
    func drawn(on height: Int) -> PageLayout {
      let canvas = Canvas(Size(width, height), style: Style(.phone), glyphs: glyphs)
      var layout = PageLayout(canvas: canvas, state: state, page: page, text: text, width: width, roomy: roomy)
      layout.drawAll()
      return layout
    }
    // First on a single row, which only measures it.
    return drawn(on: max(1, drawn(on: 1).height))
  }

  private mutating func drawAll() {
    if page.blocks.isEmpty {
      paragraph([.text(text(.browserEmptyPage, ["status": "\(page.status)"]), strong: false)], .phoneSecondary)
    }
    for block in page.blocks {
      if case .control(let id) = block {
        control(page.controls[id])
      } else if height < PageLayout.maximumHeight {
        draw(block)
      } else {
        isCut = true
      }
    }
    if page.truncated || isCut { paragraph([.text(text(.browserTruncated), strong: false)], .phoneWarning) }
  }

  private mutating func draw(_ block: WebPage.Block) {
    switch block {
    case .heading(let level, let inlines):
      space(.heading)
      flow(inlines, Style(level == 1 ? .phoneTitle : .phone, bold: true))
    case .paragraph(let inlines): paragraph(inlines, .phone)
    case .alert(let inlines):
      space(.text)
      canvas.put("!", at: Point(0, height), Style(.phoneError))
      flow(inlines, Style(.phoneError), indent: 2)
    case .item(let marker, let depth, let inlines): item(marker, depth, inlines)
    case .preformatted(let lines):
      space(.text)
      let parts = lines.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for line in capped(parts) { wrap(line, .phone) }
    case .table(let rows): table(rows)
    case .rule:
      space(.other)
      canvas.fill(Rect(0, height, width, 1), Style(.phoneSecondary), "─")
      height += 1
    case .control(let id): control(page.controls[id])
    case .systemBrowser: button(.openSystemBrowser, text(.browserOpenSystem), quiet: true)
    }
  }

  /// The rows for which there is room: a few, for the name of a field, where the text has ended.
  private mutating func capped<Row>(_ rows: [Row]) -> ArraySlice<Row> {
    let room = max(8, PageLayout.maximumHeight - height)
    if rows.count > room { isCut = true }
    return rows.prefix(room)
  }

  private mutating func space(_ kind: Kind) {
    defer { previous = kind }
    guard let previous, height > 0 else { return }
    let together = (previous == kind && (kind == .item || kind == .choice)) || (previous == .heading && !roomy)
    let tightButtons = kind == .button && previous == .button && !roomy
    if !together, !tightButtons { height += 1 }
  }

  private mutating func paragraph(_ inlines: [WebPage.Inline], _ role: Role) {
    space(.text)
    flow(inlines, Style(role))
  }

  private mutating func item(_ marker: String, _ depth: Int, _ inlines: [WebPage.Inline]) {
    space(.item)
    let indent = min(width / 2, (depth - 1) * 2)
    let markerWidth = max(2, TextLayout.width(marker) + 1)
    if !marker.isEmpty { canvas.put(marker, at: Point(indent, height), Style(.phoneSecondary)) }
    flow(inlines, Style(.phone), indent: indent + markerWidth)
  }

  private mutating func flow(_ inlines: [WebPage.Inline], _ style: Style, indent: Int = 0) {
    let focused: Int? = if case .link(let id) = state.focus { id } else { nil }
    let flow = InlineFlow(inlines, of: page, width: width - indent, style: style, focusedLink: focused)
    for row in capped(flow.rows) {
      for piece in row {
        canvas.put(piece.text, at: Point(indent + piece.x, height), piece.style)
        if let link = piece.link { target(.link(link), Rect(indent + piece.x, height, piece.width, 1)) }
      }
      height += 1
    }
  }

  private mutating func wrap(_ text: some StringProtocol, _ role: Role) {
    for line in capped(TextLayout.wrap(String(text), width: width)) {
      canvas.put(line, at: Point(0, height), Style(role))
      height += 1
    }
  }

  /// Columns are as wide as their content; the widest are narrowed until all fit.
  private mutating func table(_ rows: [[String]]) {
    space(.text)
    let columns = rows.map(\.count).max() ?? 0
    var widths = (0..<columns).map { column in
      rows.map { column < $0.count ? TextLayout.width($0[column]) : 0 }.max() ?? 0
    }
    while widths.reduce(0, +) + 2 * (columns - 1) > width, let widest = widths.max(), widest > 3 {
      for index in widths.indices where widths[index] == widest { widths[index] -= 1 }
    }
    for row in capped(rows) {
      var x = 0
      for (column, cell) in row.enumerated() where x < width {
        canvas.put(cell, at: Point(x, height), Style(.phone), width: widths[column])
        x += widths[column] + 2
      }
      height += 1
    }
  }

  private mutating func control(_ control: FormControl) {
    switch control.kind {
    case .hidden: break
    case .checkbox, .radio:
      space(.choice)
      let ticked = state.values.isChecked(control.id)
      let rect = canvas.checkbox(
        control.label, at: Point(0, height), width: width, ticked: ticked, focused: isFocused(control),
        round: control.kind == .radio)
      target(.control(control.id), rect)
      height += 1
    case .submit, .reset:
      let first = page.controls.first { $0.form == control.form && $0.kind == .submit }
      let quiet = control.kind != .submit || first?.id != control.id
      button(.control(control.id), control.caption(text), quiet: quiet)
    case .select: select(control)
    case .file:
      paragraph([.text(text(.browserFileUnsupported, ["label": control.label]), strong: false)], .phoneSecondary)
    default: field(control)
    }
  }

  private mutating func label(_ control: FormControl) {
    space(.field)
    wrap(control.label + (control.required ? " *" : ""), .phoneSecondary)
  }

  private mutating func field(_ control: FormControl) {
    let labelTop = height
    label(control)
    // Where the password would be sent, if the person must know.
    if control.kind == .password, let warning = control.form.flatMap({ PasswordWarning($0, on: page) }) {
      wrap(warning.words(text), .phoneWarning)
    }
    let focused = isFocused(control)
    let editor = focused ? state.editor : TextEditor(LineBreakSign.shown(state.values.text(control.id).revealed))
    let placeholder = control.placeholder == control.label ? "" : control.placeholder
    let rect = canvas.textField(
      editor, in: Rect(0, height, width, 1), focused: focused && !control.readOnly, secure: control.kind == .password,
      placeholder: placeholder)
    target(.control(control.id), rect, from: labelTop)
    height += 1
  }

  private mutating func select(_ control: FormControl) {
    let labelTop = height
    label(control)
    let rect = Rect(0, height, width, 1)
    let style = canvas.fieldGround(rect, focused: isFocused(control))
    let chosen = state.values.choices(control.id).sorted().map { control.options[$0].label }.filter { !$0.isEmpty }
    let shown = chosen.isEmpty ? text(.browserEmpty) : chosen.joined(separator: ", ")
    canvas.put(shown, at: Point(1, height), style, width: max(0, width - 5))
    canvas.put("▾", at: Point(width - 3, height), style)
    if state.select?.control == control.id { selectAnchor = rect }
    target(.control(control.id), rect, from: labelTop)
    height += 1
  }

  private mutating func button(_ pressed: BrowserTarget, _ caption: String, quiet: Bool) {
    space(.button)
    let rect = Rect(0, height, width, roomy ? 3 : 1)
    canvas.button(caption, in: rect, focused: state.focus == pressed, quiet: quiet)
    target(pressed, rect)
    height += rect.height
  }

  private func isFocused(_ control: FormControl) -> Bool { state.focus == .control(control.id) }

  private mutating func target(_ target: BrowserTarget, _ rect: Rect, from top: Int? = nil) {
    hits.add(rect, target)
    let start = top ?? rect.y
    rows[target] = min(start, rows[target]?.lowerBound ?? start)..<rect.maxY
  }
}

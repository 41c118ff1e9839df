import AppState
import Catalogue
import SharedValues
import TerminalUI

extension Picture {
  /// The growing diagram, and below it why the chosen step is there.
  mutating func drawSequence(_ state: AppState, in rect: Rect) -> Int {
    guard let selected = state.selectedMessage else {
      drawEmptyPanel(.noSequence, in: rect)
      return 0
    }
    if state.view.showsMessageDetail { return drawMessageDetail(selected, state, in: rect) }
    let caption = drawCaption(selected, in: rect)
    let lanes = Lanes(rect.width)
    let area = Rect(rect.x, rect.y + 1, rect.width, rect.height - 1 - caption)
    drawLaneHeads(lanes, in: rect)
    drawLifelines(lanes, in: area)
    let rows = SequenceRow.rows(state)
    let index = rows.firstIndex { $0 == .arrow(selected) } ?? rows.count - 1
    // The heading of the chosen arrow's part comes along where it is the row before.
    let first = index > 0 && rows[index - 1].isHeading ? index - 1 : index
    let window = ScrollWindow(contentHeight: rows.count, height: area.height, offset: rows.count)
      .revealing(first..<index + 1)
    for (offset, row) in rows[window.rows].enumerated() {
      let place = Rect(area.x, area.y + offset, area.width, 1)
      switch row {
      case .heading(let section): drawHeading(section, in: place)
      case .arrow(let message):
        drawArrow(message, lanes, state, in: place, selected: message.id == selected.id)
        target(place, .view(.openMessage(message.id)))
      }
    }
    canvas.scrollBar(window, at: Point(area.maxX, area.y), Style(.secondary))
    return 0
  }

  /// Returns the rows that the caption takes.
  private mutating func drawCaption(_ message: Message, in rect: Rect) -> Int {
    let lines = TextLayout.wrap(Caption.text(message, look), width: rect.width)
    let shown = lines.prefix(max(0, min(lines.count, rect.height / 4 + 1)))
    let height = shown.count + 1
    canvas.fill(Rect(rect.x, rect.maxY - height, rect.width, 1), Style(.panelFrame), look.glyphs == .ascii ? "-" : "─")
    for (index, line) in shown.enumerated() {
      canvas.put(line, at: Point(rect.x, rect.maxY - shown.count + index), Style(.text), width: rect.width)
    }
    return height
  }

  private mutating func drawLaneHeads(_ lanes: Lanes, in rect: Rect) {
    for (party, x) in lanes.all {
      let name = look.catalogue(party.fullName)
      let start = min(max(0, x - TextLayout.width(name) / 2), rect.width - TextLayout.width(name))
      canvas.put(name, at: Point(rect.x + start, rect.y), Style(party.role, bold: true))
    }
  }

  private mutating func drawLifelines(_ lanes: Lanes, in area: Rect) {
    for (party, x) in lanes.all {
      canvas.fill(Rect(area.x + x, area.y, 1, area.height), Style(party.role, dim: true), "│")
    }
  }

  private mutating func drawHeading(_ section: SequenceSection, in rect: Rect) {
    canvas.fill(rect, Style(.heading), "═")
    let text = " \(look.catalogue(section.phrase)) "
    canvas.put(text, at: Point(rect.x + 2, rect.y), Style(.heading, bold: true), width: rect.width - 2)
  }

  private mutating func drawArrow(
    _ message: Message, _ lanes: Lanes, _ state: AppState, in rect: Rect, selected: Bool
  ) {
    let text = ArrowText(message, reveal: state.revealsSecrets, look)
    let (from, to) = lanes.ends(message)
    let style = Style(message.from.role, bold: selected)
    if from == to {
      // A party without a lane of its own: said beside the lane of the other.
      canvas.put(
        "\(look.marks.current) \(text.label) \(text.object)", at: Point(rect.x + from, rect.y), style,
        width: rect.width - from)
    } else {
      drawShaft(from, to, lanes, style, in: rect)
      let (left, right) = (min(from, to), max(from, to))
      let firstLane = lanes.all.map(\.x).filter { $0 > left }.min() ?? right
      let room = max(0, (from < to ? firstLane : right) - left - 4)
      let label = TextLayout.clip(text.label, to: room, ellipsis: look.marks.ellipsis)
      let x = from < to ? left + 2 : max(left + 2, right - 3 - TextLayout.width(label))
      if !label.isEmpty { canvas.put(" \(label) ", at: Point(rect.x + x, rect.y), style) }
    }
    drawResult(text, lanes, in: rect)
    if selected {
      canvas.restyle(rect, Style(.selection, bold: true))
      canvas.put(look.marks.selected, at: Point(rect.x, rect.y), Style(.selection, bold: true))
    }
  }

  private mutating func drawShaft(_ from: Int, _ to: Int, _ lanes: Lanes, _ style: Style, in rect: Rect) {
    let (left, right) = (min(from, to), max(from, to))
    let ascii = look.glyphs == .ascii
    canvas.fill(Rect(rect.x + left, rect.y, right - left, 1), style, ascii ? "-" : "─")
    for (_, x) in lanes.all where x > left && x < right {
      canvas.put(ascii ? "+" : "┼", at: Point(rect.x + x, rect.y), style)
    }
    canvas.put(ascii ? "|" : from < to ? "├" : "┤", at: Point(rect.x + from, rect.y), style)
    canvas.put("│", at: Point(rect.x + to, rect.y), style)
    let head = from < to ? (ascii ? ">" : "▶") : (ascii ? "<" : "◀")
    canvas.put(head, at: Point(rect.x + to + (from < to ? -1 : 1), rect.y), style)
  }

  private mutating func drawResult(_ text: ArrowText, _ lanes: Lanes, in rect: Rect) {
    let room = rect.width - lanes.result
    guard !text.result.isEmpty, room > 3 else { return }
    canvas.put(text.result, at: Point(rect.x + lanes.result, rect.y), text.outcome.style, width: room)
  }
}

extension SequenceRow {
  var isHeading: Bool { if case .heading = self { true } else { false } }
}

/// Where the lifelines stand. The keystore gets one where there is room for it.
struct Lanes {
  /// From left to right.
  var all: [(party: Party, x: Int)]
  /// Where results begin, right of the last lane.
  var result: Int

  init(_ width: Int) {
    let showsKeystore = width >= 84
    let left = showsKeystore ? 5 : 3
    let app = showsKeystore ? left + 14 : left
    // Results and the second half of the diagram share what is left.
    let results = min(36, max(18, width * 36 / 100))
    let server = width - results
    let browser = app + (server - app) * 9 / 20
    all = (showsKeystore ? [(.keystore, left)] : []) + [(.app, app), (.browser, browser), (.server, server)]
    result = server + 2
  }

  func x(_ party: Party) -> Int? { all.first { $0.party == party }?.x }

  func ends(_ message: Message) -> (from: Int, to: Int) {
    let app = x(.app) ?? 0
    return (x(message.from) ?? app, x(message.to) ?? app)
  }
}

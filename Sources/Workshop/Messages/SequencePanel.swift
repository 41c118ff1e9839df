import AppState
import Screens
import TerminalUI

extension Picture {
  /// The diagram, and below it why the selected step exists.
  mutating func drawSequence(_ phone: Phone<MessagesTool>, in rect: Rect) -> Int {
    let head = drawSubject(phone, in: rect)
    let rect = Rect(rect.x, rect.y + head, rect.width, rect.height - head)
    guard let selected = phone.selectedMessage else { return drawNoMessages(.noSequence, phone, in: rect) }
    guard phone.own.view.showsDetail else {
      let caption = phone.own.export.map { drawExport($0, in: rect) } ?? drawCaption(selected, in: rect)
      drawDiagram(selected, phone, in: Rect(rect.x, rect.y, rect.width, rect.height - caption))
      return 0
    }
    var area = Rect(rect.x, rect.y, rect.width, rect.height - drawMessagesFoot(phone, in: rect))
    if area.height >= Lanes.aboveMessage {
      let height = area.height * 2 / 5
      drawDiagram(selected, phone, in: Rect(area.x, area.y, area.width, height))
      drawPanelRule(in: area, at: area.y + height)
      area = Rect(area.x, area.y + height + 1, area.width, area.height - height - 1)
    }
    return drawMessageDetail(selected, phone, in: area)
  }

  private mutating func drawDiagram(_ selected: Message, _ phone: Phone<MessagesTool>, in rect: Rect) {
    let log = phone.shownMessages
    let all = SequenceRows(log)
    let shown = log.isInSteps ? all.part(of: selected.id) : all.startIndex..<all.endIndex
    let lanes = Lanes(rect.width, log.isInSteps ? all.lifelines(shown) : log.lifelines, ofPhone: !log.isOfServer)
    let area = Rect(rect.x, rect.y + lanes.headHeight, rect.width, rect.height - lanes.headHeight)
    drawLaneHeads(lanes, in: rect)
    for lane in lanes.all {
      canvas.fill(Rect(area.x + lane.x, area.y, 1, area.height), Style(lane.lifeline.party.role, dim: true), "│")
    }
    let rows = all[shown]
    let index = all.row(of: selected.id) - shown.lowerBound
    // Keep the heading of the selected arrow's part visible if it is the row before.
    let first = index > 0 && rows[shown.lowerBound + index - 1].isHeading ? index - 1 : index
    let window = ScrollWindow(contentHeight: rows.count, height: area.height, offset: rows.count)
      .revealing(first..<index + 1)
    for row in window.rows {
      let place = Rect(area.x, area.y + row - window.offset, area.width, 1)
      switch rows[shown.lowerBound + row] {
      case .heading(let part): drawHeading(part, in: place)
      case .arrow(let message, let part):
        drawArrow(message, of: part, lanes, reveal: phone.revealsSecrets, in: place, selected: row == index)
        target(place, .messages(.open(message.id)))
      }
    }
    canvas.scrollBar(window, at: Point(area.maxX, area.y), Style(.secondary))
  }

  /// Returns the height of the caption.
  private mutating func drawCaption(_ message: Message, in rect: Rect) -> Int {
    let lines = TextLayout.balanced(Caption.text(message, look), width: rect.width)
    let shown = lines.prefix(max(0, min(lines.count, rect.height / 4 + 1)))
    let height = shown.count + 1
    drawPanelRule(in: rect, at: rect.maxY - height)
    for (index, line) in shown.enumerated() {
      // An ellipsis marks a cut caption; Enter shows all of it.
      let isCut = index == shown.count - 1 && shown.count < lines.count
      let text =
        isCut ? TextLayout.clip(line, to: rect.width - 2, ellipsis: "", ofData: true) + " " + look.marks.ellipsis : line
      canvas.put(text, at: Point(rect.x, rect.maxY - shown.count + index), Style(.text), width: rect.width)
    }
    return height
  }

  private mutating func drawLaneHeads(_ lanes: Lanes, in rect: Rect) {
    let row = rect.y + lanes.headHeight - 1
    var free = 0
    for lane in lanes.all {
      let name = lanes.name(lane, look)
      // A long name moves the next one to the right.
      let start = max(free, min(max(0, lane.x - TextLayout.width(name) / 2), rect.width - TextLayout.width(name)))
      free = start + TextLayout.width(name) + 1
      canvas.put(
        name, at: Point(rect.x + start, row), Style(lane.lifeline.party.role, bold: true), width: rect.width - start,
        ofData: !lanes.isOwn)
    }
    for phone in lanes.phones {
      let width = max(TextLayout.width(phone.name), phone.to - phone.from)
      let start = max(0, (phone.from + phone.to - TextLayout.width(phone.name)) / 2)
      canvas.put(phone.name, at: Point(rect.x + start, rect.y), Style(.secondary), width: width, ofData: true)
    }
  }

  mutating func drawHeading(_ part: MessagePart, in rect: Rect) {
    let line = ArrowLine(part.kind, look)
    canvas.fill(rect, Style(.heading), Character(line.shaft))
    let text = " \(part.heading(look)) "
    canvas.put(text, at: Point(rect.x + 2, rect.y), Style(.heading, bold: true, reverse: true), width: rect.width - 2)
  }

  private var arrow: TravellingArrow? { moving as? TravellingArrow }

  private mutating func drawArrow(
    _ message: Message, of part: MessagePart?, _ lanes: Lanes, reveal: Bool, in rect: Rect, selected: Bool
  ) {
    let text = ArrowText(message, reveal: reveal, look)
    let (from, to) = lanes.ends(message)
    let style = Style(message.from.role, bold: selected)
    let line = ArrowLine(message.flow?.kind ?? part?.kind, look)
    if let arrow, arrow.message == message.id, !arrow.hasArrived {
      // Text and result appear when the arrow has arrived.
      let way = arrow.columns(of: abs(to - from))
      drawShaft(from, from < to ? from + way : from - way, lanes, line, style, in: rect, hasArrived: false)
    } else {
      drawShaft(from, to, lanes, line, style, in: rect)
      drawWords(text, from, to, lanes, style, in: rect)
    }
    // A number that would touch the first lifeline is shown only in the heading.
    if let number = part.map({ String($0.number) }), number.count < lanes.all[0].x {
      canvas.put(number, at: Point(rect.x + 1, rect.y), Style(.secondary))
    }
    if selected { markSelected(rect, bold: true) }
  }

  /// The text between the arrow's ends, and the result beside them.
  private mutating func drawWords(
    _ words: ArrowText, _ from: Int, _ to: Int, _ lanes: Lanes, _ style: Style, in rect: Rect
  ) {
    var text = words
    let (left, right) = (min(from, to), max(from, to))
    // The space between the ends without their marks and a space on each side.
    let room = right - left - 5
    let rest = rect.width - lanes.result
    // A name that fits only beside the ends stands there, if no result does.
    let beside = text.name.text(in: rest)
    let isBeside = TextLayout.width(text.name.text(in: room)) > room && TextLayout.width(beside) <= rest
    if text.result.isEmpty, room < 4 || isBeside {
      text.result = beside
    } else if room >= 4 {
      let label = TextLayout.clip(text.name.text(in: room), to: room, ellipsis: look.marks.ellipsis, ofData: true)
      let x = from < to ? left + 2 : max(left + 2, right - 3 - TextLayout.width(label))
      if !label.isEmpty { canvas.put(" \(label) ", at: Point(rect.x + x, rect.y), style) }
    }
    guard !text.result.isEmpty, rest > 2 else { return }
    canvas.put(text.result, at: Point(rect.x + lanes.result, rect.y), text.outcome.style, width: rest, ofData: true)
  }

  private mutating func drawShaft(
    _ from: Int, _ to: Int, _ lanes: Lanes, _ line: ArrowLine, _ style: Style, in rect: Rect, hasArrived: Bool = true
  ) {
    let (left, right) = (min(from, to), max(from, to))
    canvas.fill(Rect(rect.x + left, rect.y, right - left, 1), style, Character(line.shaft))
    for lane in lanes.all where lane.x > left && lane.x < right {
      canvas.put(line.crossing, at: Point(rect.x + lane.x, rect.y), style)
    }
    canvas.put(from < to ? line.startRight : line.startLeft, at: Point(rect.x + from, rect.y), style)
    let head = from < to ? line.headRight : line.headLeft
    guard hasArrived else {
      canvas.put(head, at: Point(rect.x + to, rect.y), style)
      return
    }
    canvas.put("│", at: Point(rect.x + to, rect.y), style)
    canvas.put(head, at: Point(rect.x + to + (from < to ? -1 : 1), rect.y), style)
  }
}

/// The characters of an arrow. The second login has heavy lines, so that the two logins differ even without text or colour.
struct ArrowLine {
  var shaft, crossing, startRight, startLeft, headRight, headLeft: String

  init(_ kind: Flow.Kind?, _ look: Look) {
    let isHeavy = kind == .authentication
    if look.glyphs == .ascii {
      let shaft = isHeavy ? "=" : "-"
      (self.shaft, crossing, startRight, startLeft, headRight, headLeft) = (shaft, "+", "|", "|", ">", "<")
    } else if isHeavy {
      (shaft, crossing, startRight, startLeft, headRight, headLeft) = ("━", "┿", "┝", "┥", "▶", "◀")
    } else {
      (shaft, crossing, startRight, startLeft, headRight, headLeft) = ("─", "┼", "├", "┤", "▶", "◀")
    }
  }
}

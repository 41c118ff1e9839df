import AppState
import Catalogue
import Screens
import TerminalUI

/// The tool **Clock**: what time the app, the server and the machine have, and rows that move the clocks.
extension Picture {
  mutating func drawClock(_ phone: Phone<Clocks>, in rect: Rect) -> Int {
    let isCompact = rect.width < Arrangement.narrowestPanel - 4
    var lines = ClockWords.times(phone, isCompact: isCompact, look)
    if rect.height > 12 { lines.append(.blank) }
    let column = TextColumn(rect.width, look)
    lines += ClockWords.relation(phone, look).flatMap { column.text($0, Style(.secondary)) }
    if rect.height > 12 { lines.append(.blank) }
    put(lines.prefix(rect.height), in: rect)
    let top = min(rect.height, lines.count)
    drawClockRows(phone, in: Rect(rect.x, rect.y + top, rect.width, rect.height - top))
    return 0
  }

  private mutating func drawClockRows(_ phone: Phone<Clocks>, in rect: Rect) {
    guard rect.height > 0 else { return }
    let rows = phone.rows
    let selected = min(phone.own.selected, rows.count - 1)
    // The first heading comes before the first moment and counts as a line of the list.
    let firstEnd = rows.firstIndex { $0.kind != nil }
    var lines: [(row: Int?, line: StyledLine)] = []
    for (index, row) in rows.enumerated() {
      if index == firstEnd { lines.append((nil, TextColumn(rect.width, look).heading(.clockEnds))) }
      lines.append((index, ClockWords.row(row, phone, width: rect.width - 3, look)))
    }
    if firstEnd == nil {
      lines.append((nil, .blank))
      lines += TextColumn(rect.width - 1, look).text(.clockNoEnds, Style(.secondary)).map { (nil, $0) }
    }
    let place = lines.firstIndex { $0.row == selected } ?? 0
    let window = ScrollWindow(contentHeight: lines.count, height: rect.height, offset: place - rect.height / 2)
    putRows(window, in: rect, bar: rect.maxX - 1) { picture, index, at in
      let (row, line) = lines[index]
      let indent = row == nil ? 0 : 2
      picture.put(line, at: Point(at.x + indent, at.y), width: at.width - indent)
      if row == selected { picture.markSelected(at) }
      return row.map { .clock(.select($0)) }
    }
  }
}

extension Clocks: ToolView {
  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] {
    let phone = Phone<Clocks>(state)
    let (phrase, action) = press(phone.selectedRow, phone)
    let bindings = [
      Binding([.enter, .character(" ")], phrase, action, inFooter: 0),
      Binding([.character("+"), .character("=")], .keyClockForward, .clock(.step(1)), inFooter: 4),
      Binding([.character("-")], .keyClockBack, .clock(.step(-1)), inFooter: 4),
      Binding([.character("x")], .keyClockReset, .clock(.reset), inFooter: 5)
        .off(.reasonClocksReal, if: phone.own.areReal),
    ]
    return bindings + PanelKeys.moving(previous: .keyPreviousRow, next: .keyNextRow) + PanelKeys.neighbours(state)
      + [Binding([.escape], .keyCloseBench, .view(.closeBench), inFooter: 3)]
  }

  private static func press(_ row: ClockRow, _ phone: Phone<Clocks>) -> (Phrase, Action) {
    switch row {
    case .subject: (.keyClockChange, .clock(.subject(Subject.allCases.next(after: phone.own.subject))))
    case .unit: (.keyClockChange, .clock(.unit(Unit.allCases.next(after: phone.own.unit))))
    case .pace: (.keyClockChange, .clock(.pace(paces.next(after: phone.pace))))
    case .moment(let moment): (.keyClockJump, .clock(.jump(moment)))
    case .reset: (.keyClockReset, .clock(.reset))
    }
  }

  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    picture.drawClock(Phone(state), in: rect)
  }

  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? {
    let phone = Phone<Clocks>(state)
    let rows = phone.rows.map { row -> StyledLine in
      let (phrase, action) = press(row, phone)
      var line = ClockWords.row(row, phone, width: 100, look)
      if row != .reset { line.spans.append(.init(text: ": \(look.catalogue(phrase))", style: Style(.text))) }
      line.action = action
      return line
    }
    let note =
      phone.rows.contains { $0.kind != nil } ? [] : [StyledLine(look.catalogue(.clockNoEnds), Style(.secondary))]
    return ClockWords.times(phone, isCompact: false, look)
      + ClockWords.relation(phone, look).map { StyledLine($0, Style(.secondary)) } + note + rows
  }

  package static func seen(_ isSeen: Bool) -> Action? { .clock(.watched(isSeen)) }
  package static func sign(_ state: AppState, _ look: Look) -> String? { ClockWords.sign(Phone(state), look) }
}

import AppState
import Catalogue
import Screens
import TerminalUI

/// The tool **Clock**: what time the app, the server and the machine have, and rows that move the clocks.
extension Picture {
  mutating func drawClock(_ phone: Phone<Clocks>, in rect: Rect) -> Int {
    let isCompact = rect.width < Arrangement.narrowestPanel - 4
    var lines = ClockWords.times(phone, width: rect.width, isCompact: isCompact, look)
    if rect.height > 12 { lines.append(.blank) }
    for line in ClockWords.relation(phone, look) {
      lines += StyledLine.wrapped(line, Style(.secondary), width: rect.width)
    }
    if rect.height > 12 { lines.append(.blank) }
    for (index, line) in lines.prefix(rect.height).enumerated() {
      put(line, at: Point(rect.x, rect.y + index), width: rect.width)
    }
    let top = min(rect.height, lines.count)
    drawClockRows(phone, in: Rect(rect.x, rect.y + top, rect.width, rect.height - top))
    return 0
  }

  private mutating func drawClockRows(_ phone: Phone<Clocks>, in rect: Rect) {
    guard rect.height > 0 else { return }
    let rows = phone.rows
    let selected = min(phone.own.selected, rows.count - 1)
    // The first heading comes before the first moment and counts as a line of the list.
    let firstEnd = rows.firstIndex { if case .moment = $0 { true } else { false } }
    var lines: [(row: Int?, line: StyledLine)] = []
    for (index, row) in rows.enumerated() {
      if index == firstEnd { lines.append((nil, StyledLine(look.catalogue(.clockEnds), Style(.heading, bold: true)))) }
      lines.append((index, ClockWords.row(row, phone, width: rect.width - 3, look)))
    }
    if firstEnd == nil {
      lines.append((nil, .blank))
      lines += StyledLine.wrapped(look.catalogue(.clockNoEnds), Style(.secondary), width: rect.width - 1).map {
        (nil, $0)
      }
    }
    let place = lines.firstIndex { $0.row == selected } ?? 0
    let window = ScrollWindow(contentHeight: lines.count, height: rect.height, offset: place - rect.height / 2)
    for (offset, entry) in lines[window.rows].enumerated() {
      let at = Rect(rect.x, rect.y + offset, rect.width - 1, 1)
      guard let row = entry.row else {
        put(entry.line, at: Point(at.x, at.y), width: at.width)
        continue
      }
      put(entry.line, at: Point(at.x + 2, at.y), width: at.width - 2)
      if row == selected {
        canvas.restyle(at, Style(.selection))
        canvas.put(look.marks.selected, at: Point(at.x, at.y), Style(.selection, bold: true))
      }
      target(at, .clock(.select(row)))
    }
    canvas.scrollBar(window, at: Point(rect.maxX - 1, rect.y), Style(.secondary))
  }
}

/// Keys of the tool **Clock**.
enum ClockPanelKeys {
  static func bindings(_ phone: Phone<Clocks>) -> [Binding] {
    let row = phone.selectedRow
    let (phrase, action) = press(row, phone)
    var bindings = [
      Binding([.enter, .character(" ")], phrase, action, priority: 0, footer: true),
      Binding([.character("+"), .character("=")], .keyClockForward, .clock(.step(1)), priority: 4, footer: true),
      Binding([.character("-")], .keyClockBack, .clock(.step(-1)), priority: 4, footer: true),
      Binding([.character("x")], .keyClockReset, .clock(.reset), priority: 5, footer: true)
        .off(.reasonClocksReal, if: phone.own.areReal),
    ]
    bindings += PanelKeys.moving(previous: .keyPreviousRow, next: .keyNextRow)
    bindings += PanelKeys.neighbours(phone.state)
    return bindings + [Binding([.escape], .keyCloseBench, .view(.closeBench), priority: 3, footer: true)]
  }

  static func press(_ row: ClockRow, _ phone: Phone<Clocks>) -> (Phrase, Action) {
    let clocks = phone.own
    switch row {
    case .subject: return (.keyClockChange, .clock(.subject(next(clocks.subject, Clocks.Subject.allCases))))
    case .unit: return (.keyClockChange, .clock(.unit(next(clocks.unit, Clocks.Unit.allCases))))
    case .pace: return (.keyClockChange, .clock(.pace(next(phone.pace, Clocks.paces))))
    case .moment(let moment): return (.keyClockJump, .clock(.jump(moment)))
    case .reset: return (.keyClockReset, .clock(.reset))
    }
  }

  private static func next<Value: Equatable>(_ value: Value, _ all: [Value]) -> Value {
    all[((all.firstIndex(of: value) ?? -1) + 1) % all.count]
  }
}

extension Clocks: ToolView {
  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    picture.drawClock(Phone(state), in: rect)
  }

  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? {
    let phone = Phone<Clocks>(state)
    let rows = phone.rows.map { row -> StyledLine in
      let (phrase, action) = ClockPanelKeys.press(row, phone)
      var line = ClockWords.row(row, phone, width: 100, look)
      if row != .reset { line.spans.append(.init(text: ": \(look.catalogue(phrase))", style: Style(.text))) }
      line.action = action
      return line
    }
    let hasEnds = phone.rows.contains { if case .moment = $0 { true } else { false } }
    let note = hasEnds ? [] : [StyledLine(look.catalogue(.clockNoEnds), Style(.secondary))]
    return ClockWords.times(phone, width: 100, isCompact: false, look)
      + ClockWords.relation(phone, look).map { StyledLine($0, Style(.secondary)) } + note + rows
  }

  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] { ClockPanelKeys.bindings(Phone(state)) }
  package static func seen(_ isSeen: Bool) -> Action? { .clock(.watched(isSeen)) }
  package static func sign(_ state: AppState, _ look: Look) -> String? { ClockWords.sign(Phone(state), look) }
}

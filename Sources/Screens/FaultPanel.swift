import AppState
import Catalogue
import Faults
import TerminalUI

/// The bench's fault menu: what is on, presets, and every defect by endpoint.
extension Picture {
  mutating func drawFaults(_ state: AppState, in rect: Rect) -> Int {
    let isOn = state.faults.standing.count > 0
    let head = (isOn && state.faults.level == .top ? look.marks.warning + " " : "") + FaultWords.head(state, look)
    canvas.put(
      TextLayout.clip(head, to: rect.width, ellipsis: look.marks.ellipsis), at: Point(rect.x, rect.y),
      isOn && state.faults.level == .top ? Style(.warning, bold: true) : Style(.heading, bold: true), width: rect.width)
    let about = StyledLine.wrapped(
      FaultWords.about(state.selectedFaultRow, look), Style(.secondary), width: rect.width)
    let foot = Array(about.prefix(max(1, (rect.height - 2) / 3)))
    let gap = rect.height > 12 ? 1 : 0
    let area = Rect(rect.x, rect.y + 1 + gap, rect.width, max(1, rect.height - 1 - gap - foot.count - gap))
    drawFaultRows(state, in: area)
    for (index, line) in foot.enumerated() {
      put(line, at: Point(rect.x, rect.maxY - foot.count + index), width: rect.width)
    }
    return 0
  }

  private mutating func drawFaultRows(_ state: AppState, in rect: Rect) {
    let rows = state.faultRows
    let selected = min(state.faults.selected, rows.count - 1)
    var lines: [(row: Int?, left: String, right: String)] = []
    for (index, row) in rows.enumerated() {
      if let heading = heading(row, after: index == 0 ? nil : rows[index - 1]) {
        lines.append((nil, look.catalogue(heading), ""))
      }
      let words = FaultWords.row(row, state, look)
      lines.append((index, words.left, words.right))
    }
    let place = lines.firstIndex { $0.row == selected } ?? 0
    let window = ScrollWindow(contentHeight: lines.count, height: rect.height, offset: place - rect.height / 2)
    for (offset, line) in lines[window.rows].enumerated() {
      let at = Rect(rect.x, rect.y + offset, rect.width - 1, 1)
      guard let row = line.row else {
        canvas.put(line.left, at: Point(at.x, at.y), Style(.heading, bold: true), width: at.width)
        continue
      }
      let right = TextLayout.width(line.right)
      let room = at.width - 3 - (right > 0 ? right + 2 : 0)
      canvas.put(
        TextLayout.clip(line.left, to: room, ellipsis: look.marks.ellipsis), at: Point(at.x + 2, at.y), Style(.text),
        width: room)
      canvas.put(line.right, at: Point(at.maxX - 1 - right, at.y), Style(.secondary), width: right)
      if row == selected {
        canvas.restyle(at, Style(.selection))
        canvas.put(look.marks.selected, at: Point(at.x, at.y), Style(.selection, bold: true))
      }
      target(at, .faults(.press(row)))
    }
    canvas.scrollBar(window, at: Point(rect.maxX - 1, rect.y), Style(.secondary))
  }

  /// Where another kind of row begins.
  private func heading(_ row: FaultRow, after last: FaultRow?) -> Phrase? {
    switch row {
    case .preset: if case .preset? = last { nil } else { .faultPresets }
    case .endpoint: if case .endpoint? = last { nil } else { .faultsByEndpoint }
    case .times: last == nil ? .faultHowOften : nil
    case .on, .allOff, .defect: nil
    }
  }
}

/// Keys of the fault menu.
enum FaultPanelKeys {
  static func bindings(_ state: AppState) -> [Binding] {
    let selected = min(state.faults.selected, state.faultRows.count - 1)
    var bindings = [
      Binding(
        [.enter, .character(" ")], press(state.selectedFaultRow), .faults(.press(selected)), priority: 0, footer: true)
    ]
    if !state.faults.standing.isEmpty {
      bindings.append(Binding([.character("x")], .keyFaultsOff, .faults(.removeAll), priority: 4, footer: true))
    }
    bindings += PanelKeys.moving(previous: .keyPreviousRow, next: .keyNextRow)
    guard state.faults.level == .top else {
      return bindings + [
        Binding(
          [.escape, .backspace, .left, .character("h")], .keyFaultBack, .faults(.back), priority: 3, footer: true)
      ]
    }
    return bindings + PanelKeys.neighbours(state)
      + [Binding([.escape], .keyCloseBench, .view(.closeBench), priority: 3, footer: true)]
  }

  private static func press(_ row: FaultRow) -> Phrase {
    switch row {
    case .on: .keyFaultOff
    case .allOff: .keyFaultsOff
    case .preset, .times: .keyFaultOn
    case .endpoint, .defect: .keyFaultChoose
    }
  }
}

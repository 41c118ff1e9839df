import AppState
import Catalogue
import Screens
import TerminalUI

/// The state machine, drawn from its transition table: the present state, the previous one, and the possible next ones.
extension Picture {
  /// Returns the first row below the diagram.
  fileprivate mutating func drawDiagram(_ state: AppState, in rect: Rect) -> Int {
    let origin = Point(rect.x + (rect.width - StateDiagram.width) / 2, rect.y)
    let history = state[PhaseHistory.self]
    let last = history.all.last?.transition
    let shown = history.showsAll ? Set(Phase.allCases) : history.reached(with: state.phase)
    for arrow in StateDiagram.arrows where shown.contains(arrow.transition.from) && shown.contains(arrow.transition.to)
    {
      let isLast = arrow.transition == last
      let style = isLast ? Style(.success, bold: true) : Style(.secondary)
      let text = look.glyphs == .ascii ? arrow.ascii : arrow.text
      canvas.put(text, at: Point(origin.x + arrow.x, origin.y + arrow.y), style)
    }
    for place in StateDiagram.places where shown.contains(place.phase) {
      drawPhase(place.phase, state, at: Point(origin.x + place.x, origin.y + place.y))
    }
    let column = TextColumn(rect.width, look)
    let words =
      column.text(StateWords.meaning(state, look), hanging: 2)
      + column.text(StateWords.ways(state.phase, look), Style(.secondary), hanging: 2)
    let rows = words.prefix(5)
    let top = rect.y + StateDiagram.height + 1
    put(rows, in: Rect(rect.x, top, rect.width, rows.count))
    return top + rows.count
  }

  /// The present state differs in shape as well as in colour; the previous one has a mark.
  private mutating func drawPhase(_ phase: Phase, _ state: AppState, at point: Point) {
    let name = StateWords.name(phase, look)
    let inner = StateDiagram.box - 2
    let isCurrent = phase == state.phase
    let wasLast = phase == state[PhaseHistory.self].all.last?.from && !isCurrent
    let shown =
      isCurrent
      ? "\(look.marks.focusLeft)\(name)\(look.marks.focusRight)" : wasLast ? "\(look.marks.open) \(name)" : name
    let left = max(0, (inner - TextLayout.width(shown)) / 2)
    let right = max(0, inner - left - TextLayout.width(shown))
    let text = String(repeating: " ", count: left) + shown + String(repeating: " ", count: right)
    let style = isCurrent ? Style(.selection, bold: true) : Style(StateWords.role(phase), bold: wasLast)
    canvas.put("[" + text + "]", at: point, style, width: StateDiagram.box)
  }

  /// The state in words, if the diagram does not fit.
  fileprivate mutating func drawPhaseLines(_ state: AppState, in rect: Rect) -> Int {
    var lines = [
      StyledLine(
        "\(look.marks.current) \(StateWords.name(state.phase, look))", Style(.selection, bold: true),
        "  \(look.catalogue(.stateNow))", Style(.secondary))
    ]
    if let last = state[PhaseHistory.self].all.last {
      lines.append(
        StyledLine(
          "\(look.marks.open) \(StateWords.name(last.from, look))", Style(.text), "  \(look.catalogue(.stateBefore))",
          Style(.secondary)))
    }
    let showsAll = state[PhaseHistory.self].showsAll
    let words = showsAll ? StateWords.all(look) : StateWords.ways(state.phase, look)
    lines += TextColumn(rect.width, look).text(words, Style(.secondary), hanging: 2)
    // All states take the room of the history.
    let shown = lines.prefix(max(0, showsAll ? rect.height : rect.height / 2 + 1))
    put(shown, in: rect)
    return rect.y + shown.count
  }

  fileprivate mutating func drawPhaseHistory(_ state: AppState, in rect: Rect) {
    guard rect.height >= 2 else { return }
    drawPanelRule(look.catalogue(.stateHistory), in: rect, at: rect.y)
    let area = Rect(rect.x, rect.y + 1, rect.width, rect.height - 1)
    let history = state[PhaseHistory.self]
    guard let selected = history.selectedChange else {
      put(StyledLine(look.catalogue(.stateNoHistory), Style(.secondary)), at: Point(area.x, area.y), width: area.width)
      return
    }
    let rows = drawPhaseCause(selected, in: area)
    let all = history.all
    let index = all.firstIndex { $0.id == selected.id } ?? all.count - 1
    let window = ScrollWindow(contentHeight: all.count, height: rows.height, offset: all.count)
      .revealing(index..<index + 1)
    // The selection reaches to the scroll bar.
    putRows(window, in: rows.wider(by: 1), bar: rows.maxX) { picture, row, place in
      picture.put(picture.line(all[row]), at: Point(place.x, place.y), width: place.width - 1)
      if all[row].id == selected.id { picture.markSelected(place, bold: true) }
      return .phases(.select(all[row].id))
    }
  }

  /// Draws the full cause of the selected change at the foot if it fits; returns the remaining area.
  private mutating func drawPhaseCause(_ change: PhaseChange, in area: Rect) -> Rect {
    guard area.height >= 4 else { return area }
    let words = "\(StateWords.name(change.to, look)): \(StateWords.cause(change, look))"
    let lines = Array(TextColumn(area.width, look).text(words, hanging: 2).prefix(2))
    putAtBottom(lines, in: area)
    return Rect(area.x, area.y, area.width, area.height - lines.count)
  }

  /// `  06:06:21 No client → Registering  Start Registration`
  private func line(_ change: PhaseChange) -> StyledLine {
    let way = "\(StateWords.name(change.from, look)) \(look.marks.right) \(StateWords.name(change.to, look))"
    return StyledLine([
      .init(text: "  \(look.moment(change.time).time) ", style: Style(.secondary)),
      .init(text: padded(way, to: 32), style: Style(StateWords.role(change.to))),
      .init(text: StateWords.cause(change, look), style: Style(.text)),
    ])
  }
}

enum StateWords {
  static func name(_ phase: Phase, _ look: Look) -> String {
    look.word(phase.rawValue, in: PhrasesByName.stateName)
  }

  static func meaning(_ state: AppState, _ look: Look) -> String {
    look.word(state.phase.rawValue, in: PhrasesByName.stateMeaning)
  }

  static func ways(_ phase: Phase, _ look: Look) -> String {
    list(look.catalogue(.stateFromHere), PhaseTransitions.from(phase), look)
  }

  static func all(_ look: Look) -> String {
    list(ErrorText.sentence(look.catalogue(.keyAllStates)), Phase.allCases, look)
  }

  private static func list(_ title: String, _ phases: [Phase], _ look: Look) -> String {
    title + ": " + phases.map { name($0, look) }.joined(separator: " \(look.marks.separator) ")
  }

  /// The diagram and the history in words.
  static func lines(_ state: AppState, _ look: Look) -> [StyledLine] {
    let now = StyledLine("\(look.marks.current) \(name(state.phase, look))", Style(.text))
    let past = state[PhaseHistory.self]
    let others = past.showsAll ? Phase.allCases.filter { $0 != state.phase } : []
    let diagram = others.map { StyledLine("\(name($0, look)). \(ways($0, look))", Style(.text)) }
    let history = past.all.suffix(PagedRows.most).map { change in
      let way = "\(name(change.from, look)) \(look.marks.right) \(name(change.to, look))"
      return StyledLine("\(look.moment(change.time).time) \(way): \(cause(change, look))", Style(.text))
    }
    let title = look.catalogue(history.isEmpty ? .stateNoHistory : .stateHistory)
    let head = [
      now, StyledLine(meaning(state, look), Style(.text)), StyledLine(ways(state.phase, look), Style(.secondary)),
    ]
    return head + diagram + [StyledLine(title, Style(.heading))] + history
  }

  static func cause(_ change: PhaseChange, _ look: Look) -> String {
    let cause = look.word(change.cause.rawValue, in: PhrasesByName.stateCause)
    guard let code = change.code else { return cause }
    return look.catalogue(.stateCauseCode, ["cause": cause, "code": code])
  }

  static func role(_ phase: Phase) -> Role {
    switch phase {
    case .failed, .deadRegistration, .unusable: .error
    case .authenticated: .success
    case .cancelled, .locked: .warning
    default: .text
    }
  }
}

extension PhaseHistory: ToolView {
  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    let isDrawn = rect.width >= StateDiagram.width && rect.height >= StateDiagram.height + 8
    let top = isDrawn ? picture.drawDiagram(state, in: rect) : picture.drawPhaseLines(state, in: rect)
    picture.drawPhaseHistory(state, in: Rect(rect.x, top, rect.width, max(0, rect.maxY - top)))
    return 0
  }

  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? {
    StateWords.lines(state, look)
  }

  /// Steps through the history, or follows its end.
  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] {
    let history = state[PhaseHistory.self]
    var bindings: [Binding] = []
    if !history.all.isEmpty {
      bindings = PanelKeys.moving(
        previous: .keyEarlier, next: .keyLater, first: .keyOldest, last: .keyNewest, priority: 6)
    }
    let all = history.showsAll
    bindings.append(
      Binding([.character("a")], all ? .keyReachedStates : .keyAllStates, .phases(.showAll(!all)), inFooter: 4))
    return bindings + PanelKeys.neighbours(state) + [Binding([.escape], .keyPhone, .view(.switchFocus))]
  }

  package static func facts(_ state: AppState) -> [ScreenFact: String] {
    let history = state[PhaseHistory.self]
    return [.changes: String(history.count), .history: history.all.suffix(8).map(\.line).joined(separator: ";")]
  }
}

extension PhaseChange {
  fileprivate var line: String { "\(id) \(from.rawValue) \(to.rawValue) \(cause.rawValue) \(code ?? "-")" }
}

import AppState
import Screens
import TerminalUI

extension PhaseHistory: ToolView {
  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    picture.drawState(state, in: rect)
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
      Binding(
        [.character("a")], all ? .keyReachedStates : .keyAllStates, .phases(.showAll(!all)), priority: 4, footer: true))
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

import AppState
import Screens
import TerminalUI

/// Keys of the panel **State**: step through the history, or follow its end.
enum StateKeys {
  static func bindings(_ state: AppState) -> [Binding] {
    var bindings: [Binding] = []
    if !state.phases.all.isEmpty {
      bindings = PanelKeys.moving(
        previous: .keyEarlier, next: .keyLater, first: .keyOldest, last: .keyNewest, priority: 6)
    }
    let all = state.phases.showsAll
    bindings.append(
      Binding(
        [.character("a")], all ? .keyReachedStates : .keyAllStates, .phases(.showAll(!all)), priority: 4, footer: true))
    return bindings + PanelKeys.neighbours(state) + [Binding([.escape], .keyPhone, .view(.switchFocus))]
  }
}

extension PhaseHistory: ToolView {
  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    picture.drawState(state, in: rect)
  }

  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? {
    StateWords.lines(state, look)
  }

  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] { StateKeys.bindings(state) }
}

extension PhaseHistory {
  package static func facts(_ state: AppState) -> [ScreenFact: String] {
    let last = state.phases.all.suffix(8)
    return [.changes: String(state.phases.count), .history: last.map(\.line).joined(separator: ";")]
  }
}

extension PhaseChange {
  fileprivate var line: String { "\(id) \(from.rawValue) \(to.rawValue) \(cause.rawValue) \(code ?? "-")" }
}

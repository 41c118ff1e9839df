import AppState
import Catalogue

/// Keys of the panel **State**: the history is walked through, and its end is followed.
enum StateKeys {
  static func bindings(_ state: AppState) -> [Binding] {
    var bindings: [Binding] = []
    if !state.phases.all.isEmpty {
      bindings = PanelKeys.moving(
        previous: .keyEarlier, next: .keyLater, first: .keyOldest, last: .keyNewest, priority: 6)
    }
    return bindings + PanelKeys.neighbours(state) + [Binding([.escape], .keyPhone, .view(.switchFocus))]
  }
}

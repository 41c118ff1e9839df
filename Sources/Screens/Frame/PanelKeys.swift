import AppState
import Catalogue
import TerminalUI

/// Keys while the panel has them.
package enum PanelKeys {
  package static func bindings(_ state: AppState) -> [Binding] {
    // A field there comes before everything else.
    if let hold = state.hold, hold.coversPanel(state) { return hold.editedField(state) == nil ? scrolling() : [] }
    guard let tab = state.view.tab else { return [] }
    return state.panelView?.keys(tab, state) ?? []
  }

  /// Whether text scrolls; otherwise the wheel moves through a list.
  package static func scrolls(_ state: AppState) -> Bool {
    if state.hold?.coversPanel(state) == true { return true }
    guard let tab = state.view.tab else { return false }
    return state.panelView?.scrolls(tab, state) ?? false
  }

  package static func editedField(_ state: AppState) -> InputField? {
    if let hold = state.hold, hold.coversPanel(state) { return hold.editedField(state) }
    return state.view.tab.flatMap { state.panelView?.editedField($0, state) }
  }

  /// Keys of a text that does not fit. Scrolling comes before most other keys.
  /// - Parameter pageDown: additional keys for the next page.
  package static func scrolling(pageDown: [Key] = []) -> [Binding] {
    [
      Binding(
        [.down, .character("j")], .keyScrollDown, .view(.scroll(1)), priority: 2, footer: true, short: .keyScroll),
      Binding([.up, .character("k")], .keyScrollUp, .view(.scroll(-1)), priority: 2, footer: true, short: .keyScroll),
      Binding([.pageDown, .control("f")] + pageDown, .keyPageDown, .view(.scroll(10))),
      Binding([.pageUp, .control("b")], .keyPageUp, .view(.scroll(-10))),
      Binding([.home, .character("g")], .keyTop, .view(.scroll(-AppState.farther))),
      Binding([.end, .character("G")], .keyBottom, .view(.scroll(AppState.farther))),
    ]
  }

  /// Keys of a list.
  /// - Parameter priority: in the footer; `nil`: only the help lists them.
  package static func moving(
    previous: Phrase, next: Phrase, first: Phrase = .keyTop, last: Phrase = .keyBottom, priority: Int? = nil
  ) -> [Binding] {
    func one(_ keys: [Key], _ phrase: Phrase, _ step: Int) -> Binding {
      Binding(keys, phrase, .view(.moveSelection(step)), priority: priority ?? 9, footer: priority != nil)
    }
    return [
      one([.up, .character("k")], previous, -1), one([.down, .character("j")], next, 1),
      Binding([.pageUp, .control("b")], .keyPageUp, .view(.moveSelection(-10))),
      Binding([.pageDown, .control("f")], .keyPageDown, .view(.moveSelection(10))),
      Binding([.home, .character("g")], first, .view(.moveSelection(-AppState.farther))),
      Binding([.end, .character("G")], last, .view(.moveSelection(AppState.farther))),
    ]
  }

  /// Left and right open the neighbouring tab.
  package static func neighbours(_ state: AppState) -> [Binding] {
    let tabs = state.tabRow
    guard let index = tabs.firstIndex(where: { $0 == state.view.tab }) else { return [] }
    func go(_ keys: [Key], _ place: Int) -> [Binding] {
      tabs.indices.contains(place) ? [Binding(keys, tabs[place].keyPhrase, .view(.tab(tabs[place])))] : []
    }
    return go([.left, .character("h")], index - 1) + go([.right, .character("l")], index + 1)
  }
}

import AppState
import Catalogue
import TerminalUI

/// Keys while the panel has them.
enum PanelKeys {
  static func bindings(_ state: AppState) -> [Binding] {
    if state.showsStepCard { return scrolling() }
    if state.view.tab == .server { return ServerPanelKeys.bindings(state) }
    if state.view.tab == .state { return StateKeys.bindings(state) }
    if state.view.tab == .keystore { return KeystoreKeys.bindings(state) }
    if state.view.tab == .lesson { return LessonPanelKeys.bindings(state) }
    if state.view.tab == .checks { return ChecksKeys.bindings(state) }
    if state.view.tab == .faults { return FaultPanelKeys.bindings(state) }
    if state.view.tab == .clock { return ClockPanelKeys.bindings(state) }
    return MessagesKeys.bindings(state)
  }

  /// Whether there is text to scroll; otherwise the wheel moves through a list.
  static func scrolls(_ state: AppState) -> Bool {
    if state.showsStepCard { return true }
    return switch state.view.tab {
    case .server: ServerPanelKeys.scrolls(state)
    case .state: false
    case .keystore: true
    case .lesson: state.view.lesson.opened != nil && state.lessonPage != .question
    case .messages, .sequence: state.view.showsMessageDetail
    case .clock, .faults: false
    case .checks: state.checks.opened != nil
    }
  }

  /// The field that typed characters go into.
  static func editedField(_ state: AppState) -> InputField? {
    switch state.view.tab {
    case .server: state.view.server.editsFilter ? .serverFilter : nil
    case .messages: state.view.messages.search?.edits == true ? .messageSearch : nil
    case .checks: state.checks.note == nil ? nil : .checkNote
    default: nil
    }
  }

  /// Keys of a text that is longer than its room.
  /// - Parameter pageDown: keys that show the next page besides.
  static func scrolling(pageDown: [Key] = []) -> [Binding] {
    [
      Binding([.down, .character("j")], .keyScrollDown, .view(.scroll(1)), priority: 6, footer: true),
      Binding([.up, .character("k")], .keyScrollUp, .view(.scroll(-1)), priority: 6, footer: true),
      Binding([.pageDown, .control("f")] + pageDown, .keyPageDown, .view(.scroll(10))),
      Binding([.pageUp, .control("b")], .keyPageUp, .view(.scroll(-10))),
      Binding([.home, .character("g")], .keyTop, .view(.scroll(-PhoneKeys.farther))),
      Binding([.end, .character("G")], .keyBottom, .view(.scroll(PhoneKeys.farther))),
    ]
  }

  /// Keys of a list.
  /// - Parameter priority: in the footer; `nil`: the help alone names them.
  static func moving(
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

  /// Left and right go to the neighbouring tab.
  static func neighbours(_ state: AppState) -> [Binding] {
    let tabs = PanelTabs.row(of: state.view.tab)
    guard let index = tabs.firstIndex(where: { $0.tab == state.view.tab }) else { return [] }
    var bindings: [Binding] = []
    if index > 0 {
      bindings.append(Binding([.left, .character("h")], tabs[index - 1].keyPhrase, .view(.tab(tabs[index - 1].tab))))
    }
    if index + 1 < tabs.count {
      bindings.append(Binding([.right, .character("l")], tabs[index + 1].keyPhrase, .view(.tab(tabs[index + 1].tab))))
    }
    return bindings
  }
}

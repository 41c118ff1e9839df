import AppState
import Catalogue
import TerminalUI

/// Keys while the panel has them.
enum PanelKeys {
  static func bindings(_ state: AppState) -> [Binding] {
    if state.view.tab == .server { return ServerPanelKeys.bindings(state) }
    return state.view.showsMessageDetail && state.selectedMessage != nil ? detail(state) : list(state)
  }

  /// Whether there is text to scroll; otherwise the wheel moves through a list.
  static func scrolls(_ state: AppState) -> Bool {
    state.view.tab == .server ? ServerPanelKeys.scrolls(state) : state.view.showsMessageDetail
  }

  /// The field that typed characters go into.
  static func editedField(_ state: AppState) -> InputField? {
    state.view.tab == .server && state.view.server.editsFilter ? .serverFilter : nil
  }

  private static func list(_ state: AppState) -> [Binding] {
    var bindings: [Binding] = []
    if let message = state.selectedMessage {
      bindings = [
        Binding([.enter, .character(" ")], .keyOpen, .view(.openMessage(message.id)), priority: 0, footer: true),
        Binding([.up, .character("k")], .keyOlder, .view(.moveSelection(-1)), priority: 6, footer: true),
        Binding([.down, .character("j")], .keyNewer, .view(.moveSelection(1)), priority: 6, footer: true),
        Binding([.pageUp, .control("b")], .keyPageUp, .view(.moveSelection(-10))),
        Binding([.pageDown, .control("f")], .keyPageDown, .view(.moveSelection(10))),
        Binding([.home, .character("g")], .keyOldest, .view(.moveSelection(-MessageLog.capacity))),
        Binding([.end, .character("G")], .keyNewest, .view(.moveSelection(MessageLog.capacity))),
      ]
    }
    bindings += neighbours(state)
    return bindings + [Binding([.escape], .keyPhone, .view(.switchFocus))]
  }

  /// Left and right go to the neighbouring tab.
  static func neighbours(_ state: AppState) -> [Binding] {
    let tabs = PanelTabs.all
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

  private static func detail(_ state: AppState) -> [Binding] {
    let all = state.messages.all
    var bindings = [
      Binding([.escape, .enter, .backspace], .keyBack, .view(.closeDetail), priority: 0, footer: true),
      Binding([.down, .character("j")], .keyScrollDown, .view(.scroll(1)), priority: 6, footer: true),
      Binding([.up, .character("k")], .keyScrollUp, .view(.scroll(-1)), priority: 6, footer: true),
      Binding([.pageDown, .control("f"), .character(" ")], .keyPageDown, .view(.scroll(10))),
      Binding([.pageUp, .control("b")], .keyPageUp, .view(.scroll(-10))),
      Binding([.home, .character("g")], .keyTop, .view(.scroll(-PhoneKeys.farther))),
      Binding([.end, .character("G")], .keyBottom, .view(.scroll(PhoneKeys.farther))),
    ]
    if let index = all.firstIndex(where: { $0.id == state.selectedMessage?.id }) {
      if index > 0 {
        bindings.append(
          Binding(
            [.left, .character("h")], .keyOlder, .view(.openMessage(all[index - 1].id)), priority: 8, footer: true))
      }
      if index + 1 < all.count {
        bindings.append(
          Binding(
            [.right, .character("l")], .keyNewer, .view(.openMessage(all[index + 1].id)), priority: 8, footer: true))
      }
    }
    return bindings
  }
}

extension AppState {
  /// The chosen message, or the newest one, which is followed while none is chosen.
  var selectedMessage: Message? {
    guard let id = view.selectedMessage else { return messages.all.last }
    return messages.all.last { $0.id == id } ?? messages.all.last
  }
}

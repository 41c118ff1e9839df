import AppState
import Catalogue
import Screens
import TerminalUI

/// Keys of the panels **Messages** and **Sequence**, in their lists and in the details of a message.
enum MessagesKeys {
  static func bindings(_ state: AppState) -> [Binding] {
    if state.view.tab == .messages, let search = state.messagesView.search, search.edits { return searching() }
    return state.messagesView.showsDetail && state.selectedMessage != nil ? detail(state) : list(state)
  }

  private static func list(_ state: AppState) -> [Binding] {
    var bindings: [Binding] = []
    if let message = state.selectedMessage {
      bindings =
        [
          Binding([.enter, .character(" ")], .keyOpen, .messagesView(.open(message.id)), priority: 0, footer: true)
        ] + PanelKeys.moving(previous: .keyOlder, next: .keyNewer, first: .keyOldest, last: .keyNewest, priority: 7)
    }
    if state.view.tab == .messages { bindings += finding(state) }
    bindings += exporting(state) + subject(state) + PanelKeys.neighbours(state)
    if let clearing = clearing(state) { return bindings + [clearing] }
    return bindings + [Binding([.escape], .keyPhone, .view(.switchFocus))]
  }

  private static func subject(_ state: AppState) -> [Binding] {
    guard state.guestMessages != nil else { return [] }
    let prefersPhone = state.messagesView.prefersPhone
    return [
      Binding(
        [.character("v")], prefersPhone ? .keyLabMessages : .keyPhoneMessages,
        .messagesView(.preferPhone(!prefersPhone)), priority: 5, footer: true)
    ]
  }

  /// Escape removes one thing at a time, the latest first.
  private static func clearing(_ state: AppState) -> Binding? {
    guard state.view.tab == .messages else { return nil }
    if state.messagesView.search != nil {
      return Binding([.escape], .keyEndSearch, .messagesView(.clearSearch), priority: 3, footer: true)
    }
    guard !state.messagesView.filter.passesAll else { return nil }
    return Binding([.escape, .backspace], .keyClearFilter, .messagesView(.clearFilter), priority: 3, footer: true)
  }

  private static func finding(_ state: AppState) -> [Binding] {
    [
      Binding([.character("f")], .keyActor, .messagesView(.nextParty), priority: 6, footer: true),
      Binding([.character("e")], .keyEndpoint, .messagesView(.nextEndpoint), priority: 6, footer: true),
      Binding([.character("/")], .keySearch, .messagesView(.beginSearch), priority: 5, footer: true),
    ].map { $0.off(.reasonNoMessages, if: state.shownMessages.isEmpty) } + matches(state)
  }

  private static func matches(_ state: AppState) -> [Binding] {
    [
      Binding([.character("n")], .keyNextMatch, .messagesView(.nextMatch(1)), priority: 4, footer: true),
      Binding([.character("N")], .keyPreviousMatch, .messagesView(.nextMatch(-1))),
    ].map { $0.off(.reasonNothingFound, if: state.messagesView.search?.matches?.isEmpty ?? true) }
  }

  private static func exporting(_ state: AppState) -> [Binding] {
    let isDiagram = state.view.tab == .sequence
    let message = state.selectedMessage
    return [
      Binding([.character("y")], .keyCurl, .messages(.export(.curl(message?.id ?? 0))), priority: 8, footer: true)
        .off(.reasonNotSent, if: message?.canBeSent != true),
      Binding(
        [.character("w")], isDiagram ? .keyDiagram : .keyArchive, .messages(.export(isDiagram ? .diagram : .archive)),
        priority: isDiagram ? 6 : 8, footer: true
      ).off(.reasonNoMessages, if: state.shownMessages.isEmpty),
    ]
  }

  private static func searching() -> [Binding] {
    [
      Binding([.enter], .keyKeepSearch, .messagesView(.endSearch), priority: 0, footer: true),
      Binding([.escape], .keyEndSearch, .messagesView(.clearSearch), priority: 3, footer: true),
      Binding([.down], .keyNextMatch, .messagesView(.nextMatch(1))),
      Binding([.up], .keyPreviousMatch, .messagesView(.nextMatch(-1))),
      Binding([.backspace], .keyErase, .messagesView(.editSearch(.removeLast))),
      Binding([.control("u")], .keyEraseAll, .messagesView(.editSearch(.clear))),
    ]
  }

  private static func detail(_ state: AppState) -> [Binding] {
    var bindings =
      [
        Binding([.escape, .enter, .backspace], .keyBack, .messagesView(.close), priority: 0, footer: true)
      ] + PanelKeys.scrolling(pageDown: [.character(" ")])
    let listed = state.listedMessages
    guard let place = state.selectedPlace else { return bindings }
    func go(_ keys: [Key], _ phrase: Phrase, _ place: Int) -> Binding {
      Binding(keys, phrase, .messagesView(.open(listed[place].id)), priority: 8, footer: true)
    }
    if place > 0 { bindings.append(go([.left, .character("h")], .keyOlder, place - 1)) }
    if place + 1 < listed.count { bindings.append(go([.right, .character("l")], .keyNewer, place + 1)) }
    if state.view.tab == .messages { bindings += matches(state) }
    return bindings + exporting(state)
  }
}

extension Message {
  /// Whether this is a request that can be sent again with curl.
  var canBeSent: Bool {
    switch content {
    case .exchange: droppedSizes == nil
    case .userAgentOpened: true
    default: false
    }
  }
}

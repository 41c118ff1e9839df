import AppState
import Catalogue
import Screens
import TerminalUI

/// Keys of the panels **Messages** and **Sequence**, in their lists and in the details of a message.
enum MessagesKeys {
  static func bindings(_ phone: Phone<MessagesTool>) -> [Binding] {
    let view = phone.own.view
    if phone.view.tab == .messages, let search = view.search, search.edits { return searching() }
    return view.showsDetail && phone.selectedMessage != nil ? detail(phone) : list(phone)
  }

  private static func list(_ phone: Phone<MessagesTool>) -> [Binding] {
    var bindings: [Binding] = []
    if let message = phone.selectedMessage {
      bindings =
        [Binding([.enter, .character(" ")], .keyOpen, .messages(.open(message.id)), inFooter: 0)]
        + PanelKeys.moving(previous: .keyOlder, next: .keyNewer, first: .keyOldest, last: .keyNewest, priority: 7)
    }
    if phone.view.tab == .messages { bindings += finding(phone) }
    bindings += exporting(phone)
    if phone.guestMessages?.isInSteps == true {
      let prefersPhone = phone.own.view.prefersPhone
      let phrase: Phrase = prefersPhone ? .keyLabMessages : .keyPhoneMessages
      bindings.append(Binding([.character("v")], phrase, .messages(.preferPhone(!prefersPhone)), inFooter: 5))
    } else {
      bindings += sources(phone)
    }
    bindings += PanelKeys.neighbours(phone.state)
    if let clearing = clearing(phone) { return bindings + [clearing] }
    return bindings + [Binding([.escape], .keyPhone, .view(.switchFocus))]
  }

  private static func sources(_ phone: Phone<MessagesTool>) -> [Binding] {
    let choice = Workshop.messageChoice(phone.state)
    return [
      Binding([.character("v")], .keyNextSource, .serverMessages(.choose(choice.source(1))), inFooter: 5),
      Binding([.character("V")], .keyPreviousSource, .serverMessages(.choose(choice.source(-1)))),
    ].map { $0.off(choice.reason(for: .everybody)) }
  }

  /// Escape removes one thing at a time, the latest first.
  private static func clearing(_ phone: Phone<MessagesTool>) -> Binding? {
    guard phone.view.tab == .messages else { return nil }
    if phone.own.view.search != nil { return Binding([.escape], .keyEndSearch, .messages(.clearSearch), inFooter: 3) }
    guard !phone.own.view.filter.passesAll else { return nil }
    return Binding([.escape, .backspace], .keyClearFilter, .messages(.clearFilter), inFooter: 3)
  }

  private static func finding(_ phone: Phone<MessagesTool>) -> [Binding] {
    [
      Binding([.character("f")], .keyActor, .messages(.nextParty), inFooter: 6),
      Binding([.character("e")], .keyEndpoint, .messages(.nextEndpoint), inFooter: 6),
      Binding([.character("/")], .keySearch, .messages(.beginSearch), inFooter: 5),
    ].map { $0.off(.reasonNoMessages, if: phone.shownMessages.isEmpty) } + matches(phone)
  }

  private static func matches(_ phone: Phone<MessagesTool>) -> [Binding] {
    [
      Binding([.character("n")], .keyNextMatch, .messages(.nextMatch(1)), inFooter: 4),
      Binding([.character("N")], .keyPreviousMatch, .messages(.nextMatch(-1))),
    ].map { $0.off(.reasonNothingFound, if: phone.own.view.search?.matches?.isEmpty ?? true) }
  }

  private static func exporting(_ phone: Phone<MessagesTool>) -> [Binding] {
    let isDiagram = phone.view.tab == .sequence
    let message = phone.selectedMessage
    return [
      Binding([.character("y")], .keyCurl, .messages(.export(.curl(message?.id ?? 0))), inFooter: 8)
        .off(.reasonNotSent, if: message?.canBeSent != true),
      Binding(
        [.character("w")], isDiagram ? .keyDiagram : .keyArchive, .messages(.export(isDiagram ? .diagram : .archive)),
        inFooter: isDiagram ? 6 : 8
      ).off(.reasonNoMessages, if: phone.shownMessages.isEmpty),
    ]
  }

  private static func searching() -> [Binding] {
    [
      Binding([.enter], .keyKeepSearch, .messages(.endSearch), inFooter: 0),
      Binding([.escape], .keyEndSearch, .messages(.clearSearch), inFooter: 3),
      Binding([.down], .keyNextMatch, .messages(.nextMatch(1))),
      Binding([.up], .keyPreviousMatch, .messages(.nextMatch(-1))),
      Binding([.backspace], .keyErase, .messages(.editSearch(.removeLast))),
      Binding([.control("u")], .keyEraseAll, .messages(.editSearch(.clear))),
    ]
  }

  private static func detail(_ phone: Phone<MessagesTool>) -> [Binding] {
    var bindings =
      [Binding([.escape, .enter, .backspace], .keyBack, .messages(.close), inFooter: 0)]
      + PanelKeys.scrolling(pageDown: [.character(" ")])
    let listed = phone.listedMessages
    guard let place = phone.own.view.place(in: listed) else { return bindings }
    func go(_ keys: [Key], _ phrase: Phrase, _ place: Int) -> Binding {
      Binding(keys, phrase, .messages(.open(listed[place].id)), inFooter: 8)
    }
    if place > 0 { bindings.append(go([.left, .character("h")], .keyOlder, place - 1)) }
    if place + 1 < listed.count { bindings.append(go([.right, .character("l")], .keyNewer, place + 1)) }
    if phone.view.tab == .messages { bindings += matches(phone) }
    return bindings + exporting(phone)
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

extension MessagesTool: ToolView {
  package static func files(_ state: AppState) -> [String] {
    guard case .done(let receipt)? = state[Self.self].export?.outcome else { return [] }
    return receipt.files
  }

  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    tab == .sequence ? picture.drawSequence(Phone(state), in: rect) : picture.drawMessages(Phone(state), in: rect)
  }

  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? {
    MessagesInLines.lines(tab, Phone(state), look)
  }

  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] { MessagesKeys.bindings(Phone(state)) }

  /// The most clients that the palette offers; the keys reach all.
  private static let offeredClients = 9

  package static func paletteBindings(_ state: AppState, _ look: Look) -> [Binding] {
    let choice = Workshop.messageChoice(state)
    return choice.all.prefix(offeredClients + 2).map { source in
      let action = Action.serverMessages(.choose(source))
      let binding =
        switch source {
        case .phone: Binding([], .choosePhone, action)
        case .everybody: Binding([], .chooseEverybody, action)
        case .client(let id): Binding([], .chooseClient, action, values: ["client": id])
        }
      return binding.off(choice.reason(for: source))
    }
  }
  package static func scrolls(_ tab: PanelTab, _ state: AppState) -> Bool { state[Self.self].view.showsDetail }
  package static func showsSecrets(_ tab: PanelTab, _ state: AppState) -> Bool { state[Self.self].view.showsDetail }

  /// Lists and diagrams are useful with few rows; an opened message needs more.
  package static func leastRows(_ tab: PanelTab, _ state: AppState) -> Int {
    state[Self.self].view.showsDetail ? 14 : 6
  }

  package static func editedField(_ tab: PanelTab, _ state: AppState) -> InputField? {
    guard tab == .messages, state[Self.self].view.search?.edits == true else { return nil }
    return .tool("search", .searchHint) { .messages(.editSearch($0)) }
  }
}

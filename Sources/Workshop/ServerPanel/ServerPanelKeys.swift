import AppState
import Catalogue
import FoundationEssentials
import Screens
import SharedValues
import TerminalUI

/// Keys of the panel **Server**: arrows and Enter lead everywhere, and one key revokes or activates the selected client.
enum ServerPanelKeys {
  static func bindings(_ state: AppState) -> [Binding] {
    let server = state[ServerInsight.self]
    if server.reach.card != nil { return ReachKeys.ofCard(state) }
    guard state.settings.embeddedServer, server.isReadable else {
      let own = (clientActions(nil, state.now) + finding).map { $0.off(.because(.reasonServerUnread)) }
      return own + [ReachKeys.ask(state)] + PanelKeys.neighbours(state) + [
        Binding([.escape], .keyPhone, .view(.switchFocus))
      ]
    }
    if let asked = ServerQuestion(state) { return question(asked, focus: server.view.answer) }
    if server.view.editsFilter { return filter }
    if let opened = server.view.opened { return detail(opened, state) }
    return list(state)
  }

  private static func list(_ state: AppState) -> [Binding] {
    let server = state[ServerInsight.self]
    var bindings: [Binding] = []
    switch server.view.section {
    case .clients:
      let client = Phone<ServerInsight>(state).selectedClient?.client
      bindings += clientActions(client, state.now)
      if let client {
        bindings += [Binding([.enter, .character(" ")], .keyGrants, .serverPanel(.open(client.id)), inFooter: 3)]
        bindings += PanelKeys.moving(previous: .keyPreviousClient, next: .keyNextClient)
      }
      bindings += finding
      if !server.view.filter.isEmpty {
        bindings += [
          Binding([.backspace], .keyClearFilter, .serverPanel(.clearFilter), inFooter: 4, short: .keyClearFilterShort)
        ]
      }
    case .sessions:
      if let id = server.selectedSession?.id {
        bindings += [Binding([.character("x"), .enter], .keyEndSession, .serverPanel(.askToEnd(id)), inFooter: 0)]
        bindings += PanelKeys.moving(previous: .keyPreviousSession, next: .keyNextSession)
      }
    case .events: bindings += PanelKeys.scrolling()
    }
    if server.view.section != .clients {
      bindings += (clientActions(nil, state.now) + finding).map { $0.off(.because(.reasonInClients)) }
    }
    return bindings + [ReachKeys.ask(state)] + sections(state) + [Binding([.escape], .keyPhone, .view(.switchFocus))]
  }

  private static let finding = [
    Binding([.character("/")], .keyFilter, .serverPanel(.beginFilter), inFooter: 5),
    Binding([.character("o")], .keyOrder, .serverPanel(.nextOrder), inFooter: 6),
  ]

  /// Revoking can be undone, so it takes one key; from another panel, a question first names the client. Activating restores the client, but not its
  /// tokens.
  private static func clientActions(_ client: RegisteredClient?, _ now: Date) -> [Binding] {
    let id = client?.id ?? ""
    let isShort = client?.accessTokenLifetime != nil
    return [
      Binding([.character("x")], .keyRevokeClient, .serverPanel(.change(.revoke(client: id))), inFooter: 0)
        .fromElsewhere(.serverPanel(.askToRevoke)).off(.reasonNotActive, if: client?.isActive == false),
      Binding([.character("a")], .keyActivateClient, .serverPanel(.change(.activate(client: id))), inFooter: 0)
        .off(.reasonActive, if: client?.isActive == true),
      Binding(
        [.character("t")], isShort ? .keyUsualTokens : .keyShortTokens,
        .serverPanel(.change(.shorten(client: id, seconds: isShort ? nil : RegisteredClient.shortTokenLifetime)))),
      Binding([.character("e")], .keyExpireSecret, .serverPanel(.askToExpire))
        .off(.reasonSecretExpired, if: client?.hasExpiredSecret(at: now) == true),
      Binding([.character("c")], .keyClientTest, .clientTest(.show(id))),
      Binding([.character("n")], .keyNextTemplate, .serverPanel(.change(.nextTemplate(client: id))))
        .off(.reasonNoTemplate, if: client != nil && client?.template == nil),
    ].map { $0.off(.reasonNoClient, if: client == nil) }
  }

  /// Left and right step through the views of this tab, and from the outer views to the neighbouring tabs.
  private static func sections(_ state: AppState) -> [Binding] {
    let all = ServerPanelView.Section.allCases
    let index = all.firstIndex(of: state[ServerInsight.self].view.section) ?? 0
    let outside = PanelKeys.neighbours(state)
    func go(_ key: Key, _ letter: Character, to next: Int) -> Binding? {
      guard all.indices.contains(next) else { return outside.first { $0.keys.contains(key) } }
      return Binding([key, .character(letter)], all[next].phrases.key, .serverPanel(.section(all[next])), inFooter: 4)
    }
    return [go(.left, "h", to: index - 1), go(.right, "l", to: index + 1)].compactMap { $0 }
  }

  private static func detail(_ opened: RegisteredClient.ID, _ state: AppState) -> [Binding] {
    var bindings = [Binding([.escape, .enter, .backspace, .left], .keyBack, .serverPanel(.close), inFooter: 0)]
    if let client = state[ServerInsight.self].opened?.client, client.id == opened {
      bindings += clientActions(client, state.now)
    }
    bindings += finding.map { $0.off(.because(.reasonInClients)) } + [ReachKeys.ask(state)]
    return bindings + PanelKeys.scrolling()
  }

  private static let filter = [
    Binding([.enter, .down], .keyKeepFilter, .serverPanel(.endFilter), inFooter: 0),
    Binding([.escape], .keyClearFilter, .serverPanel(.clearFilter), inFooter: 3),
    Binding([.backspace], .keyErase, .serverPanel(.editFilter(.removeLast))),
    Binding([.control("u")], .keyEraseAll, .serverPanel(.editFilter(.clear))),
  ]

  private static func question(_ asked: ServerQuestion, focus: Int) -> [Binding] {
    let focused = min(focus, asked.answers.count - 1)
    let (phrase, action) = asked.answers[focused]
    return [
      Binding([.enter, .character(" ")], phrase, action, inFooter: 0),
      Binding([.right, .down], .keyNextButton, .serverPanel(.answer(focused + 1))),
      Binding([.left, .up], .keyPreviousButton, .serverPanel(.answer(focused - 1))),
      Binding([.escape], .keyBack, .serverPanel(.dropQuestion), inFooter: 3),
    ]
  }
}

extension ServerPanelView.Section {
  var phrases: (title: Phrase, key: Phrase) {
    switch self {
    case .clients: (.serverClients, .keyClients)
    case .sessions: (.serverSessions, .keySessions)
    case .events: (.serverEvents, .keyEvents)
    }
  }
}

extension ServerInsight: ToolView {
  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    picture.drawServer(state, in: rect)
  }

  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? {
    ServerInLines.lines(state, look)
  }

  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] { ServerPanelKeys.bindings(state) }
  package static func scrolls(_ tab: PanelTab, _ state: AppState) -> Bool {
    let view = state[ServerInsight.self].view
    return view.opened != nil || view.section == .events
  }
  package static func seen(_ isSeen: Bool) -> Action? { .serverPanel(.watched(isSeen)) }

  package static func showsSecrets(_ tab: PanelTab, _ state: AppState) -> Bool {
    state[ServerInsight.self].administration != nil
  }

  /// Shows the server's view of a revocation beside the phone's response. An opened message needs the room itself.
  package static func companion(of tab: PanelTab, _ state: AppState) -> PanelTab? {
    guard state.settings.embeddedServer else { return nil }
    if tab == .server { return .sequence }
    return tab == .sequence && !state[MessagesTool.self].view.showsDetail ? .server : nil
  }

  /// Leads to the card that says who reaches the server, and changes it.
  package static func setting(_ state: AppState) -> Control? {
    guard ReachKeys.ask(state).isOn else { return nil }
    let isOpen = state[ServerInsight.self].reach.others != nil
    return Control(
      isOpen ? .reachSettingNetwork : .reachSettingMachine, .serverPanel(.reach(.ask)), .quiet, key: .keyReach)
  }

  /// For the status bar of every screen: other devices can reach the server.
  package static func sign(_ state: AppState, _ look: Look) -> String? {
    state[ServerInsight.self].reach.others.map { _ in look.catalogue(.signReach) }
  }

  package static func editedField(_ tab: PanelTab, _ state: AppState) -> InputField? {
    guard state[ServerInsight.self].view.editsFilter else { return nil }
    return .tool("filter", .filterHint) { .serverPanel(.editFilter($0)) }
  }
}

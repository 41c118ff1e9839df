import AppState
import Workshop

/// What the server has seen of another client, a program that somebody is writing.
extension StateRegistry {
  static let serverMessages: [Entry] = [
    seen("messages-of-everybody", .everybody),
    seen("messages-of-client", .client(Sample.program)),
    seen("message-of-client", .client(Sample.program)) { $0.tools[MessagesTool.self].open(3) },
    seen("sequence-of-everybody", .everybody, in: .sequence),
    seen("sequence-of-client", .client(Sample.program), in: .sequence),
    seen("messages-of-nobody", .everybody, []),
  ]

  private static func seen(
    _ name: String, _ source: MessageSource, _ messages: [Message] = Sample.seenMessages, in tab: PanelTab = .messages,
    _ change: Setup = { _ in }
  ) -> Entry {
    state(name, .registered, in: tab) {
      _ = update(&$0, .serverMessages(.choose(source)), now: $0.now)
      let own = messages.filter { source == .everybody || $0.record?.clients.contains(Sample.program) == true }
      let news = SeenMessages(
        reading: $0[ServerMessages.self].reading, from: 1, messages: own, hasMore: false,
        clients: messages.isEmpty ? [] : [Sample.program, Sample.clientID])
      _ = update(&$0, .serverMessages(.seen(news)), now: $0.now)
      change(&$0)
    }
  }
}

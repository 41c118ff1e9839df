import AppState
import Catalogue
import Screens

/// What the embedded server has seen since the app last asked, in order.
package struct SeenMessages: Hashable, Sendable {
  /// The reading that this belongs to.
  package var reading: Int
  /// Earlier messages with this number of the server's or a higher one are no longer valid.
  package var from: Int
  /// Each has a record.
  package var messages: [Message]
  /// Whether the server has more than fits into one answer.
  package var hasMore: Bool
  /// The clients that the server has seen, the latest to appear first.
  package var clients: [String]

  package init(reading: Int, from: Int, messages: [Message], hasMore: Bool, clients: [String]) {
    (self.reading, self.from, self.messages) = (reading, from, messages)
    (self.hasMore, self.clients) = (hasMore, clients)
  }
}

package enum ServerMessagesEffect: ToolEffect {
  /// Asks for the messages that came after those of this reading; ``ServerMessagesAction/seen(_:)`` answers. A new reading
  /// begins with the oldest message.
  case read(Int, client: String?)

  package var name: String { "read the server's messages" }
}

package enum ServerMessagesAction: ToolAction {
  case choose(MessageSource)
  case happened
  case seen(SeenMessages)

  package func apply(to phone: inout Phone<ServerMessages>) -> [Effect] {
    switch self {
    case .choose(let source):
      guard source == .phone || phone.serverCannotTell == nil else { return [] }
      // The palette offers this everywhere.
      if ![.messages, .sequence].contains(phone.view.tab) { phone.look(.tab(.messages)) }
      phone.own.turn(to: source)
    case .happened: phone.own.isDue = phone.own.source != .phone
    case .seen(let news): phone.own.add(news)
    }
    return []
  }
}

extension Action {
  package static func serverMessages(_ action: ServerMessagesAction) -> Action { .tool(AnyToolAction(action)) }
}

/// The messages of all clients as the embedded server has seen them, masked by the server, while somebody looks at them.
/// The log has the bounds of the phone's own.
package struct ServerMessages: Tool, ToolView {
  package private(set) var source = MessageSource.phone
  /// The clients that the server has seen, the latest to appear first.
  package private(set) var clients: [String] = []
  private var log = MessageLog()
  /// The number of the reading; an answer to an earlier one counts no more.
  package private(set) var reading = 0
  private var isReading = false
  /// Whether there may be more than the last answer had.
  fileprivate var isDue = false
  /// The clients of the last part of the log.
  private var partOf: [String]?
  private var parts = 0

  package init() {}

  /// `nil`: the phone's own messages were chosen.
  var messages: MessageLog? { source == .phone ? nil : log }

  /// In the order of the keys.
  var sources: [MessageSource] { [.phone, .everybody] + listedClients.map(MessageSource.client) }
  /// The chosen client stays in the list even if the server has dropped all its exchanges.
  private var listedClients: [String] {
    guard let client = source.onlyClient, !clients.contains(client) else { return clients }
    return clients + [client]
  }

  package static func observe(_ phone: inout Phone<ServerMessages>, _ change: PhoneChange) -> [Effect] {
    // A server that has just started knows nothing of an earlier question.
    if change.action == .server(.ready) { phone.own.serverIsReady() }
    return switch phone.server {
    case .ready: phone.own.ask { .tool(ServerMessagesEffect.read($0.reading, client: $0.source.onlyClient)) }
    case .unknown, .failed: phone.own.ask { _ in .ensureServer }
    case .starting, .external: []
    }
  }

  /// The messages are the server's, not a phone's.
  package mutating func arrive(from old: ServerMessages) {
    self = old
    serverIsReady()
  }

  package mutating func startOver() {
    let last = reading
    self = ServerMessages()
    reading = last
  }

  fileprivate mutating func turn(to source: MessageSource) {
    guard source != self.source else { return }
    (self.source, isReading, isDue) = (source, false, source != .phone)
    reading += 1
    begin(revision: 0)
  }

  private mutating func serverIsReady() { if source != .phone { (isReading, isDue) = (false, true) } }

  /// Once, until an answer or the server comes.
  private mutating func ask(_ question: (ServerMessages) -> Effect) -> [Effect] {
    guard isDue, !isReading, source != .phone else { return [] }
    (isReading, isDue) = (true, false)
    return [question(self)]
  }

  fileprivate mutating func add(_ news: SeenMessages) {
    guard news.reading == reading, source != .phone else { return }
    isReading = false
    isDue = isDue || news.hasMore
    clients = news.clients
    if let last = log.last?.record, last.number >= news.from {
      let valid = log.prefix { $0.record.map { $0.number < news.from } ?? false }
      begin(revision: log.revision + 1)
      valid.forEach { append($0) }
    }
    news.messages.forEach { append($0) }
  }

  private mutating func begin(revision: Int) {
    (log, partOf, parts) = (MessageLog(about: source.subject, revision: revision), nil, 0)
  }

  /// Among everybody's messages, a new part begins where other clients come in.
  private mutating func append(_ message: Message) {
    let clients = message.record?.clients ?? []
    if source == .everybody, partOf != clients {
      partOf = clients
      parts += 1
      log.begin(parts, clients.joined(separator: ", "))
    }
    log.append(message)
  }
}

extension MessageSource {
  var subject: MessageLog.Subject? {
    switch self {
    case .phone: nil
    case .everybody: MessageLog.Subject(id: "server", name: "server", title: "", kind: .everybody)
    case .client(let id):
      // A client's id is no file name.
      MessageLog.Subject(id: "client:" + id, name: "client", title: id, kind: .client)
    }
  }
}

extension Phone {
  /// Why the server's messages cannot be shown; `nil`: they can.
  var serverCannotTell: Phrase? {
    if !state.settings.embeddedServer { return .reasonServerElsewhere }
    return state.server == .external ? .reasonServerOfOther : nil
  }
}

import AppState
import FoundationEssentials
import SharedValues

/// What to read from the server's database: only what the panel shows.
package enum ServerInquiry: Hashable, Sendable {
  case clients(filter: String, order: ClientSort, at: ClientAnchor)
  case client(String)
  case sessions
  /// Only the number of clients and sessions.
  case totals

  /// The number of clients in a window: more than any screen has rows.
  package static let windowSize = 160
}

/// The answer to a ``ServerInquiry``.
package struct ServerReading: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case clients(ClientWindow)
    /// `nil`: the client no longer exists.
    case client(OpenedServerClient?)
    case sessions([UserSession])
    case totals
  }

  package var content: Content
  package var totals: ServerInsight.Totals
  /// `nil`: unknown.
  package var administration: ServerAdministration?

  package init(_ content: Content, totals: ServerInsight.Totals, administration: ServerAdministration? = nil) {
    (self.content, self.totals, self.administration) = (content, totals, administration)
  }
}

package struct ServerAdministration: Hashable, Sendable {
  package var page: String
  package var name: String
  package var password: Secret

  package init(page: String, name: String, password: Secret) {
    (self.page, self.name, self.password) = (page, name, password)
  }
}

extension ServerChange {
  /// The changed client, and the wording of the server's own pages; `nil`: no client is changed, or it is deleted.
  var ofClient: (client: String, note: String)? {
    switch self {
    case .revoke(let client): (client, "client revoked")
    case .activate(let client): (client, "client activated")
    case .shorten(let client, let seconds): (client, seconds == nil ? "lifetimes restored" : "lifetimes shortened")
    case .expireSecret(let client): (client, "client secret expired")
    case .nextTemplate(let client): (client, "client template changed")
    case .forget, .endSession: nil
    }
  }
}

/// A request that the server answered, as it reported it: no query, no body, no secret.
package struct ServerEventEntry: Hashable, Sendable {
  package var time: Date
  package var method: String
  package var path: String
  package var status: Int
  package var note: String
  package var client: String?
  package var endpoint: Endpoint

  package init(
    time: Date, method: String, path: String, status: Int, note: String = "", client: String? = nil,
    endpoint: Endpoint = .other
  ) {
    (self.time, self.method, self.path, self.status, self.note) = (time, method, path, status, note)
    (self.client, self.endpoint) = (client, endpoint)
  }
}

/// The latest events, oldest first, at most ``capacity``.
package struct ServerEventList: Hashable, Sendable {
  package static let capacity = 300
  package private(set) var all: [ServerEventEntry] = []
  /// The number of events in this run.
  package private(set) var count = 0

  package init() {}

  package mutating func append(_ event: ServerEventEntry) {
    count += 1
    all.append(event)
    if all.count > ServerEventList.capacity { all.removeFirst(all.count - ServerEventList.capacity) }
  }
}

package enum ServerEffect: ToolEffect {
  /// Reads the database without changing it; ``ServerPanelAction/read(_:_:)`` with the same number answers.
  case read(Int, ServerInquiry)
  /// Changes something as the administrator; ``ServerPanelAction/changed(_:_:)`` answers.
  case change(ServerChange)
  case reach(ReachOrder)

  package var name: String {
    switch self {
    case .read: "read server"
    case .change: "administer server"
    case .reach: "who reaches the server"
    }
  }
}

package enum ServerPanelAction: ToolAction {
  // Navigation.
  case section(ServerPanelView.Section)
  case select(RegisteredClient.ID)
  case selectSession(UserSession.ID)
  case open(RegisteredClient.ID)
  case close
  case nextOrder
  case beginFilter
  case editFilter(TextChange)
  /// Keeps the text and returns the keys to the list.
  case endFilter
  case clearFilter
  case askToEnd(UserSession.ID)
  /// Opens the question for this phone's client, from anywhere.
  case askToRevoke
  /// For the selected client.
  case askToExpire
  case answer(Int)
  case dropQuestion

  // Reading and changing the server.
  case watched(Bool)
  case change(ServerChange)
  /// The embedded server answered a request, possibly of the app itself.
  case event(method: String, path: String, status: Int, note: String, client: String?, endpoint: Endpoint = .other)
  case read(Int, Result<ServerReading, ServerProblem>)
  /// The outcome of ``ServerEffect/change(_:)``; `nil`: success.
  case changed(ServerChange, ServerProblem?)
  case reach(ReachAction)

  package func apply(to phone: inout Phone<ServerInsight>) -> [Effect] { phone.watchServer(self) }

  package var isDangerous: Bool {
    switch self {
    case .change(.revoke), .change(.expireSecret), .change(.endSession), .change(.forget): true
    default: false
    }
  }
}

extension Action {
  package static func serverPanel(_ action: ServerPanelAction) -> Action { .tool(AnyToolAction(action)) }
}

import AppState
import FoundationEssentials
import SharedValues

/// What is to be read from the server's database: no more than the panel shows.
public enum ServerInquiry: Hashable, Sendable {
  case clients(filter: String, order: ServerPanelView.Order, at: ServerPanelView.Anchor)
  case client(String)
  case sessions
  /// Only how many there are of each.
  case totals

  /// So many clients make a window: more than any screen has rows.
  public static let windowSize = 160
}

/// The answer to a ``ServerInquiry``.
public struct ServerReading: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case clients(ServerClientWindow)
    /// `nil`: there is no such client any more.
    case client(OpenedServerClient?)
    case sessions([ServerSession])
    case totals
  }

  public var content: Content
  public var totals: ServerInsight.Totals
  /// `nil`: not known.
  public var administration: ServerAdministration?

  public init(_ content: Content, totals: ServerInsight.Totals, administration: ServerAdministration? = nil) {
    (self.content, self.totals, self.administration) = (content, totals, administration)
  }
}

/// Where the server's administration is, and who opens it.
public struct ServerAdministration: Hashable, Sendable {
  public var page: String
  public var name: String
  public var password: Secret

  public init(page: String, name: String, password: Secret) {
    (self.page, self.name, self.password) = (page, name, password)
  }
}

/// Something that the user changes at the server from outside, as its administrator would.
public enum ServerChange: Hashable, Sendable {
  case revoke(client: String)
  case activate(client: String)
  /// The client of a phone that starts anew, and the sessions in which it was granted something.
  case forget(client: String)
  /// The browser's next login asks for the password; what apps were granted in the session lives on.
  case endSession(String, user: String)

  /// Which client it changes, and how the server's own pages call that; `nil`: none, or one that nothing is left of.
  var ofClient: (client: String, note: String)? {
    switch self {
    case .revoke(let client): (client, "client revoked")
    case .activate(let client): (client, "client activated")
    case .forget, .endSession: nil
    }
  }
}

/// Why the server's database could not be read or changed. `code` has its words in the catalogue.
public struct ServerProblem: Error, Hashable, Sendable {
  public var code: ProblemCode
  /// The path, client or session that it is about.
  public var subject: String
  public var detail: String

  public init(_ code: ProblemCode, _ subject: String, detail: String = "") {
    (self.code, self.subject, self.detail) = (code, subject, detail)
  }
}

/// One request that the server answered, as it told of it: no query, no body, no secret.
public struct ServerEventEntry: Hashable, Sendable {
  public var time: Date
  public var method: String
  public var path: String
  public var status: Int
  public var note: String
  public var client: String?
  public var endpoint: Endpoint

  public init(
    time: Date, method: String, path: String, status: Int, note: String = "", client: String? = nil,
    endpoint: Endpoint = .other
  ) {
    (self.time, self.method, self.path, self.status, self.note) = (time, method, path, status, note)
    (self.client, self.endpoint) = (client, endpoint)
  }
}

/// The latest events, oldest first, as many as ``capacity``.
public struct ServerEventList: Hashable, Sendable {
  public static let capacity = 300
  public private(set) var all: [ServerEventEntry] = []
  /// How many there have been in this run.
  public private(set) var count = 0

  public init() {}

  public mutating func append(_ event: ServerEventEntry) {
    count += 1
    all.append(event)
    if all.count > ServerEventList.capacity { all.removeFirst(all.count - ServerEventList.capacity) }
  }
}

/// What the panel **Server** wants done at the embedded server.
public enum ServerEffect: ToolEffect {
  /// Read its database, without touching it; answered by ``ServerPanelAction/read(_:_:)`` with the same number.
  case read(Int, ServerInquiry)
  /// Change something from outside; answered by ``ServerPanelAction/changed(_:_:)``.
  case change(ServerChange)

  public var name: String {
    switch self {
    case .read: "read server"
    case .change: "administer server"
    }
  }
}

extension Effect { public static func server(_ effect: ServerEffect) -> Effect { .tool(ToolOrder(effect)) } }

/// What happens in the panel **Server**, from both sides.
public enum ServerPanelAction: ToolAction {
  /// The panel came into sight or went out of it.
  case watched(Bool)
  /// What the server's administrator could do: the user does it from the panel.
  case change(ServerChange)
  /// The embedded server answered a request, the app's own included.
  case event(method: String, path: String, status: Int, note: String, client: String?, endpoint: Endpoint = .other)
  /// What ``ServerEffect/read(_:_:)`` found; the number is that of the effect.
  case read(Int, Result<ServerReading, ServerProblem>)
  /// What came of ``ServerEffect/change(_:)``; `nil`: it is done.
  case changed(ServerChange, ServerProblem?)

  public func apply(to app: inout AppState) -> [Effect] { app.watchServer(self) }

  public var isDangerous: Bool {
    switch self {
    case .change(.revoke), .change(.endSession), .change(.forget): true
    default: false
    }
  }
}

extension Action { public static func serverPanel(_ action: ServerPanelAction) -> Action { .tool(ToolEvent(action)) } }

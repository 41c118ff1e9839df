import AppState
import FoundationEssentials

/// What the embedded server's administration shows in the panel **Server**: the last reading, and the events since this app started the server. It
/// never contains a user's password, token, code or cookie, because the reader returns none.
public struct ServerInsight: Hashable, Sendable {
  /// Whether the panel is visible. Only then is the database read, once a second.
  public var isWatched = false
  /// Whether there is anything to show, even if it is out of date.
  public var hasBeenRead = false
  public var clients: ServerClientWindow?
  /// The client that the panel shows in full.
  public var opened: OpenedServerClient?
  public var sessions: [ServerSession] = []
  public var totals = Totals()
  public var administration: ServerAdministration?
  /// Why the last reading failed.
  public var problem: ServerProblem?
  public var events = ServerEventList()
  /// Where the user is in the panel.
  public var view = ServerPanelView()
  /// The user's last change, and its outcome.
  public var change: Change?

  public struct Totals: Hashable, Sendable {
    public var clients: Int
    public var sessions: Int

    public init(clients: Int = 0, sessions: Int = 0) { (self.clients, self.sessions) = (clients, sessions) }
  }

  public struct Change: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable { case pending, done, failed(ServerProblem) }
    public var what: ServerChange
    public var outcome: Outcome

    public init(_ what: ServerChange, _ outcome: Outcome = .pending) { (self.what, self.outcome) = (what, outcome) }
  }

  /// The number of the last requested reading.
  var lastReading = 0
  /// What the pending reading asks for; `nil`: none is pending.
  var pending: ServerInquiry?
  /// What the last completed reading asked for.
  var answered: ServerInquiry?
  /// Time has passed, or something was changed, since the last reading was requested.
  var isDue = false
  /// The phone's client at the previous action.
  var phoneClient: String?

  public init() {}

  /// Whether there is something to show: the last reading succeeded, or an earlier one did and the database is only busy.
  var isReadable: Bool { hasBeenRead && (problem == nil || problem?.code == .databaseLocked) }

  /// Whether the server is carrying out a change.
  var isChanging: Bool { change?.outcome == .pending }

  public var selectedSession: ServerSession? { sessions.first { $0.id == view.selectedSession } ?? sessions.first }
}

/// A dynamically registered client, as in the server's database.
public struct ServerClient: Hashable, Sendable, Identifiable {
  public var id: String
  public var name: String?
  public var owner: String?
  /// Only exactly `active` means live.
  public var status: String
  public var issued: Date
  public var lastUsed: Date?
  public var liveGrants: Int
  /// The template of which it is an instance.
  public var template: String?
  /// When its registration access token expires.
  public var managedUntil: Date?

  public var isActive: Bool { status == "active" }

  public init(
    id: String, name: String? = nil, owner: String? = nil, status: String = "active", issued: Date,
    lastUsed: Date? = nil, liveGrants: Int = 0, template: String? = nil
  ) {
    (self.id, self.name, self.owner, self.status, self.issued) = (id, name, owner, status, issued)
    (self.lastUsed, self.liveGrants, self.template) = (lastUsed, liveGrants, template)
  }
}

/// The clients that were read: all that a screen can show, and some more on both sides.
public struct ServerClientWindow: Hashable, Sendable {
  public var clients: [ServerClient]
  /// For each client, the argument of ``ServerPanelView/Anchor/around(_:)``.
  var positions: [String]
  /// How many clients come before the first of them.
  public var before: Int
  /// How many clients match the filter; at least the number that is known.
  public private(set) var total: Int

  public init(clients: [ServerClient], positions: [String], before: Int, total: Int) {
    (self.clients, self.positions, self.before) = (clients, positions, before)
    // The reader stops counting at a limit, but the clients that were read exist.
    self.total = max(total, before + clients.count)
  }
}

/// A client with its grants and the tokens that are still valid.
public struct OpenedServerClient: Hashable, Sendable {
  public var client: ServerClient
  public var grants: [ServerGrant]

  public init(client: ServerClient, grants: [ServerGrant]) { (self.client, self.grants) = (client, grants) }
}

public struct ServerGrant: Hashable, Sendable {
  public struct Token: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable { case code, access, refresh }
    public var kind: Kind
    public var expires: Date

    public init(_ kind: Kind, expires: Date) { (self.kind, self.expires) = (kind, expires) }
  }

  public var user: String
  public var scope: [String]
  public var created: Date
  /// Handle of the session in which it was granted.
  public var session: String?
  public var tokens: [Token]

  public init(user: String, scope: [String], created: Date, session: String?, tokens: [Token]) {
    (self.user, self.scope, self.created, self.session, self.tokens) = (user, scope, created, session, tokens)
  }
}

/// A browser that is signed in to the server.
public struct ServerSession: Hashable, Sendable, Identifiable {
  /// Its handle, which is not the cookie.
  public var id: String
  public var user: String
  public var created: Date
  public var lastUsed: Date?
  public var expires: Date
  public var userAgent: String?
  public var liveGrants: Int

  public init(
    id: String, user: String, created: Date, lastUsed: Date? = nil, expires: Date, userAgent: String? = nil,
    liveGrants: Int = 0
  ) {
    (self.id, self.user, self.created, self.lastUsed, self.expires) = (id, user, created, lastUsed, expires)
    (self.userAgent, self.liveGrants) = (userAgent, liveGrants)
  }
}

extension ServerInsight: Tool {
  public static func observe(_ phone: inout Phone<ServerInsight>, _ change: PhoneChange) -> [Effect] {
    phone.startNextClient()
    return phone.own.watch()
  }
  public static func needsTicks(_ phone: Phone<ServerInsight>) -> Bool { phone.own.isWatched }
  public mutating func tick() { isDue = isWatched }
  public static var tabs: [PanelTab] { [.server] }
  public static func select(_ step: Int, in tab: PanelTab, _ phone: inout Phone<ServerInsight>) { phone.move(step) }
  public mutating func turnAway() { (view.editsFilter, view.question) = (false, nil) }
  public mutating func startOver() {
    let (wasWatched, reading) = (isWatched, lastReading)
    self = ServerInsight()
    // A reading that is still pending must not be taken for the next one's.
    (isWatched, isDue, lastReading) = (wasWatched, wasWatched, reading)
  }

  public mutating func arrive(from old: ServerInsight) { (view, events) = (old.view, old.events) }
}

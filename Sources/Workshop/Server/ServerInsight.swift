import AppState
import FoundationEssentials

/// What the administration of the embedded server shows the panel **Server**: as of the last reading, and what the server
/// has told since this app started it. No user's password, token, code or cookie is in it; the reader has none to give.
public struct ServerInsight: Hashable, Sendable {
  /// Whether somebody can see the panel. Only then it is read, once a second.
  public var isWatched = false
  /// Whether there is anything to show, be it of some time ago.
  public var hasBeenRead = false
  public var clients: ServerClientWindow?
  /// The client that the panel shows alone.
  public var opened: OpenedServerClient?
  public var sessions: [ServerSession] = []
  public var totals = Totals()
  public var administration: ServerAdministration?
  /// Why the last reading failed.
  public var problem: ServerProblem?
  public var events = ServerEventList()
  /// Where the user is among them.
  public var view = ServerPanelView()
  /// What the user changed last, and what came of it.
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

  /// Number of the last reading that was asked for.
  var lastReading = 0
  /// What it asks; `nil` once it has been answered.
  var pending: ServerInquiry?
  /// What the last answer was to.
  var answered: ServerInquiry?
  /// Time has passed, or something was changed, since the last reading was asked for.
  var isDue = false
  /// The client that the phone had last.
  var phoneClient: String?

  public init() {}
}

/// A dynamically registered client, as the server's database has it.
public struct ServerClient: Hashable, Sendable, Identifiable {
  public var id: String
  public var name: String?
  public var owner: String?
  /// Only `active`, exactly, is live.
  public var status: String
  public var issued: Date
  public var lastUsed: Date?
  public var liveGrants: Int
  /// The template that it is an instance of.
  public var template: String?
  /// The end of its registration access token.
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

/// The part of the clients that was read: all that a screen can show, and a little more on both sides.
public struct ServerClientWindow: Hashable, Sendable {
  public var clients: [ServerClient]
  /// Of each client, what ``ServerPanelView/Anchor/around(_:)`` takes.
  var positions: [String]
  /// How many come before the first of them.
  public var before: Int
  /// How many the filter leaves; never fewer than are known of.
  public private(set) var total: Int

  public init(clients: [ServerClient], positions: [String], before: Int, total: Int) {
    (self.clients, self.positions, self.before) = (clients, positions, before)
    // The counting stops at some number; what was read is there all the same.
    self.total = max(total, before + clients.count)
  }
}

/// One client with what it was granted and what of that is still good.
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
  /// Handle of the session that it was made in.
  public var session: String?
  public var tokens: [Token]

  public init(user: String, scope: [String], created: Date, session: String?, tokens: [Token]) {
    (self.user, self.scope, self.created, self.session, self.tokens) = (user, scope, created, session, tokens)
  }
}

/// A browser that is signed in at the server.
public struct ServerSession: Hashable, Sendable, Identifiable {
  /// Its handle. It is not the cookie.
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
  public static func observe(_ app: inout AppState, _ change: PhoneChange) -> [Effect] {
    app.startNextClient()
    return app.watchServer()
  }
  public static func needsTicks(_ app: AppState) -> Bool { app.identityServer.isWatched }
  public mutating func tick() { isDue = isWatched }
  public static var tabs: [PanelTab] { [.server] }
  public static func select(_ step: Int, in tab: PanelTab, _ app: inout AppState) { app.moveServerSelection(step) }
  public static func turnAway(_ app: inout AppState) {
    (app.serverView.editsFilter, app.serverView.question) = (false, nil)
  }
  public mutating func startOver() {
    let (wasWatched, reading) = (isWatched, lastReading)
    self = ServerInsight()
    // An answer that is still on its way is not taken for the next one's.
    (isWatched, isDue, lastReading) = (wasWatched, wasWatched, reading)
  }

  public mutating func arrive(from old: ServerInsight) { (view, events) = (old.view, old.events) }
}

extension AppState {
  /// The server seen from inside, for the panel **Server**.
  public var identityServer: ServerInsight {
    get { tools[ServerInsight.self] }
    set { tools[ServerInsight.self] = newValue }
  }
}

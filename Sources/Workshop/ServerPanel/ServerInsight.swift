import AppState
import Screens
import SharedValues

/// What the embedded server's administration shows in the panel **Server**: the last reading, and the events since this app started the server. It
/// never contains a user's password, token, code or cookie, because the reader returns none.
package struct ServerInsight: Hashable, Sendable {
  /// Whether the panel is visible. Only then is the database read, once a second.
  package var isWatched = false
  /// Whether there is anything to show, even if it is out of date.
  package var hasBeenRead = false
  package var clients: ClientWindow?
  package var opened: OpenedServerClient?
  package var sessions: [UserSession] = []
  package var totals = Totals()
  package var administration: ServerAdministration?
  /// Why the last reading failed.
  package var problem: ServerProblem?
  package var events = ServerEventList()
  package var view = ServerPanelView()
  package var change: Change?

  package struct Totals: Hashable, Sendable {
    package var clients: Int
    package var sessions: Int

    package init(clients: Int = 0, sessions: Int = 0) { (self.clients, self.sessions) = (clients, sessions) }
  }

  package struct Change: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable { case pending, done, failed(ServerProblem) }
    package var what: ServerChange
    package var outcome: Outcome

    package init(_ what: ServerChange, _ outcome: Outcome = .pending) { (self.what, self.outcome) = (what, outcome) }
  }

  var lastReading = 0
  /// What the pending reading asks for; `nil`: none is pending.
  var pending: ServerInquiry?
  /// What the last completed reading asked for.
  var answered: ServerInquiry?
  /// Time has passed, or something was changed, since the last reading was requested.
  var isDue = false
  /// The phone's client at the previous action.
  var phoneClient: String?

  package init() {}

  /// Whether there is something to show: the last reading succeeded, or an earlier one did and the database is only busy.
  var isReadable: Bool { hasBeenRead && (problem == nil || problem?.code == .databaseLocked) }

  var isChanging: Bool { change?.outcome == .pending }

  package var selectedSession: UserSession? { sessions.first { $0.id == view.selectedSession } ?? sessions.first }
}

/// A client with its grants and the tokens that are still valid.
package struct OpenedServerClient: Hashable, Sendable {
  package var client: RegisteredClient
  package var grants: [ClientGrant]

  package init(client: RegisteredClient, grants: [ClientGrant]) { (self.client, self.grants) = (client, grants) }
}

extension ServerInsight: Tool {
  package static func observe(_ phone: inout Phone<ServerInsight>, _ change: PhoneChange) -> [Effect] {
    // The last change of the previous client is no news for the next one.
    if phone.own.phoneClient != phone.ownClientID {
      if phone.own.phoneClient != nil { phone.own.forgetChange() }
      phone.own.phoneClient = phone.ownClientID
    }
    return phone.own.watch()
  }
  package static func needsTicks(_ phone: Phone<ServerInsight>) -> Bool { phone.own.isWatched }
  package mutating func tick() { isDue = isWatched }
  package static var tabs: [PanelTab] { [.server] }
  package static func select(_ step: Int, in tab: PanelTab, _ phone: inout Phone<ServerInsight>) { phone.move(step) }
  package mutating func turnAway() { (view.editsFilter, view.question) = (false, nil) }
  package mutating func startOver() {
    let (wasWatched, reading) = (isWatched, lastReading)
    self = ServerInsight()
    // A reading that is still pending must not be taken for the next one's.
    (isWatched, isDue, lastReading) = (wasWatched, wasWatched, reading)
  }

  package mutating func arrive(from old: ServerInsight) { (view, events) = (old.view, old.events) }

  package static func announcement(_ state: AppState) -> Announcement? {
    guard let change = state[ServerInsight.self].change, change.outcome == .done else { return nil }
    return switch change.what {
    case .revoke: Announcement(.stopRevoked, .stopRevokedText)
    case .endSession: Announcement(.stopSessionEnded, .stopSessionEndedText)
    case .activate, .forget: nil
    }
  }
}

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
  package var reach = ReachableBy()

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
    // Another phone of this app may have opened the server, or closed it.
    let news: [Effect] = if case .phones(.arrived) = change.action { [.tool(ServerEffect.reach(.read))] } else { [] }
    return news + phone.own.watch()
  }
  package static func needsTicks(_ phone: Phone<ServerInsight>) -> Bool { phone.own.isWatched }
  package mutating func tick() { isDue = isWatched }
  package static var tabs: [PanelTab] { [.server] }
  package static func select(_ step: Int, in tab: PanelTab, _ phone: inout Phone<ServerInsight>) { phone.move(step) }
  package mutating func turnAway() {
    (view.editsFilter, view.question) = (false, nil)
    reach.leave()
  }
  package mutating func startOver() {
    let (wasWatched, reading, others) = (isWatched, lastReading, reach.others)
    self = ServerInsight()
    // The phone starts over, not the server.
    reach.others = others
    // A reading that is still pending must not be taken for the next one's.
    (isWatched, isDue, lastReading) = (wasWatched, wasWatched, reading)
  }

  package mutating func arrive(from old: ServerInsight) {
    (view, events) = (old.view, old.events)
    reach = ReachableBy()
    reach.others = old.reach.others
  }

  package mutating func look(backFrom present: ServerInsight) { reach.others = present.reach.others }

  package static func announcement(_ state: AppState) -> Announcement? {
    guard let change = state[ServerInsight.self].change, change.outcome == .done else { return nil }
    return switch change.what {
    case .revoke: Announcement(.stopRevoked, .stopRevokedText)
    case .endSession: Announcement(.stopSessionEnded, .stopSessionEndedText)
    case .activate, .shorten, .expireSecret, .nextTemplate, .forget: nil
    }
  }
}

/// Reads the server's database while the panel is visible, and changes it. No flow depends on this: as a client, the app learns of a change like
/// every client does, by being refused.
extension Phone<ServerInsight> {
  mutating func watchServer(_ action: ServerPanelAction) -> [Effect] {
    switch action {
    case .watched(let isWatched):
      own.isWatched = isWatched && state.settings.embeddedServer
      own.isDue = own.isWatched
    case .read(let number, let result): receive(number, result)
    case .event(let method, let path, let status, let note, let client, let endpoint):
      own.events.append(
        ServerEventEntry(
          time: state.now, method: method, path: path, status: status, note: note, client: client, endpoint: endpoint))
    case .change(let change):
      own.view.question = nil
      guard state.settings.embeddedServer, !own.isChanging else { break }
      own.change = ServerInsight.Change(change)
      return [.tool(ServerEffect.change(change))]
    case .changed(let change, let problem):
      guard own.change?.what == change else { break }
      own.change?.outcome = problem.map { .failed($0) } ?? .done
      if problem == nil, let (client, note) = change.ofClient, client == ownClientID {
        log(from: .administrator, to: .server, .observed(.change(of: client, note)))
      }
      own.isDue = true
    case .reach(let action): return reach(action)
    default:
      if action == .askToRevoke { look(.tab(.server)) }
      focus(on: .panel)
      lookAtServer(action)
    }
    return []
  }

  private mutating func receive(_ number: Int, _ result: Result<ServerReading, ServerProblem>) {
    guard let inquiry = own.pending, number == own.lastReading else { return }
    own.pending = nil
    own.answered = inquiry
    switch result {
    case .failure(let problem):
      own.problem = problem
      // While the database is only busy, the previous reading is still useful.
      if problem.code != .databaseLocked {
        (own.clients, own.opened, own.sessions) = (nil, nil, [])
        own.hasBeenRead = false
        own.totals = ServerInsight.Totals()
      }
    case .success(let reading):
      (own.problem, own.hasBeenRead) = (nil, true)
      (own.totals, own.administration) = (reading.totals, reading.administration)
      // If the user has moved on, the next reading starts at once.
      if inquiry == own.view.inquiry { receive(reading.content) }
    }
  }

  private mutating func receive(_ content: ServerReading.Content) {
    switch content {
    case .clients(let window):
      let index = selectedIndex
      own.clients = window
      // If the selected client is gone, select its neighbour.
      if case .client(let id) = own.view.selection, !window.clients.contains(where: { $0.id == id }) {
        own.view.selection =
          window.clients.isEmpty ? .automatic : .client(window.clients[min(index ?? 0, window.clients.count - 1)].id)
      }
      if own.view.owedSteps != 0 { moveClient(0) }
    case .client(let opened):
      own.opened = opened
      if opened == nil { own.view.opened = nil }
    case .sessions(let sessions):
      own.sessions = sessions
      if case .endSession(let asked)? = own.view.question, !sessions.contains(where: { $0.id == asked }) {
        own.view.question = nil
      }
    case .totals: break
    }
  }

  var selectedIndex: Int? {
    guard let clients = own.clients?.clients, !clients.isEmpty else { return nil }
    switch own.view.selection {
    case .first: return 0
    case .last: return clients.count - 1
    case .client(let id): return clients.firstIndex { $0.id == id } ?? 0
    case .automatic: return clients.firstIndex { $0.id == ownClientID } ?? 0
    }
  }

  package var selectedClient: (client: RegisteredClient, index: Int)? {
    guard let clients = own.clients?.clients, let index = selectedIndex else { return nil }
    return (clients[index], index)
  }

  /// The open question; one about a client appears only when there is such a client.
  var question: ServerPanelView.Question? {
    switch own.view.question {
    case .revokeClient?: own.isReadable && selectedClient?.client.isActive == true ? .revokeClient : nil
    case .expireSecret?: own.isReadable && selectedClient != nil ? .expireSecret : nil
    default: own.view.question
    }
  }

  var ownClientID: String? { state.registration?.credentials.clientID }
}

extension ServerInsight {
  /// Runs after each action; one reading at a time, if the view needs something else than the last one returned, or a second has passed. A slow
  /// database is therefore read less often.
  mutating func watch() -> [Effect] {
    guard isWatched, pending == nil, isDue || view.inquiry != answered else { return [] }
    lastReading += 1
    (pending, isDue) = (view.inquiry, false)
    return [.tool(ServerEffect.read(lastReading, view.inquiry))]
  }
}

import AppState
import SharedValues

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
    case .change(let change): return begin(change)
    case .changed(let change, let problem):
      guard own.change?.what == change else { break }
      own.change?.outcome = problem.map { .failed($0) } ?? .done
      if problem == nil, let (client, note) = change.ofClient, client == ownClientID {
        log(from: .administrator, to: .server, .observed(.change(of: client, note)))
      }
      own.isDue = true
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

  private mutating func begin(_ change: ServerChange) -> [Effect] {
    own.view.question = nil
    guard state.settings.embeddedServer, !own.isChanging else { return [] }
    own.change = ServerInsight.Change(change)
    return [.server(.change(change))]
  }

  /// The index of the selected client among those that were read.
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

  /// The open question; revoking appears only when there is an active client.
  var question: ServerPanelView.Question? {
    guard own.view.question == .revokeClient else { return own.view.question }
    return own.isReadable && selectedClient?.client.isActive == true ? .revokeClient : nil
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
    return [.server(.read(lastReading, view.inquiry))]
  }
}

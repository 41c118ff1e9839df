import AppState
import FoundationEssentials
import SharedValues

/// Reads the server's database while the panel is visible, and changes it. No flow depends on this: as a client, the app learns of a change like
/// every client does, by being refused.
extension AppState {
  mutating func watchServer(_ action: ServerPanelAction) -> [Effect] {
    switch action {
    case .watched(let isWatched):
      identityServer.isWatched = isWatched && settings.embeddedServer
      identityServer.isDue = identityServer.isWatched
    case .read(let number, let result): receive(number, result)
    case .event(let method, let path, let status, let note, let client, let endpoint):
      identityServer.events.append(
        ServerEventEntry(
          time: now, method: method, path: path, status: status, note: note, client: client, endpoint: endpoint))
    case .change(let change): return begin(change)
    case .changed(let change, let problem):
      guard identityServer.change?.what == change else { break }
      identityServer.change?.outcome = problem.map { .failed($0) } ?? .done
      if problem == nil, let (client, note) = change.ofClient, client == ownServerClientID {
        log(from: .administrator, to: .server, .observed(.change(of: client, note)))
      }
      identityServer.isDue = true
    }
    return []
  }

  /// Runs after each action: the last change of the previous client is no news for the next one.
  mutating func startNextClient() {
    let (before, now) = (identityServer.phoneClient, ownServerClientID)
    guard before != now else { return }
    identityServer.phoneClient = now
    if before != nil, identityServer.change?.outcome != .pending { identityServer.change = nil }
  }

  /// Runs after each action; one reading at a time, if the view needs something else than the last one returned, or a second has passed. A slow
  /// database is therefore read less often.
  mutating func watchServer() -> [Effect] {
    guard identityServer.isWatched, identityServer.pending == nil else { return [] }
    let wanted = serverView.inquiry
    guard identityServer.isDue || wanted != identityServer.answered else { return [] }
    identityServer.lastReading += 1
    identityServer.pending = wanted
    identityServer.isDue = false
    return [.server(.read(identityServer.lastReading, wanted))]
  }

  private mutating func receive(_ number: Int, _ result: Result<ServerReading, ServerProblem>) {
    guard let inquiry = identityServer.pending, number == identityServer.lastReading else { return }
    identityServer.pending = nil
    identityServer.answered = inquiry
    switch result {
    case .failure(let problem):
      identityServer.problem = problem
      // While the database is only busy, the previous reading is still useful.
      if problem.code != .databaseLocked {
        (identityServer.clients, identityServer.opened, identityServer.sessions) = (nil, nil, [])
        identityServer.hasBeenRead = false
        identityServer.totals = ServerInsight.Totals()
      }
    case .success(let reading):
      (identityServer.problem, identityServer.hasBeenRead) = (nil, true)
      (identityServer.totals, identityServer.administration) = (reading.totals, reading.administration)
      // If the user has moved on, the next reading starts at once.
      if inquiry == serverView.inquiry { receive(reading.content) }
    }
  }

  private mutating func receive(_ content: ServerReading.Content) {
    switch content {
    case .clients(let window):
      let index = selectedServerClientIndex
      identityServer.clients = window
      // If the selected client is gone, select its neighbour.
      if case .client(let id) = serverView.selection, !window.clients.contains(where: { $0.id == id }) {
        serverView.selection =
          window.clients.isEmpty ? .automatic : .client(window.clients[min(index ?? 0, window.clients.count - 1)].id)
      }
      if serverView.owedSteps != 0 { moveClient(0) }
    case .client(let opened):
      identityServer.opened = opened
      if opened == nil { serverView.opened = nil }
    case .sessions(let sessions):
      identityServer.sessions = sessions
      if case .endSession(let asked)? = serverView.question, !sessions.contains(where: { $0.id == asked }) {
        serverView.question = nil
      }
    case .totals: break
    }
  }

  mutating func begin(_ change: ServerChange) -> [Effect] {
    serverView.question = nil
    guard settings.embeddedServer, identityServer.change?.outcome != .pending else { return [] }
    identityServer.change = ServerInsight.Change(change)
    return [.server(.change(change))]
  }

  /// The index of the selected client among those that were read.
  var selectedServerClientIndex: Int? {
    guard let clients = identityServer.clients?.clients, !clients.isEmpty else { return nil }
    switch serverView.selection {
    case .first: return 0
    case .last: return clients.count - 1
    case .client(let id): return clients.firstIndex { $0.id == id } ?? 0
    case .automatic: return clients.firstIndex { $0.id == ownServerClientID } ?? 0
    }
  }

  public var selectedServerClient: (client: RegisteredClient, index: Int)? {
    guard let clients = identityServer.clients?.clients, let index = selectedServerClientIndex else { return nil }
    return (clients[index], index)
  }

  /// The open question; revoking appears only when there is an active client.
  var serverQuestion: ServerPanelView.Question? {
    guard serverView.question == .revokeClient else { return serverView.question }
    return serverIsReadable && selectedServerClient?.client.isActive == true ? .revokeClient : nil
  }

  public var selectedServerSession: UserSession? {
    identityServer.sessions.first { $0.id == serverView.selectedSession } ?? identityServer.sessions.first
  }

  /// This phone's own client.
  public var ownServerClientID: String? { registration?.credentials.clientID }
}

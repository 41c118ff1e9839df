import Edge
import ForeignText
import AppState
import FoundationEssentials
import SharedValues
import Workshop

/// Reads the embedded server's database for the panel **Server**, and changes it as the command `clients` does.
///
/// The server's program does both, in a separate process (docs/decisions). It opens the file for each request and closes it afterwards, so that the
/// next request notices a database that was made, moved or locked.
struct ServerReader: Sendable {
  let database: ServerDatabase
  var time: TimeSource = .system
  /// `nil`: not known, because no server of this data directory has run yet.
  let administration: @Sendable () -> ServerAdministration?

  init(
    databasePath: String, time: TimeSource = .system,
    administration: @escaping @Sendable () -> ServerAdministration? = { nil }
  ) {
    (database, self.time, self.administration) = (ServerDatabase(path: databasePath), time, administration)
  }

  func read(_ inquiry: ServerInquiry) async -> Result<ServerReading, ServerProblem> {
    do throws(DatabaseAnswer.Failure) {
      let answer = try await database.perform(DatabaseRequest(DatabaseRequest.Operation(inquiry), now: time.now))
      let totals = ServerInsight.Totals(clients: answer.clientCount, sessions: answer.sessionCount)
      return .success(
        ServerReading(
          ServerReading.Content(inquiry, answer), totals: totals, administration: administration()))
    } catch { return .failure(ServerProblem(error)) }
  }

  /// - Returns: `nil`: the change was made.
  func administer(_ change: ServerChange) async -> ServerProblem? {
    do throws(DatabaseAnswer.Failure) {
      _ = try await database.perform(DatabaseRequest(DatabaseRequest.Operation(change), now: time.now))
      return nil
    } catch { return ServerProblem(error) }
  }
}

extension DatabaseRequest.Operation {
  fileprivate init(_ inquiry: ServerInquiry) {
    switch inquiry {
    case .clients(let filter, let order, let anchor):
      let place =
        switch anchor {
        case .first: "first"
        case .last: "last"
        case .around(let position): position
        }
      // Times are sorted from the latest, words from A.
      let isAscending = ![.issued, .lastUsed].contains(order)
      self = .clients(
        filter: filter, order: order.name, ascending: isAscending, anchor: place, limit: ServerInquiry.windowSize)
    case .client(let id): self = .client(id)
    case .sessions: self = .sessions
    case .totals: self = .totals
    }
  }

  fileprivate init(_ change: ServerChange) {
    switch change {
    case .revoke(let id): self = .revoke(client: id)
    case .activate(let id): self = .activate(client: id)
    case .forget(let id): self = .forget(client: id)
    case .endSession(let handle, _): self = .endSession(handle, revokingGrants: false)
    }
  }
}

extension ServerPanelView.Order {
  /// The name that `clients list --sort` takes.
  fileprivate var name: String {
    switch self {
    case .issued: "registered"
    case .lastUsed: "last-used"
    case .name: "name"
    case .owner: "owner"
    case .status: "status"
    }
  }
}

// MARK: - The server's values as the panel's

extension ServerProblem {
  /// Only the file's name is shown: the panel may be recorded, and a recording must not reveal the user's home.
  fileprivate init(_ failure: DatabaseAnswer.Failure) {
    let name = failure.subject.split(scalar: "/").last.map(String.init) ?? failure.subject
    self.init(
      ProblemCode(failure), failure.subject.hasPrefix(bytes: "/") ? name : failure.subject, detail: failure.detail)
  }
}

extension ServerReading.Content {
  fileprivate init(_ inquiry: ServerInquiry, _ answer: DatabaseAnswer) {
    switch inquiry {
    case .clients:
      let window = answer.window ?? DatabaseAnswer.Window(clients: [], before: 0, total: 0)
      self = .clients(
        ServerClientWindow(
          clients: window.clients.map(ServerClient.init), positions: window.clients.map { $0.position ?? "" },
          before: window.before, total: window.total))
    case .client:
      self = .client(
        answer.client.map {
          OpenedServerClient(client: ServerClient($0), grants: answer.grants.map(ServerGrant.init))
        })
    case .sessions: self = .sessions(answer.sessions.map(ServerSession.init))
    case .totals: self = .totals
    }
  }
}

extension ServerClient {
  fileprivate init(_ client: DatabaseAnswer.Client) {
    self.init(
      id: client.id, name: client.name, owner: client.owner, status: client.status, issued: client.registered,
      lastUsed: client.lastUsed, liveGrants: client.liveGrants, template: client.template)
    managedUntil = client.managedUntil
  }
}

extension ServerGrant {
  fileprivate init(_ grant: DatabaseAnswer.Grant) {
    self.init(
      user: grant.user, scope: grant.scope, created: grant.created, session: grant.session,
      tokens: grant.tokens.map { .init(.init($0.kind), expires: $0.expires) })
  }
}

extension ServerGrant.Token.Kind {
  fileprivate init(_ kind: DatabaseAnswer.Grant.Token.Kind) {
    self =
      switch kind {
      case .code: .code
      case .access: .access
      case .refresh: .refresh
      }
  }
}

extension ServerSession {
  fileprivate init(_ session: DatabaseAnswer.Session) {
    self.init(
      id: session.id, user: session.user, created: session.created, lastUsed: session.lastUsed,
      expires: session.expires, userAgent: session.userAgent, liveGrants: session.liveGrants)
  }
}

import Workshop
import AppState
import FoundationEssentials
import IdentityServer
import SharedValues

/// The embedded server's database for the panel **Server**: looks at it, and changes it as the command `clients` does.
///
/// Every call opens the file anew, off the main actor, and leaves nothing open: a database that is not there yet, was moved or
/// is locked is found out by the next look, and a server that ends finds nobody at its files.
struct ServerReader: Sendable {
  let databasePath: String
  var time: TimeSource = .system

  func read(_ inquiry: ServerInquiry) async -> Result<ServerReading, ServerProblem> {
    do throws(IdentityServerError) {
      let observation = try ServerObservation(databasePath: databasePath, time: time)
      let (clients, sessions) = try await observation.totals()
      return .success(
        ServerReading(
          try await content(inquiry, observation), totals: ServerInsight.Totals(clients: clients, sessions: sessions)))
    } catch {
      return .failure(ServerProblem(error))
    }
  }

  /// - Returns: `nil` when it is done.
  func administer(_ change: ServerChange) async -> ServerProblem? {
    do {
      switch change {
      case .revoke(let id): try await ClientAdministration(databasePath: databasePath, time: time).revoke(id)
      case .activate(let id): try await ClientAdministration(databasePath: databasePath, time: time).activate(id)
      case .endSession(let handle, _):
        try await SessionAdministration(databasePath: databasePath, time: time).end(handle, revokingGrants: false)
      }
      return nil
    } catch let error as IdentityServerError {
      return ServerProblem(error)
    } catch {
      // Only the writing itself is left to fail: a lock that lasts, a full disk.
      return ServerProblem(IdentityServerError(of: error, databasePath))
    }
  }

  private func content(
    _ inquiry: ServerInquiry, _ observation: ServerObservation
  ) async throws(IdentityServerError) -> ServerReading.Content {
    switch inquiry {
    case .clients(let filter, let order, let anchor):
      let query = ClientQuery(
        text: filter.isEmpty ? nil : filter, sort: ClientQuery.Sort(order), ascending: order.isAscending,
        limit: ServerInquiry.windowSize)
      return .clients(ServerClientWindow(try await observation.window(query, at: ClientAnchor(anchor))))
    case .client(let id):
      return .client(try await observation.client(id).map { OpenedServerClient($0, $1) })
    case .sessions: return .sessions(try await observation.sessions().map(ServerSession.init))
    case .totals: return .totals
    }
  }
}

// MARK: - The server's values as the app's

extension ServerProblem {
  /// The panel names the file alone: a picture of it may be recorded, and where somebody's home is belongs in no recording.
  init(_ error: IdentityServerError) {
    let name = error.subject.split(separator: "/").last.map(String.init) ?? error.subject
    self.init(ProblemCode(error.code), error.subject.hasPrefix("/") ? name : error.subject, detail: error.detail)
  }
}

extension ServerPanelView.Order {
  /// Times begin with the latest, words with A.
  var isAscending: Bool { ![.issued, .lastUsed].contains(self) }
}

extension ClientQuery.Sort {
  init(_ order: ServerPanelView.Order) {
    self =
      switch order {
      case .issued: .registered
      case .lastUsed: .lastUsed
      case .name: .name
      case .owner: .owner
      case .status: .status
      }
  }
}

extension ClientAnchor {
  init(_ anchor: ServerPanelView.Anchor) {
    self =
      switch anchor {
      case .first: .first
      case .last: .last
      case .around(let position): PagePosition(position).map(ClientAnchor.around) ?? .first
      }
  }
}

extension ServerClientWindow {
  init(_ window: ClientWindow) {
    self.init(
      clients: window.elements.map { ServerClient($0.client) }, positions: window.elements.map(\.position.description),
      before: window.before, total: window.total)
  }
}

extension ServerClient {
  init(_ client: RegisteredClient) {
    self.init(
      id: client.clientID, name: client.name, owner: client.authenticatedUser, status: client.status,
      issued: client.registered, lastUsed: client.lastUsed, liveGrants: client.liveGrants, template: client.templateID)
  }
}

extension OpenedServerClient {
  init(_ client: RegisteredClient, _ grants: [GrantWithTokens]) {
    self.init(
      client: ServerClient(client),
      grants: grants.map { grant in
        ServerGrant(
          user: grant.grant.user, scope: grant.grant.scope, created: grant.grant.created, session: grant.grant.session,
          tokens: grant.tokens.map { .init(.init($0.kind), expires: $0.expires) })
      })
  }
}

extension ServerGrant.Token.Kind {
  init(_ kind: GrantWithTokens.Token.Kind) {
    self =
      switch kind {
      case .code: .code
      case .access: .access
      case .refresh: .refresh
      }
  }
}

extension ServerSession {
  init(_ session: UserSession) {
    self.init(
      id: session.handle, user: session.user, created: session.created, lastUsed: session.lastUsed,
      expires: session.expires, userAgent: session.userAgent, liveGrants: session.liveGrants)
  }
}

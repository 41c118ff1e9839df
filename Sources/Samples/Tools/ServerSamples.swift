import AppState
import FoundationEssentials
import Workshop

/// States of the panel **Server**.
extension StateRegistry {
  static let serverWithPhones: [Entry] = [
    (
      "server-other-phones",
      server {
        $0.phones.all = [
          PhoneSummary(name: "phone", condition: .signedIn, clientID: Sample.clientID),
          PhoneSummary(name: "tablet", condition: .registered, clientID: Sample.clients[1].id),
          PhoneSummary(name: "tablet-copy", condition: .registered, clientID: Sample.clients[1].id),
        ]
        $0.serverView.selection = .client(Sample.clients[1].id)
      }
    )
  ]

  static let servers: [Entry] = [
    ("server-reading", server { $0.identityServer = ServerInsight() }),
    (
      "server-not-yet",
      server(registered: false) { $0.fail(ServerProblem(.databaseMissing, "/home/demo/idsvr.sqlite")) }
    ),
    ("server-empty", server(registered: false) { $0.show([]) }),
    ("server-clients", server()),
    ("server-administration", server { $0.identityServer.administration = Sample.administration }),
    (
      "server-administration-revealed",
      server { ($0.identityServer.administration, $0.view.revealsSecrets) = (Sample.administration, true) }
    ),
    ("server-clients-unfocused", server { $0.view.focus = .phone }),
    ("server-client-question", server { $0.serverView.question = .revokeClient }),
    ("server-clients-selected", server { $0.serverView.selection = .client(Sample.clients[2].id) }),
    (
      "server-clients-revoked",
      server {
        $0.show(Sample.clientsAfterRevocation)
        $0.identityServer.change = .init(.revoke(client: Sample.clientID), .done)
        $0.identityServer.events.append(
          ServerEventEntry(
            time: $0.now, method: "POST", path: "/oauth/v2/oauth-token", status: 401, note: "invalid_client",
            client: Sample.clientID, endpoint: .token))
      }
    ),
    (
      "server-clients-activated",
      server {
        $0.show(Sample.clients.map { $0.id == Sample.clientID ? $0.withoutGrants : $0 })
        $0.identityServer.change = .init(.activate(client: Sample.clientID), .done)
      }
    ),
    (
      "server-change-failed",
      server {
        $0.serverView.selection = .client(Sample.clients[4].id)
        $0.identityServer.change = .init(
          .activate(client: Sample.clients[4].id), .failed(ServerProblem(.ownerGone, "jd")))
      }
    ),
    (
      "presenter-revoked",
      server {
        $0.settings.presenter = true
        $0.show(Sample.clientsAfterRevocation)
        $0.identityServer.change = .init(.revoke(client: Sample.clientID), .done)
      }
    ),
    ("server-client-forgotten", server { $0.identityServer.change = .init(.forget(client: Sample.clientID), .done) }),
    ("server-change-pending", server { $0.identityServer.change = .init(.revoke(client: Sample.clientID)) }),
    ("server-clients-many", many()),
    (
      "server-clients-filtering",
      server {
        $0.serverView.filter = "demo"
        $0.serverView.editsFilter = true
        $0.show(Sample.clients.filter { $0.owner == "demouser" }, of: Sample.clients.count)
      }
    ),
    (
      "server-clients-filtered",
      many(before: 1200, found: 3334) { ($0.serverView.filter, $0.serverView.order) = ("jd", .owner) }
    ),
    (
      "server-clients-nothing-found",
      server {
        $0.serverView.filter = "nobody"
        $0.show([], of: 5)
      }
    ),
    ("server-client", opened()),
    ("server-client-revoked", opened { $0.revokeOpenedClient() }),
    ("server-sessions", sessions()),
    ("server-sessions-none", sessions { $0.identityServer.sessions = [] }),
    ("server-session-question", sessions { $0.serverView.question = .endSession(Sample.sessions[0].id) }),
    (
      "server-session-question-answered",
      sessions { ($0.serverView.question, $0.serverView.answer) = (.endSession(Sample.sessions[0].id), 1) }
    ),
    (
      "server-session-ended",
      sessions {
        $0.identityServer.sessions = [Sample.sessions[1]]
        $0.identityServer.totals.sessions = 1
        $0.identityServer.change = .init(.endSession(Sample.sessions[0].id, user: "demouser"), .done)
      }
    ),
    ("server-events", server { $0.serverView.section = .events }),
    (
      "server-events-none",
      server {
        $0.serverView.section = .events
        $0.identityServer.events = ServerEventList()
      }
    ),
    (
      "server-events-of-other",
      server {
        $0.server = .external
        $0.identityServer.events = ServerEventList()
      }
    ),
    (
      "server-locked",
      server {
        $0.identityServer.hasBeenRead = false
        $0.identityServer.problem = ServerProblem(.databaseLocked, "/home/demo/idsvr/idsvr.sqlite")
      }
    ),
    (
      "server-locked-meanwhile",
      server {
        $0.identityServer.problem = ServerProblem(.databaseLocked, "/home/demo/idsvr/idsvr.sqlite")
      }
    ),
    ("server-other-schema", server { $0.fail(ServerProblem(.databaseNewer, "/home/demo/idsvr/idsvr.sqlite")) }),
    (
      "server-unreadable",
      server {
        $0.fail(ServerProblem(.databaseDamaged, "/home/demo/idsvr/idsvr.sqlite", detail: "file is not a database"))
      }
    ),
    (
      "server-foreign",
      server {
        $0.settings.issuer = Sample.accepted(issuer: "https://login.example.com/realms/demo")
        ($0.settings.embeddedServer, $0.server) = (false, .external)
      }
    ),
    ("server-presenter", server { $0.settings.presenter = true }),
    ("server-help", server { $0.view.showsHelp = true }),
  ]

  static func server(registered: Bool = true, _ change: (inout AppState) -> Void = { _ in }) -> AppState {
    state(registered: registered, signedIn: registered) {
      ($0.view.focus, $0.view.tab) = (.panel, .server)
      $0.identityServer.isWatched = true
      $0.identityServer.events = Sample.events
      $0.show(Sample.clients)
      change(&$0)
    }
  }

  /// In the middle of ten thousand clients.
  private static func many(
    before: Int = 4920, found: Int = 10_000, _ change: (inout AppState) -> Void = { _ in }
  ) -> AppState {
    server {
      let clients = (0..<ServerInquiry.windowSize).map(Sample.numberedClient)
      $0.show(clients, before: before, found: found, of: 10_000)
      $0.serverView.selection = .client(clients[80].id)
      change(&$0)
    }
  }

  private static func opened(_ change: (inout AppState) -> Void = { _ in }) -> AppState {
    server {
      $0.serverView.opened = Sample.clientID
      $0.identityServer.opened = OpenedServerClient(client: Sample.clients[0], grants: Sample.grants)
      change(&$0)
    }
  }

  private static func sessions(_ change: (inout AppState) -> Void = { _ in }) -> AppState {
    server {
      $0.serverView.section = .sessions
      $0.identityServer.sessions = Sample.sessions
      change(&$0)
    }
  }
}

extension AppState {
  fileprivate mutating func show(_ clients: [ServerClient], before: Int = 0, found: Int = 0, of total: Int? = nil) {
    identityServer.hasBeenRead = true
    identityServer.clients = ServerClientWindow(
      clients: clients, positions: clients.map(\.id), before: before, total: found)
    identityServer.totals = .init(clients: total ?? clients.count, sessions: Sample.sessions.count)
  }

  fileprivate mutating func fail(_ problem: ServerProblem) {
    identityServer = ServerInsight()
    identityServer.problem = problem
  }

  fileprivate mutating func revokeOpenedClient() {
    identityServer.opened = OpenedServerClient(client: Sample.clients[0].revoked, grants: [])
    identityServer.change = .init(.revoke(client: Sample.clientID), .done)
  }
}

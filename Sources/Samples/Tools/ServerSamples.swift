import AppState
import FoundationEssentials
import SharedValues
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
        $0.tools[ServerInsight.self].view.selection = .client(Sample.clients[1].id)
      }
    )
  ]

  static let servers: [Entry] = [
    ("server-reading", panel { $0 = ServerInsight() }),
    (
      "server-not-yet",
      panel(registered: false) { $0.fail(ServerProblem(.databaseMissing, "/home/demo/idsvr.sqlite")) }
    ),
    ("server-empty", panel(registered: false) { $0.show([]) }),
    ("server-clients", server()),
    ("server-administration", panel { $0.administration = Sample.administration }),
    (
      "server-administration-revealed",
      server { ($0.tools[ServerInsight.self].administration, $0.view.revealsSecrets) = (Sample.administration, true) }
    ),
    ("server-clients-unfocused", server { $0.view.focus = .phone }),
    ("server-client-question", panel { $0.view.question = .revokeClient }),
    ("server-clients-selected", panel { $0.view.selection = .client(Sample.clients[2].id) }),
    (
      "server-clients-revoked",
      server {
        $0.tools[ServerInsight.self].show(Sample.clientsAfterRevocation)
        $0.tools[ServerInsight.self].change = .init(.revoke(client: Sample.clientID), .done)
        $0.tools[ServerInsight.self].events.append(
          ServerEventEntry(
            time: $0.now, method: "POST", path: "/oauth/v2/oauth-token", status: 401, note: "invalid_client",
            client: Sample.clientID, endpoint: .token))
      }
    ),
    (
      "server-clients-activated",
      panel {
        $0.show(Sample.clients.map { $0.id == Sample.clientID ? $0.withoutGrants : $0 })
        $0.change = .init(.activate(client: Sample.clientID), .done)
      }
    ),
    (
      "server-change-failed",
      panel {
        $0.view.selection = .client(Sample.clients[4].id)
        $0.change = .init(
          .activate(client: Sample.clients[4].id), .failed(ServerProblem(.ownerGone, "jd")))
      }
    ),
    (
      "presenter-revoked",
      server {
        $0.settings.presenter = true
        $0.tools[ServerInsight.self].show(Sample.clientsAfterRevocation)
        $0.tools[ServerInsight.self].change = .init(.revoke(client: Sample.clientID), .done)
      }
    ),
    ("server-client-forgotten", panel { $0.change = .init(.forget(client: Sample.clientID), .done) }),
    ("server-change-pending", panel { $0.change = .init(.revoke(client: Sample.clientID)) }),
    ("server-clients-many", many()),
    (
      "server-clients-filtering",
      panel {
        $0.view.filter = "demo"
        $0.view.editsFilter = true
        $0.show(Sample.clients.filter { $0.owner == "demouser" }, of: Sample.clients.count)
      }
    ),
    (
      "server-clients-filtered",
      many(before: 1200, found: 3334) { ($0.view.filter, $0.view.order) = ("jd", .owner) }
    ),
    (
      "server-clients-nothing-found",
      panel {
        $0.view.filter = "nobody"
        $0.show([], of: 5)
      }
    ),
    ("server-client", opened()),
    (
      "server-client-revoked",
      opened {
        $0.opened = OpenedServerClient(client: Sample.clients[0].revoked, grants: [])
        $0.change = .init(.revoke(client: Sample.clientID), .done)
      }
    ),
    ("server-sessions", sessions()),
    ("server-sessions-none", sessions { $0.sessions = [] }),
    ("server-session-question", sessions { $0.view.question = .endSession(Sample.sessions[0].id) }),
    (
      "server-session-question-answered",
      sessions { ($0.view.question, $0.view.answer) = (.endSession(Sample.sessions[0].id), 1) }
    ),
    (
      "server-session-ended",
      sessions {
        $0.sessions = [Sample.sessions[1]]
        $0.totals.sessions = 1
        $0.change = .init(.endSession(Sample.sessions[0].id, user: "demouser"), .done)
      }
    ),
    ("server-events", panel { $0.view.section = .events }),
    (
      "server-events-none",
      panel {
        $0.view.section = .events
        $0.events = ServerEventList()
      }
    ),
    (
      "server-events-of-other",
      server { ($0.server, $0.tools[ServerInsight.self].events) = (.external, ServerEventList()) }
    ),
    (
      "server-locked",
      panel {
        $0.hasBeenRead = false
        $0.problem = ServerProblem(.databaseLocked, "/home/demo/idsvr/idsvr.sqlite")
      }
    ),
    (
      "server-locked-meanwhile",
      panel { $0.problem = ServerProblem(.databaseLocked, "/home/demo/idsvr/idsvr.sqlite") }
    ),
    (
      "server-other-schema",
      panel { $0.fail(ServerProblem(.databaseNewer, "/home/demo/idsvr/idsvr.sqlite")) }
    ),
    (
      "server-unreadable",
      panel {
        $0.fail(
          ServerProblem(.databaseDamaged, "/home/demo/idsvr/idsvr.sqlite", detail: "file is not a database"))
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
      var server = ServerInsight()
      (server.isWatched, server.events) = (true, Sample.events)
      server.show(Sample.clients)
      $0.tools[ServerInsight.self] = server
      change(&$0)
    }
  }

  private static func panel(registered: Bool = true, _ change: (inout ServerInsight) -> Void) -> AppState {
    server(registered: registered) { change(&$0.tools[ServerInsight.self]) }
  }

  /// In the middle of ten thousand clients.
  private static func many(
    before: Int = 4920, found: Int = 10_000, _ change: (inout ServerInsight) -> Void = { _ in }
  ) -> AppState {
    panel {
      let clients = (0..<ServerInquiry.windowSize).map(Sample.numberedClient)
      $0.show(clients, before: before, found: found, of: 10_000)
      $0.view.selection = .client(clients[80].id)
      change(&$0)
    }
  }

  private static func opened(_ change: (inout ServerInsight) -> Void = { _ in }) -> AppState {
    panel {
      $0.view.opened = Sample.clientID
      $0.opened = OpenedServerClient(client: Sample.clients[0], grants: Sample.grants)
      change(&$0)
    }
  }

  private static func sessions(_ change: (inout ServerInsight) -> Void = { _ in }) -> AppState {
    panel {
      ($0.view.section, $0.sessions) = (.sessions, Sample.sessions)
      change(&$0)
    }
  }
}

extension ServerInsight {
  fileprivate mutating func show(_ clients: [RegisteredClient], before: Int = 0, found: Int = 0, of total: Int? = nil) {
    hasBeenRead = true
    self.clients = ClientWindow(
      clients: clients, positions: clients.map(\.id), before: before, total: found)
    totals = .init(clients: total ?? clients.count, sessions: Sample.sessions.count)
  }

  fileprivate mutating func fail(_ problem: ServerProblem) {
    self = ServerInsight()
    self.problem = problem
  }
}

import AppState
import FoundationEssentials
import SharedValues
import Workshop

extension StateRegistry {
  static let serverWithPhones: [Entry] = [
    server("server-other-phones") {
      $0.phones.all = [
        PhoneSummary(name: "phone", condition: .signedIn, clientID: Sample.clientID),
        PhoneSummary(name: "tablet", condition: .registered, clientID: Sample.clients[1].id),
        PhoneSummary(name: "tablet-copy", condition: .registered, clientID: Sample.clients[1].id),
      ]
      $0.tools[ServerInsight.self].view.selection = .client(Sample.clients[1].id)
    }
  ]

  static let servers: [Entry] = [
    panel("server-reading") { $0 = ServerInsight() },
    panel("server-not-yet", .fresh) { $0.fail(ServerProblem(.databaseMissing, "/home/demo/idsvr.sqlite")) },
    panel("server-empty", .fresh) { $0.show([]) },
    server("server-clients"),
    panel("server-administration") { $0.administration = Sample.administration },
    server("server-administration-revealed") {
      ($0.tools[ServerInsight.self].administration, $0.view.revealsSecrets) = (Sample.administration, true)
    },
    server("server-clients-unfocused") { $0.view.focus = .phone },
    panel("server-client-question") { $0.view.question = .revokeClient },
    panel("server-clients-selected") { $0.view.selection = .client(Sample.clients[2].id) },
    panel("server-clients-revoked") {
      $0.revoke()
      $0.events.append(
        ServerEventEntry(
          time: Sample.now, method: "POST", path: "/oauth/v2/oauth-token", status: 401, note: "invalid_client",
          client: Sample.clientID, endpoint: .token))
    },
    panel("server-clients-activated") { $0.make(.activate(client: Sample.clientID)) { $0.liveGrants = 0 } },
    panel("server-client-shortened") {
      let seconds = RegisteredClient.shortTokenLifetime
      $0.make(.shorten(client: Sample.clientID, seconds: seconds)) { $0.accessTokenLifetime = seconds }
    },
    panel("server-client-restored") { $0.make(.shorten(client: Sample.clientID, seconds: nil)) },
    panel("server-secret-question") { $0.view.question = .expireSecret },
    panel("server-secret-expired") {
      $0.make(.expireSecret(client: Sample.clientID)) { $0.secretExpiresAt = Int(Sample.now.timeIntervalSince1970) }
    },
    panel("server-template-changed") { $0.make(.nextTemplate(client: Sample.clientID)) { $0.template = "kiosk" } },
    panel("server-change-failed") {
      $0.view.selection = .client(Sample.clients[4].id)
      $0.change = .init(.activate(client: Sample.clients[4].id), .failed(ServerProblem(.ownerGone, "jd")))
    },
    server("presenter-revoked") {
      $0.settings.presenter = true
      $0.tools[ServerInsight.self].revoke()
    },
    panel("server-client-forgotten") { $0.make(.forget(client: Sample.clientID)) },
    panel("server-change-pending") { $0.change = .init(.revoke(client: Sample.clientID)) },
    many("server-clients-many"),
    panel("server-clients-filtering") {
      ($0.view.filter, $0.view.editsFilter) = ("demo", true)
      $0.show(Sample.clients.filter { $0.owner == "demouser" }, of: Sample.clients.count)
    },
    many("server-clients-filtered", before: 1200, found: 3334) { ($0.view.filter, $0.view.order) = ("jd", .owner) },
    panel("server-clients-nothing-found") {
      $0.view.filter = "nobody"
      $0.show([], of: 5)
    },
    opened("server-client"),
    opened("server-client-revoked") {
      $0.opened = OpenedServerClient(client: Sample.clients[0].revoked, grants: [])
      $0.change = .init(.revoke(client: Sample.clientID), .done)
    },
    sessions("server-sessions"),
    sessions("server-sessions-none") { $0.sessions = [] },
    sessions("server-session-question") { $0.view.question = .endSession(Sample.sessions[0].id) },
    sessions("server-session-question-answered") {
      ($0.view.question, $0.view.answer) = (.endSession(Sample.sessions[0].id), 1)
    },
    sessions("server-session-ended") {
      $0.sessions = [Sample.sessions[1]]
      $0.totals.sessions = 1
      $0.change = .init(.endSession(Sample.sessions[0].id, user: "demouser"), .done)
    },
    panel("server-events") { $0.view.section = .events },
    panel("server-events-none") { ($0.view.section, $0.events) = (.events, ServerEventList()) },
    server("server-events-of-other") {
      ($0.server, $0.tools[ServerInsight.self].events) = (.external, ServerEventList())
    },
    panel("server-locked") {
      $0.hasBeenRead = false
      $0.problem = ServerProblem(.databaseLocked, "/home/demo/idsvr/idsvr.sqlite")
    },
    panel("server-locked-meanwhile") { $0.problem = ServerProblem(.databaseLocked, "/home/demo/idsvr/idsvr.sqlite") },
    panel("server-other-schema") { $0.fail(ServerProblem(.databaseNewer, "/home/demo/idsvr/idsvr.sqlite")) },
    panel("server-unreadable") {
      $0.fail(ServerProblem(.databaseDamaged, "/home/demo/idsvr/idsvr.sqlite", detail: "file is not a database"))
    },
    server("server-foreign") {
      $0.settings.issuer = Sample.accepted(issuer: "https://login.example.com/realms/demo")
      ($0.settings.embeddedServer, $0.server) = (false, .external)
    },
    state("settings-reachable", .signedIn, on: .settings) {
      $0.view.button = 2
      $0.tools[ServerInsight.self].reach.others = Sample.otherReach
    },
    panel("server-open") { $0.reach.others = Sample.otherReach },
    reach("server-reach"),
    reach("server-reach-chosen", row: 1),
    reach("server-reach-texts", row: 7),
    reach("server-reach-passwords", row: 3) { $0.card?.allowsTutorialUsers = true },
    reach("server-reach-nothing") { $0.card?.survey = [] },
    reach("server-reach-looking") { $0.card?.survey = nil },
    reach("server-reach-pending", row: 1) { $0.isChanging = true },
    reach("server-reach-refused", row: 1) { $0.problem = ServerProblem(.reachUsersKnown, "demouser") },
    reach("server-reach-gone") {
      $0.problem = ServerProblem(.reachAddressGone, Sample.otherReach.address.text)
    },
    reach("server-reach-failed") {
      $0.problem = ServerProblem(
        .reachFailed, Sample.otherReach.address.text, detail: "something else listens on port 8443")
    },
    reach("server-reach-open") { $0.others = Sample.otherReach },
    reach("server-reach-page", row: 4) { $0.others = Sample.otherReach },
    panel("server-not-yet-reach", .fresh) {
      $0.fail(ServerProblem(.databaseMissing, "/home/demo/idsvr.sqlite"))
      $0.reach.card = card
    },
    server("server-presenter") { $0.settings.presenter = true },
    server("server-help") { $0.view.showsHelp = true },
  ]

  private static func server(_ name: String, _ stage: Stage = .signedIn, _ change: Setup = { _ in }) -> Entry {
    state(name, stage, in: .server) {
      var server = ServerInsight()
      (server.isWatched, server.events) = (true, Sample.events)
      server.show(Sample.clients)
      $0.tools[ServerInsight.self] = server
      change(&$0)
    }
  }

  private static func panel(_ name: String, _ stage: Stage = .signedIn, _ change: Change<ServerInsight>) -> Entry {
    server(name, stage) { change(&$0.tools[ServerInsight.self]) }
  }

  /// The card, after this machine's addresses have been found.
  private static let card: ReachableBy.Card = {
    var card = ReachableBy.Card()
    card.survey = Sample.ownAddresses
    return card
  }()

  private static func reach(_ name: String, row: Int = 0, _ change: Change<ReachableBy> = { _ in }) -> Entry {
    panel(name) {
      $0.reach.card = card
      $0.reach.card?.selected = row
      change(&$0.reach)
    }
  }

  /// In the middle of ten thousand clients.
  private static func many(
    _ name: String, before: Int = 4920, found: Int = 10_000, _ change: Change<ServerInsight> = { _ in }
  ) -> Entry {
    panel(name) {
      let clients = (0..<ServerInquiry.windowSize).map(Sample.numberedClient)
      $0.show(clients, before: before, found: found, of: 10_000)
      $0.view.selection = .client(clients[80].id)
      change(&$0)
    }
  }

  private static func opened(_ name: String, _ change: Change<ServerInsight> = { _ in }) -> Entry {
    panel(name) {
      $0.view.opened = Sample.clientID
      $0.opened = OpenedServerClient(client: Sample.clients[0], grants: Sample.grants)
      change(&$0)
    }
  }

  private static func sessions(_ name: String, _ change: Change<ServerInsight> = { _ in }) -> Entry {
    panel(name) {
      ($0.view.section, $0.sessions) = (.sessions, Sample.sessions)
      change(&$0)
    }
  }
}

extension ServerInsight {
  fileprivate mutating func show(_ clients: [RegisteredClient], before: Int = 0, found: Int = 0, of total: Int? = nil) {
    hasBeenRead = true
    self.clients = ClientWindow(clients: clients, positions: clients.map(\.id), before: before, total: found)
    totals = .init(clients: total ?? clients.count, sessions: Sample.sessions.count)
  }

  /// A change of the first client, which is this phone's.
  fileprivate mutating func make(_ change: ServerChange, _ edit: (inout RegisteredClient) -> Void = { _ in }) {
    var clients = Sample.clients
    edit(&clients[0])
    show(clients)
    self.change = .init(change, .done)
  }

  fileprivate mutating func revoke() { make(.revoke(client: Sample.clientID)) { $0 = $0.revoked } }

  fileprivate mutating func fail(_ problem: ServerProblem) {
    self = ServerInsight()
    self.problem = problem
  }
}

extension Sample {
  static let ownAddresses = ["192.168.1.20", "fd00:1::20"].compactMap { IPAddress($0) }

  static let otherReach = OtherReach(
    address: ownAddresses[0], issuer: "https://192.168.1.20:8443/oauth/v2/oauth-anonymous",
    authorityPage: "http://192.168.1.20:8442/",
    fingerprint: (0..<32).map { ["3F", "A0", "9C", "71"][$0 % 4] }.joined(separator: ":"), allowsTutorialUsers: false)
}

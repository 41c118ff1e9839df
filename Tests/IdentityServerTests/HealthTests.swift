import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// `/health` and `/metrics`.
@Suite struct HealthTests {
  @Test func healthNamesWhatIsMissing() async throws {
    try await TestServer.with { server in
      let ready = try await server.health()
      #expect(ready.status == 200)
      #expect(ready.json == ["status": "ok", "database": "ok", "keys": "ok"])
      try server.server.provider.store.pool.close()
      let broken = try await server.health()
      #expect(broken.status == 503)
      #expect(broken.json == ["status": "unavailable", "database": "unavailable", "keys": "ok"])
    }
    try await TestServer.with { server in
      try server.server.provider.store.pool.close()
      let broken = try await server.health()
      #expect(broken.status == 503)
      #expect(broken.json == ["status": "unavailable", "database": "unavailable", "keys": "unavailable"])
    }
    #expect(!Store.hasRoom(at: "/proc"), "nothing can grow there")
  }

  /// While another program writes, or the disk is full, the same request may succeed later.
  @Test func whatCannotBeWrittenNowMayBeTriedAgain() async throws {
    try await TestServer.withTokens { server, app, browser, tokens in
      let refresh = tokens["refresh_token"]?.stringValue ?? ""
      try await server.server.provider.store.pool.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA busy_timeout = 0")
      }
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let selfish = try DatabaseQueue(path: server.databasePath, configuration: configuration)
      try await selfish.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      let refused = try await app.refresh(refresh)
      #expect(refused.status == 503 && refused.error == "temporarily_unavailable")
      #expect(refused.headers[first: "Retry-After"] == "5")
      let page = try await browser.get(app.authorizationURL())
      #expect(page.status == 503 && page.text.contains("The server has failed"))
      try selfish.close()
      #expect(try await app.refresh(refresh).status == 200)
    }
    #expect(OAuthError.unforeseen(DatabaseError(resultCode: .SQLITE_FULL)).status == 503)
    #expect(OAuthError.unforeseen(DatabaseError(resultCode: .SQLITE_CORRUPT)).code == .serverError)
  }

  /// Every reader of the lists and of health is taken. A request that waited for one on its thread could keep the readers from ever
  /// returning: with as many such requests as processors the server stood still.
  @Test func aRequestWaitsForNoList() async throws {
    try await TestServer.with { server in
      let store = server.server.provider.store
      let (entered, signal) = AsyncStream<Void>.makeStream()
      let gate = DispatchSemaphore(value: 0)
      let count = store.pool.configuration.maximumReaderCount
      let wereLetGo = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<count {
          group.addTask {
            try await store.pool.read { _ in
              signal.yield()
              return gate.wait(timeout: .now() + 60) == .success
            }
          }
        }
        var inside = entered.makeAsyncIterator()
        for _ in 0..<count { _ = await inside.next() }
        #expect(try store.read { try $0.hasRow("SELECT 1 FROM users") })
        for _ in 0..<count { gate.signal() }
        return try await group.reduce(into: [Bool]()) { $0.append($1) }
      }
      #expect(wereLetGo.allSatisfy { $0 }, "the request came after a list had given up")
    }
  }

  /// A request for health during the creation of the first key waits for it: a ready server never reports itself unavailable.
  @Test func healthWaitsForTheFirstKey() async throws {
    try await TestServer.with { server in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 { group.addTask { try await server.health().status } }
        for try await status in group { #expect(status == 200) }
      }
      let keys = try await server.server.provider.store.signingKeys(retiredAfter: .distantPast)
      #expect(keys.count == 1, "concurrent first requests make one key")
    }
  }

  @Test func metricsCountEvents() async throws {
    try await TestServer.withTokens(adjusting: { $0.version = "1.2.3" }) { server, app, browser, tokens in
      _ = try await app.refresh(tokens["refresh_token"]?.stringValue ?? "")
      _ = try await browser.signIn(app.authorizationURL(["prompt": "login"]), as: "demouser", "wrong")
      for path in ["/nowhere", "/oauth/v2/oauth-token"] {
        _ = try await server.send(HTTPRequest("GET", server.origin + path))
      }
      let text = try await server.metrics()
      let families = try OpenMetricsReading(text).families
      func value(_ name: String, _ labels: String = "") -> String? {
        families.compactMap { $0.samples["\(name){\(labels)}"] }.first
      }
      #expect(value("idsvr_registrations_total") == "1")
      #expect(value("idsvr_logins_total", #"outcome="accepted""#) == "1")
      #expect(value("idsvr_logins_total", #"outcome="refused""#) == "1")
      #expect(value("idsvr_tokens_issued_total", #"kind="registration""#) == "1")
      #expect(value("idsvr_tokens_issued_total", #"kind="access""#) == "2")
      #expect(value("idsvr_tokens_issued_total", #"kind="refresh""#) == "2")
      #expect(value("idsvr_tokens_issued_total", #"kind="id""#) == "2")
      #expect(value("idsvr_sessions") == "1")
      #expect(value("idsvr_build_info", #"version="1.2.3""#) == "1")
      #expect(Int(value("idsvr_database_bytes") ?? "").map { $0 > 50_000 } == true)
      let token = #"port="server",route="/oauth/v2/oauth-token",method=""#
      #expect(value("idsvr_requests_total", token + #"POST",status="200""#) == "3")
      #expect(value("idsvr_requests_total", token + #"GET",status="405""#) == "1")
      #expect(value("idsvr_requests_total", #"port="server",route="none",method="GET",status="404""#) == "1")
      #expect(value("idsvr_request_duration_seconds_count", #"port="server",route="/oauth/v2/oauth-token""#) == "4")
    }
  }

  /// The routes bound the number of series, whatever peers send, and no label names a user or client.
  @Test func labelsNameOnlyRoutes() async throws {
    try await TestServer.with { server in
      let (app, _, registration) = try await server.registeredApp()
      let id = app.clientID
      let token = registration["registration_access_token"]?.stringValue ?? ""
      _ = try await server.registration("GET", "/token-service/oauth-registration/" + id, token: token)
      for path in ["/a", "/b", "/c?d=e", "/admin/clients/" + id] {
        _ = try await server.send(HTTPRequest("ODD" + path.filter { $0.isLetter }, server.origin + path))
      }
      let text = try await server.metrics()
      #expect(text.contains(#"route="/token-service/oauth-registration/*",method="GET",status="200""#))
      #expect(text.contains(#"route="none",method="other",status="404"} 4"#))
      for word in [id, "demouser", token, "ODDa"] { #expect(!text.contains(word)) }
    }
  }

  @Test func theTextFollowsOpenMetrics() throws {
    let metrics = Metrics()
    let labels = Metrics.RequestLabels(port: "server", route: #"/odd"\#nroute\"#, method: "GET", status: 200)
    for seconds in [0.0004, 0.003, 0.003, 30] { metrics.recordResponse(labels, seconds: seconds) }
    metrics.cutOff(.head)
    metrics.login(.refused)
    metrics.issued([.access, .id])
    metrics.registered()
    let text = OpenMetrics(
      metrics.counts, version: "1.0.0", sessions: 2, databaseBytes: 4096, connections: 3, started: 1_767_225_600
    ).text
    #expect(text == HealthTests.golden)
    _ = try OpenMetricsReading(text)
    #expect(throws: OpenMetricsReading.Fault.self) { try OpenMetricsReading(text.replacing("# EOF\n", with: "")) }
    #expect(throws: OpenMetricsReading.Fault.self) { try OpenMetricsReading(text.replacing("_total", with: "")) }
  }

  private static let golden = #"""
    # TYPE idsvr_requests counter
    # HELP idsvr_requests Requests answered, by port, route, method and status.
    idsvr_requests_total{port="server",route="/odd\"\nroute\\",method="GET",status="200"} 4
    # TYPE idsvr_request_duration_seconds histogram
    # UNIT idsvr_request_duration_seconds seconds
    # HELP idsvr_request_duration_seconds From a whole request to its answer, by port and route.
    idsvr_request_duration_seconds_bucket{port="server",route="/odd\"\nroute\\",le="0.0005"} 1
    idsvr_request_duration_seconds_bucket{port="server",route="/odd\"\nroute\\",le="0.001"} 1
    idsvr_request_duration_seconds_bucket{port="server",route="/odd\"\nroute\\",le="0.0025"} 1
    idsvr_request_duration_seconds_bucket{port="server",route="/odd\"\nroute\\",le="0.005"} 3
    idsvr_request_duration_seconds_bucket{port="server",route="/odd\"\nroute\\",le="0.01"} 3
    idsvr_request_duration_seconds_bucket{port="server",route="/odd\"\nroute\\",le="0.025"} 3
    idsvr_request_duration_seconds_bucket{port="server",route="/odd\"\nroute\\",le="0.05"} 3
    idsvr_request_duration_seconds_bucket{port="server",route="/odd\"\nroute\\",le="0.1"} 3
    idsvr_request_duration_seconds_bucket{port="server",route="/odd\"\nroute\\",le="0.25"} 3
    idsvr_request_duration_seconds_bucket{port="server",route="/odd\"\nroute\\",le="0.5"} 3
    idsvr_request_duration_seconds_bucket{port="server",route="/odd\"\nroute\\",le="1.0"} 3
    idsvr_request_duration_seconds_bucket{port="server",route="/odd\"\nroute\\",le="2.5"} 3
    idsvr_request_duration_seconds_bucket{port="server",route="/odd\"\nroute\\",le="10.0"} 3
    idsvr_request_duration_seconds_bucket{port="server",route="/odd\"\nroute\\",le="+Inf"} 4
    idsvr_request_duration_seconds_count{port="server",route="/odd\"\nroute\\"} 4
    idsvr_request_duration_seconds_sum{port="server",route="/odd\"\nroute\\"} 30.0064
    # TYPE idsvr_connections_cut_off counter
    # HELP idsvr_connections_cut_off Connections that the server ended, by reason: head_timeout, body_timeout, answer_timeout, too_many_connections.
    idsvr_connections_cut_off_total{reason="head_timeout"} 1
    # TYPE idsvr_logins counter
    # HELP idsvr_logins Logins of users, by outcome: accepted, refused, delayed.
    idsvr_logins_total{outcome="accepted"} 0
    idsvr_logins_total{outcome="refused"} 1
    idsvr_logins_total{outcome="delayed"} 0
    # TYPE idsvr_registrations counter
    # HELP idsvr_registrations Clients registered.
    idsvr_registrations_total 1
    # TYPE idsvr_faults counter
    # HELP idsvr_faults Answers and handshakes that a fault changed that was switched on at the server.
    idsvr_faults_total 0
    # TYPE idsvr_tokens_issued counter
    # HELP idsvr_tokens_issued Tokens issued, by kind: access, refresh, id, registration.
    idsvr_tokens_issued_total{kind="access"} 1
    idsvr_tokens_issued_total{kind="refresh"} 0
    idsvr_tokens_issued_total{kind="id"} 1
    idsvr_tokens_issued_total{kind="registration"} 0
    # TYPE idsvr_sessions gauge
    # HELP idsvr_sessions Single sign-on sessions that are live.
    idsvr_sessions 2
    # TYPE idsvr_connections gauge
    # HELP idsvr_connections Open connections on all ports.
    idsvr_connections 3
    # TYPE idsvr_database_bytes gauge
    # UNIT idsvr_database_bytes bytes
    # HELP idsvr_database_bytes Size of the database with its write-ahead log.
    idsvr_database_bytes 4096
    # TYPE idsvr_start_time_seconds gauge
    # UNIT idsvr_start_time_seconds seconds
    # HELP idsvr_start_time_seconds When the server was started, since 1970.
    idsvr_start_time_seconds 1767225600
    # TYPE idsvr_build info
    # HELP idsvr_build The program.
    idsvr_build_info{version="1.0.0"} 1
    # EOF

    """#
}

extension TestServer {
  func health() async throws -> HTTPResponse { try await send(HTTPRequest("GET", origin + "/health")) }

  func metrics() async throws -> String {
    let answer = try await send(HTTPRequest("GET", "https://localhost:\(server.addresses.adminPort)/metrics"))
    return answer.status == 200 ? answer.text : ""
  }
}

/// A reader of OpenMetrics text that is strict about families, names and histograms, as OpenMetrics 1.0.0 demands.
struct OpenMetricsReading {
  enum Fault: Error { case noEnd, line(String), family(String), histogram(String) }

  struct Family {
    var name: String
    var type: String
    /// `name{labels}`, with the value.
    var samples: [String: String] = [:]
  }

  private(set) var families: [Family] = []

  init(_ text: String) throws(Fault) {
    guard text.hasSuffix("\n# EOF\n") else { throw .noEnd }
    for line in text.dropLast("# EOF\n".count).split(separator: "\n") { try read(String(line)) }
    guard Set(families.map(\.name)).count == families.count else { throw .family("twice") }
    for family in families where family.type == "histogram" { try judge(family) }
  }

  private mutating func read(_ line: String) throws(Fault) {
    let words = line.split(separator: " ", maxSplits: 3).map(String.init)
    if words[0] == "#" {
      guard words.count == 4 else { throw .line(line) }
      switch words[1] {
      case "TYPE": families.append(Family(name: words[2], type: words[3]))
      case "UNIT":
        guard families.last?.name == words[2], words[2].hasSuffix("_" + words[3]) else { throw .line(line) }
      case "HELP":
        guard families.last?.name == words[2], families.last?.samples.isEmpty == true else { throw .line(line) }
      default: throw .line(line)
      }
      return
    }
    guard let space = line.lastIndex(of: " "), Double(line[line.index(after: space)...]) != nil,
      let family = families.last
    else { throw .line(line) }
    let series = String(line[..<space])
    let name = series.prefix { $0 != "{" }
    let endings =
      switch family.type {
      case "counter": ["_total"]
      case "info": ["_info"]
      case "histogram": ["_bucket", "_count", "_sum"]
      default: [""]
      }
    guard endings.contains(where: { name == family.name + $0 }) else { throw .line(line) }
    let key = series.contains("{") ? series : series + "{}"
    guard family.samples[key] == nil else { throw .line(line) }
    families[families.count - 1].samples[key] = String(line[line.index(after: space)...])
  }

  /// Bucket counts never decrease, and the last equals the count.
  private func judge(_ family: Family) throws(Fault) {
    var counts: [String: [(bound: Double, count: Int)]] = [:]
    for (series, value) in family.samples where series.hasPrefix(family.name + "_bucket") {
      guard let mark = series.range(of: "le=\"", options: .backwards) else { throw .histogram(series) }
      let bound = series[mark.upperBound...].prefix { $0 != "\"" }
      let labels = String(series[..<mark.lowerBound].dropFirst((family.name + "_bucket").count))
      counts[labels, default: []].append((bound == "+Inf" ? .infinity : Double(bound) ?? -1, Int(value) ?? -1))
    }
    for (labels, buckets) in counts {
      let sorted = buckets.sorted { $0.bound < $1.bound }.map(\.count)
      let end = labels.hasSuffix(",") ? labels.dropLast() + "}" : "{}"
      guard sorted == sorted.sorted(), let last = sorted.last,
        family.samples[family.name + "_count" + end] == String(last), buckets.contains(where: { $0.bound == .infinity })
      else { throw .histogram(labels) }
    }
  }
}

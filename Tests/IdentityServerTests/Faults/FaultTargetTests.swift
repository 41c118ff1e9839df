import Faults
import SharedValues
import Testing

@testable import IdentityServer

/// Whom a fault meets, how often, and what is said of it.
@Suite struct FaultTargetTests {
  private static let refused = FaultRule(.refresh, .status(StatusDefect(503)))

  @Test func oneClientAmongAHundredIsMet() async throws {
    try await TestServer.with(adjusting: {
      $0.policies.registration = .open
      $0.limits.registrationsPerMinute = 0
    }) { server in
      var made: [TestApp] = []
      for _ in 1...100 { made.append(try await server.openApp().app) }
      let apps = made
      let target = apps[42].clientID
      try await server.switchOn([Self.refused], for: .client(target))
      let answers = try await withThrowingTaskGroup(of: (String, Int).self) { group in
        for app in apps + apps { group.addTask { (app.clientID, try await app.refresh("none").status) } }
        return try await group.reduce(into: [(String, Int)]()) { $0.append($1) }
      }
      for (client, status) in answers { #expect(status == (client == target ? 503 : 400)) }
      #expect(server.server.faults.map(\.hits) == [2])
      let marked = server.lines().filter { !$0.fault.isEmpty }
      #expect(marked.count == 2 && marked.allSatisfy { $0.parties.clients == [target] })
    }
  }

  @Test func aUserIsMetAndNoOther() async throws {
    try await TestServer.with { server in
      let (mine, mineBrowser, _) = try await server.registeredApp()
      let (other, otherBrowser, _) = try await server.registeredApp(as: "jd", "password")
      try await server.switchOn([FaultRule(.authorize, .redirect(.missingState))], for: .user("jd"))
      #expect(try await mineBrowser.get(mine.authorizationURL()).redirectParameters["state"] == "st-1")
      let spoiled = try await otherBrowser.get(other.authorizationURL()).redirectParameters
      #expect(spoiled["state"] == nil && spoiled["code"] != nil)
    }
  }

  @Test func anAddressIsMetAndNoOther() async throws {
    try await TestServer.with(.socket) { server in
      let metadata = HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration")
      let rule = FaultRule(.metadata, .status(StatusDefect(503)))
      try await server.switchOn([rule], for: .address(try #require(IPAddress("192.0.2.7"))), name: "elsewhere")
      #expect(try await server.send(metadata).status == 200)
      for address in ["127.0.0.1", "::1"] {
        try await server.switchOn([rule], for: .address(try #require(IPAddress(address))), name: address)
      }
      #expect(try await server.send(metadata).status == 503)
    }
  }

  /// However many requests come at once, a fault for two times happens twice, and then its rule is gone.
  @Test func aFaultSwitchesItselfOff() async throws {
    try await TestServer.withApp { server, app, _ in
      try await server.switchOn([Self.refused], times: 2)
      let answers = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 1...40 { group.addTask { try await app.refresh("none").status } }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(answers.sorted() == [Int](repeating: 400, count: 38) + [503, 503])
      try server.takeUpFaults()
      #expect(server.server.provider.faults.isEmpty)
      #expect(try await server.server.administration.faults().isEmpty)
    }
  }

  /// Also where the older rule could have acted before the newer one's client was recognised.
  @Test func theNewestRuleThatFitsDecides() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      try await server.switchOn([Self.refused], name: "everybody's")
      try await server.switchOn(
        [FaultRule(.refresh, .wrongMember("token_type", "mac"))], for: .client(app.clientID), name: "the client's")
      let answer = try await app.refresh(tokens["refresh_token"]?.stringValue ?? "")
      #expect(answer.status == 200 && answer.json["token_type"] == "mac")
      let (other, _, _) = try await server.registeredApp()
      #expect(try await other.refresh("none").status == 503)
    }
  }

  @Test func aFaultMayBeginLater() async throws {
    try await TestServer.withApp { server, app, _ in
      try await server.switchOn([FaultRule(.refresh, .status(StatusDefect(503)), .once, after: 2)])
      var statuses: [Int] = []
      for _ in 1...4 { statuses.append(try await app.refresh("none").status) }
      #expect(statuses == [400, 400, 503, 400])
    }
  }

  /// A fault file may have a number for its title.
  @Test func aNumberIsNoName() async throws {
    try await TestServer.with { server in
      try await server.switchOn([FaultRule(.jwks, .status(StatusDefect(503)))], name: "2")
      try await server.switchOn([FaultRule(.metadata, .status(StatusDefect(503)))], name: "another")
      #expect(server.server.faults.map(\.batch) == [2, 1])
      try await server.switchOff("2")
      #expect(server.server.faults.map(\.name) == ["2"])
      try await server.switchOff("2")
      #expect(server.server.faults.isEmpty)
    }
  }

  @Test func countsAndFaultsOutliveTheServer() async throws {
    let home = ServerHome()
    let client = try await TestServer.with(.inProcess, in: home) { server in
      let (app, _, _) = try await server.registeredApp()
      try await server.switchOn([Self.refused], for: .client(app.clientID))
      _ = try await app.refresh("none")
      try server.takeUpFaults()
      return app.clientID
    }
    try await TestServer.with(.inProcess, in: home) { server in
      #expect(server.server.faults.map(\.hits) == [1])
      #expect(server.server.faults.map(\.target) == [.client(client)])
    }
  }

  /// Those of `serve --faults` do not.
  @Test func faultsOfAStartEndWithTheServer() async throws {
    let home = ServerHome()
    let order = try FaultOrder(FaultPlan([Self.refused]), name: "of the start")
    try await TestServer.with(.socket, in: home, adjusting: { $0.faults = order }) { server in
      #expect(server.server.faults.map(\.name) == ["of the start"])
      let (app, _, _) = try await server.registeredApp()
      #expect(try await app.refresh("none").status == 503)
    }
    try await TestServer.with(.inProcess, in: home) { server in #expect(server.server.faults.isEmpty) }
  }

  @Test func whatWasChangedSaysSo() async throws {
    try await TestServer.withApp { server, app, _ in
      try await server.switchOn([Self.refused, FaultRule(.refresh, .latency(milliseconds: 1))])
      let answer = try await app.refresh("none")
      let words = "refresh: latency 1 ms, refresh: status 503"
      let line = try #require(server.lastLine)
      #expect(line.fault == words && line.status == 503)
      #expect(server.trace.exchange(line.number)?.json["fault"] == .string(words))
      #expect(answer.text == "503: a fault that was switched on at the server\n")
      let kept = server.trace.exchange(line.number)?.response.body
      #expect(kept?.hasPrefix("503: ") == true, "the trace has what was sent")
      #expect(server.events.withLock { $0.last?.fault } == words)
      #expect(server.server.provider.metrics.counts.faults == 1)
      try await server.switchOff()
      _ = try await app.refresh("none")
      #expect(server.lastLine?.fault == "" && server.events.withLock { $0.last?.fault } == "")
      #expect(server.server.provider.metrics.counts.faults == 1)
    }
  }

  static let ofApps: [FaultRule] = [
    FaultRule(.keystore, .disk(.full)), FaultRule(.browser, .browser(.closed)),
    FaultRule(.token, .proof(.dpopSignature)), FaultRule(.token, .connection(.refused)),
    FaultRule(.authorize, .request(.otherKey)), FaultRule(.token, .idToken(.unusableKey)),
    FaultRule(.token, .connection(.tls)),
  ]

  @Test(arguments: ofApps)
  func aFaultOfAnAppIsRefused(_ rule: FaultRule) throws {
    let error = #expect(throws: IdentityServerError.self) { _ = try FaultOrder(FaultPlan([rule]), name: "n") }
    #expect(error?.code == .faultNotAtServer && error?.subject == rule.summary)
  }

  static let unknowable: [(FaultEndpoint, FaultTarget)] = [
    (.metadata, .client("c")), (.jwks, .client("c")), (.metadata, .user("u")), (.pushedAuthorization, .user("u")),
  ]

  @Test(arguments: unknowable)
  func aTargetThatTheServerCannotKnowIsRefused(_ endpoint: FaultEndpoint, _ target: FaultTarget) throws {
    let plan = FaultPlan([FaultRule(endpoint, .status(StatusDefect(503)))])
    let error = #expect(throws: IdentityServerError.self) { _ = try FaultOrder(plan, name: "n", for: target) }
    #expect(error?.code == .faultTargetUnknown)
    #expect(throws: Never.self) { _ = try FaultOrder(plan, name: "n", for: .everybody) }
  }

  @Test func unknownTargetsAndNamesAreRefused() async throws {
    try await TestServer.with { (server) async throws in
      func code(_ body: () async throws -> Void) async -> IdentityServerError.Code? {
        do { try await body() } catch { return (error as? IdentityServerError)?.code }
        return nil
      }
      #expect(await code { try await server.switchOn([Self.refused], for: .client("nobody")) } == .unknownClient)
      #expect(await code { try await server.switchOn([Self.refused], for: .user("nobody")) } == .unknownUser)
      #expect(await code { try await server.switchOff("nothing") } == .unknownFault)
      for address in ["x", "", "0.0.0.0", "::", "127.0.0.1/8"] {
        #expect(
          await code { _ = try FaultOrder.target(client: nil, user: nil, address: address) } == .faultTargetUnfit)
      }
      #expect(await code { _ = try FaultOrder.target(client: "", user: nil, address: nil) } == .faultTargetUnfit)
      #expect(await code { _ = try FaultOrder.target(client: nil, user: "", address: nil) } == .faultTargetUnfit)
      #expect(throws: DocumentProblem.self) { _ = try FaultOrder("{}", name: "n") }
      #expect(try await server.server.administration.faults().isEmpty)
    }
  }
}

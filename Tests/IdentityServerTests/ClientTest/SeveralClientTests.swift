import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Tests of several clients at one server at once: what is wrong for one is right for all others.
@Suite struct SeveralClientTests {
  /// A person who signs in with an app whenever the test asks for it. The app does nothing else.
  private struct Person {
    let app: TestApp
    let browser: TestBrowser
    var verifiesState = true

    private func signIn() async throws {
      let state = freshSecret()
      let answer = try await browser.get(app.authorizationURL(["state": state, "nonce": freshSecret()]))
      let parameters = answer.redirectParameters
      guard !verifiesState || parameters["state"] == state, let code = parameters["code"] else { return }
      _ = try await app.redeem(code)
    }

    /// Returns the verdicts, by check.
    func follow(_ test: ClientTest, meanwhile: () async throws -> Void = {}) async throws -> [String: String] {
      var last = 0
      while test.isRunning {
        if case .acting(let act) = test.state.stage, act.number > last {
          last = act.number
          if act.action == .login {
            try await meanwhile()
            try await signIn()
          } else {
            test.acted(act.number, isPossible: false)
          }
        }
        await Task.yield()
      }
      return verdicts(test)
    }

    private func verdicts(_ test: ClientTest) -> [String: String] {
      let pairs = test.state.verdicts.compactMap { verdict in
        verdict["id"]?.stringValue.flatMap { id in verdict["verdict"]?.stringValue.map { (id, $0) } }
      }
      return Dictionary(pairs) { $1 }
    }
  }

  private func order(_ app: TestApp, _ checks: JSON = ["cb-state", "cb-no-state"]) throws -> ClientTestOrder {
    try ClientTestOrder(["client": .string(app.clientID), "checks": checks])
  }

  private func withServer(_ body: (TestServer, ClientTests) async throws -> Void) async throws {
    try await TestServer.with(adjusting: { $0.clientTestPace = 0.001 }) { server in
      let tests = server.server.provider.clientTests
      // They would keep the server.
      do { try await body(server, tests) } catch {
        await tests.end()
        throw error
      }
      await tests.end()
    }
  }

  @Test func eachClientMeetsItsOwnFaults() async throws {
    try await withServer { server, tests in
      let (first, firstBrowser, _) = try await server.registeredApp()
      let (second, secondBrowser, _) = try await server.registeredApp()
      let (third, thirdBrowser, _) = try await server.registeredApp()
      let (one, two) = (
        try tests.start(order(first)),
        try tests.start(order(second))
      )
      let careless = Person(app: first, browser: firstBrowser, verifiesState: false)
      let careful = Person(app: second, browser: secondBrowser)
      async let found = careless.follow(one)
      async let good = careful.follow(two) {
        let answer = try await thirdBrowser.get(third.authorizationURL(["state": "of the third"]))
        #expect(answer.redirectParameters["state"] == "of the third")
      }
      #expect(try await found == ["cb-state": "failed", "cb-no-state": "failed"])
      #expect(try await good == ["cb-state": "passed", "cb-no-state": "passed"])
      #expect(server.server.provider.faults.isEmpty, "no fault outlives the tests")
      let spoiled = server.server.provider.trace.lines(ExchangeQuery()).filter { !$0.fault.isEmpty }
      #expect(!spoiled.isEmpty && spoiled.allSatisfy { !$0.parties.clients.contains(third.clientID) })
    }
  }

  @Test func aTestThatStopsLeavesTheOtherAlone() async throws {
    try await withServer { server, tests in
      let (first, _, _) = try await server.registeredApp()
      let (second, browser, _) = try await server.registeredApp()
      let one = try tests.start(order(first))
      let two = try tests.start(order(second))
      let person = Person(app: second, browser: browser)
      #expect(try await person.follow(two) { one.stop() } == ["cb-state": "passed", "cb-no-state": "passed"])
      await one.hasEnded()
      guard case .stopped = one.state.stage else {
        Issue.record("it says that it was stopped")
        return
      }
      #expect(one.state.report?["ended"] == .null && two.state.report?["ended"] != .null)
    }
  }

  @Test func aClientIsTestedOnceAtATimeAndOnlySoManyAtOnce() async throws {
    try await withServer { server, _ in
      let tests = ClientTests(most: 2)
      tests.belong(to: server.server)
      var apps: [TestApp] = []
      for _ in 0..<3 { apps.append(try await server.registeredApp().app) }
      for app in apps.dropLast() { try tests.start(order(app)) }
      #expect(await code { try tests.start(order(apps[0])) } == .clientTestRunning)
      #expect(await code { try tests.start(order(apps[2])) } == .clientTestsTooMany)
      tests.test(of: apps[0].clientID)?.stop()
      await tests.test(of: apps[0].clientID)?.hasEnded()
      try tests.start(order(apps[2]))
      #expect(tests.all.map(\.client) == apps.map(\.clientID) && tests.all.filter(\.isRunning).count == 2)
      await tests.end()
    }
  }

  @Test func noneBeginsBesideOneOfWhoeverSignsIn() async throws {
    try await withServer { server, tests in
      let app = try await server.registeredApp().app
      tests.turns.enter(0, isNamed: false)
      #expect(
        await code { try tests.start(order(app)) } == .clientTestOfEverybody)
      tests.turns.leave(0)
      try tests.start(order(app))
    }
  }

  @Test func nothingBeginsOnceTheServerEnds() async throws {
    try await withServer { server, tests in
      let app = try await server.registeredApp().app
      let test = try tests.start(order(app))
      await tests.end()
      #expect(!test.isRunning && tests.all.isEmpty)
      #expect(await code { try tests.start(order(app)) } == .clientTestsTooMany)
    }
  }

  /// While a person is asked to sign in, somebody else registers the same software.
  @Test func aRegistrationByAnotherUserIsNotTheClients() async throws {
    try await withServer { server, tests in
      try await server.server.administration.addUser("ada", password: Secret("a long password"), UserProfile())
      let (app, browser, _) = try await server.registeredApp()
      let test = try tests.start(order(app, ["cb-state"]))
      let found = try await Person(app: app, browser: browser).follow(test) {
        _ = try await server.registeredApp(as: "ada", "a long password")
      }
      #expect(found == ["cb-state": "passed"] && test.state.clients == [app.clientID])
    }
  }

  /// Access tokens are short while a person waits for a refresh, and usual again afterwards.
  @Test func lifetimesAreShortDuringTheTestAlone() async throws {
    try await withServer { server, tests in
      let (app, _, _) = try await server.registeredApp()
      func lifetime() throws -> Int? { try server.server.provider.store.client(app.clientID)?.accessTokenLifetime }
      let test = try tests.start(order(app))
      while try lifetime() == nil { await Task.yield() }
      #expect(try lifetime() == RegisteredClient.shortTokenLifetime)
      test.stop()
      await test.hasEnded()
      #expect(try lifetime() == nil)
    }
  }

  /// The app that started the server asks for a test, and hears of each change.
  @Test func theAppFollowsATest() async throws {
    try await withServer { server, tests in
      let app = try await server.registeredApp().app
      let feed = ClientTestFeed(server.server)
      let (messages, said) = AsyncStream<JSON>.makeStream()
      feed.take(.start(all: false), client: app.clientID) { said.yield($0) }
      var stages: [String] = []
      for await message in messages {
        #expect(message["event"] == "client-test" && message["client"]?.stringValue == app.clientID)
        stages.append(message["stage"]?.stringValue ?? "")
        if message["stage"] == "acting" { feed.take(.stop, client: app.clientID) { _ in } }
        if message["running"] == false { break }
      }
      #expect(stages.contains("acting") && stages.last == "stopped")
      feed.take(.start(all: false), client: "nobody") { said.yield($0) }
      for await message in messages {
        #expect(message["problem"] == "unknown_client")
        break
      }
    }
  }

  private func code(_ body: () throws -> Void) async -> IdentityServerError.Code? {
    do { try body() } catch { return (error as? IdentityServerError)?.code }
    return nil
  }
}

/// Steps that concern every client are taken alone.
@Suite struct ClientTestTurnTests {
  @Test func stepsOfOneClientAreTakenSideBySide() {
    let turns = ClientTestTurns()
    #expect(turns.take(1, alone: false) && turns.take(2, alone: false))
  }

  @Test func aStepThatConcernsOthersWaitsForThemAndTheyForIt() {
    let turns = ClientTestTurns()
    #expect(turns.take(1, alone: false))
    #expect(!turns.take(2, alone: true))
    // Otherwise 2 might wait for ever.
    #expect(!turns.take(3, alone: false))
    turns.giveBack(1)
    #expect(turns.take(2, alone: true))
    #expect(!turns.take(1, alone: false) && !turns.take(3, alone: true))
    turns.giveBack(2)
    #expect(!turns.take(1, alone: false), "3 has waited longer")
    #expect(turns.take(3, alone: true))
    turns.leave(3)
    #expect(turns.take(1, alone: false))
  }

  @Test func aTestThatIsStoppedWaitsNoMore() {
    let turns = ClientTestTurns()
    #expect(turns.take(1, alone: false))
    #expect(!turns.take(2, alone: true))
    turns.leave(2)
    #expect(turns.take(3, alone: false))
  }

  /// A fault that meets more than the client under test, or a new key, is for all.
  @Test func checksKnowWhetherTheyConcernOthers() {
    for (id, concerns) in [("cb-state", false), ("id-iss", false), ("id-rotate", true), ("md-issuer", true)] {
      let check = ClientCheck.all.first { $0.id == id }
      #expect(check?.trial?.concernsOthers == concerns, "\(id)")
    }
    for check in ClientCheck.all where check.trial?.concernsOthers == false {
      let faults = check.trial?.faults(for: .client("c"), name: "") ?? []
      #expect(faults.allSatisfy { $0.target == .client("c") }, "\(check.id)")
    }
  }
}

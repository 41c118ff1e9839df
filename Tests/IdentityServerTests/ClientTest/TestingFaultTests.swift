import Faults
import SharedValues
import Testing

@testable import IdentityServer

/// Faults of a test of a client live in memory, and meet no client that only registers others.
@Suite struct TestingFaultTests {
  private static let rule = FaultRule(.token, .missingMember("expires_in"))

  @Test func aRegistrarIsNotMet() async throws {
    try await TestServer.withApp { server, app, browser in
      let faults = server.server.provider.faults
      faults.set([ServerFault(testing: 0, Self.rule, name: "a test", for: .applications)])
      let registrar = TestApp(server: server)
      let login = try await browser.signIn(
        registrar.authorizationURL(["prompt": "login"]), as: "demouser", "Password1")
      let first = try #require(login.code)
      #expect(try await registrar.redeem(first).json["expires_in"] != nil)
      let second = try #require(try await browser.get(app.authorizationURL()).code)
      let answer = try await app.redeem(second).json
      #expect(answer["expires_in"] == nil && answer["access_token"] != nil)
    }
  }

  @Test func theDatabaseKnowsNothingOfThem() async throws {
    try await TestServer.withApp { server, app, browser in
      let faults = server.server.provider.faults
      faults.set([ServerFault(testing: 0, Self.rule, name: "a test", for: .client(app.clientID))])
      try server.takeUpFaults()
      #expect(try await server.server.administration.faults().isEmpty)
      let code = try #require(try await browser.get(app.authorizationURL()).code)
      #expect(try await app.redeem(code).json["expires_in"] == nil)
      try server.takeUpFaults()
      #expect(faults.entries.map(\.hits) == [1])
      faults.set([])
      #expect(faults.isEmpty)
    }
  }

  @Test func eachTestSetsItsOwn() throws {
    let faults = ServerFaults()
    let fault = ServerFault(testing: 0, Self.rule, name: "a test", for: .client("a"))
    let other = ServerFault(testing: 0, Self.rule, name: "another", for: .client("b"))
    faults.set([fault], of: 1)
    faults.set([other, other], of: 2)
    let numbers = faults.entries.map(\.number)
    #expect(Set(numbers).count == 3 && numbers.allSatisfy { $0 < 0 })
    let first = try #require(faults.entries.first { $0.name == "a test" })
    #expect(faults.count(first.number))
    faults.countRefusedHandshake(first)
    #expect(faults.refusedHandshakes(of: 1) == 1 && faults.refusedHandshakes(of: 2) == 0)
    faults.set([], of: 2)
    #expect(faults.entries.map(\.name) == ["a test"] && faults.entries[0].hits == 1)
    // A number never comes again, so that no count and no request that waits in a fault meets a later one.
    faults.set([fault], of: 1)
    #expect(!numbers.contains(faults.entries[0].number) && faults.refusedHandshakes(of: 1) == 0)
    faults.set([], of: 1)
    #expect(faults.isEmpty)
  }

  /// All that a check sets can happen at this server, for whom it is meant.
  @Test func everyTrialCanBeCommitted() throws {
    for check in ClientCheck.all {
      guard let trial = check.trial else { continue }
      for fault in trial.faults(for: .applications, name: check.id) {
        #expect(throws: Never.self, "\(check.id)") { try fault.rule.checkAtServer(for: fault.target) }
      }
    }
  }
}

import Faults
import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// What was not seen is not judged, and other people's requests are not the client's.
@Suite struct UnseenClientTests {
  @Test func aClientThatSentNothingPassesNothing() async throws {
    try await TestServer.with { server in
      for verdict in try server.report(on: "rn-expo-app").verdicts {
        #expect([.notSeen, .notApplicable].contains(verdict.outcome), "\(verdict.check.id)")
        #expect(verdict.exchanges.isEmpty && !verdict.evidence.isEmpty, "\(verdict.check.id)")
        if verdict.outcome == .notSeen, verdict.check.kind == .passive {
          #expect(verdict.evidence == verdict.check.help)
        }
      }
    }
  }

  /// Nobody knows what a client does not send that has sent nothing.
  @Test func aClientThatSentNothingOmitsNothing() async throws {
    try await TestServer.withApp { server, app, _ in
      for id in ["rn-expo-app", app.clientID] {
        let outcomes = try server.report(on: id).outcomes
        for check in ["dp-proof", "ca-jwt", "pa-only", "az-resource"] {
          #expect(outcomes[check] == .notSeen, "\(id) \(check)")
        }
      }
      #expect(try server.report(on: "rn-expo-app").outcomes["rg-once"] == .notApplicable)
    }
  }

  @Test func aRegistrationAloneShowsOnlyItself() async throws {
    try await TestServer.withApp { server, app, _ in
      let seen = try server.report(on: app.clientID).outcomes.filter {
        ![.notSeen, .notApplicable].contains($0.value)
      }
      #expect(seen == ["rg-redirects": .passed])
    }
  }

  /// What a fault answers in place of the token endpoint is neither a success of the client's nor its fault.
  @Test(arguments: [302, 503])
  func anAnswerOfAFaultSaysNothingOfTheClient(_ status: Int) async throws {
    try await TestServer.withApp { server, app, browser in
      let rule = FaultRule(.token, .status(StatusDefect(status)))
      server.server.provider.faults.set([ServerFault(testing: 0, rule, name: "a test", for: .everybody)])
      let code = try #require(try await browser.get(app.authorizationURL()).code)
      #expect(try await app.redeem(code).status == status)
      #expect(try server.report(on: app.clientID).outcomes["base-login"] == .notSeen)
    }
  }

  /// Two logins are too few to see a pattern, and enough to see a repetition.
  @Test func freshnessTakesThreeLogins() async throws {
    let cases: [(state: String?, expected: CheckOutcome)] = [(nil, .notSeen), ("always-the-same", .failed)]
    for (state, expected) in cases {
      try await TestServer.with { server in
        var flow = ClientFlow()
        flow.logins = 2
        if let state { flow.request = { _ in ["state": state] } }
        let id = try await flow.run(on: server).clientID
        #expect(try server.report(on: id).outcomes["az-fresh"] == expected)
      }
    }
  }

  /// A person may reload the page: the request comes again, and its code is not redeemed.
  @Test func aReloadRepeatsAStateLawfully() async throws {
    try await TestServer.with { server in
      var flow = ClientFlow()
      flow.request = { $0 == 1 ? ["state": "state-of-the-reload"] : [:] }
      flow.another = ["state": "state-of-the-reload"]
      let id = try await flow.run(on: server).clientID
      #expect(try server.report(on: id).outcomes["az-fresh"] == .passed)
    }
  }

  /// Requests for the metadata name no client.
  @Test func anotherClientAtTheAddressHidesTheMetadata() async throws {
    try await TestServer.with { server in
      let id = try await ClientFlow().run(on: server).clientID
      #expect(try server.report(on: id).outcomes["md-place"] == .passed)
      _ = try await server.registeredApp(as: "jd", "password")
      #expect(try server.report(on: id).outcomes["md-place"] == .notSeen)
    }
  }

  /// A stolen code belongs to both clients; the token request is the thief's.
  @Test func aThiefDoesNotSpoilTheVerdictOnItsVictim() async throws {
    try await TestServer.with { server in
      var flow = ClientFlow()
      flow.logout = nil
      let id = try await flow.run(on: server).clientID
      let before = try server.report(on: id).outcomes
      let (victim, browser, _) = try await server.registeredApp()
      let (thief, _, _) = try await server.registeredApp(as: "jd", "password")
      let code = try #require(try await browser.get(victim.authorizationURL(["nonce": "n-1"])).code)
      _ = try await thief.redeem(code, ["redirect_uri": "io.curity.dcrclient:/other"])
      #expect(try server.report(on: victim.clientID).outcomes["tk-redirect"] == .notSeen)
      #expect(try server.report(on: victim.clientID).outcomes["base-login"] == .notSeen)
      #expect(try server.report(on: id).outcomes == before.merging(["md-place": .notSeen]) { $1 })
    }
  }

  @Test func aLongListOfExchangesIsCut() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      for _ in 1...20 { _ = try await app.userInfo(tokens.token("access_token")) }
      let verdict = try #require(try server.report(on: app.clientID).verdict("ui-header"))
      let last = try #require(server.lastLine).number
      #expect(verdict.exchanges == Array(last - 11...last))
    }
  }

  @Test func theListOfChecksIsComplete() {
    #expect(ClientCheck.all.map(\.id) == ClientCheckList.rows.compactMap { $0["id"]?.stringValue })
    #expect(Set(ClientCheck.all.map(\.id)).count == ClientCheck.all.count)
    let passive = ClientCheck.all.filter { $0.kind == .passive }.map(\.id)
    #expect(Set(passive) == Set(ClientHistory.judgements.keys))
    #expect(ClientCheck.all.allSatisfy { ($0.trial != nil) == ($0.kind != .passive) })
  }
}

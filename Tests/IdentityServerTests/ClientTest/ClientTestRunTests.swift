import Foundation
import SharedValues
import Synchronization
import Testing

@testable import IdentityServer

/// A whole test of a client: baseline, wrong answers, control logins, the report.
@Suite struct ClientTestRunTests {
  /// A client that signs in and asks who the user is. What it does not verify is one slip.
  private struct Subject {
    var app: TestApp
    let browser: TestBrowser
    var verifiesState = true
    var verifiesIssuer = true
    var usesToken = true
    /// What it has to refresh, if it does nothing else with its tokens.
    var refreshToken: String?
    var refreshesAlone = false
    /// As with a login at another device.
    var hasOtherGrant = false
    /// It has the metadata already, like a client that keeps them in a file.
    var readsMetadata = false
    /// It keeps the metadata until it starts anew, and signs in with none whose token endpoint has no TLS.
    var keepsMetadata = false
    var metadata: JSON?

    mutating func act(_ action: String) async throws -> Int {
      if action == "forget" {
        app = try await app.server.registeredApp().app
        return 0
      }
      if action == "restart" { metadata = nil }
      guard action != "restart" || !readsMetadata else {
        _ = try await app.server.send(HTTPRequest("GET", app.server.origin + Addresses.openIDMetadataPaths[0]))
        return 0
      }
      if refreshesAlone, action == "refresh" {
        guard let token = refreshToken else { return 1 }
        refreshToken = try await app.refresh(token).json["refresh_token"]?.stringValue
        return 0
      }
      guard action == "login" else { return action == "restart" ? 0 : 64 }
      if hasOtherGrant {
        _ = try await app.post("/oauth/v2/oauth-token", [("grant_type", TestApp.deviceGrant), ("device_code", "x")])
        return 0
      }
      if keepsMetadata {
        let address = app.server.origin + Addresses.openIDMetadataPaths[0]
        if metadata == nil { metadata = try await app.server.send(HTTPRequest("GET", address)).json }
        guard metadata?["token_endpoint"]?.stringValue?.hasPrefix("https:") == true else { return 1 }
      }
      refreshToken = nil
      let (state, verifier) = (freshSecret(), freshSecret())
      let challenge = Base64URL.encode(Primitives.sha256(verifier.utf8))
      let answer = try await browser.get(
        app.authorizationURL(["state": state, "nonce": freshSecret(), "code_challenge": challenge]))
      let parameters = answer.redirectParameters
      guard !verifiesState || parameters["state"] == state, let code = parameters["code"] else { return 1 }
      let tokens = try await app.redeem(code, ["code_verifier": verifier]).json
      let parts = (tokens["id_token"]?.stringValue ?? "").split(separator: ".").map(String.init)
      let claims = parts.count == 3 ? Base64URL.decode(parts[1]).flatMap { try? JSON.parse($0) } : nil
      guard !verifiesIssuer || claims?["iss"]?.stringValue == app.server.issuer else { return 1 }
      refreshToken = tokens["refresh_token"]?.stringValue
      if usesToken { _ = try await app.userInfo(tokens.token("access_token")) }
      return 0
    }
  }

  /// - Parameter end: the phase in which the test is stopped; `nil`: in none.
  private func run(
    _ order: JSON, stoppedIn end: String? = nil, _ adjust: (inout Subject) -> Void = { _ in }
  ) async throws -> JSON {
    let order = try ClientTestOrder(order.setting("driven", true).setting("patience", 20))
    return try await TestServer.with { server in
      let grants: JSON = ["authorization_code", "refresh_token"]
      let (app, browser, _) = try await server.registeredApp(
        as: "demouser", "Password1", TestServer.tutorialMetadata.setting("grant_types", grants))
      var subject = Subject(app: app, browser: browser)
      adjust(&subject)
      let (messages, said) = AsyncStream<JSON>.makeStream()
      let test = ClientTestRun(server.server, order, pace: 0.001) { said.yield($0) }
      async let running: Void = test.run()
      var report: JSON?
      for await message in messages {
        if message["type"] == "act", let number = message["number"], let action = message["action"]?.stringValue {
          if let end, message["phase"]?.stringValue == end { test.stop() }
          guard !test.isStopped else { continue }
          let status = try await subject.act(action)
          test.receive(["type": "acted", "number": number, "status": .number(String(status))])
        }
        if message["type"] == "report" {
          report = message["run"]
          break
        }
      }
      await running
      #expect(server.server.provider.faults.isEmpty, "no fault outlives the test")
      return try #require(report)
    }
  }

  private func verdicts(_ report: JSON) -> [String: String] {
    let pairs = (report["verdicts"]?.arrayValue ?? []).compactMap { verdict in
      verdict["id"]?.stringValue.flatMap { id in verdict["verdict"]?.stringValue.map { (id, $0) } }
    }
    return Dictionary(pairs) { $1 }
  }

  private static let order: JSON = ["checks": ["cb-state", "id-iss", "tk-no-exp", "rf-rotate"]]

  @Test func aCarefulClientPasses() async throws {
    let report = try await run(Self.order)
    #expect(
      verdicts(report) == [
        "cb-state": "passed", "id-iss": "passed", "tk-no-exp": "passed", "rf-rotate": "not_seen",
      ])
    #expect(report["format"] == 1 && report["kind"] == "client-test" && report["ended"] != .null)
    #expect(report["facts"]?["seen"]?.stringArray?.contains("TK") == true)
    let numbers = report["verdicts"]?.arrayValue?.flatMap { $0["exchanges"]?.arrayValue ?? [] } ?? []
    let exchanges = (report["exchanges"]?.arrayValue ?? []).compactMap { $0["number"] }
    #expect(!numbers.isEmpty && Set(numbers) == Set(exchanges))
  }

  @Test func aSlipFailsItsCheckAlone() async throws {
    let state = try await run(Self.order) { $0.verifiesState = false }
    #expect(verdicts(state)["cb-state"] == "failed" && verdicts(state)["id-iss"] == "passed")
    let issuer = try await run(Self.order) { $0.verifiesIssuer = false }
    #expect(verdicts(issuer)["cb-state"] == "passed" && verdicts(issuer)["id-iss"] == "failed")
  }

  /// A client that never uses its tokens gives no sign.
  @Test func aSilentClientIsNotSeen() async throws {
    let found = verdicts(try await run(Self.order) { $0.usesToken = false })
    #expect(found["cb-state"] == "passed" && found["id-iss"] == "not_seen" && found["tk-no-exp"] == "not_seen")
  }

  /// A client that reads the ID token instead of asking for the profile uses what it got when it refreshes.
  @Test func aClientThatOnlyRefreshesIsMadeToDoSo() async throws {
    for (verifies, expected) in [(true, "passed"), (false, "failed")] {
      let found = verdicts(
        try await run(Self.order) {
          ($0.usesToken, $0.refreshesAlone, $0.verifiesIssuer) = (false, true, verifies)
        })
      #expect(found == ["cb-state": "passed", "id-iss": expected, "tk-no-exp": "passed", "rf-rotate": "passed"])
    }
  }

  /// A client that asks for nothing before its browser opens: the browser would refuse a wrong certificate, whatever the client does.
  @Test func aBrowserThatConnectsFirstSaysNothingOfTheClientsCertificates() async throws {
    // Without TLS every request arrives.
    for (reads, expected) in [(false, "not_seen"), (true, "failed")] {
      let report = try await run(["checks": ["tls-ca"]]) { $0.readsMetadata = reads }
      #expect(verdicts(report) == ["tls-ca": expected])
    }
  }

  /// It can sign in again only once it has started anew.
  @Test func aClientThatKeepsWrongMetadataPasses() async throws {
    let report = try await run(["checks": ["md-http"]]) { $0.keepsMetadata = true }
    #expect(verdicts(report) == ["md-http": "passed"])
  }

  /// A client that registers anew has signed in only once since, but three times before.
  @Test func whatWasSeenBeforeANewRegistrationCounts() async throws {
    let report = try await run(["checks": ["az-fresh", "cb-state", "cb-no-state", "cb-iss", "cb-denied", "tk-basic"]])
    #expect(verdicts(report)["tk-basic"] == "passed" && verdicts(report)["az-fresh"] == "passed")
  }

  /// Why the server refuses a client is in its requests.
  @Test func aClientThatIsAlwaysRefusedIsJudgedToo() async throws {
    let report = try await run(["checks": ["base-login", "az-pkce", "cb-state"]]) { $0.app.secret = "wrong" }
    #expect(verdicts(report) == ["base-login": "failed", "az-pkce": "passed"])
    #expect(report["facts"]?["logins"] == 0 && report["subject"]?["client"]?.stringValue?.isEmpty == false)
  }

  /// No wrong answer can be tried, but what it sends is judged.
  @Test func aClientWithoutCodesIsJudgedToo() async throws {
    let report = try await run(["checks": ["base-login", "tk-auth", "cb-state"]]) { $0.hasOtherGrant = true }
    #expect(verdicts(report) == ["base-login": "not_seen", "tk-auth": "passed"])
  }

  @Test func aRunGoesOnWithWhatHasNoVerdict() async throws {
    let first = try await run(["checks": ["cb-state"]])
    let kept = first.setting(
      "verdicts", .array((first["verdicts"]?.arrayValue ?? []).map { $0.setting("evidence", "kept") }))
    let second = try await run(["checks": ["cb-state", "id-iss"], "resume": kept])
    let all = second["verdicts"]?.arrayValue ?? []
    #expect(all.map { $0["id"] } == ["cb-state", "id-iss"])
    #expect(all.first?["evidence"] == "kept" && all.last?["evidence"] != "kept")
  }

  /// `--resume` goes on with what has no verdict.
  @Test(arguments: ["fault", "control"]) func aCheckThatWasBrokenOffHasNoVerdict(_ end: String) async throws {
    let report = try await run(["checks": ["cb-state"]], stoppedIn: end)
    #expect(verdicts(report).isEmpty && report["ended"] == .null)
  }

  @Test func anOrderIsJudged() {
    let wrong: [(JSON, String)] = [
      ("core", "clientTest"), (["checks": ["cb-none"]], "checks"), (["checks": []], "checks"),
      (["patience": 0], "patience"), (["resume": ["kind": "server-test"]], "resume"),
    ]
    for (order, member) in wrong {
      do {
        _ = try ClientTestOrder(order)
        Issue.record("\(member) was accepted")
      } catch { #expect(error.member == member) }
    }
  }

  @Test func aStoppedTestEnds() async throws {
    try await TestServer.with { server in
      let reported = Mutex<JSON?>(nil)
      let test = ClientTestRun(server.server, try ClientTestOrder(["driven": true]), pace: 0.001) { message in
        if message["type"] == "report" { reported.withLock { $0 = message["run"] } }
      }
      test.stop()
      await test.run()
      #expect(reported.withLock { $0 }?["ended"] == .null)
    }
  }
}

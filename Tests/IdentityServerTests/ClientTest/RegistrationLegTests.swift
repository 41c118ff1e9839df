import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The checks that a test repeats in the login that registers the client.
@Suite struct RegistrationLegTests {
  @Test func theRowsComeFromTheList() {
    let repeated = ClientCheck.tested.filter { $0.leg == .registration }
    let rows = ClientCheck.all.filter { [.redirect, .token].contains($0.group) && $0.kind != .person }
    #expect(repeated.map(\.name) == rows.map { $0.id + "@reg" })
    #expect(repeated.allSatisfy { $0.group == .registration && !$0.isCore })
    #expect(ClientCheck.tested.count == ClientCheck.all.count + repeated.count)
    let listed = ClientCheckList.json["checks"]?.arrayValue?.compactMap { $0["id"]?.stringValue }
    #expect(listed == ClientCheck.tested.map(\.name))
    for check in repeated {
      guard let trial = check.trial else { continue }
      #expect(trial.actions.first == .forget && trial.actions.last == .login, "\(check.name)")
      for fault in trial.faults(for: .registrars, name: check.name) {
        #expect(throws: Never.self, "\(check.name)") { try fault.rule.checkAtServer(for: fault.target) }
      }
    }
  }

  /// What a client does not do rightly in the login that registers it.
  private enum Slip: CaseIterable {
    case none, ignoresState, readsOneCase, needsNoLogin, keepsItsRegistration, registersAtOnce, asksAgain
  }

  /// A client that gets by one login the token with which it registers, and then signs in as itself.
  private struct Subject {
    let server: TestServer
    let browser: TestBrowser
    let slip: Slip
    var app: TestApp?

    /// - Returns: the exit status of a command.
    mutating func act(_ action: String) async throws -> Int {
      switch action {
      case "forget":
        guard slip != .keepsItsRegistration else { return 64 }
        app = nil
        guard slip == .registersAtOnce || slip == .asksAgain else { return 0 }
        return try await act("login")
      case "login":
        if app == nil { app = try await registered() }
        if app == nil, slip == .asksAgain { app = try await registered() }
        guard let app else { return 1 }
        let state = freshSecret()
        // A client of nobody's needs an act of its user each time.
        let prompt = slip == .needsNoLogin ? "login" : nil
        let url = app.authorizationURL(["state": state, "nonce": freshSecret(), "prompt": prompt])
        let answer = prompt == nil ? try await browser.get(url) : try await browser.signIn(url)
        guard let code = answer.code, answer.redirectParameters["state"] == state else { return 1 }
        return try await app.redeem(code).status == 200 ? 0 : 1
      default: return 64
      }
    }

    private func registered() async throws -> TestApp? {
      if slip == .needsNoLogin { return try await server.openApp().app }
      let first = TestApp(server: server)
      let state = freshSecret()
      let answer = try await browser.signIn(first.authorizationURL(["state": state, "prompt": "login"]))
      let isRight = answer.redirectParameters["state"] == state
      guard let code = answer.code, isRight || slip == .ignoresState else { return nil }
      let tokens = try await first.redeem(code).json
      let kind = tokens["token_type"]?.stringValue ?? ""
      guard kind.lowercased() == "bearer", kind != "bEaReR" || slip != .readsOneCase else { return nil }
      let registration = try await server.register(token: tokens.token("access_token")).json
      return TestApp(
        server: server, clientID: registration.token("client_id"),
        secret: registration["client_secret"]?.stringValue, scope: "openid profile")
    }
  }

  private func verdicts(_ slip: Slip) async throws -> [String: String] {
    let checks: JSON = [
      "cb-state", "cb-state@reg", "cb-denied@reg", "tk-type@reg", "tk-case@reg", "tk-redirect@reg", "tk-auth@reg",
    ]
    let order = try ClientTestOrder(["checks": checks, "driven": true, "patience": 20])
    return try await TestServer.with(
      adjusting: { if slip == .needsNoLogin { $0.policies.registration = .open } }
    ) { server in
      var subject = Subject(server: server, browser: TestBrowser(server), slip: slip)
      let (messages, said) = AsyncStream<JSON>.makeStream()
      let test = ClientTestRun(server.server, order, pace: 0.001) { said.yield($0) }
      async let running: Void = test.run()
      var found: [String: String] = [:]
      for await message in messages {
        if message["type"] == "act", let number = message["number"], let action = message["action"]?.stringValue {
          let status = try await subject.act(action)
          test.receive(["type": "acted", "number": number, "status": .number(String(status))])
        }
        if message["type"] == "verdict", let id = message["check"]?["id"]?.stringValue {
          found[id] = message["check"]?["verdict"]?.stringValue
        }
        if message["type"] == "report" { break }
      }
      await running
      return found
    }
  }

  @Test func aSlipInTheFirstLoginIsSeenThereAlone() async throws {
    let careful = [
      "cb-state": "passed", "cb-state@reg": "passed", "cb-denied@reg": "passed", "tk-type@reg": "passed",
      "tk-case@reg": "passed", "tk-redirect@reg": "passed", "tk-auth@reg": "passed",
    ]
    #expect(try await verdicts(.none) == careful)
    #expect(try await verdicts(.ignoresState) == careful.merging(["cb-state@reg": "failed"]) { $1 })
    #expect(try await verdicts(.readsOneCase) == careful.merging(["tk-case@reg": "failed"]) { $1 })
    // The test asks for no second login of a client that registers as soon as it has forgotten its registration.
    #expect(try await verdicts(.registersAtOnce) == careful)
    #expect(try await verdicts(.asksAgain)["cb-denied@reg"] == "warning")
  }

  @Test func aClientThatRegistersWithoutALoginHasNone() async throws {
    let found = try await verdicts(.needsNoLogin)
    #expect(found["cb-state"] == "passed")
    #expect(found.filter { $0.key.hasSuffix("@reg") }.allSatisfy { $0.value == "not_applicable" } && found.count == 7)
  }

  /// What cannot be repeated is no sign of care.
  @Test func aClientThatCannotRegisterAgainIsNotSeen() async throws {
    let found = try await verdicts(.keepsItsRegistration)
    #expect(found["cb-state@reg"] == "not_seen" && found["tk-case@reg"] == "not_seen")
    #expect(found["tk-redirect@reg"] == "passed")
  }
}

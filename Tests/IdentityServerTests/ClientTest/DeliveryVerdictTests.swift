import Faults
import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Answers that reach the client twice, or late: what the browser gets, and what a careful and a careless client get for it.
@Suite struct DeliveryVerdictTests {
  /// One login of a client: its code, and the verifier that belongs to it.
  private struct Login {
    let app: TestApp
    let browser: TestBrowser
    let verifier = freshSecret()

    /// The page, or the redirect, that ends the request.
    func begin() async throws -> HTTPResponse {
      let challenge = Base64URL.encode(Primitives.sha256(verifier.utf8))
      return try await browser.get(app.authorizationURL(["code_challenge": challenge, "nonce": freshSecret()]))
    }

    func redeem(_ code: String) async throws -> HTTPResponse {
      try await app.redeem(code, ["code_verifier": verifier])
    }
  }

  /// The links of a page, in order.
  private static func links(_ page: HTTPResponse) -> [String] {
    page.text.split(separator: "href=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
      .filter { $0.hasPrefix(Addresses.heldAnswerPath) }
  }

  /// The verdicts before and after a control login that works.
  private func verdicts(
    _ id: String, leg: ClientCheck.Leg = .own, _ body: (Login, Login) async throws -> Void
  ) async throws -> [Finding.Kind?] {
    let check = try #require(ClientCheck.tested.first { $0.id == id && $0.leg == leg })
    let trial = try #require(check.trial)
    return try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp()
      let provider = server.server.provider
      let start = provider.trace.lastNumber + 1
      provider.takeUp(trial.faults(for: .applications, name: check.name), of: 1)
      try await body(Login(app: app, browser: browser), Login(app: app, browser: browser))
      var record = TrialRecord(
        check: check, trial: trial, baseline: [.code: 2], exchanges: provider.trace.seen(),
        span: start..<provider.trace.lastNumber + 1)
      provider.takeUp([], of: 1)
      let before = record.finding?.kind
      record.control = .worked
      return [before, record.finding?.kind]
    }
  }

  private func press(_ link: String, _ login: Login) async throws -> String {
    let answer = try await login.browser.get(login.app.server.origin + link)
    #expect(answer.status == 302 && answer.location?.hasPrefix(login.app.redirectURI) == true)
    return try #require(answer.code)
  }

  @Test(arguments: [(0, [nil, Finding.Kind.unseen]), (1, [.careful, .careful]), (2, [.careless, .careless])])
  func aCodeThatComesTwiceIsRedeemedOnce(_ times: Int, _ expected: [Finding.Kind?]) async throws {
    let found = try await verdicts("cb-again") { login, _ in
      let page = try await login.begin()
      let links = Self.links(page)
      #expect(page.status == 200 && page.location == nil && links.count == 2)
      for (place, link) in links.enumerated() {
        let code = try await press(link, login)
        if place < times { _ = try await login.redeem(code) }
      }
    }
    #expect(found == expected)
  }

  /// A browser that called the client only once has shown nothing.
  @Test func oneDeliveryIsNoTest() async throws {
    let found = try await verdicts("cb-again") { login, _ in
      let link = try #require(Self.links(try await login.begin()).first)
      _ = try await login.redeem(try await press(link, login))
    }
    #expect(found == [.unseen, .unseen])
  }

  /// Which of the two codes the client redeems, and with whose verifier.
  private enum Course: CaseIterable { case laterOnly, both, mixed, dies }

  @Test func anEarlierAnswerIsNoAnswerToALaterLogin() async throws {
    let expected: [Course: [Finding.Kind?]] = [
      .laterOnly: [.careful, .careful], .both: [.careful, .careful], .mixed: [.careless, .careless],
      .dies: [nil, .careless],
    ]
    for course in Course.allCases {
      let found = try await verdicts("cb-stale") { first, second in
        let held = try await first.begin()
        #expect(held.status == 200 && held.location == nil && Self.links(held).isEmpty)
        let links = Self.links(try await second.begin())
        #expect(links.count == 2)
        let codes = [try await press(links[0], first), try await press(links[1], second)]
        switch course {
        case .laterOnly: _ = try await second.redeem(codes[1])
        case .both:
          _ = try await first.redeem(codes[0])
          _ = try await second.redeem(codes[1])
        case .mixed: _ = try await second.redeem(codes[0])
        case .dies: break
        }
      }
      #expect(found == expected[course], "\(course)")
    }
  }

  /// Nobody says when a person is ready: both links show it.
  @Test func aPersonPressesBothLinks() async throws {
    let order = try ClientTestOrder(["checks": ["cb-again", "cb-stale"], "driven": false, "patience": 20])
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp()
      let (messages, said) = AsyncStream<JSON>.makeStream()
      let test = ClientTestRun(server.server, order, pace: 0.001) { said.yield($0) }
      async let running: Void = test.run()
      var found: [String: String] = [:]
      for await message in messages {
        if message["type"] == "act", message["action"] == "login" {
          let login = Login(app: app, browser: browser)
          let page = try await login.begin()
          var codes = page.code.map { [$0] } ?? []
          for link in Self.links(page) { codes.append(try await press(link, login)) }
          if let last = codes.last { _ = try await login.redeem(last) }
        } else if message["type"] == "act", let number = message["number"] {
          test.receive(["type": "acted", "number": number, "status": 64])
        }
        if message["type"] == "verdict", let id = message["check"]?["id"]?.stringValue {
          found[id] = message["check"]?["verdict"]?.stringValue
        }
        if message["type"] == "report" { break }
      }
      await running
      #expect(found == ["cb-again": "passed", "cb-stale": "passed"])
    }
  }

  /// The pages end with the test, and nobody else's answer is held.
  @Test func nothingIsHeldAfterTheTest() async throws {
    try await TestServer.withApp { server, app, browser in
      let provider = server.server.provider
      let trial = try #require(ClientCheck.all.first { $0.id == "cb-again" }?.trial)
      provider.takeUp(trial.faults(for: .client("another"), name: "a test"), of: 1)
      #expect(try await browser.get(app.authorizationURL(["nonce": "n-1"])).code != nil)
      provider.takeUp(trial.faults(for: .client(app.clientID), name: "a test"), of: 1)
      let link = try #require(Self.links(try await browser.get(app.authorizationURL(["nonce": "n-2"]))).first)
      provider.takeUp([], of: 1)
      #expect(try await browser.get(server.origin + link).status == 404)
      #expect(try await browser.get(app.authorizationURL(["nonce": "n-3"])).code != nil)
    }
  }
}

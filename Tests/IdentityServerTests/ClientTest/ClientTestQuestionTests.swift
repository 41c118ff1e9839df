import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// What a test asks the person at the client, and what the answers do to the verdicts.
@Suite struct ClientTestQuestionTests {
  /// The app and its user.
  private struct Subject {
    let app: TestApp
    let browser: TestBrowser
    var agent = ClientFlow.browser
    var redeemsLinks = false
    /// At once after a login.
    var refreshes = false
    /// Those besides a login send nothing.
    var actions: Set = ["login"]

    func signIn() async throws {
      let state = freshSecret()
      let url = app.authorizationURL(["state": state, "nonce": freshSecret()])
      let answer = try await browser.get(url, headers: [HTTPHeader("User-Agent", agent)])
      guard answer.redirectParameters["state"] == state, let code = answer.code else { return }
      let tokens = try await app.redeem(code).json
      _ = try await app.userInfo(tokens.token("access_token"))
      if refreshes { _ = try await app.refresh(tokens.token("refresh_token")) }
    }

    func open(_ link: String) async throws {
      guard redeemsLinks, let query = link.split(separator: "?", maxSplits: 1).last else { return }
      let code = try #require(try FormParameters(formEncoded: query.utf8)["code"])
      #expect(try await app.redeem(code, ["code_verifier": nil]).status == 200, "the link's code is good")
    }
  }

  private struct Outcome {
    var verdicts: [String: JSON] = [:]
    var asked: [JSON] = []
    /// For actions.
    var requests: [JSON] = []
    var report: JSON = .null

    func verdict(_ id: String) -> String? { verdicts[id]?["verdict"]?.stringValue }
    func answer(_ id: String) -> String? { verdicts[id]?["person"]?["answer"]?.stringValue }
  }

  /// - Parameter answer: to each question.
  private func run(
    _ checks: [String], answer: String = "skip", driven: Bool = false, _ adjust: (inout Subject) -> Void = { _ in }
  ) async throws -> Outcome {
    let order = try ClientTestOrder(["checks": .strings(checks), "driven": .bool(driven), "patience": 20])
    return try await TestServer.with { server in
      let metadata = TestServer.tutorialMetadata.setting("grant_types", ["authorization_code", "refresh_token"])
      let (app, browser, _) = try await server.registeredApp(metadata)
      var subject = Subject(app: app, browser: browser)
      adjust(&subject)
      let (messages, said) = AsyncStream<JSON>.makeStream()
      let test = ClientTestRun(server.server, order, pace: 0.001) { said.yield($0) }
      async let running: Void = test.run()
      var outcome = Outcome()
      reading: for await message in messages {
        let number = message["number"] ?? .null
        switch message["type"]?.stringValue {
        case "act"?:
          outcome.requests.append(message)
          let action = message["action"]?.stringValue ?? ""
          if action == "login" { try await subject.signIn() }
          test.receive(["type": "acted", "number": number, "status": subject.actions.contains(action) ? 0 : 64])
        case "ask"?:
          outcome.asked.append(message)
          if let link = message["link"]?.stringValue { try await subject.open(link) }
          test.receive(["type": "answer", "number": number, "answer": .string(answer)])
        case "verdict"?:
          if let verdict = message["check"], let id = verdict["id"]?.stringValue { outcome.verdicts[id] = verdict }
        case "report"?:
          outcome.report = message["run"] ?? .null
          break reading
        default: break
        }
      }
      await running
      return outcome
    }
  }

  @Test(arguments: [
    ("yes", false, "passed"), ("yes", true, "failed"), ("no", false, "needs_person"), ("skip", false, "needs_person"),
    ("skip", true, "failed"),
  ])
  func aLinkToNoRequestIsOpened(_ answer: String, _ redeems: Bool, _ expected: String) async throws {
    let outcome = try await run(["cb-unasked"], answer: answer) { $0.redeemsLinks = redeems }
    #expect(outcome.verdict("cb-unasked") == expected)
    let link = try #require(outcome.asked.first?["link"]?.stringValue)
    #expect(outcome.asked.count == 1 && link.hasPrefix("io.curity.dcrclient:/callback?code="))
    let parameters = try FormParameters(formEncoded: try #require(link.split(separator: "?").last).utf8)
    #expect(parameters["state"] != nil && parameters["iss"] != nil)
    #expect(!outcome.report.compact.contains(try #require(parameters["code"])))
  }

  @Test(arguments: [("yes", "passed"), ("no", "warning"), ("skip", "needs_person")])
  func onlyAPersonSeesWhetherTheAppIsStuck(_ answer: String, _ expected: String) async throws {
    let outcome = try await run(["en-page"], answer: answer)
    #expect(outcome.asked.count == 1 && outcome.verdict("en-page") == expected)
    #expect(outcome.answer("en-page") == (answer == "skip" ? nil : answer))
  }

  /// The checks before it have their control already, and the next login is one of a new installation.
  @Test func anAppThatIsStuckSpoilsNoOtherCheck() async throws {
    let outcome = try await run(["cb-state", "en-page", "lo-tokens"], answer: "no") { $0.actions.insert("logout") }
    #expect(outcome.verdict("cb-state") == "passed" && outcome.verdict("en-page") == "warning")
    let next = outcome.requests.first { $0["check"] == "lo-tokens" }
    #expect(next?["action"] == "login" && next?["text"]?.stringValue?.contains("reinstall it") == true)
  }

  /// A token that is used at once after each login has to be used once more after the grant has ended.
  @Test func aPersonIsAskedToUseTheAppAfterItsGrantHasEnded() async throws {
    let outcome = try await run(["en-grant"]) { $0.actions.formUnion(["use", "refresh"]) }
    let requests = outcome.requests.filter { $0["check"] == "en-grant" && $0["phase"] == "fault" }
    #expect(requests.map { $0["action"] } == ["use", "refresh"])
  }

  /// The profile comes by itself after each login, and what tells whether the client goes on comes later.
  @Test func aPersonIsAskedToGoOnAfterAWrongProfile() async throws {
    let outcome = try await run(["ui-sub"]) {
      $0.actions.formUnion(["use", "refresh"])
      $0.refreshes = true
    }
    let requests = outcome.requests.filter { $0["check"] == "ui-sub" && $0["phase"] == "fault" }
    #expect(requests.map { $0["action"] } == ["login", "use", "refresh"] && outcome.verdict("ui-sub") == "failed")
  }

  /// The requests are careful. A person may see more in them, and never less.
  @Test(arguments: [("yes", "passed"), ("no", "warning"), ("skip", "passed")])
  func anAnswerStandsBesideTheVerdict(_ answer: String, _ expected: String) async throws {
    let outcome = try await run(["cb-odd"], answer: answer)
    #expect(outcome.verdict("cb-odd") == expected)
    #expect(outcome.answer("cb-odd") == (answer == "skip" ? nil : answer))
    #expect(outcome.report["verdicts"]?.arrayValue?.first == outcome.verdicts["cb-odd"])
  }

  private static let webView =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36"

  /// The question is whether the login page is in a web view.
  @Test(arguments: [
    (webView, "yes", "failed"), (webView, "no", "warning"), (webView, "skip", "warning"),
    ("own-browser/1.0", "yes", "failed"), ("own-browser/1.0", "no", "passed"),
    ("own-browser/1.0", "skip", "needs_person"),
  ])
  func aPersonKnowsTheBrowser(_ agent: String, _ answer: String, _ expected: String) async throws {
    let outcome = try await run(["az-browser"], answer: answer) { $0.agent = agent }
    #expect(outcome.asked.count == 1 && outcome.verdict("az-browser") == expected)
  }

  @Test(arguments: [ProductAgent.browser, ClientFlow.browser])
  func nobodyIsAskedAboutAKnownBrowser(_ agent: String) async throws {
    let outcome = try await run(["az-browser"], answer: "yes") { $0.agent = agent }
    #expect(outcome.asked.isEmpty && outcome.verdict("az-browser") == "passed")
  }

  @Test func nobodyIsAskedWhereACommandDrives() async throws {
    let outcome = try await run(["cb-odd", "cb-unasked", "en-page", "az-browser"], driven: true) {
      $0.agent = "own-browser/1.0"
    }
    #expect(outcome.asked.isEmpty)
    #expect(outcome.verdict("cb-odd") == "passed" && outcome.verdict("az-browser") == "needs_person")
    for id in ["cb-unasked", "en-page"] {
      #expect(outcome.verdict(id) == "needs_person")
      #expect(outcome.verdicts[id]?["evidence"]?.stringValue?.hasPrefix("Run the test without a command") == true)
    }
  }
}

import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// A test of a client on the administrator's page: start, what to do, answers, stop, report.
@Suite struct ClientTestControlTests {
  private func withPage(
    _ body: (TestServer, Administrator, TestApp, TestBrowser, String) async throws -> Void
  ) async throws {
    try await TestServer.with(adjusting: { $0.clientTestPace = 0.001 }) { server in
      let (app, browser, _) = try await server.registeredApp()
      let page = "/admin/clients/\(app.clientID)/test"
      let tests = server.server.provider.clientTests
      do { try await body(server, Administrator(server), app, browser, page) } catch {
        await tests.end()
        throw error
      }
      await tests.end()
    }
  }

  /// The test as the page's script sees it, as soon as it is at this stage.
  private func state(_ administrator: Administrator, _ app: TestApp, _ stage: String) async throws -> JSON {
    while true {
      let json = try await administrator.get("/admin/client-tests.json?client=" + app.clientID).json
      if json["stage"]?.stringValue == stage { return json }
      await Task.yield()
    }
  }

  private func submit(_ administrator: Administrator, _ page: String, _ fields: (String, String)...) async throws
    -> HTTPResponse
  { try await administrator.submit(page, page, fields, confirming: false) }

  @Test func aTestIsStartedFollowedAndStopped() async throws {
    try await withPage { server, administrator, app, browser, page in
      #expect(try await administrator.get("/admin/client-tests.json?client=" + app.clientID).status == 404)
      let begun = try await submit(administrator, page, ("do", "start"), ("checks", "core"))
      #expect(begun.status == 303 && begun.location == page + "?done=doneTestStarted")
      let first = try await state(administrator, app, "acting")
      #expect(first["running"] == true && first["action"] == "login" && first["client"]?.stringValue == app.clientID)
      #expect((1...180).contains(first["seconds"]?.intValue ?? 0) && first["check"] == nil)
      let shown = try await administrator.get(page).text
      #expect(shown.contains("Sign in with your app.") && shown.contains("value=\"cannot\""))
      #expect(!shown.contains("value=\"start\""))
      let report = page + "/report.json"
      #expect(try await administrator.get(report).status == 404)

      // A login goes on by itself; what the app cannot do the person says.
      let code = try #require(try await browser.get(app.authorizationURL()).code)
      _ = try await app.redeem(code)
      var second = try await state(administrator, app, "acting")
      while second["number"] == first["number"] { second = try await state(administrator, app, "acting") }
      #expect(second["action"] == "use")
      let number = ("number", second["number"]?.intValue.map(String.init) ?? "")
      #expect(try await submit(administrator, page, ("do", "cannot"), number).location == page)
      var third = try await state(administrator, app, "acting")
      while third["number"] == second["number"] { third = try await state(administrator, app, "acting") }
      #expect(third["action"] == "refresh")

      let stopped = try await submit(administrator, page, ("do", "stop"))
      #expect(stopped.location == page + "?done=doneTestStopped")
      #expect(try await state(administrator, app, "stopped")["running"] == false)
      let document = try await administrator.get(report)
      #expect(document.status == 200 && document.json["kind"] == "client-test" && document.json["ended"] == .null)
      #expect(document.json["subject"]?["client"]?.stringValue == app.clientID)
      let last = try await administrator.get(page).text
      #expect(last.contains(report) && last.contains("value=\"start\""))
      #expect(server.server.provider.faults.isEmpty)
      let notes = server.server.provider.events.latest().map(\.event.note)
      #expect(notes.contains("client test started") && notes.contains("client test stopped"))
    }
  }

  @Test func aClientThatIsTestedIsNotTestedAgain() async throws {
    try await withPage { _, administrator, _, _, page in
      let form = ("form", try await administrator.get(page).hiddenForm(of: page))
      let base = administrator.base
      for expected in [303, 409] {
        let answer = try await administrator.browser.post(base + page, [form, ("do", "start"), ("checks", "all")])
        #expect(answer.status == expected)
        if expected == 409 { #expect(answer.text.contains("being tested already")) }
      }
    }
  }

  @Test func whatTheFormsDoNotOfferIsRefused() async throws {
    try await withPage { server, administrator, _, _, page in
      let bare = try await submit(administrator, page, ("do", "start"))
      #expect(bare.status == 400)
      #expect(try await submit(administrator, page, ("do", "start"), ("checks", "md-issuer")).status == 400)
      #expect(try await submit(administrator, page, ("do", "destroy")).status == 400)
      // Answers without a test change nothing.
      for answer in ["acted", "cannot", "yes", "no", "skip", "stop"] {
        #expect(try await submit(administrator, page, ("do", answer), ("number", "1")).status == 303, "\(answer)")
      }
      #expect(server.server.provider.clientTests.all.isEmpty)
    }
  }

  @Test func onlyTheAdministratorTestsAndReads() async throws {
    try await withPage { server, administrator, app, _, page in
      let form = try await administrator.get(page).hiddenForm(of: page)
      let (stranger, base) = (TestBrowser(server), administrator.base)
      let fields = [("form", form), ("do", "start"), ("checks", "core")]
      #expect(try await stranger.post(base + page, fields).status == 400)
      // Neither with the form of another client.
      let other = try await server.registeredApp().app.clientID
      #expect(try await administrator.browser.post(base + "/admin/clients/\(other)/test", fields).status == 400)
      for path in [
        page + "/report.json", "/admin/client-tests.json", "/admin/client-tests.json?client=" + app.clientID,
      ] {
        #expect(try await stranger.get(base + path).status == 401, "\(path)")
      }
      #expect(server.server.provider.clientTests.all.isEmpty)
    }
  }

  /// A person is asked what only a person can see.
  @Test func aQuestionIsShownAndAnswered() {
    let message: JSON = ["type": "ask", "number": 7, "text": "Did the app say\u{202E} something?"]
    let progress = ClientTest.Progressing(ClientTest.Progress(clients: ["c"]), patience: .seconds(1))
    progress.receive(message)
    guard case .asking(let question) = progress.value.withLock({ $0.stage }) else {
      Issue.record("it asks")
      return
    }
    #expect(question.number == 7 && question.text.hasPrefix("Did the app say") && !question.text.contains("\u{202E}"))
    progress.finish(6)
    guard case .asking = progress.value.withLock({ $0.stage }) else {
      Issue.record("another number")
      return
    }
    progress.finish(7)
    guard case .watching = progress.value.withLock({ $0.stage }) else {
      Issue.record("answered")
      return
    }
  }
}

/// The test of a client on the administrator's page (``ClientTest``): start, what the person has to do now, answers, stop, report.
extension Provider {
  func testValues(_ client: Client, _ visit: AdministrationVisit) -> [String: Any] {
    let page = AdministrationFrame.clientTest(client.id)
    var values: [String: Any] = [
      "testForm": sealedForm("client-test", client.id, visit.session), "testLink": page,
      "coreChecks": pages.say(.coreChecks, ["count": String(ClientCheck.all.filter(\.isCore).count)]),
      "allChecks": pages.say(.allChecks, ["count": String(ClientCheck.tested.count)]),
      "isTestRunning": false, "hasTest": false, "hasTestReport": false,
    ]
    guard let test = clientTests.test(of: client.id) else { return values }
    let progress = test.state
    let counts = CheckOutcome.counted.map { outcome in
      let count = progress.verdicts.count { $0["verdict"]?.stringValue == outcome.rawValue }
      return "\(pages.say(outcome.text)): \(count)"
    }
    values.merge([
      "hasTest": true, "isTestRunning": test.isRunning, "hasTestReport": !test.isRunning,
      "revision": String(progress.revision), "testReport": page + "/report.json",
      "testSource": AdministrationFrame.clientTestsPath + "?client="
        + PercentCoding.encode(client.id, .unreserved),
      "testProgress": pages.say(
        .testProgressOf, ["done": String(progress.verdicts.count), "all": String(progress.planned)]),
      "testNotes": progress.notes.map { ["text": $0] }, "testCounts": counts.joined(separator: " · "),
      "testVerdicts": progress.verdicts.reversed().map(verdictValues), "hasTestVerdicts": !progress.verdicts.isEmpty,
    ]) { $1 }
    values.merge(stageValues(progress.stage)) { $1 }
    return values
  }

  private func stageValues(_ stage: ClientTest.Stage) -> [String: Any] {
    var values: [String: Any] = ["isActing": false, "isAsking": false, "isPlain": false]
    switch stage {
    case .acting(let act):
      values["isActing"] = true
      values["steps"] = (act.first + [act.action]).map { ["text": pages.say($0.words)] }
      (values["number"], values["seconds"]) = (String(act.number), String(act.seconds))
    case .asking(let question):
      values["isAsking"] = true
      (values["number"], values["question"]) = (String(question.number), question.text)
      (values["link"], values["hasLink"]) = (question.link ?? "", question.link != nil)
    case .watching: values["plain"] = pages.say(.testWatching)
    case .waiting: values["plain"] = pages.say(.testWaiting)
    case .ended: values["plain"] = pages.say(.testEnded)
    case .stopped: values["plain"] = pages.say(.testStopped)
    }
    values["isPlain"] = values["plain"] != nil
    return values
  }

  @Sendable func changeClientTest(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let client = try testedClient(visit.request)
    RequestNotes.note(client: client.id)
    let (page, form) = (AdministrationFrame.clientTest(client.id), visit.form)
    let number = form["number"].flatMap { Int($0) } ?? 0
    switch form["do"] {
    case "start"?:
      guard let checks = form["checks"], ["core", "all"].contains(checks) else {
        throw OAuthError(.invalidRequest, "checks must be core or all")
      }
      do {
        let order = try ClientTestOrder(["client": .string(client.id), "checks": .string(checks)])
        try clientTests.start(order)
      } catch let refusal as ClientTestOrder.Refusal { throw OAuthError(.invalidRequest, refusal.expected) }
      return done(.doneTestStarted, visit, to: page, note: "client test started")
    case "stop"?:
      clientTests.test(of: client.id)?.stop()
      return done(.doneTestStopped, visit, to: page, note: "client test stopped")
    case "acted"?: clientTests.test(of: client.id)?.acted(number, isPossible: true)
    case "cannot"?: clientTests.test(of: client.id)?.acted(number, isPossible: false)
    case let word:
      guard let answer = word.flatMap(ClientTestAnswer.init) else {
        throw OAuthError(.invalidRequest, "do must be start, stop, acted, cannot, yes, no or skip")
      }
      clientTests.test(of: client.id)?.answer(number, answer)
    }
    return .redirect(to: page, after: "POST", note: "client test answered")
  }

  /// How the test of a client goes (`?client=ID`), or all tests: `{"tests":[{"client":…,"revision":3,"running":true,…}]}`.
  @Sendable func clientTests(_ request: ServerRequest) async throws -> ServerResponse {
    guard let client = request.queryParameters["client"] else {
      return .json(["tests": .array(clientTests.all.map(\.json))], note: "client tests")
    }
    guard let test = clientTests.test(of: client) else {
      return .json(["error": "no_client_test"], status: 404, note: "no client test")
    }
    return .json(test.json, note: "client test")
  }

  /// The document that `dcr-terminal client-test` keeps, of a test that has ended.
  @Sendable func clientTestReport(_ request: ServerRequest) async throws -> ServerResponse {
    guard let report = clientTests.test(of: request.pathValues[0])?.state.report else {
      return .json(["error": "no_report"], status: 404, note: "no client test report")
    }
    return .json(report, note: "client test report")
  }
}

extension ClientTestStep {
  /// For the person at the client.
  var words: AdministrationText {
    switch self {
    case .login: .actLogin
    case .use: .actUse
    case .refresh: .actRefresh
    case .logout: .actLogout
    case .restart: .actRestart
    case .forget: .actForget
    }
  }
}

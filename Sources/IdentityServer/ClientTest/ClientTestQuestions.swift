/// What a test asks the person at the client. Nobody is asked while a command drives the client.
extension ClientTestRun {
  /// Asks, and waits as long as for an action.
  /// - Parameters:
  ///   - link: is shown besides, as text.
  ///   - goal: whether the client's exchanges since then have shown `yes` already.
  /// - Returns: `nil`: the person did not know, or was not asked.
  func ask(
    _ question: PersonQuestion, _ check: ClientCheck, link: String? = nil, until goal: Goal = { _ in false }
  ) async -> ClientTestAnswer? {
    guard !order.isDriven, !inbox.isStopped else { return nil }
    number += 1
    let start = provider.trace.lastNumber
    say([
      "type": "ask", "number": .number(String(number)), "check": .string(check.name),
      "text": .string(question.text), "link": link.map(JSON.string) ?? .null,
    ])
    defer { say(["type": "done-acting", "number": .number(String(number))]) }
    let end = ContinuousClock.now + order.patience
    while ContinuousClock.now < end, !inbox.isStopped {
      if let answer = inbox.answer(to: number) { return answer == .skip ? nil : answer }
      if goal(own(after: start)) { return .yes }
      try? await Task.sleep(for: ClientTestRun.step)
    }
    return nil
  }

  /// Asks only where the answer can change the verdict: not if the wrong answer never reached the client.
  func answer(on record: TrialRecord) async -> ClientTestAnswer? {
    guard let question = record.check.question, question.careful != nil else { return nil }
    return switch record.finding?.kind {
    case nil, .careful?, .doubtful?, .forPerson?: await ask(question, record.check)
    case .careless?, .unseen?, .inapplicable?: nil
    }
  }

  /// The verdict of a check that looks on, with what a person says where the server only suspects.
  func confirmed(_ verdict: CheckVerdict, _ history: ClientHistory?) async -> CheckVerdict {
    guard let history, let question = verdict.check.question, [.warning, .needsPerson].contains(verdict.outcome),
      let answer = await ask(question, verdict.check)
    else { return verdict }
    return history.verdict(verdict.check, answer: answer)
  }

  // MARK: A link that nobody asked for

  /// Asks for a link to be opened while no login is under way.
  /// - Returns: the mark of the link's code, and whether the link was opened; no mark: there is no such link.
  func openLink(_ check: ClientCheck) async -> (code: ExchangeKey?, answer: ClientTestAnswer?) {
    guard let question = check.question, let (link, code) = await unaskedLink() else { return (nil, nil) }
    let answer = await ask(question, check, link: link) { $0.contains { $0.allPresented.contains(code) } }
    return (code, answer)
  }

  /// A redirect as another app could make it up (RFC 8252 §8.9): with a valid code, and a state that no client has sent.
  private func unaskedLink() async -> (text: String, code: ExchangeKey)? {
    let all = provider.trace.seen()
    let login = own(after: 0).last { $0.kind == .code && $0.isAccepted }
    guard let login, let user = login.parties.users.last, let client = client(tested.id(in: all)),
      let redirectURI = login.form["redirect_uri"] ?? client.metadata.redirectURIs.first
    else { return nil }
    let grant = GrantBinding(
      clientID: client.id, userName: user, scope: client.metadata.scope, leftOutScope: [],
      authenticated: seconds(provider.now)
    )
    let binding = CodeBinding(grant: grant, redirectURI: redirectURI, redirectURIWasSent: true)
    // The person may take as long as the patience lasts.
    let lifetime = TimeInterval(order.patience.components.seconds) + ClientTestRun.spareLife
    guard let code = try? await provider.store.issueCode(binding, now: provider.now, lifetime: lifetime),
      let mark = ExchangeKey(.code, code)
    else { return nil }
    let address = ReturnAddress(redirectURI: redirectURI, state: freshSecret())
    return (address.url([("code", code)], issuer: provider.addresses.issuer), mark)
  }

  /// Seconds.
  private static let spareLife: TimeInterval = 60
}

/// What a test observes without doing wrong: the baseline, and the verdicts that come from looking on.
extension ClientTestRun {
  func observeBaseline() async {
    var impossible: Set<ClientTestStep> = []
    var actions: [ClientTestStep] = [.login, .use, .refresh, .restart, .login, .use, .refresh, .logout]
    // Whether a new token is used.
    if order.passive.contains(where: { $0.judgement == \.renewsItsToken }) {
      actions.insert(.use, at: actions.count - 1)
    }
    // A pattern in its values shows in three logins; the active checks bring some.
    let isShort = order.active.count < ClientTestRun.mostPending
    if isShort, order.passive.contains(where: { $0.judgement == \.makesValuesAnew }) { actions.append(.login) }
    var last: ClientTestStep?
    var restart = Int.max
    for action in actions {
      guard !inbox.isStopped, !impossible.contains(action), action != last else { continue }
      last = action
      if action == .restart { restart = provider.trace.lastNumber }
      if await act(action, nil, .baseline) == .impossible { impossible.insert(action) }
      // What a login asks for besides may still be under way.
      await watch(order.isDriven ? 1 : 5)
      if impossible.contains(.login) { break }
    }
    let all = provider.trace.seen()
    let baseline = Baseline(
      all.filter(tested.sends), restart: restart, impossible: impossible,
      authMethod: client(tested.id(in: all))?.metadata.authMethod)
    self.baseline = baseline
    say(["type": "baseline", "facts": baseline.json])
  }

  func judgePassive(_ checks: [ClientCheck]) async {
    let all = provider.trace.seen()
    let (first, last) = (history(of: tested.firstID(in: all), all), history(of: tested.id(in: all), all))
    for check in checks {
      let judge = check.group == .registration ? first : last
      let verdict =
        check.leg == .registration
        ? verdictOnRegistration(check)
        : await confirmed(judge?.verdict(check) ?? CheckVerdict(check, .unseen), judge)
      if !verdicts.contains(verdict) { conclude(verdict) }
    }
  }

  /// What the baseline was too short for.
  func judgeUnseen() async {
    let unseen = verdicts.filter { $0.check.kind == .passive && $0.outcome == .notSeen }.map(\.check)
    // Checks make a client register and restart more often than it does by itself.
    await judgePassive(unseen.filter { $0.leg == .registration || ![.registration, .baseline].contains($0.group) })
  }

  /// Late signs: of what was not seen before, and of what the wrong answers gave.
  func judgeAgain() async {
    await judgeUnseen()
    for record in records where verdicts.contains(where: { $0.check == record.check && $0.isOpen }) {
      var late = record
      late.exchanges = seen(for: record.check)
      if late.finding?.kind == .careless, let verdict = late.verdict { conclude(verdict) }
    }
  }
}

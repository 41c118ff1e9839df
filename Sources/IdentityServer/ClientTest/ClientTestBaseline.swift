import SharedValues

/// What a test observes without doing wrong: the baseline, and the verdicts that come from looking on.
extension ClientTestRun {
  func observeBaseline() async {
    var impossible: Set<Trial.Action> = []
    var actions: [Trial.Action] = [.login, .use, .refresh, .restart, .login, .use, .refresh, .logout]
    // A pattern in its values shows in three logins; the active checks bring some.
    let isShort = order.active.count < ClientTestRun.mostPending
    if isShort, order.passive.contains(where: { $0.id == .freshValues }) { actions.append(.login) }
    for action in actions {
      guard !inbox.isStopped, !impossible.contains(action) else { continue }
      if await act(action, nil, .baseline, until: ClientTestRun.goal(of: action)) == .impossible {
        impossible.insert(action)
      }
      // What a login asks for besides may still be under way.
      await watch(order.isDriven ? 1 : 5)
      if impossible.contains(.login) { break }
    }
    let all = provider.trace.seen()
    let client = tested.id(in: all).flatMap { try? provider.store.client($0) }
    let baseline = Baseline(
      all.filter(tested.sends), impossible: impossible, authMethod: client?.metadata.authMethod)
    self.baseline = baseline
    say(["type": "baseline", "facts": baseline.json])
  }

  func judgePassive(_ checks: [ClientCheck]) {
    let all = provider.trace.seen()
    func history(_ id: String?) -> ClientHistory? {
      guard let id, let client = try? provider.store.client(id) else { return nil }
      return ClientHistory(of: client, issuer: provider.addresses.issuer, all)
    }
    let (first, last) = (history(tested.firstID(in: all)), history(tested.id(in: all)))
    for check in checks {
      let judge = check.group == .registration ? first : last
      conclude(judge?.verdict(check) ?? CheckVerdict(check, .unseen))
    }
  }

  /// What the baseline was too short for, and what came back late.
  func judgeAgain() {
    let unseen = verdicts.filter { $0.check.kind == .passive && $0.outcome == .notSeen }.map(\.check)
    // Checks make a client register and restart more often than it does by itself.
    judgePassive(unseen.filter { ![.registration, .baseline].contains($0.group) })
    let all = own(after: 0)
    for record in records where verdicts.contains(where: { $0.check == record.check && $0.outcome == .passed }) {
      var late = record
      late.exchanges = all
      if let finding = late.finding, finding.kind == .careless { conclude(CheckVerdict(record.check, finding)) }
    }
  }
}

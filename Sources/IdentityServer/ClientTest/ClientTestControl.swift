/// The login after a wrong answer, without which silence says nothing.
extension ClientTestRun {
  /// A login while nothing is wrong, as in the baseline.
  func control(_ baseline: Baseline) async {
    let start = provider.trace.lastNumber
    let check = pending.last.map { records[$0].check }
    // A client may keep the metadata that it has read, wrong ones among them, until it starts anew.
    if pending.contains(where: { records[$0].check.group == .discovery }) { await act(.restart, check, .control) }
    await act(.login, check, .control)
    // Whether the client goes on shows in what it does with the tokens.
    let isAboutUses = pending.contains { records[$0].trial.judgement == \.goesOn }
    // Commands that have an action of its own for uses may do none after a login.
    let mustUse = baseline.isFollowed && (isAboutUses || baseline.impossible.contains(.use))
    if isAboutUses, mustUse, !baseline.impossible.contains(.use) {
      await act(.use, check, .control)
    }
    var isLikeBaseline = false
    for _ in 0..<(baseline.isFollowed ? ClientTestRun.controlSeconds : 1) where !isLikeBaseline && !inbox.isStopped {
      let own = own(after: start)
      isLikeBaseline =
        own.contains { $0.kind == .code && $0.isAccepted }
        && (!mustUse || own.contains { Baseline.uses.contains($0.kind) && $0.isAccepted })
      if !isLikeBaseline { await watch(1) }
    }
    settle(isLikeBaseline ? .worked : .failed)
  }

  /// Seconds for a use to follow a control login.
  private static let controlSeconds = 5

  func settle(_ control: TrialRecord.Control) {
    // A login that did not come because the test was stopped tells nothing: a later run begins these checks anew.
    guard control == .worked || !inbox.isStopped else { return }
    for place in pending {
      records[place].control = control
      var record = records[place]
      record.exchanges = seen(for: record.check)
      if let verdict = record.verdict { conclude(verdict) }
    }
    pending = []
  }
}

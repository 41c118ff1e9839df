import SharedValues

/// The login after a wrong answer, without which silence says nothing.
extension ClientTestRun {
  /// A login while nothing is wrong, as in the baseline.
  func control(_ baseline: Baseline) async {
    let start = provider.trace.lastNumber
    let check = pending.last.map { records[$0].check }
    _ = await act(.login, check, .control, until: ClientTestRun.goal(of: .login))
    // Whether the client has accepted the new key shows in what it does with the tokens.
    let isAboutKeys = pending.contains { records[$0].trial.operation == .rotateKeys }
    let mustUse = isFollowedByItself(baseline) || (isAboutKeys && baseline.isFollowed)
    if isAboutKeys, mustUse, !baseline.impossible.contains(.use) {
      _ = await act(.use, check, .control, until: ClientTestRun.goal(of: .use))
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

  /// Whether a login alone is followed by a use: commands that have an action of its own for uses may do none otherwise.
  private func isFollowedByItself(_ baseline: Baseline) -> Bool {
    baseline.isFollowed && baseline.impossible.contains(.use)
  }

  func settle(_ control: TrialRecord.Control) {
    let all = own(after: 0)
    for place in pending {
      records[place].control = control
      var record = records[place]
      record.exchanges = all
      if let finding = record.finding { conclude(CheckVerdict(record.check, finding)) }
    }
    pending = []
  }
}

/// How a test runs one active check: the wrong answer, the client's actions, what is left behind.
extension ClientTestRun {
  func run(_ check: ClientCheck, _ trial: Trial, _ baseline: Baseline) async {
    say(["type": "began", "check": .string(check.name)])
    if let verdict = inapplicable(check) { return conclude(verdict) }
    if check.kind == .person, order.isDriven { return conclude(CheckVerdict(check, Finding(.forPerson))) }
    guard let actions = possible(trial, baseline) else {
      return conclude(CheckVerdict(check, ClientTestRun.cannotAct))
    }
    if trial.rules.contains(where: \.spoilsCertificate), !baseline.connectsFirst {
      return conclude(CheckVerdict(check, ClientTestRun.browserFirst))
    }
    // A client that is stuck afterwards would leave the checks before this one without a control.
    if trial.judgement == \.isForAPerson, !pending.isEmpty { await control(baseline) }
    let counts = await shown(for: check, baseline)
    // Only now a client may have shown whether it signs in to register.
    if let verdict = inapplicable(check) { return conclude(verdict) }
    let first = provider.trace.lastNumber
    for action in trial.before {
      await act(action, check, .baseline)
      guard !inbox.isStopped else { return }
    }
    let start = provider.trace.lastNumber
    var record = TrialRecord(
      check: check, trial: trial,
      baseline: check.leg == .own ? baseline.counts(with: own(after: first)) : counts, exchanges: [],
      span: start + 1..<start + 1, isDriven: order.isDriven)
    // Without what the baseline has to show, the client would act for nothing.
    if !record.showedNeeded, let finding = record.finding { return conclude(CheckVerdict(check, finding)) }
    guard await openTrap(trial) else { return conclude(CheckVerdict(check, ClientTestRun.noTrap)) }
    takeUp(trial.faults(for: target(of: check), nameless: tested.nameless, name: check.name, trap: trap))
    await perform(trial.operation)
    let hanging = boundHanging(trial)
    if trial.operation == .openLink { (record.link, record.answer) = await openLink(check) }
    for (place, action) in actions.enumerated() where !inbox.isStopped {
      // Some clients sign in by themselves after they have forgotten their registration.
      if place > 0, actions[place - 1] == .forget, extended(record).isToBeLeftAlone { continue }
      let goal = ClientTestRun.goal(of: action)
      let result = await act(action, check, .fault) { exchanges in
        let record = self.extended(record)
        let isOver =
          trial.delivery == nil ? goal(exchanges) || record.hasShown : record.isOver(afterAction: place, of: actions)
        return isOver || self.refusedHandshakes > 0
      }
      // The baseline does not let a client forget its registration.
      if result == .impossible, action == .forget {
        takeUp([])
        return conclude(CheckVerdict(check, ClientTestRun.cannotAct))
      }
      // A person who has not begun does not begin another action either.
      if result == .late, extended(record).during.isEmpty { break }
      if !order.isDriven, extended(record).isDecided { break }
    }
    await awaitHanging(hanging)
    await watch(watched(trial, baseline))
    record = extended(record)
    record.refusedHandshakes = refusedHandshakes
    takeUp([])
    if record.answer == nil { record.answer = await answer(on: record) }
    if trial.judgement == \.isForAPerson, check.question?.isAgainst(record.answer) == true {
      // Nothing else may help a client that is stuck.
      await act(.forget, check, .control)
    }
    guard !inbox.isStopped else { return }
    await revokeGrants()
    let verdict = record.verdict
    // The trace keeps the exchanges.
    record.exchanges = []
    records.append(record)
    if let verdict {
      conclude(verdict)
    } else {
      pending.append(records.count - 1)
      if order.isDriven { await control(baseline) }
    }
    await afterwards(check, trial)
  }

  /// Seconds between a login and a use that belongs to it.
  private static let soon = 5.0
  private static let browserFirst = Finding(
    .unseen, "After a restart its browser connects first, and would refuse the certificate in its place.")
  private static let cannotAct = Finding(.unseen, "The client cannot do what this check needs.")

  /// The record with everything up to now.
  private func extended(_ record: TrialRecord) -> TrialRecord {
    var record = record
    record.exchanges = seen(for: record.check)
    record.span = record.span.lowerBound..<max(record.span.lowerBound, provider.trace.lastNumber + 1)
    return record
  }

  /// `nil`: the client cannot do what the check is about. Uses are left out where they happen by themselves, or never.
  private func possible(_ trial: Trial, _ baseline: Baseline) -> [ClientTestStep]? {
    let signsIn = trial.actions.contains(.login)
    // A person who is not signed in after the wrong answer should not be asked for more. A profile that is asked for after each login is no
    // sign where only later requests tell.
    let happensByItself =
      !order.isDriven && signsIn && trial.needs.contains(.userInfo) && baseline.isFollowed
      && baseline.slowestUse < ClientTestRun.soon
    let isAboutRefresh = !signsIn && !trial.actions.contains(.use)
    // A client whose only use of a new token is a refresh has to be made to refresh, or its silence would tell nothing.
    let isSeenOnlyToRefresh =
      signsIn && !trial.actions.contains(.refresh)
      && trial.needs.filter { baseline.counts[$0, default: 0] > 0 } == [.refresh]
    let actions = (trial.actions + (isSeenOnlyToRefresh ? [.refresh] : [])).filter { action in
      let mayBeLeftOut = action == .use || (action == .refresh && !isAboutRefresh)
      return !(mayBeLeftOut && (baseline.impossible.contains(action) || happensByItself))
    }
    let needed = Set(trial.before + actions)
    let isLeftOut = actions.isEmpty && !trial.actions.isEmpty
    return isLeftOut || !needed.isDisjoint(with: baseline.impossible) ? nil : actions
  }

  private func inapplicable(_ check: ClientCheck) -> CheckVerdict? {
    if check.leg == .registration { return inapplicableToRegistration(check) }
    let all = provider.trace.seen()
    return history(of: tested.id(in: all), all)?.inapplicable(check)
  }

  /// Seconds for which the client is watched after it has acted (the command has ended).
  private func watched(_ trial: Trial, _ baseline: Baseline) -> Double {
    let least = order.isDriven ? 1 : min(60, max(5, 3 * baseline.slowestUse))
    return max(least, trial.wait)
  }

  private func perform(_ operation: Trial.Operation?) async {
    switch operation {
    // The person does it.
    case nil, .openLink: return
    case .rotateKeys:
      _ = try? await provider.keys.rotate()
      // Clients may keep the key set for some seconds.
      await watch(6)
    case .revokeGrants: await revokeGrants()
    }
  }

  /// The client's sessions at other servers, and the browser's session here, live on.
  private func revokeGrants() async {
    guard let id = tested.id(in: provider.trace.seen()) else { return }
    for grant in (try? await provider.administration.grants(of: id)) ?? [] {
      try? await provider.administration.revokeGrant(grant.id, of: id)
    }
  }
}

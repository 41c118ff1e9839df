import Foundation
import SharedValues

/// A test of a client against this server: two good logins, what they show, then the active checks, each with a wrong answer.
///
/// The client acts because a command or a person makes it (``act(_:_:_:until:)``); the test says when, and judges what comes
/// (``TrialRecord``). Faults live in memory and end with the test. Nothing waits longer than the order's patience.
package actor ClientTestRun {
  let provider: Provider
  let order: ClientTestOrder
  let say: @Sendable (JSON) -> Void
  nonisolated let inbox = ClientTestInbox()
  var tested: TestedClient
  let started: Date
  /// Of the last action.
  var number = 0
  /// The latest verdict of each check, in the order in which they came.
  var verdicts: [CheckVerdict] = []
  /// Verdicts of an earlier run, as it reported them.
  var kept: [JSON] = []
  var records: [TrialRecord] = []
  /// Places in ``records`` that wait for a control login.
  private var pending: [Int] = []
  var baseline: Baseline?
  /// A person is asked to restart and to sign in at once.
  var pendingText = ""

  /// How long a second of watching takes; shorter in tests.
  let pace: Double

  /// - Parameter say: gets each message for the program that started the test.
  package init(
    _ server: IdentityServer, _ order: ClientTestOrder, pace: Double = 1, say: @escaping @Sendable (JSON) -> Void
  ) {
    (provider, self.order, self.pace, self.say) = (server.provider, order, pace, say)
    (tested, started) = (TestedClient(named: order.client), server.provider.now)
  }

  package nonisolated func receive(_ message: JSON) { inbox.receive(message) }
  package nonisolated func stop() { inbox.stop() }
  package nonisolated var isStopped: Bool { inbox.isStopped }

  /// Returns when every check has a verdict, the client shows no login, or ``stop()`` was called. The last message is the report.
  package func run() async {
    defer { provider.takeUp([]) }
    say(["type": "plan", "checks": .strings((order.passive + order.active).map(\.name))])
    await observeBaseline()
    judgePassive(order.passive)
    if let baseline, baseline.logins > 0, !inbox.isStopped {
      resume(baseline)
      for check in order.active where !inbox.isStopped && !isKept(check) {
        if let trial = check.trial { await run(check, trial, baseline) }
        if pending.count >= ClientTestRun.mostPending { await control(baseline) }
      }
      if !pending.isEmpty, !inbox.isStopped { await control(baseline) }
      settle(.failed)
      judgeAgain()
    } else if !inbox.isStopped {
      say(["type": "note", "text": "The client has not signed in: there is nothing to compare with."])
    }
    provider.takeUp([])
    say(["type": "report", "run": report(ended: inbox.isStopped ? nil : provider.now)])
  }

  /// A person signs in once after so many checks.
  private static let mostPending = 4

  // MARK: Baseline

  private func observeBaseline() async {
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

  private func judgePassive(_ checks: [ClientCheck]) {
    let all = provider.trace.seen()
    func history(_ id: String?) -> ClientHistory? {
      guard let id, let client = try? provider.store.client(id) else { return nil }
      return ClientHistory(of: client, issuer: provider.addresses.issuer, all)
    }
    let (first, last) = (history(tested.firstID(in: all)), history(tested.id(in: all)))
    for check in checks {
      if check.leg == .registration {
        conclude(verdictOnRegistration(check))
        continue
      }
      let judge = check.group == .registration ? first : last
      conclude(judge?.verdict(check) ?? CheckVerdict(check, .unseen))
    }
  }

  /// What the baseline was too short for, and what came back late.
  private func judgeAgain() {
    let unseen = verdicts.filter { $0.check.kind == .passive && $0.outcome == .notSeen }.map(\.check)
    // Checks make a client register and restart more often than it does by itself.
    judgePassive(unseen.filter { $0.leg == .registration || ![.registration, .baseline].contains($0.group) })
    for record in records where verdicts.contains(where: { $0.check == record.check && $0.outcome == .passed }) {
      var late = record
      late.exchanges = seen(for: record.check)
      if let finding = late.finding, finding.kind == .careless { conclude(CheckVerdict(record.check, finding)) }
    }
  }

  // MARK: One check

  private func run(_ check: ClientCheck, _ trial: Trial, _ baseline: Baseline) async {
    say(["type": "began", "check": .string(check.name)])
    if let verdict = inapplicable(check) { return conclude(verdict) }
    guard let actions = possible(trial, baseline) else {
      return conclude(CheckVerdict(check, ClientTestRun.cannotAct))
    }
    let counts = await shown(for: check, baseline)
    // Only now a client may have shown whether it signs in to register.
    if let verdict = inapplicable(check) { return conclude(verdict) }
    for action in trial.before {
      _ = await act(action, check, .baseline, until: ClientTestRun.goal(of: action))
      guard !inbox.isStopped else { return }
    }
    let start = provider.trace.lastNumber
    provider.takeUp(trial.faults(for: target(of: check), name: check.name))
    await perform(trial.operation)
    var record = TrialRecord(
      check: check, trial: trial, baseline: counts, exchanges: [], span: start + 1..<start + 1,
      isDriven: order.isDriven)
    for (place, action) in actions.enumerated() where !inbox.isStopped {
      let goal = ClientTestRun.goal(of: action)
      let result = await act(action, check, .fault) { exchanges in
        trial.delivery == nil && goal(exchanges) || self.extended(record).isOver(afterAction: place, of: actions)
          || self.provider.faults.refusedHandshakes > 0
      }
      // The baseline does not let a client forget its registration.
      if result == .impossible, action == .forget {
        provider.takeUp([])
        return conclude(CheckVerdict(check, ClientTestRun.cannotAct))
      }
      // A person who has not begun does not begin another action either.
      if result == .late, extended(record).during.isEmpty { break }
    }
    await watch(watched(trial, baseline))
    record = extended(record)
    record.refusedHandshakes = provider.faults.refusedHandshakes
    provider.takeUp([])
    guard !inbox.isStopped else { return }
    await revokeGrants()
    let finding = record.finding
    // The trace keeps the exchanges.
    record.exchanges = []
    records.append(record)
    if let finding { return conclude(CheckVerdict(check, finding)) }
    pending.append(records.count - 1)
    if order.isDriven { await control(baseline) }
  }

  /// Seconds between a login and a use that belongs to it.
  private static let soon = 5.0
  private static let cannotAct = Finding(.unseen, "The client cannot do what this check needs.")

  /// The record with everything up to now.
  private func extended(_ record: TrialRecord) -> TrialRecord {
    var record = record
    record.exchanges = seen(for: record.check)
    record.span = record.span.lowerBound..<max(record.span.lowerBound, provider.trace.lastNumber + 1)
    return record
  }

  /// `nil`: the client cannot do what the check is about. Uses are left out where they happen by themselves, or never.
  private func possible(_ trial: Trial, _ baseline: Baseline) -> [Trial.Action]? {
    // A person who is not signed in now should not be asked for more.
    let happensByItself = !order.isDriven && baseline.isFollowed && baseline.slowestUse < ClientTestRun.soon
    let isAboutRefresh = !trial.actions.contains(.login) && !trial.actions.contains(.use)
    let actions = trial.actions.filter { action in
      let mayBeLeftOut = action == .use || (action == .refresh && !isAboutRefresh)
      return !(mayBeLeftOut && (baseline.impossible.contains(action) || happensByItself))
    }
    let needed = Set(trial.before + actions)
    return actions.isEmpty || !needed.isDisjoint(with: baseline.impossible) ? nil : actions
  }

  private func inapplicable(_ check: ClientCheck) -> CheckVerdict? {
    if check.leg == .registration { return inapplicableToRegistration(check) }
    let all = provider.trace.seen()
    guard let id = tested.id(in: all), let client = try? provider.store.client(id) else { return nil }
    return ClientHistory(of: client, issuer: provider.addresses.issuer, all).inapplicable(check)
  }

  /// Seconds for which the client is watched after it has acted (the command has ended).
  private func watched(_ trial: Trial, _ baseline: Baseline) -> Double {
    let least = order.isDriven ? 1 : min(60, max(5, 3 * baseline.slowestUse))
    return max(least, trial.wait)
  }

  private func perform(_ operation: Trial.Operation?) async {
    switch operation {
    case nil: return
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

  // MARK: Control

  /// A login while nothing is wrong, as in the baseline.
  private func control(_ baseline: Baseline) async {
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

  private func settle(_ control: TrialRecord.Control) {
    for place in pending {
      records[place].control = control
      var record = records[place]
      record.exchanges = seen(for: record.check)
      if let finding = record.finding { conclude(CheckVerdict(record.check, finding)) }
    }
    pending = []
  }

  func conclude(_ verdict: CheckVerdict) {
    verdicts.removeAll { $0.check == verdict.check }
    verdicts.append(verdict)
    say(["type": "verdict", "check": verdict.json])
  }

  func own(after number: Int) -> [SeenExchange] { provider.trace.seen(after: number).filter(tested.sends) }
}

extension IdentityServer {
  /// - Throws: `unknown_client`.
  package func checkTested(_ order: ClientTestOrder) throws(IdentityServerError) {
    guard let id = order.client else { return }
    guard let client = try? provider.store.client(id), client.kind != .template else {
      throw IdentityServerError(.unknownClient, id)
    }
  }
}

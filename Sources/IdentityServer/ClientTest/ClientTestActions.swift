/// How a test makes the client act, and waits for it.
extension ClientTestRun {
  enum Phase: String { case baseline, fault, control }

  enum ActionResult {
    /// The command has ended, or a person's action has shown.
    case done
    /// The command cannot do this, or the person skips it.
    case impossible
    case late
    case stopped
  }

  typealias Goal = (_ since: [SeenExchange]) -> Bool

  /// `EX_USAGE`: the command does not know the action.
  static let cannot = 64
  static let step = Duration.milliseconds(100)
  /// Beyond the patience: the command is ended by the program that started it.
  private static let slack = Duration.seconds(10)

  /// Asks for an action, and waits until it is over.
  /// - Parameter goal: whether a person's action has shown in the client's exchanges since.
  func act(_ action: ClientTestStep, _ check: ClientCheck?, _ phase: Phase, until goal: Goal) async -> ActionResult {
    if !order.isDriven, [.restart, .forget].contains(action) {
      // Only the login that follows can be seen.
      unseen.append(action)
      return .done
    }
    number += 1
    let first = unseen
    let text = (first + [action]).map { Catalogue(.english)($0.words.phrase) }.joined(separator: " ")
    unseen = []
    let start = provider.trace.lastNumber
    say([
      "type": "act", "number": .number(String(number)), "check": check.map { .string($0.name) } ?? .null,
      "phase": .string(phase.rawValue), "action": .string(action.rawValue), "text": .string(text),
      "first": .strings(first.map(\.rawValue)),
    ])
    defer {
      follow(provider.trace.seen(after: start))
      say(["type": "done-acting", "number": .number(String(number))])
    }
    let end = ContinuousClock.now + order.patience + (order.isDriven ? ClientTestRun.slack : .zero)
    var last = start
    while ContinuousClock.now < end {
      if inbox.isStopped { return .stopped }
      if let status = inbox.status(of: number) { return status == ClientTestRun.cannot ? .impossible : .done }
      if !order.isDriven, provider.trace.lastNumber != last || refusedHandshakes > 0 {
        last = provider.trace.lastNumber
        if goal(own(after: start)) { return .done }
      }
      try? await Task.sleep(for: ClientTestRun.step)
    }
    return .late
  }

  /// Asks for an action, and waits until it has gone well.
  @discardableResult
  func act(_ action: ClientTestStep, _ check: ClientCheck?, _ phase: Phase) async -> ActionResult {
    await act(action, check, phase, until: ClientTestRun.goal(of: action))
  }

  /// Waits, unless the test is stopped.
  func watch(_ seconds: Double) async {
    let end = ContinuousClock.now + .seconds(seconds * pace)
    while ContinuousClock.now < end, !inbox.isStopped, !Task.isCancelled {
      try? await Task.sleep(for: ClientTestRun.step)
    }
  }

  /// What the trial asks for afterwards, unless the check has passed: a client may keep what it cannot use any more, and nothing else could be
  /// seen of it.
  func afterwards(_ check: ClientCheck, _ trial: Trial) async {
    guard let verdict = verdicts.first(where: { $0.check == check }), verdict.outcome != .passed else { return }
    for action in trial.after where !inbox.isStopped {
      await act(action, check, .control)
    }
  }

  /// Whether an action that goes well has shown.
  static func goal(of action: ClientTestStep) -> Goal {
    let kinds: Set<SeenExchange.Kind> =
      switch action {
      case .login: [.code]
      case .use: Baseline.uses
      // A client without a refresh token renews its tokens by a login without the user.
      case .refresh: [.refresh, .code]
      case .logout: [.signOut, .revocation]
      case .restart, .forget: []
      }
    return { exchanges in exchanges.contains { kinds.contains($0.kind) && $0.isAccepted } }
  }
}

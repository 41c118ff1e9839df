/// A test of a client against this server: two good logins, what they show, then the active checks, each with a wrong answer.
///
/// The client acts because a command or a person makes it (``act(_:_:_:until:)``); the test says when, and judges what comes
/// (``TrialRecord``). Faults live in memory and end with the test. Nothing waits longer than the order's patience.
package actor ClientTestRun {
  nonisolated let server: IdentityServer
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
  var pending: [Int] = []
  var baseline: Baseline?
  /// Of the check that runs; `nil`: it has none.
  var trap: Trap?
  /// A person is asked to do these, and to sign in, at once.
  var unseen: [ClientTestStep] = []
  /// Among all tests at this server: its faults are set under it.
  let place: Int

  /// How long a second of watching takes; shorter in tests.
  let pace: Double

  /// - Parameters:
  ///   - isAmongOthers: whether other clients use the server meanwhile, so that nothing counts by chance.
  ///   - say: gets each message for the program that started the test.
  package init(
    _ server: IdentityServer, _ order: ClientTestOrder, pace: Double = 1, isAmongOthers: Bool = false,
    say: @escaping @Sendable (JSON) -> Void
  ) {
    (self.server, provider) = (server, server.provider)
    (self.order, self.pace, self.say) = (order, pace, say)
    tested = TestedClient(named: order.client, isAmongOthers: isAmongOthers)
    (started, place) = (server.provider.now, server.provider.clientTests.turns.newPlace())
  }

  package nonisolated func receive(_ message: JSON) { inbox.receive(message) }
  package nonisolated func stop() { inbox.stop() }
  package nonisolated var isStopped: Bool { inbox.isStopped }

  /// Returns when every check has a verdict, the client shows no login, or ``stop()`` was called. The last message is the report.
  package func run() async {
    provider.clientTests.turns.enter(place, isNamed: order.client != nil)
    defer { endTurns() }
    say(["type": "plan", "checks": .strings((order.passive + order.active).map(\.name))])
    if await takeTurn() { await observeBaseline() }
    giveTurnBack()
    await judgePassive(order.passive)
    if let baseline, baseline.logins > 0, !inbox.isStopped {
      resume(baseline)
      for check in order.active where !inbox.isStopped && !isKept(check) {
        guard await takeTurn(for: check) else { break }
        // A client that registers anew begins with an empty history.
        if check.trial?.actions.contains(.forget) == true { await judgeUnseen() }
        if let trial = check.trial { await run(check, trial, baseline) }
        await closeTrap()
        if pending.count >= ClientTestRun.mostPending { await control(baseline) }
        giveTurnBack()
      }
      if !pending.isEmpty, !inbox.isStopped, await takeTurn() { await control(baseline) }
      giveTurnBack()
      settle(.failed)
      await judgeAgain()
    } else if !inbox.isStopped {
      say(["type": "note", "text": "Without a login with an authorization code there is nothing to compare with."])
    }
    takeUp([])
    say(["type": "report", "run": report(ended: inbox.isStopped ? nil : provider.now)])
  }

  /// A person signs in once after so many checks.
  static let mostPending = 4

  func conclude(_ verdict: CheckVerdict) {
    verdicts.removeAll { $0.check == verdict.check }
    verdicts.append(verdict)
    say(["type": "verdict", "check": verdict.json])
  }

  /// What the kept exchanges say of a client; `nil`: it is not known, or no client any more.
  func history(of id: String?, _ all: [SeenExchange]) -> ClientHistory? {
    client(id).map { ClientHistory(of: $0, provider.addresses, all) }
  }

  func client(_ id: String?) -> Client? { id.flatMap { try? provider.store.client($0) } }

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

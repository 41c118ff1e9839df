/// What happened while an active check ran, ready to be judged. It holds secrets and stays inside of the trace.
struct TrialRecord: Sendable {
  /// How the login after the wrong answer went: without it, silence could be a client that has stopped.
  enum Control: Sendable { case notYet, worked, failed }

  let check: ClientCheck
  let trial: Trial
  /// How many requests of each kind the baseline showed.
  let baseline: [SeenExchange.Kind: Int]
  /// The client's exchanges since the start of the server's test, in order.
  var exchanges: [SeenExchange]
  /// Numbers of exchanges: from the moment when the server began to do wrong, up to the moment when it ended that and a control could begin.
  var span: Range<Int>
  var control = Control.notYet
  /// The code of the link that a person was asked to open; `nil`: none was.
  var link: ExchangeKey?
  /// What the person said; `nil`: nobody was asked, or nobody knew.
  var answer: ClientTestAnswer?
  /// How many connections with a wrong certificate were refused.
  var refusedHandshakes = 0
  /// Whether a command makes the client act, so that nothing happens by itself after it has ended.
  var isDriven = true

  /// Those whose answers the faults of the check have changed. A fault at the registration may meet its management as well, which few checks
  /// are about: an app that forgets its registration may delete it.
  var spoiled: [SeenExchange] {
    let endpoints = trial.rules.map(\.endpoint)
    let names =
      trial.delivery.map { [$0.summary] } ?? trial.crafted.map { crafted in endpoints.map { crafted.summary(at: $0) } }
      ?? trial.rules.map(\.summary)
    // Names are joined by a comma.
    return during.filter { exchange in
      (exchange.kind == .management) == trial.isAboutManagement
        && names.contains { (", " + exchange.passage.response.fault).contains(", " + $0) }
    }
  }

  /// While the server did wrong.
  var during: [SeenExchange] { exchanges.filter { span.contains($0.number) } }

  func during(after exchange: SeenExchange, _ kinds: Set<SeenExchange.Kind>) -> [SeenExchange] {
    during.filter { $0.number > exchange.number && kinds.contains($0.kind) }
  }

  /// After the first wrong answer, while the server did wrong.
  func afterwards(_ kinds: Set<SeenExchange.Kind>) -> [SeenExchange] {
    spoiled.first.map { during(after: $0, kinds) } ?? []
  }

  /// The same, of the clients that the wrong registrations have made.
  func ofSpoiledClients(_ kinds: Set<SeenExchange.Kind>) -> [SeenExchange] {
    let names = Set(spoiled.compactMap { $0.answer["client_id"]?.stringValue })
    return afterwards(kinds).filter { $0.claimed.map(names.contains) ?? false }
  }

  /// The requests that the baseline has shown to be usual and whose absence is a sign.
  var showedNeeded: Bool { trial.needs.isEmpty || trial.needs.contains { baseline[$0, default: 0] > 0 } }

  /// Whether it showed them twice, so that one more absence is no chance.
  var showedNeededTwice: Bool { trial.needs.isEmpty || trial.needs.map { baseline[$0, default: 0] }.reduce(0, +) > 1 }

  /// Requests that use these keys, however late. Giving a token back is no use of it, and neither is ending the session.
  func uses(of marks: Set<ExchangeKey>, after exchange: SeenExchange) -> [SeenExchange] {
    exchanges.filter { later in
      later.number > exchange.number && ![.revocation, .signOut, .page].contains(later.kind)
        && !later.allPresented.isDisjoint(with: marks)
    }
  }
}

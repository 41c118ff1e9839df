/// A request that the server keeps without an answer: how long, and who stopped waiting first.
extension ClientTestRun {
  /// The part of the patience after which a request is let go: the command is ended after all of it, and its request with it.
  private static let share = 0.9
  /// So long before the server would close the connection: otherwise its own time-out would look like the client's.
  private static let margin = Duration.seconds(5)

  /// Lets the request go that the trial keeps without an answer: when it has waited for ``TrialRecord/longestHang``, or the patience of
  /// the test or of the server is nearly over. `nil`: the trial keeps none.
  func boundHanging(_ trial: Trial) -> Task<Void, Never>? {
    guard trial.judgement == \.endsTheHangingRequest else { return nil }
    let last = ContinuousClock.now + order.patience * ClientTestRun.share
    let longest = min(TrialRecord.longestHang, provider.configuration.connections.answer - ClientTestRun.margin)
    return Task {
      while !Task.isCancelled, !inbox.isStopped, ContinuousClock.now < last {
        if let since = provider.faults.heldSince(of: place), ContinuousClock.now - since >= longest { break }
        try? await Task.sleep(for: ClientTestRun.step)
      }
      if !Task.isCancelled { takeUp([]) }
    }
  }

  /// Waits until no request is kept any more: a command may end before the app that it uses.
  func awaitHanging(_ bound: Task<Void, Never>?) async {
    guard let bound else { return }
    while provider.faults.heldSince(of: place) != nil, !inbox.isStopped {
      try? await Task.sleep(for: ClientTestRun.step)
    }
    bound.cancel()
    await bound.value
  }
}

extension TrialRecord {
  static let longestHang = Duration.seconds(120)

  /// A request that the server has let go has an answer. One that the client has ended has none.
  var endsTheHangingRequest: Finding? {
    guard let waiting = spoiled.first(where: { $0.passage.status != 0 }) else {
      return silence("It ended the request that hung, and signed in afterwards.", spoiled)
    }
    return Duration.seconds(waiting.passage.seconds) >= TrialRecord.longestHang
      ? Finding(.careless, "It waited for two minutes and more.", spoiled)
      : Finding(
        .doubtful, "It still waited when the test had no more patience: --patience 140 tells more.", spoiled)
  }
}

extension FlowScript {
  /// Drives an app to the end of the script. `nil`: the app ended for another reason.
  /// - Parameters:
  ///   - dropped: called for each answer that the app did not ask for.
  ///   - tolerated: called once for each way in which the server's answers deviate from the specifications and are accepted all the same.
  @MainActor func run(
    in store: AppStore, _ print: @escaping (Line) -> Void, dropped: @escaping () -> Void = {},
    tolerated: @escaping (Leniency) -> Void = { _ in }
  ) async -> Ending? {
    var (script, ending) = (self, Ending?.none)
    store.onChange = { [unowned store] change in
      if case .answerDropped = change.action { dropped() }
      if case .exchanged = change.action {
        change.after.leniencies.dropFirst(change.before.leniencies.count).forEach(tolerated)
      }
      let reaction = script.react(to: change)
      for line in reaction.lines { print(line) }
      if let press = reaction.press { store.inbox(press) }
      guard let end = reaction.ending else { return }
      ending = end
      store.close()
    }
    store.send(.started)
    await store.run()
    return ending
  }
}

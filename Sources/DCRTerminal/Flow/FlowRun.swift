import OAuthClient

/// An app that a ``FlowScript`` drives to its end.
@MainActor
final class FlowRun {
  private let store: Store
  private var script: FlowScript
  private var ending: FlowScript.Ending?

  init(_ store: Store, _ script: FlowScript) { (self.store, self.script) = (store, script) }

  /// `nil`: something else ended the app.
  /// - Parameters:
  ///   - dropped: called for each answer that the app did not ask for.
  ///   - tolerated: called for what of the server's answers was read otherwise than the specifications write it, each once.
  func finish(
    _ print: @escaping (FlowScript.Line) -> Void, dropped: @escaping () -> Void = {},
    tolerated: @escaping (Leniency) -> Void = { _ in }
  ) async -> FlowScript.Ending? {
    store.onChange = { [self] change in
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

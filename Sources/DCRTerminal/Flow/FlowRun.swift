/// An app that a ``FlowScript`` drives to its end.
@MainActor
final class FlowRun {
  private let store: Store
  private var script: FlowScript
  private var ending: FlowScript.Ending?

  init(_ store: Store, _ script: FlowScript) { (self.store, self.script) = (store, script) }

  /// `nil`: something else ended the app.
  /// - Parameter dropped: called for each answer that the app did not ask for.
  func finish(
    _ print: @escaping (FlowScript.Line) -> Void, dropped: @escaping () -> Void = {}
  ) async -> FlowScript.Ending? {
    store.onChange = { [self] change in
      if case .answerDropped = change.action { dropped() }
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

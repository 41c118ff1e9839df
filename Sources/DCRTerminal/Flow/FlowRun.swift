import AppState

/// An app that a ``FlowScript`` drives to its end.
@MainActor
final class FlowRun {
  private let store: Store
  private var script: FlowScript
  private var ending: FlowScript.Ending?

  init(_ store: Store, _ script: FlowScript) {
    self.store = store
    self.script = script
  }

  /// `nil`: something else ended the app.
  func finish(_ print: @escaping (FlowScript.Line) -> Void) async -> FlowScript.Ending? {
    store.onChange = { [self] change in
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

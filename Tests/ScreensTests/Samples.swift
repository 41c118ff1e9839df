@testable import Samples
import AppState
import Screens
import TerminalUI
import Testing

@testable import Workshop

/// The state of this name in the registry.
func sample(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> AppState {
  try #require(StateRegistry.all.first { $0.name == name }, "no state \(name)", sourceLocation: sourceLocation).state
}

extension KeyMap {
  /// What the event does on a picture of the state as it is now.
  static func action(for event: TerminalEvent, in state: AppState, size: Size, look: Look) -> Action? {
    action(for: event, in: state, on: Composition(state, size: size, look: look), size: size, look: look)
  }
}

/// What the key does in English at this size.
func press(_ key: Key, _ state: AppState, _ size: Size = Size(110, 30)) -> Action? {
  KeyMap.action(for: .key(key), in: state, size: size, look: Look())
}

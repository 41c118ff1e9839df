import AppState
import TerminalUI

/// What covers phone and panel while it is open.
package struct ToolCover: Sendable {
  /// Stable, for scripts.
  package var name: String
  package var isOpen: @Sendable (AppState) -> Bool = { _ in false }
  package var draw: @Sendable (AppState, inout Picture, Size) -> Void = { _, _, _ in }
  package var keys: @Sendable (AppState) -> [Binding] = { _ in [] }
  package var editedField: @Sendable (AppState) -> InputField? = { _ in nil }
  /// The key that opens it from anywhere.
  package var opening: @Sendable (AppState, Size) -> Binding
  /// The action of the mouse wheel, which moves by so many lines.
  package var wheel: @Sendable (Int, AppState, Size, Look) -> Action? = { _, _, _, _ in nil }
  /// The action of a key, limited to the size of the screen; `nil`: none.
  package var bounded: @Sendable (Action, AppState, Size, Look) -> Action? = { action, _, _, _ in action }

  package init(name: String, opening: @escaping @Sendable (AppState, Size) -> Binding) {
    (self.name, self.opening) = (name, opening)
  }
}

/// Captions for an audience, below the screen.
package struct ToolCaption: Sendable {
  package var isOn: @Sendable (AppState) -> Bool = { _ in false }
  /// Whether the picture shows the past, which cannot be changed.
  package var looksBack: @Sendable (AppState) -> Bool = { _ in false }
  package var draw: @Sendable (AppState, inout Picture, Rect) -> Void = { _, _, _ in }
  package var keys: @Sendable (AppState) -> [Binding] = { _ in [] }

  package init() {}
}

/// What stops a flow before a message and shows which.
package struct ToolHold: Sendable {
  package var isHolding: @Sendable (AppState) -> Bool = { _ in false }
  /// Whether the held message has to be sent, so that the flow cannot be cancelled.
  package var forbidsCancel: @Sendable (AppState) -> Bool = { _ in false }

  /// The phone's page while a flow is stopped; `nil`: it is not. Told whether the panel is visible beside the phone.
  package var page: @Sendable (Flow, AppState, Look, Bool) -> PhonePage? = { _, _, _, _ in nil }
  package var coversPanel: @Sendable (AppState) -> Bool = { _ in false }
  /// Draws it in the panel, and returns how far it can be scrolled.
  package var drawPanel: @Sendable (AppState, inout Picture, Rect) -> Int = { _, _, _ in 0 }
  package var lines: @Sendable (AppState, Look) -> [StyledLine] = { _, _ in [] }

  package var editedField: @Sendable (AppState) -> InputField? = { _ in nil }
  /// Draws its strip in a tab, and returns the area that remains for the tab.
  package var drawStrip: @Sendable (AppState, inout Picture, Rect) -> Rect = { _, _, rect in rect }
  /// Keys that take precedence over those of the screen, which come last.
  package var keys: @Sendable (AppState, Arrangement, [Binding]) -> [Binding] = { _, _, _ in [] }

  package init() {}
}

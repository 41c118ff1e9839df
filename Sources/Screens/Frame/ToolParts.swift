import AppState
import TerminalUI

/// What covers phone and panel while it is open.
package struct ToolCover: Sendable {
  /// Stable, for scripts.
  package var name: String
  package var isOpen: @Sendable (AppState) -> Bool
  package var draw: @Sendable (AppState, inout Picture, Size) -> Void
  package var keys: @Sendable (AppState) -> [Binding]
  package var editedField: @Sendable (AppState) -> InputField?
  /// The key that opens it from anywhere.
  package var opening: @Sendable (AppState, Size) -> Binding
  /// The action of the mouse wheel, which moves by so many lines.
  package var wheel: @Sendable (Int, AppState, Size, Look) -> Action?
  /// The action of a key, limited to the size of the screen; `nil`: none.
  package var bounded: @Sendable (Action, AppState, Size, Look) -> Action?

  package init(
    name: String,
    isOpen: @escaping @Sendable (AppState) -> Bool,
    draw: @escaping @Sendable (AppState, inout Picture, Size) -> Void,
    keys: @escaping @Sendable (AppState) -> [Binding],
    editedField: @escaping @Sendable (AppState) -> InputField?,
    opening: @escaping @Sendable (AppState, Size) -> Binding,
    wheel: @escaping @Sendable (Int, AppState, Size, Look) -> Action?,
    bounded: @escaping @Sendable (Action, AppState, Size, Look) -> Action?
  ) {
    (self.name, self.isOpen, self.draw, self.keys, self.editedField, self.opening, self.wheel, self.bounded) = (
      name, isOpen, draw, keys, editedField, opening, wheel, bounded
    )
  }
}

/// Captions for an audience, below the screen.
package struct ToolCaption: Sendable {
  package var isOn: @Sendable (AppState) -> Bool
  /// Whether the picture shows the past, which cannot be changed.
  package var looksBack: @Sendable (AppState) -> Bool
  package var draw: @Sendable (AppState, inout Picture, Rect) -> Void
  package var keys: @Sendable (AppState) -> [Binding]

  package init(
    isOn: @escaping @Sendable (AppState) -> Bool,
    looksBack: @escaping @Sendable (AppState) -> Bool,
    draw: @escaping @Sendable (AppState, inout Picture, Rect) -> Void,
    keys: @escaping @Sendable (AppState) -> [Binding]
  ) {
    (self.isOn, self.looksBack, self.draw, self.keys) = (
      isOn, looksBack, draw, keys
    )
  }
}

/// What stops a flow before a message and shows which.
package struct ToolHold: Sendable {
  package var isHolding: @Sendable (AppState) -> Bool
  /// Whether the held message has to be sent, so that the flow cannot be cancelled.
  package var forbidsCancel: @Sendable (AppState) -> Bool

  /// The phone's page while a flow is stopped; `nil`: it is not. Told whether the panel is visible beside the phone.
  package var page: @Sendable (Flow, AppState, Look, Bool) -> PhonePage?
  /// Whether the held message covers the panel.
  package var coversPanel: @Sendable (AppState) -> Bool
  /// Draws it in the panel, and returns how far it can be scrolled.
  package var drawPanel: @Sendable (AppState, inout Picture, Rect) -> Int
  /// The same as lines.
  package var lines: @Sendable (AppState, Look) -> [StyledLine]

  /// Its field that takes typed characters.
  package var editedField: @Sendable (AppState) -> InputField?
  /// Draws its strip in a tab, and returns the area that remains for the tab.
  package var drawStrip: @Sendable (AppState, inout Picture, Rect) -> Rect
  /// Keys that take precedence over those of the screen, which come last.
  package var keys: @Sendable (AppState, Arrangement, [Binding]) -> [Binding]

  package init(
    isHolding: @escaping @Sendable (AppState) -> Bool,
    forbidsCancel: @escaping @Sendable (AppState) -> Bool,
    page: @escaping @Sendable (Flow, AppState, Look, Bool) -> PhonePage?,
    coversPanel: @escaping @Sendable (AppState) -> Bool,
    drawPanel: @escaping @Sendable (AppState, inout Picture, Rect) -> Int,
    lines: @escaping @Sendable (AppState, Look) -> [StyledLine],
    editedField: @escaping @Sendable (AppState) -> InputField?,
    drawStrip: @escaping @Sendable (AppState, inout Picture, Rect) -> Rect,
    keys: @escaping @Sendable (AppState, Arrangement, [Binding]) -> [Binding]
  ) {
    (
      self.isHolding, self.forbidsCancel, self.page, self.coversPanel, self.drawPanel, self.lines, self.editedField,
      self.drawStrip, self.keys
    ) = (
      isHolding, forbidsCancel, page, coversPanel, drawPanel, lines, editedField, drawStrip, keys
    )
  }
}

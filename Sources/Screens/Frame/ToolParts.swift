import AppState
import TerminalUI

/// What covers phone and panel while it is open.
package protocol ToolCover: SendableMetatype {
  /// Stable, for scripts.
  static var name: String { get }
  static func isOpen(_ state: AppState) -> Bool
  static func draw(_ state: AppState, _ picture: inout Picture, _ size: Size)
  static func keys(_ state: AppState) -> [Binding]
  static func editedField(_ state: AppState) -> InputField?
  /// The key that opens it from anywhere.
  static func opening(_ state: AppState, _ size: Size) -> Binding
  /// The action of the mouse wheel, which moves by so many lines.
  static func wheel(_ step: Int, _ state: AppState, _ size: Size, _ look: Look) -> Action?
  /// The action of a key, limited to the size of the screen; `nil`: none.
  static func bounded(_ action: Action, _ state: AppState, _ size: Size, _ look: Look) -> Action?
}

/// Captions for an audience, below the screen.
package protocol ToolCaption: SendableMetatype {
  static func isOn(_ state: AppState) -> Bool
  /// Whether the picture shows the past, which cannot be changed.
  static func looksBack(_ state: AppState) -> Bool
  static func draw(_ state: AppState, _ picture: inout Picture, _ rect: Rect)
  static func keys(_ state: AppState) -> [Binding]
}

/// What stops a flow before a message and shows which.
package protocol ToolHold: SendableMetatype {
  static func isHolding(_ state: AppState) -> Bool
  /// Whether the held message has to be sent, so that the flow cannot be cancelled.
  static func forbidsCancel(_ state: AppState) -> Bool
  /// The phone's page while a flow is stopped; `nil`: it is not.
  /// - Parameter beside: whether the panel is visible beside the phone.
  static func page(_ flow: Flow, _ state: AppState, _ look: Look, _ beside: Bool) -> PhonePage?
  /// Whether the held message covers the panel.
  static func coversPanel(_ state: AppState) -> Bool
  /// Draws it in the panel, and returns how far it can be scrolled.
  static func drawPanel(_ state: AppState, _ picture: inout Picture, _ rect: Rect) -> Int
  /// The same as lines.
  static func lines(_ state: AppState, _ look: Look) -> [StyledLine]
  static func editedField(_ state: AppState) -> InputField?
  /// Draws its strip in a tab, and returns the area that remains for the tab.
  static func drawStrip(_ state: AppState, _ picture: inout Picture, _ rect: Rect) -> Rect
  /// Keys that take precedence over those of the screen, which come last.
  static func keys(_ state: AppState, _ arrangement: Arrangement, _ own: [Binding]) -> [Binding]
}

import AppState
import Screens
import TerminalUI

/// Finds the arrow to animate by comparing consecutive states.
public struct ArrowWatch: Sendable {
  public private(set) var arrow: TravellingArrow?
  /// The phone and its last message at the previous call.
  private var seen: (device: String, subject: String?, message: Int)?

  public init() {}

  /// Call for every state that is drawn.
  /// - Parameter isSeen: whether the drawing is visible.
  /// - Returns: whether an arrow starts to travel.
  public mutating func note(_ state: AppState, size: Size, isSeen: Bool) -> Bool {
    let last = state.shownMessages.lastNumber
    defer { seen = (state.settings.device, state.shownMessages.subject?.id, last) }
    guard isSeen, state.preferences.motion, AppScreen.showsNewestArrow(state, size: size) else {
      arrow = nil
      return false
    }
    // Messages that were there before the panel came into view, or of another phone, are not animated.
    guard let seen, seen.device == state.settings.device, seen.subject == state.shownMessages.subject?.id,
      last > seen.message
    else { return false }
    arrow = TravellingArrow(message: last)
    return true
  }

  /// The drawing is no longer visible: the travelling arrow has arrived.
  public mutating func stop() { arrow = nil }

  /// Advances to the next picture. - Returns: whether there is one.
  public mutating func moveOn() -> Bool {
    arrow?.moveOn()
    if arrow?.hasArrived == true { arrow = nil }
    return arrow != nil
  }
}

extension AppScreen {
  /// Whether the panel **Sequence** is visible with its newest arrow.
  static func showsNewestArrow(_ state: AppState, size: Size) -> Bool {
    state.view.tab == .sequence && state.messagesView.selected == nil && !state.messagesView.showsDetail
      && !state.view.showsKeys && !state.looksBack && Arrangement(size, state).panel != nil
  }
}

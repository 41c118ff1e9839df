import AppState
import Screens
import TerminalUI

/// The arrow of a new message on its way from sender to receiver in the panel **Sequence**. Only the newest one travels.
///
/// A value: the edge, which has a clock, advances it ``Motion/steps`` times and draws each step. It is not part of the state.
package struct TravellingArrow: Hashable, Sendable {
  /// The number of the message in its log.
  private(set) var message: Int
  /// From 0; at ``Motion/steps`` the arrow has arrived.
  fileprivate(set) var step = 0

  var hasArrived: Bool { step >= Motion.steps }

  /// The drawn part of its length in columns: at least one, so that its start is visible, and less than all before it arrives.
  func columns(of all: Int) -> Int {
    guard !hasArrived else { return all }
    let covered = Int((Double(all) * (1 - Motion.left(after: step))).rounded())
    return min(max(1, covered), max(1, all - 1))
  }
}

/// Finds the arrow to animate by comparing consecutive states.
package struct ArrowWatch: Sendable {
  package private(set) var arrow: TravellingArrow?
  /// The phone and its last message at the previous call.
  private var seen: (device: String, subject: String?, message: Int)?

  package init() {}

  /// Call for every state that is drawn.
  /// - Parameter isSeen: whether the drawing is visible.
  /// - Returns: whether an arrow starts to travel.
  package mutating func note(_ state: AppState, size: Size, isSeen: Bool) -> Bool {
    let shown = Phone<MessagesTool>(state).shownMessages
    let now = (device: state.settings.device, subject: shown.subject?.id, message: shown.lastNumber)
    defer { seen = now }
    guard isSeen, state.preferences.motion, AppScreen.showsNewestArrow(state, size: size) else {
      arrow = nil
      return false
    }
    // Messages that were there before the panel came into view, or of another phone, are not animated.
    guard let seen, seen.device == now.device, seen.subject == now.subject, now.message > seen.message else {
      return false
    }
    arrow = TravellingArrow(message: now.message)
    return true
  }

  /// The drawing is no longer visible: the travelling arrow has arrived.
  package mutating func stop() { arrow = nil }

  /// Advances to the next picture. - Returns: whether there is one.
  package mutating func moveOn() -> Bool {
    arrow?.step += 1
    if arrow?.hasArrived == true { arrow = nil }
    return arrow != nil
  }
}

extension AppScreen {
  static func showsNewestArrow(_ state: AppState, size: Size) -> Bool {
    let view = state[MessagesTool.self].view
    return state.view.tab == .sequence && view.selected == nil && !view.showsDetail && !state.view.showsKeys
      && !state.looksBack && Arrangement(size, state).panel != nil
  }
}

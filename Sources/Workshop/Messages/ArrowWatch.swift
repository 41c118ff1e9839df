import AppState
import Screens
import TerminalUI

/// Which arrow travels, told from one state after the other.
public struct ArrowWatch: Sendable {
  public private(set) var arrow: TravellingArrow?
  /// The phone and the last message of it that has been seen.
  private var seen: (device: String, subject: String?, message: Int)?

  public init() {}

  /// To be told of every state that is drawn.
  /// - Parameter isSeen: whether anybody sees what is drawn.
  /// - Returns: whether an arrow has begun to travel.
  public mutating func note(_ state: AppState, size: Size, isSeen: Bool) -> Bool {
    let last = state.shownMessages.lastNumber
    defer { seen = (state.settings.device, state.shownMessages.subject?.id, last) }
    guard isSeen, state.preferences.motion, AppScreen.showsNewestArrow(state, size: size) else {
      arrow = nil
      return false
    }
    // What was there before, of another phone or when the panel came into view, has arrived long ago.
    guard let seen, seen.device == state.settings.device, seen.subject == state.shownMessages.subject?.id,
      last > seen.message
    else { return false }
    arrow = TravellingArrow(message: last)
    return true
  }

  /// Nobody looks: what travels has arrived.
  public mutating func stop() { arrow = nil }

  /// The next picture's. - Returns: whether there is a next one.
  public mutating func moveOn() -> Bool {
    arrow?.moveOn()
    if arrow?.hasArrived == true { arrow = nil }
    return arrow != nil
  }
}

extension AppScreen {
  /// Whether the panel **Sequence** can be seen with its newest arrow.
  static func showsNewestArrow(_ state: AppState, size: Size) -> Bool {
    state.view.tab == .sequence && state.messagesView.selected == nil && !state.messagesView.showsDetail
      && !state.view.showsKeys && !state.looksBack && Arrangement(size, state).panel != nil
  }
}

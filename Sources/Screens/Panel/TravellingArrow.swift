import AppState
import TerminalUI

/// The arrow of a new message on its way from its sender to its receiver, in the panel **Sequence**. The newest alone travels.
///
/// A value: the edge, which has a clock, moves it on, ``Motion/steps`` times, and draws a picture of each step. No state knows of it.
public struct TravellingArrow: Hashable, Sendable {
  /// Number of the message in its log.
  public private(set) var message: Int
  /// From 0 on; from ``Motion/steps`` on it is at rest.
  public private(set) var step = 0

  public init(message: Int, step: Int = 0) { (self.message, self.step) = (message, step) }

  public var hasArrived: Bool { step >= Motion.steps }
  public mutating func moveOn() { step += 1 }

  /// How many of so many columns it has come: one at least, so that it is seen to begin, and all but one before it arrives.
  func columns(of all: Int) -> Int {
    guard !hasArrived else { return all }
    let covered = Int((Double(all) * (1 - Motion.left(after: step))).rounded())
    return min(max(1, covered), max(1, all - 1))
  }
}

/// Which arrow travels, told from one state after the other.
public struct ArrowWatch: Sendable {
  public private(set) var arrow: TravellingArrow?
  /// The phone and the last message of it that has been seen.
  private var seen: (device: String, message: Int)?

  public init() {}

  /// To be told of every state that is drawn.
  /// - Parameter isSeen: whether anybody sees what is drawn.
  /// - Returns: whether an arrow has begun to travel.
  public mutating func note(_ state: AppState, size: Size, isSeen: Bool) -> Bool {
    let last = state.messages.lastNumber
    defer { seen = (state.settings.device, last) }
    guard isSeen, state.preferences.motion, AppScreen.showsNewestArrow(state, size: size) else {
      arrow = nil
      return false
    }
    // What was there before, of another phone or when the panel came into view, has arrived long ago.
    guard let seen, seen.device == state.settings.device, last > seen.message else { return false }
    arrow = TravellingArrow(message: last)
    return true
  }

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
    state.view.tab == .sequence && state.view.selectedMessage == nil && !state.view.showsMessageDetail
      && !state.view.showsHelp && state.show.place == nil && Arrangement(size, state).panel != nil
  }
}

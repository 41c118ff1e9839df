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
  package func columns(of all: Int) -> Int {
    guard !hasArrived else { return all }
    let covered = Int((Double(all) * (1 - Motion.left(after: step))).rounded())
    return min(max(1, covered), max(1, all - 1))
  }
}

import TerminalUI

/// The arrow of a new message on its way from sender to receiver in the panel **Sequence**. Only the newest one travels.
///
/// A value: the edge, which has a clock, advances it ``Motion/steps`` times and draws each step. It is not part of the state.
package struct TravellingArrow: Hashable, Sendable {
  /// The number of the message in its log.
  private(set) var message: Int
  /// From 0; at ``Motion/steps`` the arrow has arrived.
  private(set) var step = 0

  init(message: Int, step: Int = 0) { (self.message, self.step) = (message, step) }

  var hasArrived: Bool { step >= Motion.steps }
  mutating func moveOn() { step += 1 }

  /// The drawn part of its length in columns: at least one, so that its start is visible, and less than all before it arrives.
  func columns(of all: Int) -> Int {
    guard !hasArrived else { return all }
    let covered = Int((Double(all) * (1 - Motion.left(after: step))).rounded())
    return min(max(1, covered), max(1, all - 1))
  }
}

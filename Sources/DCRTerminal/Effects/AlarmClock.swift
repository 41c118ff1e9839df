import FoundationEssentials
import SharedValues

/// Waits for times of the injected clock.
///
/// An alarm looks at the clock again and again while it waits, because a machine may sleep and a clock may be set meanwhile: what
/// counts is what the clock shows, not how long somebody has slept.
struct AlarmClock: Sendable {
  /// The longest time without a look at the clock.
  static let nap: TimeInterval = 15

  var time: TimeSource
  /// Seconds of that clock in one that is slept.
  var pace: @Sendable () -> Double = { 1 }
  /// A random number from 0 to 1, by which an alarm is spread.
  var chance: @Sendable () -> Double = { Double.random(in: 0...1) }
  var sleep: @Sendable (TimeInterval) async -> Void = { try? await Task.sleep(for: .seconds($0)) }

  /// Returns `true` when the clock shows `date` and, as chance decides, up to `spread` seconds more; `false` when the task
  /// was cancelled before.
  func wait(until date: Date, spread: TimeInterval) async -> Bool {
    let wanted = date + max(0, spread) * min(max(0, chance()), 1)
    while !Task.isCancelled {
      let left = wanted.timeIntervalSince(time.now)
      guard left > 0 else { return true }
      await sleep(min(left / pace(), AlarmClock.nap))
    }
    return false
  }
}

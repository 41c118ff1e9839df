/// Waits until the injected clock shows a time. An alarm looks at the clock again and again, because the machine may sleep and the clock may be set.
struct AlarmClock: Sendable {
  /// The longest time in seconds between two looks at the clock.
  static let nap: TimeInterval = 15

  var time: TimeSource
  /// The clock's seconds for each real second.
  var pace: @Sendable () -> Double = { 1 }
  /// A random number from 0 to 1 that spreads the alarm.
  var chance: @Sendable () -> Double = { Double.random(in: 0...1) }
  var sleep: @Sendable (TimeInterval) async -> Void = { try? await Task.sleep(for: .seconds($0)) }

  /// Returns `true` when the clock shows `date` and up to `spread` seconds more, at random; `false` if the task was cancelled before.
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

import Foundation
import SharedValues
import Synchronization
import TestTime
import Testing

@testable import DCRTerminal

/// Waits for a time on a clock that the test moves: the nap moves the clock, and no test really sleeps.
struct AlarmClockTests {
  private static let start = Date(timeIntervalSince1970: 1_800_000_000)

  private func alarm(
    _ clock: ManualClock, chance: Double = 0,
    sleep: @escaping @Sendable (ManualClock, TimeInterval) -> Void = { $0.advance(by: $1) }
  ) -> AlarmClock {
    AlarmClock(time: clock.source, chance: { chance }, sleep: { sleep(clock, $0) })
  }

  @Test(arguments: [(-1.0, 100.0), (0, 100), (0.5, 110), (1, 120), (7, 120)])
  func theRandomDelayStaysWithinTheSpread(chance: Double, after: Double) async {
    let clock = ManualClock(AlarmClockTests.start)
    #expect(await alarm(clock, chance: chance).wait(until: AlarmClockTests.start + 100, spread: 20))
    #expect(clock.now == AlarmClockTests.start + after)
  }

  @Test func theRealChanceIsWithinItsBounds() {
    let clock = AlarmClock(time: .system)
    let drawn = (0..<200).map { _ in clock.chance() }
    #expect(drawn.allSatisfy { (0...1).contains($0) })
    #expect(Set(drawn).count > 100)
  }

  @Test func aTimeInThePastEndsTheWaitAtOnce() async {
    let clock = ManualClock(AlarmClockTests.start)
    let quiet = alarm(clock) { _, _ in Issue.record("it slept") }
    #expect(await quiet.wait(until: AlarmClockTests.start - 5, spread: 0))
  }

  /// The machine slept: the clock jumps during a nap, and the wait ends at the next look at the clock.
  @Test func aClockThatJumpsEndsTheWait() async {
    let clock = ManualClock(AlarmClockTests.start)
    let jumping = alarm(clock) { clock, nap in
      #expect(nap <= AlarmClock.nap)
      clock.advance(by: 86_400)
    }
    #expect(await jumping.wait(until: AlarmClockTests.start + 3600, spread: 0))
    #expect(clock.now == AlarmClockTests.start + 86_400)
  }

  @Test func aClockThatIsSetBackLengthensTheWait() async {
    let clock = ManualClock(AlarmClockTests.start)
    let isFirst = Mutex(true)
    let moved = AlarmClock(
      time: clock.source, chance: { 0 },
      sleep: { nap in
        let back = isFirst.withLock { first in
          defer { first = false }
          return first
        }
        clock.advance(by: back ? -100 : nap)
      })
    #expect(await moved.wait(until: AlarmClockTests.start + 10, spread: 0))
    #expect(clock.now == AlarmClockTests.start + 10)
  }

  @Test func aCancelledWaitReturnsFalse() async {
    let clock = ManualClock(AlarmClockTests.start)
    let still = alarm(clock) { _, _ in }
    let waiting = Task { await still.wait(until: AlarmClockTests.start + 10, spread: 0) }
    waiting.cancel()
    #expect(await waiting.value == false)
  }
}

import Foundation
import SharedValues
import TestTime
import Testing

@Suite struct TimeSourceTests {
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func aManualClockMovesWhenItIsMoved() {
    let clock = ManualClock(start)
    let source = clock.source
    #expect(source.now == start && source.now == start)
    clock.advance(by: 90)
    #expect(source.now == start.addingTimeInterval(90))
    clock.advance(by: -30)
    #expect(clock.now == start.addingTimeInterval(60))
    clock.set(start)
    #expect(source.now == start)
  }

  @Test func aSourceKeepsItsClockAlive() {
    let source = ManualClock(start).source
    #expect(source.now == start)
  }

  @Test func noMoveIsLostAmongThreads() async {
    let clock = ManualClock(start)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { clock.advance(by: 1) } }
    }
    #expect(clock.now == start.addingTimeInterval(100))
  }
}

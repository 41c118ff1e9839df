import Foundation
import SharedValues
import TestTime
import Testing

/// A clock next to the machine's: it can be set, moved, sped up, and passed to another process.
struct ClockSettingTests {
  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  @Test func anUnsetClockIsTheMachines() {
    #expect(ClockSetting.real.date(at: start) == start)
    #expect(ClockSetting.real.offset(at: start) == 0)
  }

  @Test func itMovesForwardAndBack() {
    let ahead = ClockSetting.real.moved(by: 3600, at: start)
    #expect(ahead.date(at: start) == start + 3600)
    #expect(ahead.date(at: start + 10) == start + 3610)
    #expect(ahead.moved(by: -7200, at: start + 10).offset(at: start + 20) == -3600)
  }

  @Test func aNewPaceMakesNoJump() {
    let fast = ClockSetting.real.paced(60, at: start)
    #expect(fast.date(at: start) == start && fast.date(at: start + 2) == start + 120)
    let slowAgain = fast.paced(1, at: start + 2)
    #expect(slowAgain.date(at: start + 3) == start + 121)
    // Setting a fast clock keeps it fast.
    #expect(fast.set(to: start + 500, at: start + 2).date(at: start + 3) == start + 560)
  }

  @Test func theMachinesTimeCanBeComputedBack() {
    let clock = ClockSetting(since: start, shown: start + 5000, pace: 600)
    #expect(clock.machine(at: clock.date(at: start + 7)) == start + 7)
  }

  @Test(arguments: [1e30, -1e30, Double.infinity, -Double.infinity, Double.nan])
  func itNeverLeavesTheCalendar(interval: Double) {
    let clock = ClockSetting.real.moved(by: interval, at: start)
    #expect(ClockSetting.range.contains(clock.date(at: start)))
    #expect(ClockSetting.range.contains(clock.date(at: start + 1e9)))
    #expect((0.01...86_400).contains(ClockSetting.real.paced(interval, at: start).pace))
  }

  @Test func anotherProcessGetsTheSameSetting() throws {
    let clock = ClockSetting(since: start + 0.25, shown: start - 1e6, pace: 3600)
    #expect(ClockSetting(try JSON.parse(clock.json.compact)) == clock)
    #expect(ClockSetting(try JSON.parse(ClockSetting.real.json.compact)) == .real)
  }

  @Test(arguments: [
    "{}", "[]", "1", #"{"since":1,"shown":"2","pace":1}"#, #"{"since":1,"shown":1800000000,"pace":0}"#,
    #"{"since":1,"shown":1800000000,"pace":-1}"#, #"{"since":1,"shown":1800000000,"pace":1e9}"#,
    #"{"since":1e300,"shown":1800000000,"pace":1}"#, #"{"since":1,"shown":1e15,"pace":1}"#,
    #"{"since":1e999,"shown":1800000000,"pace":1}"#, #"{"since":1,"shown":-5,"pace":1}"#,
  ])
  func invalidSettingsAreRefused(text: String) throws { #expect(ClockSetting(try JSON.parse(text)) == nil) }

  @Test func everySourceSeesTheMove() {
    let machine = ManualClock(start)
    let clock = AdjustableClock(machine: machine.source)
    let source = clock.source
    clock.set(clock.setting.moved(by: 60, at: machine.now))
    machine.advance(by: 1)
    #expect(source.now == start + 61)
  }
}

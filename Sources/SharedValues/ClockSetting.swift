import FoundationEssentials
import Synchronization

/// How a clock goes beside the machine's: what it showed at one moment, and how fast it has gone since.
///
/// A value, so that app and server can be told the same setting and then show the same time without asking each other.
public struct ClockSetting: Hashable, Sendable {
  /// The machine's time from which on this holds.
  public let since: Date
  /// What the clock showed at ``since``.
  public let shown: Date
  /// Seconds that pass on this clock in one of the machine's; from ``slowest`` to ``fastest``.
  public let pace: Double

  /// The machine's own time.
  public static let real = ClockSetting(since: Date(timeIntervalSince1970: 0), shown: Date(timeIntervalSince1970: 0))

  public static let slowest = 0.01
  public static let fastest = 86_400.0
  /// What a clock can show: 1971 to 9998, so that neither a lifetime added to it nor a time zone leaves the calendar.
  public static let range = Date(timeIntervalSince1970: 31_536_000)...Date(timeIntervalSince1970: 253_370_764_800)

  public init(since: Date, shown: Date, pace: Double = 1) {
    (self.since, self.shown) = (since, shown)
    self.pace = pace.isFinite ? min(max(pace, ClockSetting.slowest), ClockSetting.fastest) : 1
  }

  /// What the clock shows when the machine's shows `machine`.
  public func date(at machine: Date) -> Date {
    ClockSetting.bounded(shown + machine.timeIntervalSince(since) * pace)
  }

  /// What the machine's clock shows when this one shows `date`; exact while no end of ``range`` is reached.
  public func machine(at date: Date) -> Date { since + date.timeIntervalSince(shown) / pace }

  /// How far it is ahead of the machine's; negative: behind.
  public func offset(at machine: Date) -> TimeInterval { date(at: machine).timeIntervalSince(machine) }

  /// Set to `date`, and as fast as before.
  public func set(to date: Date, at machine: Date) -> ClockSetting {
    ClockSetting(since: machine, shown: ClockSetting.bounded(date), pace: pace)
  }

  public func moved(by interval: TimeInterval, at machine: Date) -> ClockSetting {
    set(to: date(at: machine) + (interval.isFinite ? interval : 0), at: machine)
  }

  /// The same clock at another pace from now on; what it shows does not jump.
  public func paced(_ pace: Double, at machine: Date) -> ClockSetting {
    ClockSetting(since: machine, shown: date(at: machine), pace: pace)
  }

  private static func bounded(_ date: Date) -> Date { min(max(date, range.lowerBound), range.upperBound) }
}

extension ClockSetting {
  /// The line that tells another process: its three members, times in seconds since 1970.
  public var json: JSON {
    [
      "since": .number(String(since.timeIntervalSince1970)), "shown": .number(String(shown.timeIntervalSince1970)),
      "pace": .number(String(pace)),
    ]
  }

  /// `nil`: it is none, or lies outside of what a clock can show.
  public init?(_ json: JSON) {
    func number(_ name: String) -> Double? {
      guard case .number(let text) = json[name] else { return nil }
      return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
    guard let since = number("since"), let shown = number("shown"), let pace = number("pace"),
      (ClockSetting.slowest...ClockSetting.fastest).contains(pace), abs(since) < 1e12,
      shown == 0 || ClockSetting.range.contains(Date(timeIntervalSince1970: shown))
    else { return nil }
    self.init(since: Date(timeIntervalSince1970: since), shown: Date(timeIntervalSince1970: shown), pace: pace)
  }
}

/// A clock that goes with the machine's until it is set: the one clock of a program, for everything in it that asks the time.
public final class AdjustableClock: Sendable {
  private let latest: Mutex<ClockSetting>
  private let machine: TimeSource

  public init(_ setting: ClockSetting = .real, machine: TimeSource = .system) {
    latest = Mutex(setting)
    self.machine = machine
  }

  public var setting: ClockSetting { latest.withLock { $0 } }
  public func set(_ setting: ClockSetting) { latest.withLock { $0 = setting } }
  public var now: Date { setting.date(at: machine.now) }
  public var source: TimeSource { TimeSource { [self] in now } }
}

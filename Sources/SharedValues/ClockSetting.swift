import FoundationEssentials
import Synchronization

/// The time that a clock showed at one moment, and its pace since. App and server get the same setting and then show the same time.
public struct ClockSetting: Hashable, Sendable {
  /// The machine's time at which this setting begins.
  let since: Date
  let shown: Date
  /// Seconds on this clock per second of the machine's; from ``slowest`` to ``fastest``.
  public let pace: Double

  public static let real = ClockSetting(since: Date(timeIntervalSince1970: 0), shown: Date(timeIntervalSince1970: 0))

  static let slowest = 0.01
  static let fastest = 86_400.0
  /// The times that a clock can show: 1971 to 9998, so that adding a lifetime or a time zone stays within the calendar.
  public static let range = Date(timeIntervalSince1970: 31_536_000)...Date(timeIntervalSince1970: 253_370_764_800)

  public init(since: Date, shown: Date, pace: Double = 1) {
    (self.since, self.shown) = (since, shown)
    self.pace = pace.isFinite ? min(max(pace, ClockSetting.slowest), ClockSetting.fastest) : 1
  }

  /// The time of this clock when the machine's clock shows `machine`.
  public func date(at machine: Date) -> Date { ClockSetting.bounded(shown + machine.timeIntervalSince(since) * pace) }

  /// The time of the machine's clock when this one shows `date`; exact within ``range``.
  public func machine(at date: Date) -> Date { since + date.timeIntervalSince(shown) / pace }

  /// How far this clock is ahead of the machine's, in seconds; negative: behind.
  public func offset(at machine: Date) -> TimeInterval { date(at: machine).timeIntervalSince(machine) }

  /// The clock set to `date`, at the same pace.
  public func set(to date: Date, at machine: Date) -> ClockSetting {
    ClockSetting(since: machine, shown: ClockSetting.bounded(date), pace: pace)
  }

  public func moved(by interval: TimeInterval, at machine: Date) -> ClockSetting {
    set(to: date(at: machine) + (interval.isFinite ? interval : 0), at: machine)
  }

  /// The same clock at another pace from now on; its time does not jump.
  public func paced(_ pace: Double, at machine: Date) -> ClockSetting {
    ClockSetting(since: machine, shown: date(at: machine), pace: pace)
  }

  private static func bounded(_ date: Date) -> Date { min(max(date, range.lowerBound), range.upperBound) }

  /// The setting as a line for another process: its three members, times in seconds since 1970.
  public var json: JSON {
    [
      "since": .number(String(since.timeIntervalSince1970)), "shown": .number(String(shown.timeIntervalSince1970)),
      "pace": .number(String(pace)),
    ]
  }

  /// `nil`: no setting, or one outside the limits of a clock.
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

/// A clock that follows the machine's until it is set. It is a program's only clock.
public final class AdjustableClock: Sendable {
  private let latest: Mutex<ClockSetting>
  private let machine: TimeSource

  public init(_ setting: ClockSetting = .real, machine: TimeSource = .system) {
    latest = Mutex(setting)
    self.machine = machine
  }

  public var setting: ClockSetting { latest.withLock { $0 } }
  public func set(_ setting: ClockSetting) { latest.withLock { $0 = setting } }
  public var source: TimeSource { TimeSource { [self] in setting.date(at: machine.now) } }
}

/// The source of time for app and server, so that a test or the QA bench can change it while they run.
///
/// All code that compares or stores a time uses a `TimeSource`; only ``system`` calls `Date()`.
public struct TimeSource: Sendable {
  private let read: @Sendable () -> Date

  public init(_ read: @escaping @Sendable () -> Date) { self.read = read }

  public var now: Date { read() }

  public static let system = TimeSource { Date() }
}

import Foundation

/// Where app and server take their time from, so that a test or the QA bench can move it while they run.
///
/// Everything that compares or stores a time asks a `TimeSource`; nothing but ``system`` calls `Date()`.
public struct TimeSource: Sendable {
  private let read: @Sendable () -> Date

  public init(_ read: @escaping @Sendable () -> Date) { self.read = read }

  public var now: Date { read() }

  /// The machine's clock.
  public static let system = TimeSource { Date() }
}

/// A clock that stands still until it is moved: for tests, and for the time travel of the QA bench.
public final class ManualClock: @unchecked Sendable {
  // The lock guards `instant`, which is what makes `@unchecked` true.
  private let lock = NSLock()
  private var instant: Date

  public init(_ start: Date) { instant = start }

  public var now: Date { lock.withLock { instant } }
  public func advance(by seconds: TimeInterval) { lock.withLock { instant += seconds } }
  public func set(_ date: Date) { lock.withLock { instant = date } }
  public var source: TimeSource { TimeSource { [self] in now } }
}

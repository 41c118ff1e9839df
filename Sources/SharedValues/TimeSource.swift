import FoundationEssentials

/// The source of time for app and server, so that a test or the QA bench can change it while they run.
///
/// All code that compares or stores a time uses a `TimeSource`; only ``system`` calls `Date()`.
public struct TimeSource: Sendable {
  private let read: @Sendable () -> Date

  public init(_ read: @escaping @Sendable () -> Date) { self.read = read }

  public var now: Date { read() }

  /// The machine's clock.
  public static let system = TimeSource { Date() }
}

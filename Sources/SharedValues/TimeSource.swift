import FoundationEssentials

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

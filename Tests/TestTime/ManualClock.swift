import Foundation
import SharedValues

/// A clock that stands still until it is moved.
public final class ManualClock: @unchecked Sendable {
  // The lock guards `instant`, which makes `@unchecked` sound.
  private let lock = NSLock()
  private var instant: Date

  public init(_ start: Date) { instant = start }

  public var now: Date { lock.withLock { instant } }
  public func advance(by seconds: TimeInterval) { lock.withLock { instant += seconds } }
  public func set(_ date: Date) { lock.withLock { instant = date } }
  public var source: TimeSource { TimeSource { [self] in now } }
}

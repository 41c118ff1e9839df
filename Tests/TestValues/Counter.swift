import Synchronization

/// Counts from 1, from any thread.
public final class Counter: Sendable {
  private let state = Mutex(0)

  public init() {}

  public var count: Int { state.withLock { $0 } }

  public func next() -> Int {
    state.withLock { count in
      count += 1
      return count
    }
  }
}

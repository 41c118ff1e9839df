import Foundation
import Synchronization

/// The identifiers (`jti`) of tokens that may be used once (RFC 7523 §3, RFC 9449 §11.1), each for as long as its token could be
/// accepted.
///
/// Two generations of at most ``capacity`` identifiers, each kept as 8 bytes of its SHA-256: 9 MB at the most. When a generation
/// is full before its time, tokens are refused rather than identifiers forgotten: nobody replays anything by sending very much.
/// It is kept in memory: a restart forgets, and within the window a token of the time before could be used again.
final class ReplayMemory: Sendable {
  enum Verdict: Sendable { case new, known, full }

  private struct Generations {
    var current: Set<UInt64> = []
    var previous: Set<UInt64> = []
    var begun = Date.distantPast
  }

  /// Seconds for which an identifier is known at least: the longest time that a token is accepted.
  let window: TimeInterval
  /// Identifiers of one generation.
  let capacity: Int
  private let held = Mutex(Generations())

  static let usualCapacity = 393_216

  init(window: TimeInterval, capacity: Int = ReplayMemory.usualCapacity) {
    (self.window, self.capacity) = (window, capacity)
  }

  /// Of any number of calls at once with the same values, exactly one is told ``Verdict/new``.
  ///
  /// - Parameter owner: whose identifier it is; others may have the same.
  func remember(_ id: String, of owner: String, now: Date) -> Verdict {
    let hash = Primitives.sha256(Array(owner.utf8) + [0] + Array(id.utf8))
    let key = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return held.withLock { held in
      if now.timeIntervalSince(held.begun) > window {
        let isLongAgo = now.timeIntervalSince(held.begun) > 2 * window
        held = Generations(current: [], previous: isLongAgo ? [] : held.current, begun: now)
      }
      guard !held.current.contains(key), !held.previous.contains(key) else { return .known }
      guard held.current.count < capacity else { return .full }
      held.current.insert(key)
      return .new
    }
  }

  /// How many identifiers are held.
  var count: Int { held.withLock { $0.current.count + $0.previous.count } }
  /// For how many there is storage.
  var room: Int { held.withLock { $0.current.capacity + $0.previous.capacity } }
}

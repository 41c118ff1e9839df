import Foundation
import Synchronization

/// The identifiers (`jti`) of tokens that may be used once (RFC 7523 §3, RFC 9449 §11.1), each for as long as its token could be
/// accepted, also after a restart (``ReplayLog``).
///
/// Two generations of at most ``capacity`` identifiers, each kept as 8 bytes of its SHA-256: 9 MB at the most. When a generation
/// is full before its time, tokens are refused rather than identifiers forgotten: nobody replays anything by sending very much.
/// One share is full before the others are: nobody keeps everybody out either.
///
/// Time is the server's clock. Where it is set back, nothing is forgotten until it has caught up.
final class ReplayMemory: Sendable {
  enum Verdict: Sendable {
    case new, known, full
    /// The disk takes no more; the token is not accepted, because a restart would forget it.
    case unwritable
  }

  private struct Generations {
    var current: Set<UInt64> = []
    var previous: Set<UInt64> = []
    /// When the current generation began (`distantPast` after a restart: it may end at any time, as the last of the one before
    /// alone decides), and when the last of it and of the one before came.
    var begun = Date.distantPast
    var newest = Date.distantPast
    var newestBefore = Date.distantPast
    /// How many of the current generation belong to whom, since the start.
    var shares: [String: Int] = [:]
    var log: ReplayLog?
  }

  /// Seconds for which an identifier is known at least: the longest time that a token is accepted.
  let window: TimeInterval
  /// Identifiers of one generation.
  let capacity: Int
  private let held: Mutex<Generations>

  static let usualCapacity = 393_216
  /// Into how many shares a generation is divided; there may be more of them than fit.
  private static let shares = 8

  /// - Parameter path: of the file that keeps the identifiers; `nil`: a restart forgets them.
  /// - Throws: ``IdentityServerError`` where the file cannot be read or made.
  init(window: TimeInterval, capacity: Int = ReplayMemory.usualCapacity, path: String? = nil)
    throws(IdentityServerError)
  {
    (self.window, self.capacity) = (window, capacity)
    var generations = Generations()
    if let path {
      let log = try ReplayLog(path)
      let kept = try log.read()
      generations.log = log
      generations.previous = Set(kept.before.map(\.identifier))
      generations.newestBefore = kept.before.map(\.time).max().map(date) ?? .distantPast
      generations.current = Set(kept.current.map(\.identifier))
      generations.newest = kept.current.map(\.time).max().map(date) ?? .distantPast
    }
    held = Mutex(generations)
  }

  deinit { held.withLock { $0.log?.close() } }

  /// Of any number of calls at once with the same values, exactly one is told ``Verdict/new``.
  ///
  /// - Parameters:
  ///   - owner: whose identifier it is; others may have the same.
  ///   - share: who is told ``Verdict/full`` together, when they have sent an eighth of what a generation holds.
  func remember(_ id: String, of owner: String, share: String = "", now: Date) -> Verdict {
    let key = identifier(id, of: owner)
    return held.withLock { held in
      if now.timeIntervalSince(held.begun) > window, now.timeIntervalSince(held.newestBefore) > window {
        guard turn(&held, now) else { return .unwritable }
      }
      guard !held.current.contains(key), !held.previous.contains(key) else { return .known }
      let count = held.shares[share, default: 0]
      guard held.current.count < capacity, share.isEmpty || count < max(1, capacity / ReplayMemory.shares) else {
        return .full
      }
      // Rounded up: nothing is forgotten before its time.
      let time = seconds(now) + 1
      guard held.log?.append(.init(time: time, identifier: key)) ?? true else { return .unwritable }
      held.current.insert(key)
      held.shares[share] = count + 1
      held.newest = max(held.newest, now)
      return .new
    }
  }

  /// Whether it was remembered and could still be of use.
  func knows(_ id: String, of owner: String) -> Bool {
    let key = identifier(id, of: owner)
    return held.withLock { $0.current.contains(key) || $0.previous.contains(key) }
  }

  private func identifier(_ id: String, of owner: String) -> UInt64 {
    Primitives.sha256(Array(owner.utf8) + [0] + Array(id.utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func turn(_ held: inout Generations, _ now: Date) -> Bool {
    guard held.log?.turn() ?? true else { return false }
    let isLongAgo = now.timeIntervalSince(held.newest) > window
    held.previous = isLongAgo ? [] : held.current
    held.newestBefore = isLongAgo ? .distantPast : held.newest
    (held.current, held.shares, held.begun) = ([], [:], now)
    return true
  }

  /// How many identifiers are held.
  var count: Int { held.withLock { $0.current.count + $0.previous.count } }
  /// For how many there is storage.
  var room: Int { held.withLock { $0.current.capacity + $0.previous.capacity } }
}

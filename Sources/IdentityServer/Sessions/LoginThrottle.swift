import Foundation
import Synchronization

/// Slows guessing down: after five failures a delay of one second that doubles up to a minute, per user name and per
/// address, for names that nobody has as well. A quarter of an hour without a failure forgets them.
final class LoginThrottle: Sendable {
  private struct Entry {
    var failures = 0
    var last = Date.distantPast
    var blockedUntil = Date.distantPast
  }

  static let freeFailures = 5
  static let longestDelay: TimeInterval = 60
  static let memory: TimeInterval = 900
  /// More names than this are not remembered; the oldest go first.
  static let capacity = 10_000

  private let entries = Mutex<[String: Entry]>([:])

  /// Seconds to wait before the next attempt under any of the keys; `nil` when it may be made now.
  func wait(_ keys: [String], now: Date) -> Int? {
    let until = entries.withLock { entries in keys.compactMap { entries[$0]?.blockedUntil }.max() }
    guard let until, until > now else { return nil }
    return max(1, Int(until.timeIntervalSince(now).rounded(.up)))
  }

  func failed(_ keys: [String], now: Date) {
    entries.withLock { entries in
      for key in keys {
        var entry = entries[key] ?? Entry()
        if now.timeIntervalSince(entry.last) > LoginThrottle.memory { entry = Entry() }
        entry.failures += 1
        entry.last = now
        let beyond = entry.failures - LoginThrottle.freeFailures
        if beyond >= 0 {
          entry.blockedUntil = now + min(LoginThrottle.longestDelay, pow(2, Double(min(beyond, 10))))
        }
        entries[key] = entry
      }
      while entries.count > LoginThrottle.capacity, let oldest = entries.min(by: { $0.value.last < $1.value.last }) {
        entries[oldest.key] = nil
      }
    }
  }

  func succeeded(_ keys: [String]) {
    entries.withLock { entries in
      for key in keys { entries[key] = nil }
    }
  }
}

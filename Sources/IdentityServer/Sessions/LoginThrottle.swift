import Foundation
import Synchronization

/// Slows down guessing: after some failures a delay of one second that doubles up to a minute, also for unknown names.
/// After a quarter of an hour without a failure they are forgotten.
///
/// Failures are counted so that they do not hold up other people: for an account, per address or per browser that is known for
/// it (``KnownBrowsers``); for a browser; and, with a higher limit, for an account everywhere and for an address with any
/// account. The last two stop guessers with many addresses, and those who try one password with many names. All devices of
/// a class have the same address here, and one person's typing errors must not hold up the others.
final class LoginThrottle: Sendable {
  enum Account: Hashable, Sendable {
    case user(String)
    case administrator
  }

  enum Key: Hashable, Sendable {
    /// An account in a browser that is known for it, by the browser's number.
    case known(Account, String)
    /// An account from one address, in browsers that are not known for it.
    case account(Account, from: String)
    /// An account from everywhere, in browsers that are not known for it.
    case everywhere(Account)
    /// A browser, by the cookie that its forms are bound to.
    case browser(String)
    case address(String)

    var freeFailures: Int {
      switch self {
      case .known, .account, .browser: 5
      case .everywhere: 100
      case .address: 300
      }
    }
  }

  private struct Entry {
    var failures = 0
    var last = Date.distantPast
    var blockedUntil = Date.distantPast
  }

  static let longestDelay: TimeInterval = 60
  static let memory: TimeInterval = 900
  /// Only this many keys are kept; the oldest are dropped first.
  static let capacity = 10_000

  private let entries = Mutex<[Key: Entry]>([:])

  /// Seconds to wait before the next attempt under any of the keys; `nil`: none.
  func wait(_ keys: [Key], now: Date) -> Int? {
    let until = entries.withLock { entries in keys.compactMap { entries[$0]?.blockedUntil }.max() }
    guard let until, until > now else { return nil }
    return max(1, Int(until.timeIntervalSince(now).rounded(.up)))
  }

  func recordFailure(_ keys: [Key], now: Date) {
    entries.withLock { entries in
      for key in keys {
        var entry = entries[key] ?? Entry()
        if now.timeIntervalSince(entry.last) > LoginThrottle.memory { entry = Entry() }
        entry.failures += 1
        entry.last = now
        let beyond = entry.failures - key.freeFailures
        if beyond >= 0 { entry.blockedUntil = now + min(LoginThrottle.longestDelay, pow(2, Double(min(beyond, 10)))) }
        entries[key] = entry
      }
      while entries.count > LoginThrottle.capacity, let oldest = entries.min(by: { $0.value.last < $1.value.last }) {
        entries[oldest.key] = nil
      }
    }
  }

  /// Forgets the failures of account and browser. Those of an address stay: a login to the guesser's own account must not clear
  /// guesses at others. So do those of an account everywhere: its user's login must not give other guessers new tries.
  func recordSuccess(_ keys: [Key]) {
    entries.withLock { entries in
      for key in keys {
        switch key {
        case .address, .everywhere: continue
        case .known, .account, .browser: entries[key] = nil
        }
      }
    }
  }
}

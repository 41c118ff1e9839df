import Foundation
import Synchronization

/// Slows guessing down: after some failures a delay of one second that doubles up to a minute, for names that nobody has as
/// well. A quarter of an hour without a failure forgets them.
///
/// Failures are counted where those who have nothing to do with them are not held up: for an account, at the address that they come from
/// or in the browser that is known for it (``KnownBrowsers``); for a browser; and, only after many, for an account
/// everywhere and for an address whatever the account. The last two are for who has many addresses, and for who tries one
/// password with many names. Here every device of a class has the same address, and one who mistypes must not hold up the others.
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
  /// More names than this are not remembered; the oldest go first.
  static let capacity = 10_000

  private let entries = Mutex<[Key: Entry]>([:])

  /// Seconds to wait before the next attempt under any of the keys; `nil` when it may be made now.
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

  /// Forgets the failures of account and browser. Those of an address stay: one account of one's own must not pay for guesses
  /// at others. So do those of an account everywhere: its user's login gives a guesser elsewhere no new tries.
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

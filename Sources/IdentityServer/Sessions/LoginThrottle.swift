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

    fileprivate var text: String { if case .user(let name) = self { "user \(name)" } else { "administrator" } }
  }

  enum Key: Hashable, Sendable {
    /// An account in a browser that is known for it, by the browser's number.
    case known(Account, String)
    /// An account from one address, in browsers that are not known for it.
    case account(Account, from: String)
    /// An account from everywhere, in browsers that are not known for it.
    case everywhere(Account)
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
    let rests = entries.withLock { entries in keys.compactMap { entries[$0]?.blockedUntil.timeIntervalSince(now) } }
    // A longer one is from before the clock was set back.
    guard let rest = rests.filter({ $0 <= LoginThrottle.longestDelay }).max(), rest > 0 else { return nil }
    return max(1, Int(rest.rounded(.up)))
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

/// Runs logins one at a time, in the order of arrival.
///
/// This makes reading the throttle, checking the password and recording the failure one step: of many concurrent guesses only
/// those that the throttle allows are tried, and concurrent correct passwords do not delay each other.
actor LoginQueue {
  private let limit: Int
  private var last: Task<Void, Never>?
  private(set) var waiting = 0

  /// - Parameter limit: how many logins may wait, so that concurrent guesses cannot fill the server's connections.
  init(limit: Int) { self.limit = limit }

  func run<Outcome: Sendable>(_ work: @escaping @Sendable () async throws -> Outcome) async throws -> Outcome? {
    guard waiting < limit else { return nil }
    waiting += 1
    defer { waiting -= 1 }
    let previous = last
    let task = Task {
      await previous?.value
      return try await work()
    }
    last = Task { _ = await task.result }
    return try await task.value
  }
}

/// Recognises browsers that have signed in to an account before, so that wrong guesses of others do not lock them out ("device cookies", OWASP Slow
/// Down Online Guessing Attacks with Device Cookies).
///
/// The cookie identifies no one and only affects the throttle: it holds a random number and, for each of the latest accounts, an
/// HMAC over number and account. The server stores nothing. A thief of the cookie can guess only as slowly as in any browser.
struct KnownBrowsers: Sendable {
  /// Seconds; browsers keep no cookie for much longer than a year (RFC 6265bis §5.5).
  static let lifetime = 180 * 86_400
  /// A browser is known for at most this many accounts; those that signed in longest ago are dropped first.
  static let accounts = 8

  var key: [UInt8]

  /// The browser's number, if its cookie proves that this account has signed in with it.
  func number(_ cookie: String?, of account: LoginThrottle.Account) -> String? {
    guard let (number, marks) = parts(cookie), let wanted = mark(number, account),
      marks.contains(where: { Primitives.equal(Array($0.utf8), Array(wanted.utf8)) })
    else { return nil }
    return number
  }

  func cookie(after cookie: String?, of account: LoginThrottle.Account) -> Cookie {
    let (number, marks) = parts(cookie) ?? (Base64URL.encode(Primitives.random(16)), [])
    let own = mark(number, account) ?? ""
    let others = marks.filter { $0 != own }.prefix(KnownBrowsers.accounts - 1)
    return Cookie(
      name: Cookie.known, value: ([number, own] + others).joined(separator: "."), maximumAge: KnownBrowsers.lifetime)
  }

  private func parts(_ cookie: String?) -> (number: String, marks: [String])? {
    let parts = (cookie ?? "").utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
    guard (2...Self.accounts + 1).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 22 }) else { return nil }
    return (parts[0], Array(parts.dropFirst()))
  }

  private func mark(_ number: String, _ account: LoginThrottle.Account) -> String? {
    guard Base64URL.decode(number) != nil else { return nil }
    let text = "known browser\u{0}\(number)\u{0}\(account.text)"
    return Base64URL.encode(Primitives.hmac(Array(text.utf8), key: key).prefix(16))
  }
}

import SharedValues

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

  /// The cookie of a browser in which the account has just signed in.
  func cookie(after cookie: String?, of account: LoginThrottle.Account) -> Cookie {
    let (number, marks) = parts(cookie) ?? (Base64URL.encode(Primitives.random(16)), [])
    let own = mark(number, account) ?? ""
    let others = marks.filter { $0 != own }.prefix(KnownBrowsers.accounts - 1)
    return Cookie(
      name: Cookie.known, value: ([number, own] + others).joined(separator: "."), maximumAge: KnownBrowsers.lifetime)
  }

  private func parts(_ cookie: String?) -> (number: String, marks: [String])? {
    let parts = (cookie ?? "").utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
    guard (2...KnownBrowsers.accounts + 1).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 22 }) else {
      return nil
    }
    return (parts[0], Array(parts.dropFirst()))
  }

  private func mark(_ number: String, _ account: LoginThrottle.Account) -> String? {
    guard Base64URL.decode(number) != nil else { return nil }
    let text = "known browser\u{0}\(number)\u{0}\(account.text)"
    return Base64URL.encode(Primitives.hmac(Array(text.utf8), key: key).prefix(16))
  }
}

extension LoginThrottle.Account {
  fileprivate var text: String {
    switch self {
    case .user(let name): "user \(name)"
    case .administrator: "administrator"
    }
  }
}

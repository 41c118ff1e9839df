/// Reads one `Set-Cookie` line (RFC 6265 §5.2 and §5.3) and decides whether it may be stored.
enum SetCookie {
  /// Why a cookie was not stored; shown in the panel, never sent to the server.
  enum Refusal: String, Error, Hashable, Sendable {
    case noName, controlCharacter, tooLarge, foreignDomain, insecureOrigin, prefix, sameSiteNone
  }

  static let maximumSize = 4096
  static let maximumAttribute = 1024
  /// A cookie lives 400 days at most (RFC 6265bis §5.5).
  static let maximumAge: TimeInterval = 400 * 86400

  static func parse(_ line: String, from url: WebURL, now: Date) throws(Refusal) -> Cookie {
    guard !Cookie.holdsControls(line) else { throw .controlCharacter }
    // By bytes, as the RFC requires: a separator counts even with a combining mark behind it.
    var parts = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(trimmed)
    let pair = parts.removeFirst()
    guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { throw .noName }
    let name = trimmed(pair.utf8[..<equals])
    let value = trimmed(pair.utf8[pair.utf8.index(after: equals)...])
    guard !name.isEmpty else { throw .noName }
    guard name.utf8.count + value.utf8.count <= maximumSize else { throw .tooLarge }

    var cookie = Cookie(
      name: name, value: Secret(value), domain: url.host, hostOnly: true, path: defaultPath(of: url), secure: false,
      httpOnly: false, sameSite: .lax, expires: nil, created: now)
    let attributes = Attributes(parts)
    try applyDomain(attributes.domain, to: &cookie, url: url)
    if let path = attributes.path, Cookie.isPath(path) { cookie.path = path }
    // Browsers take `Secure` from plain http on this machine, too, and Keycloak sends it there. No cookie of https is sent to it.
    cookie.secure = attributes.secure && url.isSecure
    cookie.httpOnly = attributes.httpOnly
    cookie.sameSite = attributes.sameSite ?? .lax
    cookie.expires = expiry(attributes, now: now)
    try check(cookie, attributes, url: url)
    return cookie
  }

  /// The attributes as written; of a repeated attribute, the last one counts.
  private struct Attributes {
    var domain: String?
    var path: String?
    var maxAge: Int?
    var expires: Date?
    var secure = false
    var httpOnly = false
    var sameSite: Cookie.SameSite?

    init(_ parts: [String]) {
      for part in parts where part.utf8.count <= SetCookie.maximumAttribute {
        let pieces = part.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let value = pieces.count > 1 ? SetCookie.trimmed(pieces[1]) : ""
        switch SetCookie.trimmed(pieces[0]).lowercased() {
        case "domain": domain = value
        case "path": path = value
        case "max-age": maxAge = SetCookie.deltaSeconds(value) ?? maxAge
        case "expires": expires = CookieDate.parse(value) ?? expires
        case "secure": secure = true
        case "httponly": httpOnly = true
        case "samesite": sameSite = Cookie.SameSite(rawValue: value.lowercased())
        default: break
        }
      }
    }
  }

  private static func trimmed(_ text: Substring.UTF8View) -> String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var rest = text.drop(while: isSpace)
    while rest.last.map(isSpace) == true { rest = rest.dropLast() }
    return String(Substring(rest))
  }

  /// Only an optional minus and digits; larger numbers than `Int` holds are clamped.
  private static func deltaSeconds(_ text: String) -> Int? {
    let digits = text.without(prefix: "-") ?? text[...]
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text) ?? (text.hasPrefix(bytes: "-") ? Int.min : Int.max)
  }

  private static func expiry(_ attributes: Attributes, now: Date) -> Date? {
    let latest = now + maximumAge
    if let seconds = attributes.maxAge {
      return seconds <= 0 ? .distantPast : min(latest, now + TimeInterval(min(seconds, 1 << 40)))
    }
    return attributes.expires.map { min($0, latest) }
  }

  private static func applyDomain(_ attribute: String?, to cookie: inout Cookie, url: WebURL) throws(Refusal) {
    guard let attribute, case let written = String(attribute.without(prefix: ".") ?? attribute[...]), !written.isEmpty
    else { return }
    guard let domain = url.isIPAddress ? written.lowercased() : WebURL.asciiHost(written) else { throw .foreignDomain }
    // A single label (`com`, `localhost`) counts as a public suffix: for its own host it means host-only.
    let isWhole = url.isIPAddress || !domain.contains(scalar: ".")
    guard isWhole ? domain == url.host : CookieMatching.domain(domain, covers: url.host) else { throw .foreignDomain }
    if !isWhole { (cookie.domain, cookie.hostOnly) = (domain, false) }
  }

  private static func check(_ cookie: Cookie, _ attributes: Attributes, url: WebURL) throws(Refusal) {
    if attributes.secure, !url.isSecure, !url.isLoopback { throw .insecureOrigin }
    if cookie.sameSite == .none, !attributes.secure { throw .sameSiteNone }
    let name = cookie.name.lowercased()
    if name.hasPrefix(bytes: "__secure-"), !cookie.secure { throw .prefix }
    if name.hasPrefix(bytes: "__host-") {
      guard cookie.secure, attributes.domain ?? "" == "", attributes.path == "/" else { throw .prefix }
    }
  }

  /// RFC 6265 §5.1.4: up to the last slash of the request's path.
  private static func defaultPath(of url: WebURL) -> String {
    let path = url.path
    guard path.hasPrefix(bytes: "/"), let slash = path.lastIndex(ofScalar: "/"), slash != path.startIndex else {
      return "/"
    }
    return String(path[..<slash])
  }
}

/// Parses the dates of `Expires` by the lenient algorithm of RFC 6265 §5.1.1.
enum CookieDate {
  static func parse(_ text: String) -> Date? {
    var time: (Int, Int, Int)?
    var day: Int?
    var month: Int?
    var year: Int?
    for token in text.split(whereSeparator: { !isTokenCharacter($0) }) {
      if time == nil, let found = timeOfDay(token) { time = found; continue }
      if day == nil, let found = leadingNumber(token, digits: 1...2) { day = found; continue }
      if month == nil, let found = months.firstIndex(of: token.prefix(3).lowercased()) { month = found + 1; continue }
      if year == nil, let found = leadingNumber(token, digits: 2...4) { year = found }
    }
    guard let time, let day, let month, var year else { return nil }
    if (70...99).contains(year) { year += 1900 } else if (0...69).contains(year) { year += 2000 }
    guard (1...31).contains(day), year >= 1601, time.0 <= 23, time.1 <= 59, time.2 <= 59 else { return nil }
    var parts = DateComponents()
    (parts.year, parts.month, parts.day) = (year, month, day)
    (parts.hour, parts.minute, parts.second) = time
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    guard let date = calendar.date(from: parts), calendar.component(.day, from: date) == day else { return nil }
    return date
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  private static func isTokenCharacter(_ character: Character) -> Bool {
    guard let byte = character.asciiValue else { return true }
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: return false
    default: return true
    }
  }

  private static func timeOfDay(_ token: Substring) -> (Int, Int, Int)? {
    let parts = token.split(scalar: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return nil }
    let numbers = parts.prefix(3).enumerated().map { index, part in
      index < 2 ? (part.count <= 2 ? Int(part) : nil) : leadingNumber(part, digits: 1...2)
    }
    guard let hour = numbers[0], let minute = numbers[1], let second = numbers[2] else { return nil }
    return (hour, minute, second)
  }

  private static func leadingNumber(_ token: Substring, digits: ClosedRange<Int>) -> Int? {
    let number = token.prefix { $0.isASCII && $0.isNumber }
    return digits.contains(number.count) ? Int(number) : nil
  }
}

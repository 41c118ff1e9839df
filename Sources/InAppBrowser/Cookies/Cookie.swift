/// One stored cookie (RFC 6265 §5.3, with SameSite and name prefixes of RFC 6265bis).
struct Cookie: Hashable, Sendable {
  enum SameSite: String, Hashable, Sendable { case strict, lax, none }

  var name: String
  var value: Secret
  /// Lower case, without a leading dot.
  var domain: String
  var hostOnly: Bool
  var path: String
  var secure: Bool
  var httpOnly: Bool
  var sameSite: SameSite
  /// `nil`: a session cookie, kept until the browser's data is cleared.
  var expires: Date?
  var created: Date

  /// RFC 6265bis §5.6: a cookie with such a character is ignored. TAB is allowed.
  static func holdsControls(_ text: String) -> Bool { text.utf8.contains { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F } }

  /// RFC 6265 §5.2.4, by the first byte: a slash with a combining mark behind it is part of another `Character`.
  static func isPath(_ text: String) -> Bool { text.utf8.first == UInt8(ascii: "/") }

  var identity: Identity { Identity(name: name, domain: domain, path: path) }

  struct Identity: Hashable, Sendable {
    var name: String
    var domain: String
    var path: String
  }

  func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

  /// Whether this looks like a login session: guessed from flags and name, and used only for explanations.
  var looksLikeSSOSession: Bool {
    let lower = name.lowercased()
    return secure && httpOnly && ["sso", "session", "sid", "identity"].contains { lower.contains($0) }
      && !lower.contains("csrf")
  }

  var flags: [String] {
    [
      secure ? "Secure" : nil, httpOnly ? "HttpOnly" : nil, "SameSite=\(sameSite.rawValue.capitalized)",
      hostOnly ? nil : "Domain",
    ].compactMap { $0 }
  }
}

/// Which hosts, paths and sites get a cookie (RFC 6265 §5.1.3 and §5.1.4, RFC 6265bis §5.2).
enum CookieMatching {
  static func domain(_ domain: String, covers host: String) -> Bool {
    if domain == host { return true }
    return host.hasSuffix(bytes: "." + domain) && !WebURL.isIPAddress(host)
  }

  static func path(_ cookiePath: String, covers path: String) -> Bool {
    if path == cookiePath { return true }
    guard let below = path.without(prefix: cookiePath) else { return false }
    return cookiePath.hasSuffix(bytes: "/") || below.hasPrefix(bytes: "/")
  }

  /// Same scheme, and one host equals the other or is above it. Stricter than browsers with the list of public suffixes, which
  /// this one lacks: two subdomains of one domain count as two sites, so that a SameSite cookie is withheld rather than sent.
  static func sameSite(_ one: WebURL, _ other: WebURL) -> Bool {
    guard one.isSecure == other.isSecure else { return false }
    return one.host == other.host
      || [(one.host, other.host), (other.host, one.host)].contains {
        $0.contains(scalar: ".") && domain($0, covers: $1)
      }
  }
}

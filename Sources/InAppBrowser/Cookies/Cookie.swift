import FoundationEssentials
import SharedValues

/// One stored cookie (RFC 6265 §5.3, with SameSite and name prefixes of RFC 6265bis).
struct Cookie: Hashable, Sendable {
  enum SameSite: String, Hashable, Sendable { case strict, lax, none }

  var name: String
  var value: Secret
  /// Lower case, without a leading dot.
  var domain: String
  /// Whether the cookie is sent only to ``domain``, not to its subdomains.
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

  /// Name, domain and path: a cookie replaces another one with the same identity.
  var identity: Identity { Identity(name: name, domain: domain, path: path) }

  struct Identity: Hashable, Sendable {
    var name: String
    var domain: String
    var path: String
  }

  func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

  /// Whether this looks like a login session, which would make the second login silent. Guessed from flags and name,
  /// and used only for explanations.
  var looksLikeSSOSession: Bool {
    let lower = name.lowercased()
    return secure && httpOnly && ["sso", "session", "sid", "identity"].contains { lower.contains($0) }
      && !lower.contains("csrf")
  }

  /// The flags as shown to people, in a fixed order.
  var flags: [String] {
    [
      secure ? "Secure" : nil, httpOnly ? "HttpOnly" : nil, "SameSite=\(sameSite.rawValue.capitalized)",
      hostOnly ? nil : "Domain",
    ].compactMap { $0 }
  }
}

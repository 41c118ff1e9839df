import ForeignText

/// Which hosts, paths and sites get a cookie (RFC 6265 §5.1.3 and §5.1.4, RFC 6265bis §5.2).
enum CookieMatching {
  /// Whether `host` gets a cookie for `domain` and its subdomains.
  static func domain(_ domain: String, covers host: String) -> Bool {
    if domain == host { return true }
    return host.hasSuffix(bytes: "." + domain) && !WebURL.isIPAddress(host)
  }

  static func path(_ cookiePath: String, covers path: String) -> Bool {
    if path == cookiePath { return true }
    guard let below = path.without(prefix: cookiePath) else { return false }
    return cookiePath.hasSuffix(bytes: "/") || below.hasPrefix(bytes: "/")
  }

  /// Whether two pages belong to the same site: same scheme, and one host equals the other or is above it.
  ///
  /// Stricter than browsers with the list of public suffixes, which this one lacks: two subdomains of one domain count
  /// as two sites, so that a SameSite cookie is withheld rather than sent.
  static func sameSite(_ one: WebURL, _ other: WebURL) -> Bool {
    guard one.isSecure == other.isSecure else { return false }
    return one.host == other.host || domain(one.host, coversSubdomain: other.host)
      || domain(other.host, coversSubdomain: one.host)
  }

  private static func domain(_ domain: String, coversSubdomain host: String) -> Bool {
    domain.contains(scalar: ".") && CookieMatching.domain(domain, covers: host)
  }
}

import CLibIDN2

/// An absolute URL in a page (RFC 3986), not judged yet (``BrowserPolicy``).
struct WebURL: Hashable, Sendable, CustomStringConvertible {
  /// The URL as sent and shown; http and https URLs lose their fragment.
  let text: String
  let scheme: String
  /// Lower case, international names as A-labels (RFC 5890 §2.3.2.1), IPv6 without brackets; empty for schemes without authority.
  let host: String
  let port: Int?
  let path: String
  let query: String?

  var description: String { text }
  var isHTTP: Bool { scheme == "http" || scheme == "https" }
  var isSecure: Bool { scheme == "https" }
  var isIPAddress: Bool { WebURL.isIPAddress(host) }
  /// RFC 8252 §8.3: hosts on this machine.
  var isLoopback: Bool { LoopbackHost.contains(host) }
  var origin: String { "\(scheme)://\(authority)" }
  var authority: String { shownHost + portSuffix }
  var shownHost: String { host.contains(scalar: ":") ? "[\(host)]" : host }

  var portSuffix: String {
    guard let port, port != (isSecure ? 443 : 80) else { return "" }
    return ":\(port)"
  }

  init?(_ text: String) { self.init(URL(string: WebURL.cleaned(text))) }

  init?(_ reference: String, relativeTo base: WebURL) {
    let cleaned = WebURL.cleaned(reference)
    guard let baseURL = URL(string: base.text) else { return nil }
    self.init(cleaned.isEmpty ? baseURL : URL(string: cleaned, relativeTo: baseURL)?.absoluteURL)
  }

  private init?(_ url: URL?) {
    guard let url, let scheme = url.scheme?.lowercased(), !scheme.isEmpty else { return nil }
    let isHTTP = scheme == "http" || scheme == "https"
    // Without dot segments (RFC 3986 §5.2.4), which an absolute URL may have, too.
    guard var parts = URLComponents(url: isHTTP ? url.standardized : url, resolvingAgainstBaseURL: true) else {
      return nil
    }
    if isHTTP {
      parts.scheme = scheme
      parts.fragment = nil
      // `host` is the name without the escapes that Foundation writes for non-ASCII characters.
      guard let host = parts.host.flatMap(WebURL.asciiHost) else { return nil }
      parts.encodedHost = host
      if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
    }
    guard let text = parts.string, text.utf8.count <= WebURL.maximumLength else { return nil }
    (self.text, self.scheme) = (text, scheme)
    host = (isHTTP ? parts.encodedHost ?? "" : "").lowercased().trimming { "[]".unicodeScalars.contains($0) }
    port = parts.port
    path = parts.percentEncodedPath
    query = parts.percentEncodedQuery
  }

  /// A host name as it is looked up, compared and shown: IDNA's ToASCII (``InternationalHost``), in lower case; `nil`: invalid.
  static func asciiHost(_ name: String) -> String? {
    guard let host = InternationalHost.ascii(name.lowercased()), !host.isEmpty,
      host.utf8.allSatisfy(hostBytes.contains),
      areBracketsGood(host.utf8[...])
    else { return nil }
    return host.lowercased()
  }

  /// Whether brackets appear only around an IPv6 address (RFC 3986 §3.2.2).
  private static func areBracketsGood(_ host: Substring.UTF8View) -> Bool {
    let isBracketed = host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]") && host.count > 2
    let inner = isBracketed ? host.dropFirst().dropLast() : host
    return !inner.contains { "[]".utf8.contains($0) } && (!isBracketed || inner.contains(UInt8(ascii: ":")))
  }

  private static let hostBytes = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:[]".utf8)

  func replacingQuery(_ query: String) -> WebURL? {
    guard var parts = URLComponents(string: text) else { return nil }
    parts.percentEncodedQuery = query
    return parts.string.flatMap { WebURL($0) }
  }

  static let maximumLength = 16384

  /// HTML and URL standard: surrounding white space and all tabs and line breaks are dropped.
  private static func cleaned(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.withoutEdgeLines.unicodeScalars.filter { !"\t\n\r".unicodeScalars.contains($0) }))
  }

  static func isIPAddress(_ host: String) -> Bool {
    if host.contains(scalar: ":") { return true }
    let parts = host.split(scalar: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}

/// Converts hosts with non-ASCII characters to A-labels and back (RFC 5891, UTS #46 without its transitional part).
enum InternationalHost {
  /// An ASCII name stays unchanged, unless it has an `xn--` label that cannot be decoded: such a name cannot be registered.
  static func ascii(_ name: String) -> String? {
    guard !name.utf8.allSatisfy({ $0 < 0x80 }) || name.contains("xn--") else { return name }
    return converted(name) {
      idn2_to_ascii_8z($0, &$1, Int32(bitPattern: IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue))
    }
  }

  static func decoded(_ host: String) -> String? { converted(host) { idn2_to_unicode_8z8z($0, &$1, 0) } }

  private static func converted(
    _ name: String, _ convert: (UnsafePointer<CChar>, inout UnsafeMutablePointer<CChar>?) -> Int32
  ) -> String? {
    // The library would stop at the first zero.
    guard !name.utf8.contains(0) else { return nil }
    var made: UnsafeMutablePointer<CChar>?
    defer { idn2_free(made) }
    guard name.withCString({ convert($0, &made) }) == IDN2_OK.rawValue, let made else { return nil }
    return String(cString: made)
  }
}

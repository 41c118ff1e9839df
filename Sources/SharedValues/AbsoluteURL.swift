/// The parts of an absolute URI (RFC 3986 appendix B), read strictly: ASCII only, whole percent escapes, no userinfo.
///
/// Nothing is normalised, because OAuth compares URIs as strings.
public struct AbsoluteURL: Sendable {
  public let scheme: String
  /// Lower case; brackets of an IPv6 literal kept. `nil` where the URI has no authority.
  public let host: String?
  public let port: Int?
  public let path: String
  public let query: String?
  public let fragment: String?
  /// Everything before the query and the fragment.
  public let base: String

  public static let maximumLength = 16_384

  public init?(_ text: String) {
    guard text.utf8.count <= AbsoluteURL.maximumLength, AbsoluteURL.hasLegalCharacters(text) else { return nil }
    let (beforeFragment, fragment) = AbsoluteURL.split(Substring(text), at: "#")
    let (base, query) = AbsoluteURL.split(beforeFragment, at: "?")
    guard let colon = base.firstIndex(ofScalar: ":") else { return nil }
    let scheme = base[..<colon].lowercased()
    guard let first = scheme.first, first.isLetter,
      scheme.allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) })
    else { return nil }
    let rest = base.after(colon)
    if let behindSlashes = rest.without(prefix: "//") {
      let authority = behindSlashes.prefix(whileScalar: { $0 != "/" })
      guard let (host, port) = AbsoluteURL.hostAndPort(authority) else { return nil }
      (self.host, self.port) = (host, port)
      path = String(rest[authority.endIndex...])
    } else {
      guard !rest.isEmpty else { return nil }
      (host, port) = (nil, nil)
      path = String(rest)
    }
    self.scheme = scheme
    self.query = query.map(String.init)
    self.fragment = fragment.map(String.init)
    self.base = String(base)
  }

  /// Scheme, host and port (RFC 6454 §4), with the scheme's default port where none is written.
  public var origin: String? {
    host.map { "\(scheme)://\($0):\(port ?? (scheme == "http" ? 80 : 443))" }
  }

  /// Whether the host is this machine's loopback interface: `localhost`, 127.0.0.0/8 or `[::1]`.
  public var isLoopback: Bool { host.map(LoopbackHost.contains) ?? false }

  private static func split(_ text: Substring, at mark: Unicode.Scalar) -> (Substring, Substring?) {
    guard let index = text.firstIndex(ofScalar: mark) else { return (text, nil) }
    return (text[..<index], text.after(index))
  }

  private static func hostAndPort(_ authority: Substring) -> (String, Int?)? {
    guard !authority.contains(scalar: "@") else { return nil }
    let hostEnd =
      authority.hasPrefix(bytes: "[")
      ? authority.firstIndex(ofScalar: "]").map(authority.index(after:))
      : authority.firstIndex(ofScalar: ":") ?? authority.endIndex
    guard let hostEnd else { return nil }
    let host = authority[..<hostEnd].lowercased()
    guard !host.isEmpty else { return nil }
    let rest = authority[hostEnd...]
    if rest.isEmpty { return (host, nil) }
    let digits = rest.dropFirst()
    guard rest.first == ":", !digits.isEmpty, digits.allSatisfy(\.isNumber), let port = Int(digits), port <= 65_535
    else { return nil }
    return (host, port)
  }

  /// RFC 3986 §2: reserved and unreserved characters, and whole percent escapes; no space, control character, quote or backslash.
  public static func hasLegalCharacters(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.allSatisfy { PercentCoding.isOfQuery(bytes, $0) || "#[]".utf8.contains(bytes[$0]) }
  }
}

import SharedValues

/// A valid issuer identifier (OpenID Connect Discovery 1.0 §3, RFC 8414 §2): https without query and fragment, or plain
/// http on a loopback address where the configuration allows it by name.
///
/// Shown and compared as it was configured, character for character (RFC 8414 §3.3, RFC 9207 §2.4).
public struct Issuer: Hashable, Sendable {
  public let text: String
  /// In lower case; an IPv6 address without brackets.
  public let host: String
  public let port: Int
  public let path: String
  public let isTLS: Bool

  public enum Flaw: Error, Hashable, Sendable {
    /// Not an absolute http or https URL with a usable host and port.
    case notURL
    /// Plain http, and not on a loopback address.
    case notHTTPS
    /// A query, a fragment or user information.
    case notPlain
    /// Plain http on a loopback address, which the configuration does not allow.
    case loopbackNotAllowed

    func refusal(of text: String) -> ProtocolError {
      let (code, expected): (ProtocolError.Code, CheckTerm) =
        switch self {
        case .notURL, .notPlain: (.issuerInvalid, .httpsWithoutQuery)
        case .notHTTPS, .loopbackNotAllowed: (.issuerNotHTTPS, .httpsURL)
        }
      return ProtocolError(
        code, field: "issuer", expected: .check(expected), quoting: text.quotable(100), source: Discovery.members)
    }
  }

  /// - Throws: `issuer_invalid`, `issuer_not_https`.
  public init(_ text: String, allowPlainHTTPLoopback: Bool) throws(ProtocolError) {
    do {
      try self.init(judging: text, allowPlainHTTPLoopback: allowPlainHTTPLoopback)
    } catch { throw error.refusal(of: text) }
  }

  public init(judging text: String, allowPlainHTTPLoopback: Bool) throws(Flaw) {
    let url = AbsoluteURL(text)
    if url == nil, text.contains(scalar: "@") { throw .notPlain }
    guard let url, let host = url.host, url.scheme == "https" || url.scheme == "http" else { throw .notURL }
    guard url.query == nil, url.fragment == nil else { throw .notPlain }
    isTLS = url.scheme == "https"
    if !isTLS {
      guard url.isLoopback else { throw .notHTTPS }
      guard allowPlainHTTPLoopback else { throw .loopbackNotAllowed }
    }
    port = url.port ?? (isTLS ? 443 : 80)
    guard port > 0 else { throw .notURL }
    self.text = text
    self.host = String(host.drop(whileScalar: { $0 == "[" }).prefix(whileScalar: { $0 != "]" }))
    path = url.path
  }

  func isNamed(_ received: String) -> Bool { received.isExactly(text) }

  public static let embeddedPath = "/oauth/v2/oauth-anonymous"

  /// The app starts the embedded server for this issuer when nothing listens there.
  public var isEmbedded: Bool { isTLS && LoopbackHost.contains(host) && path == Issuer.embeddedPath }

  /// The embedded application server's URL, where this is the embedded server's issuer.
  public var embeddedApplicationServer: String? { isEmbedded ? origin + "/application" : nil }
  public var origin: String { String(text.without(suffix: path) ?? text[...]) }
}

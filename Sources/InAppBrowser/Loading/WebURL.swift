import Foundation

/// An absolute URL that a page may name (RFC 3986). Not yet judged: ``BrowserPolicy`` decides what is opened.
struct WebURL: Hashable, Sendable, CustomStringConvertible {
  /// As it is sent and shown, without the fragment for http and https.
  let text: String
  let scheme: String
  /// Lower case, IPv6 without brackets; empty for schemes without authority.
  let host: String
  let port: Int?
  let path: String
  let query: String?

  var description: String { text }
  var isHTTP: Bool { scheme == "http" || scheme == "https" }
  var isSecure: Bool { scheme == "https" }
  var isIPAddress: Bool { WebURL.isIPAddress(host) }
  /// RFC 8252 §8.3: what stays on this machine.
  var isLoopback: Bool { host == "localhost" || host == "::1" || WebURL.isLoopbackIPv4(host) }

  /// Scheme, host and port, as the `Origin` header has them.
  var origin: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(scheme)://\(name)\(portSuffix)"
  }

  /// Host and port as the address bar shows them.
  var authority: String { (host.contains(":") ? "[\(host)]" : host) + portSuffix }

  private var portSuffix: String {
    guard let port, port != (isSecure ? 443 : 80) else { return "" }
    return ":\(port)"
  }

  init?(_ text: String) {
    self.init(URL(string: WebURL.cleaned(text)))
  }

  /// Resolves a reference on a page (RFC 3986 §5).
  init?(_ reference: String, relativeTo base: WebURL) {
    let cleaned = WebURL.cleaned(reference)
    guard let baseURL = URL(string: base.text) else { return nil }
    self.init(cleaned.isEmpty ? baseURL : URL(string: cleaned, relativeTo: baseURL)?.absoluteURL)
  }

  private init?(_ url: URL?) {
    guard let url, let scheme = url.scheme?.lowercased(), !scheme.isEmpty else { return nil }
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
    let isHTTP = scheme == "http" || scheme == "https"
    if isHTTP {
      parts.scheme = scheme
      parts.fragment = nil
      guard let host = parts.host, !host.isEmpty else { return nil }
      parts.host = host.lowercased()
      if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
    }
    guard let text = parts.string, text.utf8.count <= WebURL.maximumLength else { return nil }
    self.text = text
    self.scheme = scheme
    host = (parts.host ?? "").lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    port = parts.port
    path = parts.percentEncodedPath
    query = parts.percentEncodedQuery
  }

  /// The same page with another query, as a GET form asks for it.
  func replacingQuery(_ query: String) -> WebURL? {
    guard var parts = URLComponents(string: text) else { return nil }
    parts.percentEncodedQuery = query
    return parts.string.flatMap { WebURL($0) }
  }

  static let maximumLength = 16384

  /// HTML and URL standard: white space around is dropped, tabs and line breaks within are dropped too.
  private static func cleaned(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines).filter { !$0.isNewline && $0 != "\t" }
  }

  static func isIPAddress(_ host: String) -> Bool {
    if host.contains(":") { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  private static func isLoopbackIPv4(_ host: String) -> Bool { isIPAddress(host) && host.hasPrefix("127.") }
}

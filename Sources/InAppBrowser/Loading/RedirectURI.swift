import ForeignText

/// The app's redirect URI. Reaching it ends the browser's work: it goes to the operating system's dispatch, never to
/// the network.
struct RedirectURI: Hashable, Sendable {
  let text: String

  /// Whether a URL is this URI: scheme, authority and path must match exactly; query and fragment may differ.
  ///
  /// The scheme is case-insensitive (RFC 3986 §3.1); nothing else is normalised, as RFC 8252 §8.4 requires.
  func matches(_ url: String) -> Bool { RedirectURI.base(url) == RedirectURI.base(text) }

  /// Whether it is an https address, which belongs to the app only if its host says so (RFC 8252 §7.2).
  var isClaimed: Bool { text.lowercased().hasPrefix(bytes: "https:") }

  /// Whether it is a port of this machine on which the app itself listens (RFC 8252 §7.3).
  var isLoopback: Bool { text.lowercased().hasPrefix(bytes: "http:") }

  private static func base(_ url: String) -> String {
    let whole = url.prefix(whileScalar: { $0 != "?" && $0 != "#" })
    guard let colon = whole.firstIndex(ofScalar: ":") else { return String(whole) }
    return whole[..<colon].lowercased() + whole[colon...]
  }
}

/// Delivers the redirect to the app, as an operating system does.
protocol RedirectDelivering: Sendable {
  /// Returns when the app has received it.
  ///
  /// - Throws: ``BrowserError/Code/redirectRefused`` or ``BrowserError/Code/appNotListening``.
  func deliver(_ uri: String) async throws(BrowserError)
}

import ForeignText

/// The URI that belongs to the app. Reaching it ends the browser's work: the operating system's dispatch gets it, never
/// the network.
struct RedirectURI: Hashable, Sendable {
  let text: String

  /// Whether a URL is this URI: scheme, authority and path exactly, query and fragment free.
  ///
  /// The scheme compares without case (RFC 3986 §3.1); nothing else is normalised, as RFC 8252 §8.4 wants it.
  func matches(_ url: String) -> Bool { RedirectURI.base(url) == RedirectURI.base(text) }

  /// An https address, which the app has only as far as its host says so (RFC 8252 §7.2).
  var isClaimed: Bool { text.lowercased().hasPrefix(bytes: "https:") }

  /// A port of this machine, at which the app itself listens (RFC 8252 §7.3).
  var isLoopback: Bool { text.lowercased().hasPrefix(bytes: "http:") }

  private static func base(_ url: String) -> String {
    let whole = url.prefix(whileScalar: { $0 != "?" && $0 != "#" })
    guard let colon = whole.firstIndex(ofScalar: ":") else { return String(whole) }
    return whole[..<colon].lowercased() + whole[colon...]
  }
}

/// Hands the redirect to the app, as an operating system does.
protocol RedirectDelivering: Sendable {
  /// Returns when the app has taken it; ``BrowserError/Code/redirectRefused`` or ``BrowserError/Code/appNotListening``.
  func deliver(_ uri: String) async throws(BrowserError)
}

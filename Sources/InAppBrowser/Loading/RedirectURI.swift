import LocalSockets

/// The app's redirect URI. Reaching it ends the browser's work: it goes to the app, never to the network.
struct RedirectURI: Hashable, Sendable {
  let text: String

  /// Scheme, authority and path must match exactly; query and fragment may differ. The scheme is case-insensitive (RFC 3986
  /// §3.1); nothing else is normalised, as RFC 8252 §8.4 requires.
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
  /// Throws ``BrowserError/Code/redirectRefused`` or ``BrowserError/Code/appNotListening``.
  func deliver(_ uri: String) async throws(BrowserError)
}

/// Delivers to the port on which the app listens (RFC 8252 §7.3): the request itself is the delivery.
struct LoopbackDelivery: RedirectDelivering {
  let fetcher: any PageFetching

  func deliver(_ uri: String) async throws(BrowserError) {
    let response: HTTPResponse
    do throws(TransportFailure) {
      response = try await fetcher.exchange(HTTPRequest("GET", LoopbackDelivery.address(uri), endpoint: .page)).response
    } catch {
      throw BrowserError(.appNotListening, ["path": String(uri.prefix(whileScalar: { $0 != "?" && $0 != "#" }))])
    }
    guard response.status == 200 else { throw BrowserError(.redirectRefused, ["detail": "status \(response.status)"]) }
  }

  /// The address as browsers send it (URL standard): without fragment, and with characters that a query must not contain
  /// escaped. A server may have put spaces, quotes or non-ASCII letters into an error description.
  static func address(_ uri: String) -> String {
    let whole = uri.prefix(whileScalar: { $0 != "#" })
    let base = whole.prefix(whileScalar: { $0 != "?" })
    return base + PercentCoding.mended(whole[base.endIndex...])
  }
}

/// Delivers to the app's Unix socket, which stands in for the operating system's URI dispatch.
struct AppDelivery: RedirectDelivering {
  let address: URIDispatchAddress

  func deliver(_ uri: String) async throws(BrowserError) {
    guard let failure = await URIDispatchClient.failure(delivering: uri, to: address) else { return }
    switch failure.code {
    case .nobodyListening: throw BrowserError(.appNotListening, ["path": address.path])
    case .refused, .tooLong: throw BrowserError(.redirectRefused, ["detail": failure.detail])
    default: throw BrowserError(.appNotListening, ["path": address.path, "detail": failure.detail])
    }
  }
}

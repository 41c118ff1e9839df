import ForeignText
import LocalSockets
import SharedValues

/// Delivers to the port on which the app listens (RFC 8252 §7.3): the request itself is the delivery.
struct LoopbackDelivery: RedirectDelivering {
  let fetcher: any PageFetching

  func deliver(_ uri: String) async throws(BrowserError) {
    do {
      let response = try await fetcher.exchange(HTTPRequest("GET", LoopbackDelivery.address(uri), endpoint: .page))
        .response
      guard response.status == 200 else {
        throw BrowserError(.redirectRefused, ["detail": "status \(response.status)"])
      }
    } catch let error as BrowserError {
      throw error
    } catch {
      throw BrowserError(.appNotListening, ["path": String(uri.prefix(whileScalar: { $0 != "?" && $0 != "#" }))])
    }
  }
}

extension LoopbackDelivery {
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

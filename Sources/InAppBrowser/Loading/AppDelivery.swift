import SharedValues
import URIDispatch

/// Delivers to the app's Unix socket, which stands for the operating system's URI dispatch.
struct AppDelivery: RedirectDelivering {
  let address: URIDispatchAddress

  func deliver(_ uri: String) async throws(BrowserError) {
    let address = address
    let failure: URIDispatchError? = await Task.detached {
      // The client blocks for a moment; not on the main actor.
      do throws(URIDispatchError) {
        try URIDispatchClient.deliver(uri, to: address)
        return nil
      } catch {
        return error
      }
    }.value
    guard let failure else { return }
    switch failure.code {
    case .nobodyListening: throw BrowserError(.appNotListening, ["path": address.path])
    case .refused, .tooLong: throw BrowserError(.redirectRefused, ["detail": failure.detail])
    default: throw BrowserError(.appNotListening, ["path": address.path, "detail": failure.detail])
    }
  }
}

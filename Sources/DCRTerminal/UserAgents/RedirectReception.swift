import AppState
import Catalogue
import OAuthClient
import Synchronization
import URIDispatch

/// Where the redirect of one pending request arrives: the socket that stands for the operating system's dispatch, or a
/// loopback port. Open from the preparation of the request until ``close()``, and no longer.
final class RedirectReception: Sendable {
  /// As the request names it, with the real port.
  let redirectURI: String
  /// The dispatch socket, for a user agent that hands redirects over; `nil` where the app listens itself.
  let socketPath: String?
  /// The redirects that were accepted. For one reader.
  let redirects: AsyncStream<String>

  private let arrivals: Arrivals
  private let stop: @Sendable () -> Void

  /// - Parameter folder: the device's own.
  /// - Throws: `socket_in_use`, `socket_unusable`, `redirect_port_in_use`, `redirect_cannot_listen`.
  init(for redirect: RedirectURI, in folder: String) throws(UserAgentFailure) {
    let (redirects, feed) = AsyncStream.makeStream(of: String.self)
    let arrivals = Arrivals(feed)
    (self.redirects, self.arrivals) = (redirects, arrivals)
    guard case .loopback(let host, let port) = redirect.kind else {
      let address = URIDispatchAddress(deviceDirectory: folder)
      let expected = redirect.text
      let listener = try RedirectReception.listen(at: address) { RedirectReception.answer($0, expected, arrivals) }
      (redirectURI, socketPath) = (expected, address.path)
      stop = { listener.close() }
      return
    }
    let listener = try LoopbackListener(host: host, port: port, redirect: redirect) { arrivals.add($0) }
    (redirectURI, socketPath) = (redirect.listening(at: listener.port), nil)
    stop = { listener.close() }
  }

  /// The configuration has judged it already; what was put together otherwise is refused here.
  static func judged(_ text: String) throws(UserAgentFailure) -> RedirectURI {
    do { return try RedirectURI(text) } catch {
      throw UserAgentFailure(code: "redirect_cannot_listen", ["received": text, "detail": error.expected ?? ""])
    }
  }

  /// A redirect that came in another way, e.g. that the user pasted.
  func offer(_ uri: String) -> Bool { RedirectReception.answer(uri, redirectURI, arrivals) == .accepted }

  /// Whether a redirect was accepted, though its reader may not have got to it yet.
  var hasArrived: Bool { arrivals.hasCome }

  /// Nothing is accepted any more. Harmless when repeated.
  func close() {
    stop()
    arrivals.end()
  }

  deinit { close() }

  private static func listen(
    at address: URIDispatchAddress, _ receive: @escaping @Sendable (String) -> URIDispatchAnswer
  ) throws(UserAgentFailure) -> URIDispatchListener {
    do {
      return try URIDispatchListener(at: address, receive: receive)
    } catch {
      let code = error.code == .inUse ? "socket_in_use" : "socket_unusable"
      throw UserAgentFailure(code: code, ["path": address.path, "detail": error.detail])
    }
  }

  /// Takes what begins with the redirect URI, and nothing else: the rest is no answer to what was asked. Whether its query
  /// is one is for the judges of the protocol.
  private static func answer(
    _ uri: String, _ redirectURI: String, _ arrivals: Arrivals
  ) -> URIDispatchAnswer {
    // Parameters follow a query of its own after `&`, and begin one otherwise.
    let marks = [redirectURI.contains("?") ? "&" : "?", "#"]
    guard uri == redirectURI || marks.contains(where: { uri.hasPrefix(redirectURI + $0) }) else {
      return .refused(Phrase.reasonNotThisRedirect.english)
    }
    arrivals.add(uri)
    return .accepted
  }
}

/// The accepted redirects on their way to the one who waits.
private final class Arrivals: Sendable {
  private let feed: AsyncStream<String>.Continuation
  private let first = Atomic(false)

  init(_ feed: AsyncStream<String>.Continuation) { self.feed = feed }

  var hasCome: Bool { first.load(ordering: .acquiring) }

  func add(_ uri: String) {
    first.store(true, ordering: .releasing)
    feed.yield(uri)
  }

  func end() { feed.finish() }
}

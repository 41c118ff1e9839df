import LocalSockets
import OAuthClient
import Synchronization

/// Receives the redirect of one pending request, at the socket that stands for the operating system's dispatch or at a loopback port. Open only from
/// the preparation of the request until ``close()``.
///
/// A redirect that does not answer the request is dropped, and the reception stays open for the right one.
package final class RedirectReception: Sendable {
  /// The redirect URI as it stands in the request, with the actual port.
  package let redirect: RedirectURI
  package var redirectURI: String { redirect.text }
  /// The dispatch socket, for a user agent that delivers redirects; `nil`: the app listens on a loopback port.
  package let socketPath: String?
  /// The accepted redirects, for one reader.
  package let redirects: AsyncStream<String>

  package enum Verdict: Hashable {
    case accepted
    case otherURI
    /// The text begins with the redirect URI but does not answer the request, so it was dropped.
    case otherAnswer
  }

  private let arrivals: Arrivals
  private let stop: @Sendable () -> Void

  /// - Parameters:
  ///   - awaited: the expected answer; `nil` accepts any answer, as an app does that sends no `state`.
  ///   - dropped: called with each redirect that answers no pending request, from any thread.
  /// - Throws: `socket_in_use`, `socket_unusable`, `redirect_port_in_use`, `redirect_cannot_listen`.
  package init(
    for redirect: RedirectURI, awaiting awaited: AwaitedRedirect?, in folder: String,
    dropped: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(UserAgentFailure) {
    let (redirects, feed) = AsyncStream.makeStream(of: String.self)
    let arrivals = Arrivals(feed, awaited, dropped)
    (self.redirects, self.arrivals) = (redirects, arrivals)
    guard case .loopback(let host, let port) = redirect.kind else {
      let address = URIDispatchAddress(deviceDirectory: folder)
      let expected = redirect.text
      let listener = try RedirectReception.listen(at: address) { uri in
        RedirectReception.isAt(expected, uri) && arrivals.isAwaited(uri)
      } receive: { uri in
        switch RedirectReception.judge(uri, expected, arrivals) {
        case .accepted: .accepted
        case .otherURI: .refused(Phrase.reasonNotThisRedirect.english)
        case .otherAnswer: .refused(Phrase.reasonNotThisAnswer.english)
        }
      }
      (self.redirect, socketPath) = (redirect, address.path)
      stop = { listener.close() }
      return
    }
    let listeners = try RedirectReception.listen(host, port, redirect) { arrivals.accept($0) }
    (self.redirect, socketPath) = (redirect.listening(at: listeners[0].port), nil)
    stop = { for listener in listeners { listener.close() } }
  }

  /// Listens on the redirect URI's address; for `localhost` on both: another program that listened on one of them would get the code.
  /// - Parameter attempts: how many free ports are tried, because one may be taken on the other address.
  private static func listen(
    _ host: String, _ port: Int?, _ redirect: RedirectURI, attempts: Int = 8,
    receive: @escaping @Sendable (String) -> Bool
  ) throws(UserAgentFailure) -> [LoopbackListener] {
    guard host == "localhost" else {
      return [try LoopbackListener(host: host, port: port, redirect: redirect, receive: receive)]
    }
    let first = try LoopbackListener(host: "127.0.0.1", port: port, redirect: redirect, receive: receive)
    do {
      return [first, try LoopbackListener(host: "[::1]", port: first.port, redirect: redirect, receive: receive)]
    } catch {
      // Without IPv6, no other program can listen on that address either.
      guard error.code == .redirectPortInUse else { return [first] }
      // Until another port has been found, so that this one is not found again.
      defer { first.close() }
      guard port == nil, attempts > 1 else { throw error }
      return try listen(host, port, redirect, attempts: attempts - 1, receive: receive)
    }
  }

  /// Offers a redirect that the user pasted. One that answers another request is a mistake of the user, not an attack.
  package func offer(_ uri: String) -> Verdict { RedirectReception.judge(uri, redirectURI, arrivals, isUsers: true) }
  var lastDropped: String? { arrivals.lastDropped }

  /// Whether a redirect was accepted, even if it has not been read from ``redirects`` yet.
  var hasArrived: Bool { arrivals.hasCome }

  /// Stops accepting redirects. May be called again.
  package func close() {
    stop()
    arrivals.end()
  }

  deinit { close() }

  private static func listen(
    at address: URIDispatchAddress, isAwaited: @escaping @Sendable (String) -> Bool,
    receive: @escaping @Sendable (String) -> URIDispatchAnswer
  ) throws(UserAgentFailure) -> URIDispatchListener {
    do { return try URIDispatchListener(at: address, isAwaited: isAwaited, receive: receive) } catch {
      let code = error.code == .inUse ? UserAgentFailure.Code.socketInUse : .socketUnusable
      throw UserAgentFailure(code, ["path": address.path, "detail": error.detail])
    }
  }

  /// Accepts a URI that begins with the redirect URI and answers the request; the protocol's judges find everything else that is wrong with it.
  private static func judge(
    _ uri: String, _ redirectURI: String, _ arrivals: Arrivals, isUsers: Bool = false
  ) -> Verdict {
    guard isAt(redirectURI, uri) else { return .otherURI }
    return arrivals.accept(uri, isUsers: isUsers) ? .accepted : .otherAnswer
  }

  /// Whether a URI is the redirect URI, with or without parameters: behind `&` if the redirect URI has a query, otherwise `?`; or in the fragment.
  private static func isAt(_ redirectURI: String, _ uri: String) -> Bool {
    let marks = [redirectURI.contains(scalar: "?") ? "&" : "?", "#"]
    return uri == redirectURI || marks.contains { uri.hasPrefix(bytes: redirectURI + $0) }
  }
}

/// Sorts incoming redirects: passes accepted ones to the waiting flow, and keeps the last dropped one.
private final class Arrivals: Sendable {
  private let feed: AsyncStream<String>.Continuation
  private let awaited: AwaitedRedirect?
  private let dropped: @Sendable (String) -> Void
  private let first = Atomic(false)
  private let last = Mutex<String?>(nil)

  init(
    _ feed: AsyncStream<String>.Continuation, _ awaited: AwaitedRedirect?,
    _ dropped: @escaping @Sendable (String) -> Void
  ) { (self.feed, self.awaited, self.dropped) = (feed, awaited, dropped) }

  var hasCome: Bool { first.load(ordering: .acquiring) }
  var lastDropped: String? { last.withLock { $0 } }
  func isAwaited(_ uri: String) -> Bool { awaited?.isAnswered(by: uri) ?? true }

  /// Accepts the awaited answer. Any other redirect is dropped and, unless the user pasted it, reported.
  func accept(_ uri: String, isUsers: Bool = false) -> Bool {
    if isAwaited(uri) {
      first.store(true, ordering: .releasing)
      feed.yield(uri)
      return true
    }
    if !isUsers {
      last.withLock { $0 = uri }
      dropped(uri)
    }
    return false
  }

  func end() { feed.finish() }
}

import Workshop
import AppState
import Catalogue
import OAuthClient
import Synchronization
import URIDispatch

/// Where the redirect of one pending request arrives: the socket that stands for the operating system's dispatch, or a
/// loopback port. Open from the preparation of the request until ``close()``, and no longer.
///
/// Whatever is no answer to the request is dropped, and the reception stays open for the one that is.
final class RedirectReception: Sendable {
  /// As the request names it, with the real port.
  let redirect: RedirectURI
  var redirectURI: String { redirect.text }
  /// The dispatch socket, for a user agent that hands redirects over; `nil` where the app listens itself.
  let socketPath: String?
  /// The redirects that were accepted. For one reader.
  let redirects: AsyncStream<String>

  /// What becomes of a redirect.
  enum Verdict: Hashable {
    case accepted
    /// The text does not begin with the redirect URI.
    case otherURI
    /// The text is at the redirect URI and does not answer the request: it was dropped.
    case otherAnswer
  }

  private let arrivals: Arrivals
  private let stop: @Sendable () -> Void

  /// - Parameters:
  ///   - folder: the device's own.
  ///   - awaited: the answer that is waited for; `nil` takes any, as an app does that sends no `state`.
  ///   - dropped: told of each redirect that nobody asked for, from any thread.
  /// - Throws: `socket_in_use`, `socket_unusable`, `redirect_port_in_use`, `redirect_cannot_listen`.
  init(
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
    let listeners = try RedirectReception.listen(host, port, redirect) { arrivals.take($0) }
    (self.redirect, socketPath) = (redirect.listening(at: listeners[0].port), nil)
    stop = { for listener in listeners { listener.close() } }
  }

  /// On the literal of the redirect URI. For `localhost`, which a browser may take for either, on both: were one of them left to others,
  /// the code would go there.
  private static func listen(
    _ host: String, _ port: Int?, _ redirect: RedirectURI, take: @escaping @Sendable (String) -> Bool
  ) throws(UserAgentFailure) -> [LoopbackListener] {
    guard host == "localhost" else {
      return [try LoopbackListener(host: host, port: port, redirect: redirect, take: take)]
    }
    let first = try LoopbackListener(host: "127.0.0.1", port: port, redirect: redirect, take: take)
    do {
      return [first, try LoopbackListener(host: "[::1]", port: first.port, redirect: redirect, take: take)]
    } catch {
      // A machine without IPv6 has no such address that somebody else could listen on.
      guard error.code == .redirectPortInUse else { return [first] }
      first.close()
      throw error
    }
  }

  /// For a URI that no configuration has judged.
  static func judged(_ text: String) throws(UserAgentFailure) -> RedirectURI {
    do { return try RedirectURI(accepted: text) } catch {
      throw UserAgentFailure(.redirectCannotListen, ["received": text, "detail": error.expected ?? ""])
    }
  }

  /// A redirect that the user pasted. One that answers another request is the user's own mistake, and counts as no attack.
  func offer(_ uri: String) -> Verdict { RedirectReception.judge(uri, redirectURI, arrivals, isUsers: true) }

  /// The last redirect that was dropped; `nil` when there was none.
  var lastDropped: String? { arrivals.lastDropped }

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
      let code = error.code == .inUse ? UserAgentFailure.Code.socketInUse : .socketUnusable
      throw UserAgentFailure(code, ["path": address.path, "detail": error.detail])
    }
  }

  /// Takes what begins with the redirect URI and answers the request, and nothing else. What else may be wrong with it is for
  /// the judges of the protocol.
  private static func judge(
    _ uri: String, _ redirectURI: String, _ arrivals: Arrivals, isUsers: Bool = false
  ) -> Verdict {
    // Parameters follow a query of its own after `&`, and begin one otherwise.
    let marks = [redirectURI.contains("?") ? "&" : "?", "#"]
    guard uri == redirectURI || marks.contains(where: { uri.hasPrefix(redirectURI + $0) }) else { return .otherURI }
    return arrivals.take(uri, isUsers: isUsers) ? .accepted : .otherAnswer
  }
}

/// The redirects that come in: the accepted ones on their way to the one who waits, and the last of those that were dropped.
private final class Arrivals: Sendable {
  private let feed: AsyncStream<String>.Continuation
  private let awaited: AwaitedRedirect?
  private let dropped: @Sendable (String) -> Void
  private let first = Atomic(false)
  private let last = Mutex<String?>(nil)

  init(
    _ feed: AsyncStream<String>.Continuation, _ awaited: AwaitedRedirect?,
    _ dropped: @escaping @Sendable (String) -> Void
  ) {
    (self.feed, self.awaited, self.dropped) = (feed, awaited, dropped)
  }

  var hasCome: Bool { first.load(ordering: .acquiring) }
  var lastDropped: String? { last.withLock { $0 } }

  /// Whether it is the answer that is waited for. Any other one is dropped and told of, unless the user gave it.
  func take(_ uri: String, isUsers: Bool = false) -> Bool {
    if let awaited, !awaited.isAnswered(by: uri) {
      if !isUsers {
        last.withLock { $0 = uri }
        dropped(uri)
      }
      return false
    }
    first.store(true, ordering: .releasing)
    feed.yield(uri)
    return true
  }

  func end() { feed.finish() }
}

import LocalSockets

/// The end of those who deliver: the browser, `open-uri`, the desktop.
public enum URIDispatchClient {
  /// Hands a URI to the running app and waits for its answer. Blocks for `milliseconds` at most.
  ///
  /// - Throws: `nobody_listening`, `refused` with the app's reason, `too_long`, and `unreachable` for all that is neither:
  ///   a socket of another user, a folder that is not safe, an app that does not answer.
  public static func deliver(
    _ uri: String, to address: URIDispatchAddress, deadline milliseconds: Int = 5000
  ) throws(URIDispatchError) {
    try send("", uri, to: address, deadline: milliseconds)
  }

  /// Whether the app at this address runs and waits for this very URI. Nothing is delivered, and nothing of it is shown or counted
  /// there. Blocks for `milliseconds` at most.
  public static func isAwaited(_ uri: String, at address: URIDispatchAddress, deadline milliseconds: Int = 1000) -> Bool
  {
    (try? send(URIDispatch.question, uri, to: address, deadline: milliseconds)) != nil
  }

  private static func send(
    _ mark: String, _ uri: String, to address: URIDispatchAddress, deadline milliseconds: Int
  ) throws(URIDispatchError) {
    guard mark.utf8.count + uri.utf8.count <= URIDispatch.limit else { throw URIDispatchError(.tooLong) }
    guard !uri.isEmpty, !uri.hasControlCharacters else { throw URIDispatchError(.refused, "not a URI") }
    let end = LocalDeadline(milliseconds: milliseconds)
    // A redirect holds a code: nobody else's process gets to read it.
    let connection: LocalConnection
    do throws(LocalSocketError) {
      connection = try LocalConnection(
        in: address.deviceDirectory, socket: URIDispatchAddress.socketName, until: end)
    } catch { throw URIDispatchError(error) }
    let answer: [UInt8]
    do throws(LocalSocketError) {
      try connection.send(Array((mark + uri).utf8) + [UInt8(ascii: "\n")], until: end)
      answer = try connection.readLine(limit: 1024, until: end)
    } catch { throw URIDispatchError(.unreachable, error.detail.isEmpty ? "no answer" : error.detail) }
    try judge(String(decoding: answer, as: UTF8.self))
  }

  /// Like ``deliver(_:to:deadline:)``, without blocking the caller: it runs on another thread. `nil`: the app has accepted the URI.
  public static func failure(delivering uri: String, to address: URIDispatchAddress) async -> URIDispatchError? {
    await Task.detached { () -> URIDispatchError? in
      do throws(URIDispatchError) { try deliver(uri, to: address) } catch { return error }
      return nil
    }.value
  }

  private static func judge(_ answer: String) throws(URIDispatchError) {
    let refusal = "refused: "
    if answer == "ok" { return }
    guard answer.hasPrefix(refusal), !answer.hasControlCharacters else {
      throw URIDispatchError(.unreachable, "the answer makes no sense")
    }
    throw URIDispatchError(.refused, String(answer.dropFirst(refusal.count)))
  }
}

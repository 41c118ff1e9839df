/// The delivering end: the browser, `open-uri`, the desktop.
package enum URIDispatchClient {
  /// Delivers a URI to the running app and waits for its answer. Blocks for at most `milliseconds`.
  ///
  /// - Throws: `nobody_listening`, `refused` with the app's reason, `too_long`, and `unreachable` for all other failures: a socket of another user,
  ///   an unsafe folder, an app that does not answer.
  package static func deliver(
    _ uri: String, to address: URIDispatchAddress, deadline milliseconds: Int = 5000
  ) throws(LocalSocketError) {
    try send("", uri, to: address, deadline: milliseconds)
  }

  /// Whether the app at this address runs and waits for exactly this URI. Delivers nothing, and the app neither shows nor counts the question. Blocks
  /// for at most `milliseconds`.
  package static func isAwaited(
    _ uri: String, at address: URIDispatchAddress, deadline milliseconds: Int = 1000
  ) -> Bool {
    (try? send(URIDispatch.question, uri, to: address, deadline: milliseconds)) != nil
  }

  private static func send(
    _ mark: String, _ uri: String, to address: URIDispatchAddress, deadline milliseconds: Int
  ) throws(LocalSocketError) {
    guard mark.utf8.count + uri.utf8.count <= URIDispatch.limit else { throw LocalSocketError(.tooLong) }
    guard !uri.isEmpty, !uri.hasControlCharacters else { throw LocalSocketError(.refused, "not a URI") }
    let end = LocalDeadline(milliseconds: milliseconds)
    // A redirect holds a code, which no other user's process may read.
    let connection = try LocalConnection(in: address.deviceDirectory, socket: URIDispatchAddress.socketName, until: end)
    let answer: [UInt8]
    do throws(LocalSocketError) {
      try connection.send(Array((mark + uri).utf8) + [UInt8(ascii: "\n")], until: end)
      answer = try connection.readLine(limit: 1024, until: end)
    } catch { throw LocalSocketError(.unreachable, error.detail.isEmpty ? "no answer" : error.detail) }
    try judge(String(decoding: answer, as: UTF8.self))
  }

  /// Like ``deliver(_:to:deadline:)``, on another thread, so that the caller is not blocked. `nil`: the app has accepted the URI.
  package static func failure(delivering uri: String, to address: URIDispatchAddress) async -> LocalSocketError? {
    await Task.detached { () -> LocalSocketError? in
      do throws(LocalSocketError) { try deliver(uri, to: address) } catch { return error }
      return nil
    }.value
  }

  private static func judge(_ answer: String) throws(LocalSocketError) {
    let refusal = "refused: "
    if answer == "ok" { return }
    guard answer.hasPrefix(refusal), !answer.hasControlCharacters else {
      throw LocalSocketError(.unreachable, "the answer makes no sense")
    }
    throw LocalSocketError(.refused, String(answer.dropFirst(refusal.count)))
  }
}

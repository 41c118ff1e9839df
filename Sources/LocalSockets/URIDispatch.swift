/// Stands in for the system's dispatch (RFC 8252 §7.1): one socket per device, where any program of the user delivers redirect URIs.
///
/// The protocol: the client sends the URI and a line feed, at most ``limit`` bytes; the app answers `ok` or `refused: reason` and a line feed. With
/// ``question`` before it the URI is not delivered: the app answers whether it waits for it. One delivery, or one question, per connection.
package enum URIDispatch {
  package static let limit = 64 * 1024
  /// No URI begins with this (RFC 3986 §3.1).
  static let question = "? "
}

/// The address of a device's app.
package struct URIDispatchAddress: Hashable, Sendable {
  /// The device's own folder, `<data-dir>/devices/<name>`. It may be of any length.
  package var deviceDirectory: String
  package static let socketName = "uri.sock"

  package init(deviceDirectory: String) { self.deviceDirectory = deviceDirectory }

  /// The address of the socket with this path, as in `--dispatch-socket`; `nil` unless it ends in ``socketName``.
  package init?(socketPath: String) {
    let suffix = "/" + URIDispatchAddress.socketName
    guard socketPath.hasSuffix(suffix) else { return nil }
    let directory = socketPath.dropLast(suffix.count)
    deviceDirectory = directory.isEmpty ? "/" : String(directory)
  }

  /// The socket's path, for people and command lines. It may be longer than a socket's path may be.
  package var path: String { deviceDirectory + "/" + URIDispatchAddress.socketName }
}

package enum URIDispatchAnswer: Hashable, Sendable {
  case accepted
  /// The reason, one line, for the program that delivered the URI.
  case refused(String)
}

/// The delivering end: the browser, `open-uri`, the desktop.
package enum URIDispatchClient {
  /// Delivers a URI to the running app and waits for its answer. Blocks for at most `milliseconds`.
  /// - Throws: `nobody_listening`, `refused` with the app's reason, `too_long`, and `unreachable` for all other failures.
  package static func deliver(
    _ uri: String, to address: URIDispatchAddress, deadline milliseconds: Int = 5000
  ) throws(LocalSocketError) { try send("", uri, to: address, deadline: milliseconds) }

  /// Whether the app runs and waits for exactly this URI. Delivers nothing, and is neither shown nor counted. Blocks for a second at most.
  package static func isAwaited(_ uri: String, at address: URIDispatchAddress) -> Bool {
    (try? send(URIDispatch.question, uri, to: address, deadline: 1000)) != nil
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

/// The app's end: receives URIs until it is closed.
///
/// Guarantees: those of ``LocalListener``; peers of other users are not read; one URI per connection.
package final class URIDispatchListener: Sendable {
  private let listener: LocalListener

  /// - Parameters:
  ///   - milliseconds: how long a peer may take to send its line.
  ///   - isAwaited: answers whether the app waits for a URI, without other effects; on the same queue.
  ///   - receive: called for each URI, on the listener's own queue, one at a time: valid UTF-8 without control characters, not judged otherwise.
  /// - Throws: `in_use`, `unsafe_directory`, `cannot_listen`.
  package init(
    at address: URIDispatchAddress, deadline milliseconds: Int = 5000,
    isAwaited: @escaping @Sendable (String) -> Bool = { _ in false },
    receive: @escaping @Sendable (String) -> URIDispatchAnswer
  ) throws(LocalSocketError) {
    let rules = LineRules(limit: URIDispatch.limit, milliseconds: milliseconds, mayIdle: false, connections: 16)
    listener = try LocalListener(
      in: address.deviceDirectory, socket: URIDispatchAddress.socketName, rules: rules, admits: { $0.isSameUser }
    ) { input in
      .last(Array(URIDispatchListener.answer(input, isAwaited, receive).line.utf8))
    }
  }

  /// Stops listening and removes the socket. May be called again.
  package func close() { listener.close() }

  private static func answer(
    _ input: LineInput, _ isAwaited: (String) -> Bool, _ receive: (String) -> URIDispatchAnswer
  ) -> URIDispatchAnswer {
    switch input {
    case .late: return .refused("no complete line in time")
    case .tooLong: return .refused("longer than \(URIDispatch.limit) bytes")
    case .line(let line):
      let isQuestion = line.starts(with: URIDispatch.question.utf8)
      let bytes = line.dropFirst(isQuestion ? URIDispatch.question.utf8.count : 0)
      guard let uri = String(validating: bytes, as: UTF8.self), !uri.isEmpty, !uri.hasControlCharacters else {
        return .refused("not a URI")
      }
      guard isQuestion else { return receive(uri) }
      return isAwaited(uri) ? .accepted : .refused("nothing waits for it")
    }
  }
}

extension URIDispatchAnswer {
  /// The answer as one line: at most 200 characters of the reason, without control characters.
  var line: String {
    switch self {
    case .accepted: "ok\n"
    case .refused(let reason):
      "refused: \(String.UnicodeScalarView(reason.unicodeScalars.prefix(200).map { $0.isControl ? " " : $0 }))\n"
    }
  }
}

extension Unicode.Scalar {
  var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0x2028 || value == 0x2029 }
}

extension String { package var hasControlCharacters: Bool { unicodeScalars.contains(where: \.isControl) } }

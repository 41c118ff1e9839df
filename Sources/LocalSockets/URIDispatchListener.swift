/// The app's end: receives URIs until it is closed.
///
/// Guarantees: those of ``LocalListener``; peers of other users are not read; one URI per connection.
package final class URIDispatchListener: Sendable {
  private let listener: LocalListener

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - milliseconds: how long a peer may take to send its line.
  ///   - isAwaited: answers whether the app waits for a URI, without other effects; on the same queue.
  ///   - receive: called for each complete URI, on the listener's own queue, one at a time. The URI is valid UTF-8 without control characters;
  ///     nothing else about it has been judged.
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

extension String { var hasControlCharacters: Bool { unicodeScalars.contains(where: \.isControl) } }

/// Stands in for the operating system's URI dispatch (RFC 8252 §7.1): one Unix socket per device, where the running app receives redirect URIs and
/// any program of the same user delivers them.
///
/// The protocol: the client sends the URI and a line feed, at most ``limit`` bytes; the app answers `ok` or `refused: reason` and a line feed. With
/// ``question`` before it the URI is not delivered: the app answers whether it waits for it. One delivery, or one question, per connection.
package enum URIDispatch {
  /// The longest URI, in bytes.
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

/// The app's answer to a URI.
package enum URIDispatchAnswer: Hashable, Sendable {
  case accepted
  /// The reason, one line, for the program that delivered the URI.
  case refused(String)
}

/// What stands for the operating system's URI dispatch (RFC 8252 §7.1): one Unix socket a device, at which the running app
/// takes redirect URIs and anybody of the same user delivers them.
///
/// The protocol: the client sends the URI and a line feed, at most ``limit`` bytes; the app answers `ok` or
/// `refused: reason` and a line feed. With ``question`` before it the URI is not delivered: the app says whether it waits for
/// it. One delivery, or one question, a connection.
public enum URIDispatch {
  /// Bytes of the longest URI.
  public static let limit = 64 * 1024
  /// No URI begins with it (RFC 3986 §3.1).
  static let question = "? "
}

/// Where a device's app is reached.
public struct URIDispatchAddress: Hashable, Sendable {
  /// The device's own folder, `<data-dir>/devices/<name>`. Its length does not matter.
  public var deviceDirectory: String
  /// The socket's name within it.
  public static let socketName = "uri.sock"

  public init(deviceDirectory: String) { self.deviceDirectory = deviceDirectory }

  /// The address whose socket has this path, as `--dispatch-socket` names it; `nil` unless it ends in ``socketName``.
  public init?(socketPath: String) {
    let suffix = "/" + URIDispatchAddress.socketName
    guard socketPath.hasSuffix(suffix) else { return nil }
    let directory = socketPath.dropLast(suffix.count)
    deviceDirectory = directory.isEmpty ? "/" : String(directory)
  }

  /// The socket's path, for people and command lines. It may be longer than the system lets the path of a socket be.
  public var path: String { deviceDirectory + "/" + URIDispatchAddress.socketName }
}

/// Why a URI could not be delivered, or an app cannot take any.
public struct URIDispatchError: Error, Hashable, Sendable {
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// No app of this device is running.
    case nobodyListening = "nobody_listening"
    /// The app does not want this URI; `detail` is its reason.
    case refused
    /// Something is there, but does not answer as the app does, or not in time.
    case unreachable
    /// The URI has more than ``URIDispatch/limit`` bytes.
    case tooLong = "too_long"
    /// Another app of this device is listening already.
    case inUse = "in_use"
    /// The folder is missing, a symbolic link, somebody else's, or open to others.
    case unsafeDirectory = "unsafe_directory"
    /// The system refused the socket; `detail` says why.
    case cannotListen = "cannot_listen"
  }

  public var code: Code
  /// What went wrong, for the log and the details view. Never holds the URI.
  public var detail: String

  public init(_ code: Code, _ detail: String = "") {
    (self.code, self.detail) = (code, detail)
  }
}

/// What the app says to a URI.
public enum URIDispatchAnswer: Hashable, Sendable {
  case accepted
  /// The reason, one line; the program that delivered the URI gets it.
  case refused(String)
}

import Glibc

/// Why two programs on this machine could not talk through a Unix socket.
package struct LocalSocketError: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable {
    /// No listener is there, or it has ended.
    case nobodyListening = "nobody_listening"
    /// The app refused the URI; `detail` is its reason.
    case refused
    /// A listener is there, but does not answer as it should, or not in time.
    case unreachable
    /// The URI is longer than ``URIDispatch/limit``, or the answer longer than the reader allows.
    case tooLong = "too_long"
    /// Another listener is there already.
    case inUse = "in_use"
    /// The folder is missing, a symbolic link, owned by another user, or open to others.
    case unsafeFolder = "unsafe_directory"
    /// The system refused the socket.
    case cannotListen = "cannot_listen"
  }

  package var code: Code
  /// What went wrong, in a few words, for the log and the details view. Never holds a URI.
  package var detail: String

  package init(_ code: Code, _ detail: String = "") { (self.code, self.detail) = (code, detail) }
}

func systemError() -> String { String(cString: strerror(errno)) }

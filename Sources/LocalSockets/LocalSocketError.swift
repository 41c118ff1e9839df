#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why two programs of this machine could not talk through a Unix socket.
public struct LocalSocketError: Error, Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    /// Nobody listens there, or not any more.
    case nobodyListening
    /// Something is there, but does not answer as it should, or not in time.
    case unreachable
    /// Another listener is there already.
    case inUse
    /// The folder is missing, a symbolic link, somebody else's, or open to others.
    case unsafeFolder
    /// The system refused the socket.
    case cannotListen
    /// The answer is longer than its reader allows.
    case tooLong
  }

  public var code: Code
  /// What went wrong, in a few words.
  public var detail: String

  public init(_ code: Code, _ detail: String = "") { (self.code, self.detail) = (code, detail) }
}

func systemError() -> String { String(cString: strerror(errno)) }

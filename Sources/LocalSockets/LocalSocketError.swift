#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why two programs on this machine could not talk through a Unix socket.
public struct LocalSocketError: Error, Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    /// No listener is there, or it has ended.
    case nobodyListening
    /// A listener is there, but does not answer as it should, or not in time.
    case unreachable
    /// Another listener is there already.
    case inUse
    /// The folder is missing, a symbolic link, owned by another user, or open to others.
    case unsafeFolder
    /// The system refused the socket.
    case cannotListen
    /// The answer is longer than the reader allows.
    case tooLong
  }

  public var code: Code
  /// What went wrong, in a few words.
  public var detail: String

  public init(_ code: Code, _ detail: String = "") { (self.code, self.detail) = (code, detail) }
}

func systemError() -> String { String(cString: strerror(errno)) }

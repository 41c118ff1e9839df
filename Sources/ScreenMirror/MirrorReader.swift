import Glibc

/// The reader's end of a mirror: creates a FIFO, and reads the frames that programs write to it.
public final class MirrorReader {
  public let path: String
  /// Readable when frames have arrived, for `poll`.
  public let descriptor: Int32
  private let ownWritingEnd: Int32
  private var line: [UInt8] = []

  /// More than the largest terminal needs with a different style in every cell.
  private static let longestLine = 64 << 20

  /// Creates the FIFO, accessible only to this user.
  /// - Throws: the system's error number.
  public init(at path: String) throws(MirrorUnavailable) {
    self.path = path
    guard mkfifo(path, 0o600) == 0 else { throw MirrorUnavailable(number: errno) }
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw MirrorUnavailable(number: errno) }
    // Held open, so that the end of one writer does not end the FIFO.
    ownWritingEnd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
  }

  deinit {
    for end in [descriptor, ownWritingEnd] where end >= 0 { close(end) }
    unlink(path)
  }

  /// The frames that have arrived since the last call. Skips invalid lines. Never blocks.
  public func read() -> [MirrorFrame] {
    var frames: [MirrorFrame] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return frames }
      var rest = buffer[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line += rest[..<end]
        rest = rest[(end + 1)...]
        if !line.isEmpty, let frame = MirrorFrame(line) { frames.append(frame) }
        line = []
      }
      if line.count < MirrorReader.longestLine { line += rest }
    }
  }
}

/// The system's error number that explains why there is no mirror.
public struct MirrorUnavailable: Error, Hashable, Sendable { public var number: Int32 }

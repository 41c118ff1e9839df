import Glibc
import Synchronization

/// Whole texts and bytes to and from open descriptors: standard streams and pipes.
package enum Descriptor {
  /// If the reader has gone away, the rest is dropped silently.
  /// - Returns: why the rest was not written, if there is another reason, such as a full disk.
  @discardableResult
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> SystemError? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        switch errno {
        case EINTR: continue
        case EAGAIN:
          var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&room, 1, -1)
          continue
        case EPIPE: return nil
        default: return .last
        }
      }
      rest = rest.dropFirst(written)
    }
    return nil
  }

  @discardableResult
  package static func write(_ text: String, to descriptor: Int32) -> SystemError? {
    write(Array(text.utf8), to: descriptor)
  }

  /// Reads until the other end closes, then closes this one.
  package static func read(_ descriptor: Int32, _ receive: (ArraySlice<UInt8>) -> Void) {
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      receive(buffer[..<count])
    }
  }
}

/// Standard output. The first write error is remembered, so that a program can report it when it ends.
package enum Output {
  private static let first = Mutex<SystemError?>(nil)

  /// Why some output is missing; `nil`: it is complete.
  package static var failure: SystemError? { first.withLock { $0 } }

  package static func write(_ text: String) {
    guard let error = Descriptor.write(text, to: STDOUT_FILENO) else { return }
    first.withLock { $0 = $0 ?? error }
  }
}

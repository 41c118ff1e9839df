import Dispatch
import Glibc

/// The connecting end. Every call blocks until the deadline at most.
package final class LocalConnection {
  private let descriptor: Int32
  private var received: [UInt8] = []

  /// - Parameter isRight: whether the peer is the expected listener. Any other peer is sent nothing.
  /// - Throws: `nobody_listening`, `unreachable`.
  package init(
    in path: String, socket name: String, until end: LocalDeadline, isRight: (Peer) -> Bool = { $0.isSameUser }
  ) throws(LocalSocketError) {
    let folder: SocketFolder
    do throws(LocalSocketError) { folder = try SocketFolder(path, socket: name) } catch {
      throw error.code == .unsafeFolder ? LocalSocketError(.unreachable, error.detail) : error
    }
    defer { folder.shut() }
    let descriptor = unixSocket()
    guard descriptor >= 0 else { throw LocalSocketError(.unreachable, systemError()) }
    do throws(LocalSocketError) {
      try LocalConnection.connect(descriptor, folder, until: end)
      guard let peer = Peer(of: descriptor), isRight(peer) else {
        throw LocalSocketError(.unreachable, "somebody else's socket")
      }
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  private static func connect(
    _ descriptor: Int32, _ folder: SocketFolder, until end: LocalDeadline
  ) throws(LocalSocketError) {
    while withSocketAddress(folder.socketAddress, { Glibc.connect(descriptor, $0, $1) }) != 0 {
      switch errno {
      case EINTR: continue
      case ENOENT, ECONNREFUSED: throw LocalSocketError(.nobodyListening)
      // The listener exists, but its queue is full.
      case EAGAIN:
        guard end.remaining > 0 else { throw LocalSocketError(.unreachable, "too busy") }
        poll(nil, 0, 10)
      default: throw LocalSocketError(.unreachable, systemError())
      }
    }
  }

  /// - Throws: `unreachable`. A peer that stopped reading is no failure: it may have answered already.
  package func send(_ bytes: [UInt8], until end: LocalDeadline) throws(LocalSocketError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE || errno == ECONNRESET {
        return
      } else {
        try wait(for: Int16(POLLOUT), until: end)
      }
    }
  }

  /// The next line, without its line feed.
  /// - Throws: `nobody_listening` when the other end has closed, `unreachable`, `too_long`.
  package func readLine(limit: Int, until end: LocalDeadline) throws(LocalSocketError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      if let feed = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...feed) }
        return Array(received[..<feed])
      }
      guard received.count <= limit else { throw LocalSocketError(.tooLong) }
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 {
        received += bytes.prefix(count)
      } else if count == 0 || errno == ECONNRESET {
        throw LocalSocketError(.nobodyListening, "no answer")
      } else {
        try wait(for: Int16(POLLIN), until: end)
      }
    }
  }

  /// Waits if the last call on the socket was only too early or interrupted.
  private func wait(for events: Int16, until end: LocalDeadline) throws(LocalSocketError) {
    if errno == EINTR { return }
    guard errno == EAGAIN else { throw LocalSocketError(.unreachable, systemError()) }
    let time = end.remaining
    guard time > 0 else { throw LocalSocketError(.unreachable, "no answer in time") }
    var watched = pollfd(fd: descriptor, events: events, revents: 0)
    poll(&watched, 1, Int32(clamping: time))
  }
}

/// A time on the machine's monotonic clock.
package struct LocalDeadline: Sendable {
  private let end: Int

  package init(milliseconds: Int) { end = LocalDeadline.now + milliseconds }

  /// In milliseconds; negative after it has passed.
  package var remaining: Int { end - LocalDeadline.now }

  private static var now: Int { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
}

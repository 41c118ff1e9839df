import Dispatch
import Glibc

/// Accepts the connections of a listening socket until it is closed. Only used on its queue, which makes `@unchecked` correct.
///
/// It pauses when it cannot accept one: waiting peers keep the socket ready, so without a pause it would try again at once, for ever.
package final class ConnectionSource: @unchecked Sendable {
  /// Milliseconds until it tries again.
  package static let pause = 50

  private let listening: Int32
  private let queue: DispatchQueue
  private let acceptNext: (Int32) -> Int32
  private let hasPlace: () -> Bool
  private let exhausted: () -> Void
  private let connected: (Int32) -> Void
  private var source: (any DispatchSourceRead)?
  private var isPaused = false

  /// - Parameters:
  ///   - listening: a non-blocking socket, which is closed with the source.
  ///   - hasPlace: whether one more connection may be accepted now. The others wait in the system's queue.
  ///   - exhausted: called when there is no free descriptor (`EMFILE`, `ENFILE`…), before the pause.
  package init(
    _ listening: Int32, on queue: DispatchQueue, acceptNext: @escaping (Int32) -> Int32 = ConnectionSource.accept,
    hasPlace: @escaping () -> Bool = { true }, exhausted: @escaping () -> Void = {},
    connected: @escaping (Int32) -> Void
  ) {
    (self.listening, self.queue, self.acceptNext) = (listening, queue, acceptNext)
    (self.hasPlace, self.exhausted, self.connected) = (hasPlace, exhausted, connected)
    let source = DispatchSource.makeReadSource(fileDescriptor: listening, queue: queue)
    source.setEventHandler { [weak self] in self?.accept() }
    source.setCancelHandler { Glibc.close(listening) }
    source.activate()
    self.source = source
  }

  deinit { close() }

  package func close() {
    // A suspended source never calls its cancel handler.
    resume()
    guard let source else { return }
    self.source = nil
    // From here on no connection is accepted, although the cancel handler runs later.
    shutdown(listening, Int32(SHUT_RDWR))
    source.cancel()
  }

  private func accept() {
    while source != nil, !isPaused {
      guard hasPlace() else { return rest() }
      let descriptor = acceptNext(listening)
      switch descriptor {
      case 0...: connected(descriptor)
      case -EAGAIN: return
      case -ECONNABORTED, -EINTR: continue
      default:
        exhausted()
        rest()
      }
    }
  }

  private func rest() {
    isPaused = true
    source?.suspend()
    queue.asyncAfter(deadline: .now() + .milliseconds(ConnectionSource.pause)) { [weak self] in self?.resume() }
  }

  private func resume() {
    guard isPaused else { return }
    isPaused = false
    source?.resume()
  }

  /// Accepts the next connection, non-blocking and close-on-exec; a negative result is an error number.
  @Sendable package static func accept(_ listening: Int32) -> Int32 {
    let descriptor = Glibc.accept(listening, nil, nil)
    guard descriptor >= 0 else { return -errno }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return descriptor
  }
}

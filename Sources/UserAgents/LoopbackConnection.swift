import Dispatch
import Glibc

/// A connection to the loopback port: reads the head of one request, sends one answer and closes, on its listener's queue.
final class LoopbackConnection: @unchecked Sendable {
  enum Head {
    case complete([UInt8])
    case tooLong, ended
  }

  private let descriptor: Int32
  private let queue: DispatchQueue
  private var source: (any DispatchSourceRead)?
  private var bytes: [UInt8] = []
  private let linger: DispatchTimeInterval
  private var done: ((LoopbackConnection, Head) -> Void)?
  private var closed: ((LoopbackConnection) -> Void)?
  private(set) var isAnswered = false

  /// - Parameter linger: how long the peer may take to read the answer. `done` and `closed` are called once, on the queue.
  init(
    _ descriptor: Int32, on queue: DispatchQueue, deadline: DispatchTimeInterval, linger: DispatchTimeInterval,
    done: @escaping (LoopbackConnection, Head) -> Void, closed: @escaping (LoopbackConnection) -> Void
  ) {
    (self.descriptor, self.queue, self.linger, self.done, self.closed) = (descriptor, queue, linger, done, closed)
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    // The source holds the connection until it is cancelled, so that an answer goes out after the listener has closed.
    source.setEventHandler { self.read() }
    source.setCancelHandler { close(descriptor) }
    source.activate()
    self.source = source
    queue.asyncAfter(deadline: .now() + deadline) { [weak self] in self?.finish(.ended) }
  }

  func abandon() {
    done = nil
    end()
  }

  /// Sends the answer and closes. Further input is read for a moment, because a reset could destroy the answer on its way.
  func respond(_ response: [UInt8]) {
    done = nil
    isAnswered = true
    // The answer is smaller than a socket's buffer, so one write sends all of it.
    _ = response.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    shutdown(descriptor, Int32(SHUT_WR))
    queue.asyncAfter(deadline: .now() + linger) { [weak self] in self?.end() }
  }

  private func end() {
    source?.cancel()
    source = nil
    closed?(self)
    closed = nil
  }

  private func finish(_ head: Head) {
    let done = done
    self.done = nil
    done?(self, head)
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while source != nil {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      // Input after the answer is dropped.
      if done == nil, count > 0 { continue }
      guard done != nil else { return end() }
      guard count > 0 else { return finish(.ended) }
      bytes += buffer[..<count]
      let end = bytes.indices.first { bytes[$0...].starts(with: [0x0D, 0x0A, 0x0D, 0x0A]) }
      if let end { return finish(.complete(Array(bytes[..<end]))) }
      if bytes.count > LoopbackRequest.limit { return finish(.tooLong) }
    }
  }
}

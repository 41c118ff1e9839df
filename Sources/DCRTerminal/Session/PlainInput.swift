import FoundationEssentials
import Glibc

/// Lines of standard input, one each time that one is wanted, read byte by byte: what follows is left for the browser.
///
/// A thread of its own waits with `poll`, which also works for files and `/dev/null`.
final class PlainInput: @unchecked Sendable {
  // `condition` guards both flags, which is what makes `@unchecked` true; the rest belongs to the thread.
  private let condition = Condition()
  private var isWanted = false
  /// A line has been handed to `receive`, and ``isDealtWith()`` was not called yet.
  private var isFull = false
  private let receive: @Sendable (String?) -> Void

  /// - Parameter receive: gets each line, and `nil` at the end.
  init(receive: @escaping @Sendable (String?) -> Void) { self.receive = receive }

  func start() { OwnThread.start { [self] in readLines() } }

  /// Whether lines are wanted now. With `false`, nothing more is read from the moment on in which this returns.
  func want(_ wanted: Bool) {
    condition.withLock {
      isWanted = wanted
      condition.signal()
    }
  }

  /// To be called when the last line has been dealt with. Until then no other line is read.
  func isDealtWith() {
    condition.withLock {
      isFull = false
      condition.signal()
    }
  }

  private func readLines() {
    var line: [UInt8] = []
    while let byte = next() {
      if byte == UInt8(ascii: "\n") {
        receive(String(decoding: line, as: UTF8.self))
        line = []
      } else if line.count < 1000 {
        line.append(byte)
      }
    }
    receive(nil)
  }

  private func next() -> UInt8? {
    while true {
      condition.withLock { while !isWanted || isFull { condition.wait() } }
      var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, -1)
      condition.lock()
      while !isWanted || isFull { condition.wait() }
      // Another program, such as the browser, may have read the byte meanwhile.
      waiting.revents = 0
      let isReady = poll(&waiting, 1, 0) > 0
      var byte: UInt8 = 0
      let count = isReady ? read(STDIN_FILENO, &byte, 1) : -1
      if count == 1, byte == UInt8(ascii: "\n") { isFull = true }
      let isTransient = !isReady || (count < 0 && (errno == EINTR || errno == EAGAIN))
      condition.unlock()
      if count == 1 { return byte }
      guard isTransient else { return nil }
    }
  }
}

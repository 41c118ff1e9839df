import Glibc

/// Reads a line of standard input each time one is wanted, byte by byte, so that the rest is left for the browser.
///
/// A separate thread waits with `poll`, which also works for files and `/dev/null`.
final class PlainInput: @unchecked Sendable {
  // `condition` guards both flags, which is what makes `@unchecked` true; the rest belongs to the thread.
  private let condition = Condition()
  private var isWanted = false
  /// `receive` got a line, and ``isDealtWith()`` has not been called since.
  private var isFull = false
  private let receive: @Sendable (String?) -> Void

  /// - Parameter receive: gets each line, and `nil` at the end of the input.
  init(receive: @escaping @Sendable (String?) -> Void) { self.receive = receive }

  func start() { OwnThread.start { [self] in readLines() } }

  /// Whether lines are wanted now. Once `want(false)` returns, nothing more is read.
  func want(_ wanted: Bool) {
    condition.withLock {
      isWanted = wanted
      condition.signal()
    }
  }

  /// The app calls this when it has dealt with the last line. No other line is read before.
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

import Dispatch
import Glibc
import Synchronization

/// Reads a line of standard input each time one is wanted, byte by byte, so that the rest is left for the browser.
/// A separate thread waits with `poll`, which also works for files and `/dev/null`.
final class PlainInput: Sendable {
  /// It is full after `receive` got a line, until ``isDealtWith()`` is called.
  private let state = Mutex((isWanted: false, isFull: false))
  private let change = DispatchSemaphore(value: 0)
  private let receive: @Sendable (String?) -> Void

  /// - Parameter receive: gets each line, and `nil` at the end of the input.
  init(receive: @escaping @Sendable (String?) -> Void) { self.receive = receive }

  func start() { OwnThread.start { [self] in readLines() } }

  /// Whether lines are wanted now. Once `want(false)` returns, nothing more is read.
  func want(_ wanted: Bool) {
    state.withLock { $0.isWanted = wanted }
    change.signal()
  }

  /// The app calls this when it has dealt with the last line. No other line is read before.
  func isDealtWith() {
    state.withLock { $0.isFull = false }
    change.signal()
  }

  private func readLines() {
    var lines = LineSplitter(limit: 1000)
    while let byte = next() { for line in lines.feed([byte]) { receive(line) } }
    receive(nil)
  }

  private func next() -> UInt8? {
    while true {
      while !state.withLock({ $0.isWanted && !$0.isFull }) { change.wait() }
      var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, -1)
      var byte: UInt8 = 0
      // The byte is read under the lock, so that nothing is read once `want(false)` has returned.
      let (count, failure) = state.withLock { state -> (Int, Int32) in
        waiting.revents = 0
        // Another program, such as the browser, may have read the byte meanwhile.
        guard state.isWanted, !state.isFull, poll(&waiting, 1, 0) > 0 else { return (-1, EAGAIN) }
        let count = read(STDIN_FILENO, &byte, 1)
        if count == 1, byte == UInt8(ascii: "\n") { state.isFull = true }
        return (count, errno)
      }
      if count == 1 { return byte }
      guard count < 0, failure == EINTR || failure == EAGAIN else { return nil }
    }
  }
}

import Dispatch
import Glibc

/// Catches SIGINT, SIGTERM and SIGHUP for a program without a screen, one instance in a process: no signal is lost, and none ends the process.
@MainActor package final class TerminationSignals {
  package private(set) var received: Int32?
  private let source: any DispatchSourceRead

  /// The end of the pipe to which the handler writes. A signal that comes before the source listens waits in it.
  nonisolated(unsafe) private static var told: Int32 = -1

  /// - Parameter again: called for every further signal; `nil`: they are ignored.
  package init(again: (@MainActor (Int32) -> Void)? = nil, _ receive: @escaping @MainActor (Int32) -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { fatalError("no pipe for signals: \(errno)") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let listening = ends[0]
    TerminationSignals.told = ends[1]
    source = DispatchSource.makeReadSource(fileDescriptor: listening, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        var numbers = [UInt8](repeating: 0, count: 64)
        let count = max(0, read(listening, &numbers, numbers.count))
        for number in numbers.prefix(count).map(Int32.init) {
          guard let self, self.received == nil else {
            again?(number)
            continue
          }
          self.received = number
          receive(number)
        }
      }
    }
    source.activate()
    // Any thread may get the signal. Without `@Sendable` the closure would belong to the main actor, and end the program on another thread.
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { @Sendable in TerminationSignals.send($0) } }
  }

  /// Async-signal-safe: one system call.
  nonisolated private static func send(_ number: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(told, &byte, 1)
    errno = before
  }
}

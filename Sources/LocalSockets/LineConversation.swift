import Dispatch
import Glibc

/// The rules for a listener's peers, which send lines that end with a line feed.
package struct LineRules: Sendable {
  /// The longest line without its line feed, in bytes.
  package var limit: Int
  /// How long a peer may take to send a line.
  package var milliseconds: Int
  /// Whether a peer may stay silent between lines without limit. Otherwise its time starts when it connects.
  package var mayIdle: Bool
  /// The most connections at a time. Others wait in the system's queue.
  package var connections: Int

  package init(limit: Int, milliseconds: Int, mayIdle: Bool, connections: Int) {
    (self.limit, self.milliseconds, self.mayIdle, self.connections) = (limit, milliseconds, mayIdle, connections)
  }
}

package enum LineInput: Hashable, Sendable {
  /// Without its line feed.
  case line([UInt8])
  case tooLong
  /// No complete line came in time.
  case late
}

package enum LineAnswer: Hashable, Sendable {
  /// Sends these bytes, then waits for the next line.
  case next([UInt8])
  /// Sends these bytes, then ends the connection. Required after input that was no line.
  case last([UInt8])
}

/// One connection of a listener: reads lines, sends the answers, ends. Only used on the listener's queue.
final class LineConversation {
  private let descriptor: Int32
  private let rules: LineRules
  private let answer: (LineInput) -> LineAnswer
  private let ended: () -> Void
  private let source: any DispatchSourceRead
  private let timer: any DispatchSourceTimer
  private var received: [UInt8] = []
  private var isOver = false

  init(
    _ descriptor: Int32, on queue: DispatchQueue, rules: LineRules, answer: @escaping (LineInput) -> LineAnswer,
    ended: @escaping () -> Void
  ) {
    (self.descriptor, self.rules, self.answer, self.ended) = (descriptor, rules, answer, ended)
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    timer = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler { [weak self] in self?.readable() }
    source.setCancelHandler { close(descriptor) }
    timer.setEventHandler { [weak self] in self?.judge(.late) }
    setDeadline(!rules.mayIdle)
    source.activate()
    timer.activate()
  }

  func cancel() {
    guard !isOver else { return }
    isOver = true
    timer.cancel()
    source.cancel()
  }

  private func setDeadline(_ isRunning: Bool) {
    timer.schedule(deadline: isRunning ? .now() + .milliseconds(rules.milliseconds) : .distantFuture)
  }

  private func readable() {
    guard !isOver else { return }
    var bytes = [UInt8](repeating: 0, count: 16 * 1024)
    let count = read(descriptor, &bytes, bytes.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { return end() }
    let isFirst = received.isEmpty
    received += bytes.prefix(count)
    takeLines()
    if !isOver, rules.mayIdle, isFirst || received.isEmpty { setDeadline(!received.isEmpty) }
  }

  private func takeLines() {
    while !isOver, let feed = received.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(received[..<feed])
      received.removeSubrange(...feed)
      judge(line.count > rules.limit ? .tooLong : .line(line))
      // The next line has its own deadline.
      if !isOver, rules.mayIdle, !received.isEmpty { setDeadline(true) }
    }
    if !isOver, received.count > rules.limit { judge(.tooLong) }
  }

  private func judge(_ input: LineInput) {
    guard !isOver else { return }
    switch answer(input) {
    case .next(let bytes):
      // An answer fits into the socket's buffer unless the peer does not read its answers: then it gets no more.
      if !write(bytes) { end() }
    case .last(let bytes):
      // A peer that has closed its end gets no answer.
      _ = write(bytes)
      // Unread bytes would make the system drop the answer: this side is shut down first, then they are read.
      shutdown(descriptor, Int32(SHUT_WR))
      discardInput()
      end()
    }
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  private func end() {
    guard !isOver else { return }
    cancel()
    ended()
  }

  private func discardInput() {
    var bytes = [UInt8](repeating: 0, count: 16 * 1024)
    for _ in 0..<16 where read(descriptor, &bytes, bytes.count) <= 0 { return }
  }
}

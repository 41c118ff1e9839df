import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How peers may speak to a listener: in lines that end with a line feed.
public struct LineRules: Sendable {
  /// Bytes of the longest line, without its line feed.
  public var limit: Int
  /// How long a peer may take for a line.
  public var milliseconds: Int
  /// Whether a peer may be silent between two lines for as long as it likes. Otherwise its time begins when it connects.
  public var mayIdle: Bool
  /// Connections at a time. More wait in the system's queue.
  public var connections: Int

  public init(limit: Int, milliseconds: Int, mayIdle: Bool, connections: Int) {
    (self.limit, self.milliseconds, self.mayIdle, self.connections) = (limit, milliseconds, mayIdle, connections)
  }
}

/// What came of a peer's line.
public enum LineInput: Hashable, Sendable {
  /// Without its line feed.
  case line([UInt8])
  case tooLong
  /// No complete line in time.
  case late
}

/// What a listener does about it.
public enum LineAnswer: Hashable, Sendable {
  /// Sends these bytes, and waits for the next line.
  case next([UInt8])
  /// Sends these bytes, and ends the connection. The only way after a line that was no line.
  case last([UInt8])
}

/// One connection of a listener: reads lines, has them answered, ends. Lives on the listener's queue.
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

  /// Ends the connection without a word.
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
      // The next line has its own time.
      if !isOver, rules.mayIdle, !received.isEmpty { setDeadline(true) }
    }
    if !isOver, received.count > rules.limit { judge(.tooLong) }
  }

  private func judge(_ input: LineInput) {
    guard !isOver else { return }
    switch answer(input) {
    case .next(let bytes):
      // An answer fits into the socket's buffer, unless the peer does not read what it asked for: then it is not answered any more.
      if !write(bytes) { end() }
    case .last(let bytes):
      // A peer that has gone already gets no answer.
      _ = write(bytes)
      // Unread bytes would make the system drop the answer: let the peer see its end first.
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

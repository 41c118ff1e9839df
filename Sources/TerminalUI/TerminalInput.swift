import Dispatch

#if canImport(Glibc)
  import Glibc
#endif

/// Reads standard input on the main queue and tells what was typed.
@MainActor final class TerminalInput {
  enum Event {
    case terminal(TerminalEvent)
    /// All that was read has been told: this many bytes since the start.
    case taken(Int)
    /// The terminal is gone.
    case end
  }

  private let source: any DispatchSourceRead
  private let report: (Event) -> Void
  private var parser = InputParser()
  private var escapeTimer: (any DispatchSourceTimer)?
  private var isPaused = false
  private var bytesRead = 0
  /// Whether more has been typed than what is being told.
  private(set) var hasMore = false

  /// Too short to be felt, long enough for a sequence to arrive in one piece; over a line on which it is not, `ESCDELAY` says how many
  /// milliseconds are, as to ncurses.
  private static let escapeDelay: DispatchTimeInterval = {
    let wanted = getenv("ESCDELAY").flatMap { Int(String(cString: $0)) }
    return .milliseconds(min(max(0, wanted ?? 25), 30_000))
  }()
  /// For the rest of an answer, which nobody types.
  private static let answerDelay = DispatchTimeInterval.seconds(1)

  init(report: @escaping (Event) -> Void) {
    self.report = report
    source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readable() } }
    source.activate()
  }

  /// From now on reads no keys: a child program gets them.
  func pause() {
    guard !isPaused else { return }
    (isPaused, hasMore) = (true, false)
    stopTimer()
    source.suspend()
  }

  func resume() {
    guard isPaused else { return }
    isPaused = false
    // The rest of a sequence that was cut by the change of hands went elsewhere.
    parser = InputParser()
    source.resume()
  }

  /// Swallows what the terminal still has to say, up to its attributes, which it tells last; for at most so many milliseconds.
  func swallowAnswers(within milliseconds: Int32) {
    var left = milliseconds
    while left > 0 {
      var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let begin = DispatchTime.now().uptimeNanoseconds
      guard poll(&descriptor, 1, left) > 0 else { return }
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      guard count > 0, !parser.feed(bytes.prefix(count)).contains(.report(.attributes)) else { return }
      left -= Int32((DispatchTime.now().uptimeNanoseconds - begin) / 1_000_000)
    }
  }

  func cancel() {
    stopTimer()
    source.cancel()
    // A suspended source must not be released.
    if isPaused { source.resume() }
    isPaused = false
  }

  /// Takes what there is, key by key: when a key hands the terminal to a child program, what was typed after it is still
  /// in the terminal's queue, where the child finds it.
  private func readable() {
    stopTimer()
    while isReadable {
      guard !isPaused, !source.isCancelled else { return }
      var bytes = [UInt8](repeating: 0, count: parser.isPasting ? 4096 : 1)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count < 0, errno == EAGAIN || errno == EINTR { break }
      guard count > 0 else {
        cancel()
        return report(.end)
      }
      bytesRead += count
      let events = parser.feed(bytes.prefix(count))
      hasMore = isReadable
      deliver(events)
    }
    if hasMore {
      hasMore = false
      report(.taken(bytesRead))
    }
    if parser.isWaiting, !isPaused, !source.isCancelled { startTimer() }
  }

  /// Whether `read` would return at once. The source's word for it may be old: a child program that had the terminal
  /// in between has read what the event was about, and a read that waits would stop the main queue.
  private var isReadable: Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  private func deliver(_ events: [TerminalEvent]) {
    for event in events { report(.terminal(event)) }
    if !parser.isWaiting { report(.taken(bytesRead)) }
  }

  private func startTimer() {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + (parser.isBeingTold ? TerminalInput.answerDelay : TerminalInput.escapeDelay))
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.stopTimer()
        self.deliver(self.parser.timeOut())
      }
    }
    timer.activate()
    escapeTimer = timer
  }

  private func stopTimer() {
    escapeTimer?.cancel()
    escapeTimer = nil
  }
}

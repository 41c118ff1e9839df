import Dispatch
import Glibc

/// Reads standard input on the main queue and reports it as events.
///
/// A thread of its own waits for input: a dispatch source would wake two threads for each key.
@MainActor final class TerminalInput {
  enum Event {
    case terminal(TerminalEvent)
    /// All input so far was reported: this many bytes since the start.
    case taken(Int)
    case end
  }

  private let report: (Event) -> Void
  private var parser = InputParser()
  private var escapeTimer: (any DispatchSourceTimer)?
  private var isPaused = false
  private var isCancelled = false
  private let resumed = DispatchSemaphore(value: 0)
  private var bytesRead = 0
  /// Whether more input is waiting after what is being reported.
  private(set) var hasMore = false

  /// Too short to be felt, long enough for a sequence to arrive in one piece; for slower lines, `ESCDELAY` sets it in milliseconds, as for ncurses.
  private static let escapeDelay: DispatchTimeInterval = {
    let wanted = getenv("ESCDELAY").flatMap { Int(String(cString: $0)) }
    return .milliseconds(min(max(0, wanted ?? 25), 30_000))
  }()
  /// For so long, waiting keys are handled one after the other before a signal has its turn.
  private static let turn = DispatchTimeInterval.milliseconds(50)
  /// For the rest of a terminal's answer, which cannot be typed.
  private static let answerDelay = DispatchTimeInterval.seconds(1)

  init(report: @escaping (Event) -> Void) {
    self.report = report
    DispatchQueue(label: "terminal input").async { self.watch() }
  }

  /// Goes on until the input is cancelled.
  private nonisolated func watch() {
    while true {
      var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, -1) > 0 else { continue }
      let (isPaused, isCancelled) = DispatchQueue.main.sync {
        MainActor.assumeIsolated {
          readable()
          return (self.isPaused, self.isCancelled)
        }
      }
      if isCancelled { return }
      if isPaused { resumed.wait() }
    }
  }

  /// Stops reading keys, because a child program reads them.
  func pause() {
    guard !isPaused else { return }
    (isPaused, hasMore) = (true, false)
    stopTimer()
  }

  func resume() {
    guard isPaused else { return }
    isPaused = false
    // Discards a sequence that was cut; the child program may have read its rest.
    parser = InputParser()
    resumed.signal()
  }

  /// Discards the terminal's outstanding answers, up to its attributes, which come last; for at most this many milliseconds.
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
    isCancelled = true
    if isPaused { resumed.signal() }
    isPaused = false
  }

  /// Reads key by key: if a key gives the terminal to a child program, what was typed after it is still in the terminal's queue for the child.
  private func readable() {
    stopTimer()
    let end = DispatchTime.now() + TerminalInput.turn
    while isReadable {
      // What is left is read next, and drawn with it.
      guard !isPaused, !isCancelled, DispatchTime.now() < end else { return }
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
    if parser.isWaiting, !isPaused, !isCancelled { startTimer() }
  }

  /// Whether `read` would return at once. A child program may have read the input meanwhile, and a blocking read would stop the main queue.
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

import Synchronization

/// An identity server that this program started. It ends with this program, whose end closes its standard input.
package final class StartedServer: Sendable {
  package let process: ChildProcess
  private let errors: Task<String, Never>
  private let (ready, readyFeed) = AsyncStream.makeStream(of: JSON.self)
  private let isOver = Atomic(false)
  /// The clock setting that the server confirmed last, as text, because a parsed date may differ in its last bits, and the news of a new one.
  private let clock = Mutex<(confirmed: String?, news: AsyncStream<Void>.Continuation?)>((nil, nil))

  /// - Parameter receive: gets each JSON object that the server writes, on a separate thread.
  package init(_ program: String, _ words: [String], receive: @escaping @Sendable (JSON) -> Void) throws(CommandError) {
    let process = try ChildProcess(program, words, input: .pipe, output: .pipe, errors: .pipe)
    self.process = process
    errors = Task { await process.readErrors() }
    process.readLines { [self] line in
      guard let line else {
        isOver.store(true, ordering: .sequentiallyConsistent)
        return readyFeed.finish()
      }
      guard let object = try? JSON.parse(line) else { return }
      if object["issuer"] != nil { readyFeed.yield(object) }
      if let setting = ClockCommands.confirmedSetting(object) {
        clock.withLock {
          $0.confirmed = ClockCommands.line(setting)
          $0.news?.yield()
        }
      }
      receive(object)
    }
  }

  /// Whether it says no more: it has ended, or is about to end. The system may tell its parent of the end a little later.
  package var hasClosedOutput: Bool { isOver.load(ordering: .sequentiallyConsistent) }

  /// The line with which the server says that it listens; `nil`: it ended before, or needed longer.
  package func readyLine(within limit: Duration) async -> JSON? {
    let end = after(limit) { [readyFeed] in readyFeed.finish() }
    defer { end.cancel() }
    return await ready.first { _ in true }
  }

  /// Why the server ended, as it wrote to standard error; `nil`: it gave no reason. Returns when it has ended.
  package func failure() async -> ProgramFailure? { ProgramFailure(await errors.value) }

  /// Sets the server's clock. While the server starts, the order waits in the pipe.
  /// - Parameter limit: how long to wait until the server uses the setting; `nil`: do not wait.
  package func set(_ setting: ClockSetting, within limit: Duration?) async {
    process.write(ClockCommands.line(setting) + "\n")
    guard let limit else { return }
    let (news, feed) = AsyncStream<Void>.makeStream()
    clock.withLock { $0.news = feed }
    feed.yield()
    let end = after(limit) { feed.finish() }
    defer { end.cancel() }
    for await _ in news where clock.withLock({ $0.confirmed == ClockCommands.line(setting) }) { return }
  }

  package func send(_ order: ExchangeOrder) { process.write(order.line + "\n") }

  package func send(_ order: ClientTestLine) { process.write(order.line + "\n") }

  package func stop() async {
    process.closeInput()
    await process.end(after: .seconds(3))
  }
}

/// The clocks of a run: the app's, which everything in this process uses, and the embedded server's.
package struct RunClocks: Sendable {
  package var app = AdjustableClock()
  package var server = AdjustableClock()

  package init() {}
}

import Programs
import Glibc

/// A program that answers each line with a line, in order. It may send news between its answers.
package actor ProgramDialogue {
  private let child: ChildProcess
  private var lines: AsyncStream<String>.Iterator
  private var last: Task<String?, Never>?

  /// How long an answer may take.
  private static let limit: Duration = .seconds(30)

  /// - Parameter isNews: handles a line that is not an answer, and returns whether it was one.
  package init(
    _ program: String, _ arguments: [String], isNews: @escaping @Sendable (String) -> Bool = { _ in false }
  ) throws(CommandError) {
    child = try ChildProcess(program, arguments, input: .pipe, output: .pipe)
    let (lines, feed) = AsyncStream.makeStream(of: String.self)
    self.lines = lines.makeAsyncIterator()
    child.readLines { line in
      guard let line else { return feed.finish() }
      if !isNews(line) { feed.yield(line) }
    }
  }

  deinit { child.closeInput() }

  package nonisolated var isRunning: Bool { child.isRunning }

  /// Sends this line to the program and returns its next line.
  /// - Returns: `nil`: the program has ended, or took longer than half a minute and is ended.
  package func ask(_ line: String? = nil) async -> String? {
    let task = Task { [before = last] in
      _ = await before?.value
      if let line { self.child.write(line + "\n") }
      return await self.next()
    }
    last = task
    return await task.value
  }

  package func end() async {
    child.closeInput()
    await child.end()
  }

  private func next() async -> String? {
    let guardian = Task { [child] in
      try await Task.sleep(for: ProgramDialogue.limit)
      child.send(SIGKILL)
    }
    defer { guardian.cancel() }
    var lines = lines
    let line = await lines.next(isolation: self)
    self.lines = lines
    return line
  }
}

import Catalogue
import Glibc

/// A program that answers each line with a line, in order. It may send news between its answers.
package actor ProgramDialogue {
  private let child: ChildProcess
  private var lines: AsyncStream<String>.Iterator
  private var last: Task<String?, Never>?
  private let limit: Duration

  /// - Parameter isNews: handles a line that is not an answer, and returns whether it was one.
  package init(
    _ program: String, _ arguments: [String], limit: Duration = .seconds(30),
    isNews: @escaping @Sendable (String) -> Bool = { _ in false }
  ) throws(CommandError) {
    self.limit = limit
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
  nonisolated var pid: pid_t { child.pid }

  /// Sends this line to the program and returns its next line.
  /// - Returns: `nil`: the program has ended, or took longer than the limit and is ended.
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
    let guardian = after(limit) { [child] in child.send(SIGKILL) }
    defer { guardian.cancel() }
    var lines = lines
    let line = await lines.next(isolation: self)
    self.lines = lines
    return line
  }
}

/// The report of one of this product's programs: `name: what failed: why`, then `hint: …`.
package struct ProgramFailure: Hashable, Sendable {
  package var what: String
  package var why: String
  package var hint: String

  package var whyAndHint: String { hint.isEmpty ? why : "\(why); \(hint)" }

  /// `nil`: the text is not such a report.
  package init?(_ text: String) {
    let lines = text.lines.map(String.init)
    guard let index = lines.lastIndex(where: { $0.hasPrefix(bytes: "dcr-") && !ProgramFailure.warns($0) }) else {
      return nil
    }
    let parts = lines[index].split(bytes: ": ", maxSplits: 2).map(String.init)
    guard parts.count >= 2 else { return nil }
    what = parts[1]
    why = parts.count == 3 ? parts[2] : parts[1]
    hint = lines.dropFirst(index + 1).lazy.compactMap { Phrase.hintLine.words(in: $0) }.first ?? ""
  }

  private static func warns(_ line: String) -> Bool {
    line.split(bytes: ": ", maxSplits: 1).last.flatMap { Phrase.warningLine.words(in: $0) } != nil
  }
}

import Glibc

/// Writes the app's lines, one below the other, and the question at their end.
@MainActor final class PlainOutput {
  private let glyphs: Glyphs
  private var isAsking = false
  private var question = ""
  private var said: [String] = []

  init(_ glyphs: Glyphs) { self.glyphs = glyphs }

  /// Notes that the user typed a line: the terminal's cursor is now below the question.
  /// - Returns: the lines written before, to be repeated on request.
  func noteTypedLine() -> [String] {
    isAsking = false
    defer { said = [] }
    return said
  }

  /// Writes a line by itself, never behind a question.
  func say(_ line: String) {
    if isAsking { StandardOutput.line("") }
    isAsking = false
    said.append(line)
    StandardOutput.line(written(line))
  }

  func ask(_ question: String) {
    self.question = question
    askAgain()
  }

  /// Writes the question again at the end of the output, if it is not there.
  func askAgain() {
    guard !isAsking, !question.isEmpty else { return }
    StandardOutput.write(written(question))
    isAsking = isatty(STDOUT_FILENO) == 1
    if !isAsking {
      StandardOutput.line("")
      question = ""
    }
  }

  private func written(_ text: String) -> String { glyphs == .ascii ? TextLayout.ascii(text) : text }
}

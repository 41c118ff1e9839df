import Glibc
import Programs
import TerminalUI

/// What the app says in lines, one below the other, and the question at their end.
@MainActor
final class PlainOutput {
  private let glyphs: Glyphs
  /// The question stands at the end of the last line.
  private var isAsking = false
  private var question = ""
  /// All that was said since a line was typed.
  private var said: [String] = []

  init(_ glyphs: Glyphs) { self.glyphs = glyphs }

  /// To be called when a line was typed: the terminal's cursor is below the question now.
  /// - Returns: what was said before that line, to be said again on request.
  func hear() -> [String] {
    isAsking = false
    defer { said = [] }
    return said
  }

  /// A line of its own, never behind a question.
  func say(_ line: String) {
    if isAsking { StandardOutput.line("") }
    isAsking = false
    said.append(line)
    StandardOutput.line(written(line))
  }

  /// - Parameter question: an empty one stops asking.
  func ask(_ question: String) {
    self.question = question
    askAgain()
  }

  /// The question stands at the end of everything, for who is about to answer it.
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

import Catalogue
import Glibc
import SmallFiles
import TerminalUI

/// Output for scripts, written at once and whole, so that a pipe gets every line when it happens. Control characters are replaced.
package enum StandardOutput {
  package static func write(_ text: String) { Output.write(TerminalText.harmless(text)) }
  package static func line(_ text: String) { write(text + "\n") }
  /// Writes text with escape sequences that this program made or judged itself: colours, a recording.
  package static func writeSequences(_ text: String) { Output.write(text) }

  /// The width of the terminal; `nil`: standard output is no terminal.
  package static var columns: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Called at the end, and before long work, so that a truncated output is not mistaken for the whole.
  /// - Throws: `output_unwritable`.
  package static func check() throws(CommandError) {
    if let error = Output.failure { throw CommandError(.outputUnwritable, ["detail": error]) }
  }
}

/// Messages for people about problems, separate from the output for scripts.
package enum StandardError {
  package static func write(_ text: String) { Descriptor.write(TerminalText.harmless(text), to: STDERR_FILENO) }
  /// `dcr-terminal: warning: …`
  package static func warn(_ text: String) {
    write("dcr-terminal: \(Catalogue()(.warningLine, ["warning": CommandError.line(text)]))\n")
  }
}

package enum TerminalText {
  /// The text with `�` in place of characters that control a terminal, so that a reader sees that something was there.
  package static func harmless(_ text: String) -> String {
    Escape.scalars(of: text) { $0.isControlling ? "\u{FFFD}" : nil }
  }
}

package enum Columns {
  package static func block(_ json: JSON) -> String { json.pretty.lines.map(shown).joined(separator: "\n") }

  package static func text(_ rows: [[String]]) -> String {
    let cells = rows.map { $0.map { CommandError.line($0) } }
    let widths = (0..<(cells.first?.count ?? 0)).map { column in cells.map { TextLayout.width($0[column]) }.max() ?? 0 }
    return cells.map { row in
      let padded = zip(row, widths).map { $0 + String(repeating: " ", count: max(0, $1 - TextLayout.width($0))) }
      return shown(padded.joined(separator: "  "))
    }.joined(separator: "\n")
  }

  private static func shown(_ line: some StringProtocol) -> String {
    var text = TextLayout.clip(String(line), to: 2000)
    while text.last == " " { text.removeLast() }
    return text
  }
}

/// Splits bytes into lines; cuts a line longer than the limit.
package struct LineSplitter {
  package static let usualLimit = 64 << 10
  private var rest: [UInt8] = []
  private let limit: Int

  /// - Parameter limit: in bytes.
  package init(limit: Int = LineSplitter.usualLimit) { self.limit = limit }

  package mutating func feed(_ bytes: ArraySlice<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(String(decoding: rest, as: UTF8.self))
        rest = []
      } else if rest.count < limit {
        rest.append(byte)
      }
    }
    return lines
  }
}

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
    if let error = Output.failure { throw CommandError(.outputUnwritable, ["detail": error.message]) }
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

/// Control characters, and those that change the direction of a line, which a stranger's text must not bring to a person's terminal.
package enum TerminalText {
  /// Line feeds and tabs are allowed, because commands write them.
  package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x00..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The text with `�` in place of such characters, so that a reader sees that something was there.
  package static func harmless(_ text: String) -> String {
    Escape.scalars(of: text) { isHarmful($0) ? "\u{FFFD}" : nil }
  }
}

extension JSON {
  /// One line that is safe on a terminal: also escapes C1, line separators, invisible characters and those that change the direction of text, which
  /// JSON leaves alone.
  package var line: String {
    Escape.scalars(of: compact) { scalar in
      switch scalar.value {
      case 0x7F...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
        0xE0000...0xE007F:
        // A character beyond U+FFFF is written as its two surrogates (RFC 8259 §7).
        return String(scalar).utf16.map { unit in
          let hex = String(unit, radix: 16)
          return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }.joined()
      default: return nil
      }
    }
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

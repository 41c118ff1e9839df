import Glibc
import TerminalUI

/// Reads lines of standard input byte by byte, because later input belongs to the app that started this browser.
enum TypedLine {
  private static let limit = 4096

  /// The next line without its line feed; `nil` at the end of input.
  static func read() -> String? {
    letBackgroundStopThisThread()
    var line: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      if line.count < limit { line.append(byte) }
    }
  }
}

#if canImport(Glibc)
  import Glibc
#endif
import SmallFiles

/// Lines of standard input, byte by byte: whatever follows a line belongs to the app that started this browser.
enum LineInput {
  private static let limit = 4096

  /// The next line without its line feed; `nil` at the end of input.
  static func read() -> String? {
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

  /// A line that the terminal does not show. The echo is off before `prompt` invites anybody to type, and nothing that
  /// was typed ahead is thrown away. Without a terminal it simply reads.
  static func readHidden(prompt: () -> Void) -> String? {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else {
      prompt()
      return read()
    }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    // ^C must not leave the terminal without echo.
    LineInput.restore = before
    let handlers = [SIGINT, SIGTERM, SIGHUP].map { number in
      (number, signal(number) { LineInput.restoreAndQuit($0) })
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSANOW, &before)
      for (number, handler) in handlers { signal(number, handler) }
      Output.write("\n")
    }
    prompt()
    return read()
  }

  nonisolated(unsafe) private static var restore = termios()

  /// Async-signal-safe: two system calls.
  private static func restoreAndQuit(_ number: Int32) {
    tcsetattr(STDIN_FILENO, TCSANOW, &restore)
    _exit(128 + number)
  }
}

#if canImport(Glibc)
  import Glibc
#endif

/// Reads a line with the terminal's echo off; without a terminal it simply reads.
enum HiddenInput {
  static func readLine() -> String? {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return Swift.readLine() }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    // ^C must not leave the terminal without echo.
    HiddenInput.restore = before
    let handlers = [SIGINT, SIGTERM, SIGHUP].map { number in
      (number, signal(number) { HiddenInput.restoreAndQuit($0) })
    }
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      for (number, handler) in handlers { signal(number, handler) }
      print()
    }
    return Swift.readLine()
  }

  nonisolated(unsafe) private static var restore = termios()

  /// Async-signal-safe: two system calls.
  private static func restoreAndQuit(_ number: Int32) {
    tcsetattr(STDIN_FILENO, TCSANOW, &restore)
    _exit(128 + number)
  }
}

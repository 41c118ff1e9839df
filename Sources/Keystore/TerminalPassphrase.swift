import SharedValues

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Asks for a passphrase on the controlling terminal, without showing it.
///
/// Whatever happens meanwhile, the terminal shows again what is typed: after an answer, after ^C, and when a signal ends
/// the program. Only one thread may ask at a time.
public enum TerminalPassphrase {
  public enum Answer: Hashable, Sendable {
    case passphrase(Secret)
    /// There is no terminal, or the person gave nothing: Enter alone, or ^D.
    case nothing
    /// ^C: the person wants the program to end.
    case interrupted
  }

  /// Keys are read one by one, ^C among them.
  public static func ask(_ prompt: String) -> Answer {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return .nothing }
    defer { close(terminal) }
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else { return .nothing }
    let handlers = EndingSignals(restoring: before, of: terminal)
    defer { handlers.release() }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard tcsetattr(terminal, TCSADRAIN, &silent) == 0 else { return .nothing }
    defer {
      tcsetattr(terminal, TCSADRAIN, &before)
      show("\n", on: terminal)
    }
    show(prompt + " ", on: terminal)
    return line(from: terminal)
  }

  private static func line(from terminal: Int32) -> Answer {
    var bytes: [UInt8] = []
    while bytes.count < 4096 {
      var byte: UInt8 = 0
      let count = read(terminal, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return .nothing }
      switch byte {
      case 0x0A, 0x0D: return bytes.isEmpty ? .nothing : .passphrase(Secret(String(decoding: bytes, as: UTF8.self)))
      case 0x03: return .interrupted
      case 0x04: return .nothing
      case 0x15: bytes = []
      case 0x08, 0x7F:
        // A character beyond ASCII has several bytes.
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
      case 0..<0x20: break
      default: bytes.append(byte)
      }
    }
    return .nothing
  }

  private static func show(_ text: String, on terminal: Int32) {
    let bytes = Array(text.utf8)
    _ = write(terminal, bytes, bytes.count)
  }
}

/// The signals that end a program, taken over while the terminal is not as it was.
private struct EndingSignals {
  private var before: [(number: Int32, handler: @convention(c) (Int32) -> Void)] = []
  private var defaults: [Int32] = []

  init(restoring modes: termios, of terminal: Int32) {
    asked = (terminal, modes)
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
      guard let handler = signal(number, restoreAndEnd) else {
        defaults.append(number)
        continue
      }
      before.append((number, handler))
      // What the program's parent chose to ignore (nohup) stays ignored.
      if unsafeBitCast(handler, to: Int.self) == 1 { signal(number, handler) }
    }
  }

  func release() {
    for number in defaults { signal(number, SIG_DFL) }
    for (number, handler) in before { signal(number, handler) }
  }
}

/// What ``restoreAndEnd(_:)`` needs. Written before it can be called, by the one thread that asks.
nonisolated(unsafe) private var asked: (terminal: Int32, modes: termios) = (-1, termios())

/// Runs in a signal handler: system calls that may be called there, and nothing else (signal-safety(7)). The program then
/// ends by the signal, as if nobody had taken it.
private func restoreAndEnd(_ number: Int32) {
  tcsetattr(asked.terminal, TCSANOW, &asked.modes)
  var lineFeed: UInt8 = 0x0A
  _ = write(asked.terminal, &lineFeed, 1)
  signal(number, SIG_DFL)
  raise(number)
}

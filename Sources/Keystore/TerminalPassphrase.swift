import SharedValues

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Asks for a passphrase on the controlling terminal, without showing it.
public enum TerminalPassphrase {
  /// `nil` when there is no terminal, or when the person gives nothing or presses ^C or ^D.
  ///
  /// Keys are read one by one, ^C among them, so that the terminal is as it was whatever is pressed.
  public static func ask(_ prompt: String) -> Secret? {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else { return nil }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard tcsetattr(terminal, TCSADRAIN, &silent) == 0 else { return nil }
    defer {
      tcsetattr(terminal, TCSADRAIN, &before)
      show("\n", on: terminal)
    }
    show(prompt + " ", on: terminal)
    return line(from: terminal)
  }

  private static func line(from terminal: Int32) -> Secret? {
    var bytes: [UInt8] = []
    while bytes.count < 4096 {
      var byte: UInt8 = 0
      let count = read(terminal, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      switch byte {
      case 0x0A, 0x0D: return bytes.isEmpty ? nil : Secret(String(decoding: bytes, as: UTF8.self))
      case 0x03, 0x04: return nil
      case 0x15: bytes = []
      case 0x08, 0x7F:
        // A character beyond ASCII has several bytes.
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
      case 0..<0x20: break
      default: bytes.append(byte)
      }
    }
    return nil
  }

  private static func show(_ text: String, on terminal: Int32) {
    let bytes = Array(text.utf8)
    _ = write(terminal, bytes, bytes.count)
  }
}

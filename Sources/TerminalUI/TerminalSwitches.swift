import FoundationEssentials
import Glibc

/// Writes bytes to the terminal on standard output, all of them. Does nothing if the terminal has closed.
func writeToTerminal(_ bytes: some Sequence<UInt8>) {
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    if count < 0, errno == EAGAIN {
      var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      poll(&descriptor, 1, -1)
      continue
    }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}

/// The bytes that are available now; empty at the end.
func readAvailable(_ descriptor: Int32) -> [UInt8] {
  var buffer = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR { continue }
    return Array(buffer.prefix(max(0, count)))
  }
}

/// Control sequences for which terminfo has no portable name.
enum TerminalSwitches {
  /// Bracketed paste, and mouse presses and wheel in SGR form (xterm's 2004, 1000 and 1006).
  static func on(mouse: Bool) -> String { "\u{1B}[?2004h" + (mouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "") }

  static let off = "\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l"

  /// The terminal shows everything between the two as one picture (mode 2026).
  static let beginPicture = "\u{1B}[?2026h"
  static let endPicture = "\u{1B}[?2026l"

  /// Saves and restores the window's title (XTWINOPS).
  static let keepTitle = "\u{1B}[22;2t"
  static let restoreTitle = "\u{1B}[23;2t"
}

/// The terminal's clipboard, using OSC 52 of xterm's ctlseqs document.
enum Clipboard {
  /// Common terminals refuse or cut longer texts.
  static let longest = 74_994

  /// The sequence that copies a text; `nil`: the text is too long. The text is base64, so it cannot contain a control sequence.
  /// - Parameter inTmux: tmux forwards only what is wrapped for it (`allow-passthrough`), and puts the rest into its own buffer (`set-clipboard`).
  static func sequence(_ text: String, inTmux: Bool) -> String? {
    let encoded = Data(text.utf8).base64EncodedString()
    guard encoded.utf8.count <= longest else { return nil }
    let plain = "\u{1B}]52;c;\(encoded)\u{7}"
    return inTmux ? plain + "\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\" : plain
  }
}

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

import TerminalUI

/// What a key does on the browser's screen, where no field takes it as text.
enum BrowserKey {
  case next, previous, press, tick, pageDown, pageUp, top, bottom, facts, back, leave

  /// The keys of each meaning, and how help and documents name them.
  private static let rows: [(names: String, keys: [Key], meaning: BrowserKey, does: String)] = [
    ("Tab ↓ →", [.tab, .down, .right], .next, "goes to the next field, link or button; Done is one of them"),
    ("Shift-Tab ↑ ←", [.backtab, .up, .left], .previous, "goes to the one before"),
    ("Enter", [.enter], .press, "presses it; in a field: goes to the next empty field, or submits"),
    ("Space", [.character(" ")], .tick, "ticks; opens a list"),
    ("PgDn", [.pageDown], .pageDown, "scrolls down"),
    ("PgUp", [.pageUp], .pageUp, "scrolls up"),
    ("Home", [.home], .top, "scrolls to the top"),
    ("End", [.end], .bottom, "scrolls to the end"),
    ("F2", [.function(2)], .facts, "shows cookies, certificate and history, if they do not fit beside the phone"),
    ("Esc", [.escape], .back, "closes a list, cancels loading, leaves"),
    ("Ctrl-C", [.control("c")], .leave, "cancels loading, leaves"),
  ]

  init?(_ key: Key) {
    guard let row = BrowserKey.rows.first(where: { $0.keys.contains(key) }) else { return nil }
    self = row.meaning
  }

  /// A line for each row, for `--help`.
  static var help: String {
    let lines = rows.map { "  \($0.names)\(String(repeating: " ", count: 15 - $0.names.count))\($0.does)\n" }
    return "KEYS:\n\(lines.joined())\n"
  }
}

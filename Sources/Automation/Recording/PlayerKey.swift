import Asciicast

/// The meaning of a key in the player.
package enum PlayerKey: Hashable {
  case playback(Playback.Key)
  case quit, interrupt, suspend, redraw, confirm

  /// What is typed for each meaning, and how help and documents name it.
  private static let rows: [(names: String, typed: String, key: PlayerKey, does: String)] = [
    ("Space", " ", .playback(.pause), "pauses, goes on"),
    (". →", ".", .playback(.step), "shows the next picture, and pauses"),
    ("+ =", "+=", .playback(.faster), "twice as fast"),
    ("-", "-", .playback(.slower), "half as fast"),
    ("]", "]", .playback(.nextMarker), "goes to the next marker; still paused or playing"),
    ("[", "[", .playback(.previousMarker), "goes to the marker before; still paused or playing"),
    ("g", "g", .playback(.restart), "goes back to the start"),
    ("q", "q", .quit, "quits; the screen is as before"),
    ("Ctrl-L", "\u{0C}", .redraw, "draws the screen again"),
    ("Ctrl-Z", "\u{1A}", .suspend, "suspends"),
    ("Ctrl-C", "\u{03}", .interrupt, "ends with 130"),
    ("Enter", "\r\n", .confirm, "on a terminal that is too small: plays all the same"),
  ]

  /// A line for each key, for `play --help`.
  package static var help: String {
    rows.map { "  \($0.names)\(String(repeating: " ", count: 10 - $0.names.count))\($0.does)" }.joined(separator: "\n")
  }

  /// Skips unknown keys and sequences.
  static func read(_ bytes: [UInt8]) -> [PlayerKey] {
    var keys: [PlayerKey] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == 0x1B {
        if let key = sequence(&rest) { keys.append(key) }
      } else if let row = rows.first(where: { $0.typed.utf8.contains(byte) }) {
        keys.append(row.key)
      }
    }
    return keys
  }

  /// `ESC [` or `ESC O`, numbers, a letter; only the right arrow has a meaning.
  private static func sequence(_ rest: inout ArraySlice<UInt8>) -> PlayerKey? {
    guard let first = rest.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "O") else { return nil }
    rest.removeFirst()
    while let byte = rest.popFirst() {
      if (0x40...0x7E).contains(byte) { return byte == UInt8(ascii: "C") ? .playback(.step) : nil }
    }
    return nil
  }
}

import Asciicast
import Catalogue
import SharedValues
import TerminalUI

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

  package static var help: String {
    rows.map { "  \($0.names)\(String(repeating: " ", count: 10 - $0.names.count))\($0.does)" }.joined(separator: "\n")
  }

  /// Skips unknown keys and sequences.
  static func read(_ bytes: [UInt8]) -> [PlayerKey] {
    var keys: [PlayerKey] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      let key = byte == 0x1B ? sequence(&rest) : rows.first { $0.typed.utf8.contains(byte) }?.key
      if let key { keys.append(key) }
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

/// The player's status line: reversed and beginning with the player's own word, so that it is not mistaken for a part of the recording. If the
/// terminal has no free row, it covers the last one while the player is paused, and for a moment after each key.
struct PlayerLine {
  /// Seconds for which the line covers a row of the recording.
  static let moment = 2.0

  let catalogue: Catalogue

  /// - Parameter width: columns; if they are not enough, first the marker's name and then the keys are left out.
  func text(_ playback: Playback, _ position: Double, width: Int) -> String {
    let timeline = playback.timeline
    var parts = [
      catalogue(playback.isPaused ? .playerPaused : .playerPlays),
      "\(PlayerLine.clock(position)) / \(PlayerLine.clock(timeline.length))",
      "\(FixedPoint.text(playback.speed, digits: playback.speed < 1 ? 2 : 0))x",
    ]
    var label = ""
    if !timeline.markers.isEmpty {
      let marker = playback.marker ?? (0, "")
      parts.append(catalogue(.playerMarker, ["number": "\(marker.number)", "count": "\(timeline.markers.count)"]))
      label = marker.label.isEmpty ? "" : ": \(marker.label)"
    }
    let place = " " + parts.joined(separator: "  ")
    let keys = "   " + catalogue(playback.isPaused ? .playerKeysPaused : .playerKeys)
    let line = [place + label + keys, place + keys, place].first { TextLayout.width($0) <= width } ?? place
    let cut = TextLayout.clip(line, to: width, ofData: true)
    return cut + String(repeating: " ", count: max(0, width - TextLayout.width(cut)))
  }

  static func painted(_ text: String, row: Int) -> String {
    "\u{1B}7\u{1B}[\(row);1H\u{1B}[0;7m\(text)\u{1B}[0m\u{1B}8"
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds)
    return "\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + "\(whole % 60)"
  }
}

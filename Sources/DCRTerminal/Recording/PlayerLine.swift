import Asciicast
import Catalogue
import FoundationEssentials
import SharedValues
import TerminalUI

/// The line in which the player says where it is: never mistaken for one of the recording, because it is reversed and begins with the player's own word.
///
/// Where the terminal has a row to spare it stands below the recording. Otherwise it covers the last row, while the player is paused and for a
/// moment after each key.
struct PlayerLine {
  /// Seconds for which it covers a row of the recording.
  static let moment = 2.0

  let catalogue: Catalogue

  /// - Parameters:
  ///   - position: seconds of the recording.
  ///   - width: columns; where there is not enough room, what the marker is called is left out, then the keys.
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

  /// Paints it, and puts everything back: place of the cursor, colours, attributes.
  static func painted(_ text: String, row: Int) -> String {
    "\u{1B}7\u{1B}[\(row);1H\u{1B}[0;7m\(text)\u{1B}[0m\u{1B}8"
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds)
    return "\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + "\(whole % 60)"
  }
}

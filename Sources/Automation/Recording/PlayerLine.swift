import Asciicast
import Catalogue
import SharedValues
import TerminalUI

/// The player's status line: reversed and beginning with the player's own word, so that it is not mistaken for a part of the recording.
///
/// If the terminal has a free row, the line stands below the recording. Otherwise it covers the last row while the player is paused, and for a moment
/// after each key.
struct PlayerLine {
  /// Seconds for which the line covers a row of the recording.
  static let moment = 2.0

  let catalogue: Catalogue

  /// - Parameters:
  ///   - position: seconds of the recording.
  ///   - width: columns; if they are not enough, first the marker's name and then the keys are left out.
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

  /// Paints the line and restores the cursor's place, colours and attributes.
  static func painted(_ text: String, row: Int) -> String {
    "\u{1B}7\u{1B}[\(row);1H\u{1B}[0;7m\(text)\u{1B}[0m\u{1B}8"
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds)
    return "\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + "\(whole % 60)"
  }
}

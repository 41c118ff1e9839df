/// A recording prepared for playing: filtered frames in order, with their times after shortening long pauses.
package struct Timeline: Hashable, Sendable {
  package struct Frame: Hashable, Sendable {
    package var time: Double
    package var text: String
  }

  package private(set) var frames: [Frame] = []
  package private(set) var markers: [Double] = []
  package private(set) var labels: [String] = []

  /// Output that comes closer together than this is one frame, for viewers and for the key that shows the next one.
  static let instant = 0.01

  /// - Parameter idleLimit: the longest pause, in seconds; `nil`: the recording's own limit.
  package init(_ cast: Cast, idleLimit: Double? = nil) {
    let limit = idleLimit ?? cast.header.idleLimit ?? .infinity
    var filter = PlaybackFilter()
    var pieces: [(time: Double, piece: PlaybackFilter.Piece)] = []
    var (latest, time) = (0.0, 0.0)
    for event in cast.events {
      if case .marker(let label) = event.content {
        markers.append(time + min(event.time - latest, limit))
        labels.append(label)
      }
      guard case .output(let text) = event.content else { continue }
      time += min(event.time - latest, limit)
      latest = event.time
      for piece in filter.pass(text) { pieces.append((time, piece)) }
    }
    // Leaving the alternate screen would show the earlier screen, which a player does not have, so it shows an empty one. At the end of a recording
    // nothing would remain to see, so the last picture stays, and the rest is ignored.
    let end = pieces.lastIndex { if case .text(_, isVisible: true) = $0.piece { true } else { false } } ?? -1
    replay: for (index, (time, piece)) in pieces.enumerated() {
      switch piece {
      case .text(let text, _): add(text, at: time)
      case .enter: add(Timeline.clear, at: time)
      case .leave:
        guard index < end else { break replay }
        add(Timeline.clear, at: time)
      }
    }
  }

  /// Attributes, scroll region and cursor as at the start, and an empty screen.
  static let clear = "\u{1B}[0m\u{1B}[r\u{1B}[H\u{1B}[2J"

  private mutating func add(_ text: String, at time: Double) {
    if let last = frames.indices.last, time - frames[last].time < Timeline.instant {
      frames[last].text += text
    } else {
      frames.append(Frame(time: time, text: text))
    }
  }

  /// Seconds until the last frame.
  package var length: Double { frames.last?.time ?? 0 }

  /// Whether one frame saves the cursor (DECSC) for a later one. A terminal can save only one.
  package var savesCursor: Bool {
    frames.contains { frame in
      var isKept = false
      var rest = frame.text.utf8[...]
      while let escape = rest.firstIndex(of: 0x1B) {
        rest = rest[escape...].dropFirst()
        if rest.starts(with: "7".utf8) || rest.starts(with: "[s".utf8) { isKept = true }
        if rest.starts(with: "8".utf8) || rest.starts(with: "[u".utf8) { isKept = false }
      }
      return isKept
    }
  }

  package var text: String { frames.map(\.text).joined() }
}

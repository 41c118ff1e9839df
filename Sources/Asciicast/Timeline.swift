/// A recording made ready to be played: pictures in their order, filtered, with their times after long pauses were cut.
public struct Timeline: Hashable, Sendable {
  /// Output that comes at one moment.
  public struct Frame: Hashable, Sendable {
    /// Seconds since the start, by which it is due.
    public var time: Double
    public var text: String
  }

  public private(set) var frames: [Frame] = []
  /// Times of the places to find again, in order.
  public private(set) var markers: [Double] = []
  /// What they are called, in the same order.
  public private(set) var labels: [String] = []

  /// Output that comes closer together than this is one picture, for a person and for the key that shows the next one.
  static let instant = 0.01

  /// - Parameter idleLimit: the longest pause, in seconds; the recording's own where it is `nil`.
  public init(_ cast: Cast, idleLimit: Double? = nil) {
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
    // Leaving the alternate screen shows what was there before, which a player does not have: an empty one. At the end of a
    // recording nothing would be left to see, so there the last picture stays, and what follows it has nothing to say.
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

  /// Attributes, scroll region and cursor as at the start, nothing on the screen.
  static let clear = "\u{1B}[0m\u{1B}[r\u{1B}[H\u{1B}[2J"

  private mutating func add(_ text: String, at time: Double) {
    if let last = frames.indices.last, time - frames[last].time < Timeline.instant {
      frames[last].text += text
    } else {
      frames.append(Frame(time: time, text: text))
    }
  }

  /// Seconds until the last picture.
  public var length: Double { frames.last?.time ?? 0 }

  /// Whether it keeps a place of the cursor (DECSC), of which a terminal has one, from one picture for a later one.
  public var savesCursor: Bool {
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

  /// All frames as one text.
  public var text: String { frames.map(\.text).joined() }
}

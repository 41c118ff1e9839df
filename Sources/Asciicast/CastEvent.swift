import SharedValues

/// One line of a recording after its header: an event with its time in seconds since the start.
package struct CastEvent: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case output(String)
    case resize(width: Int, height: Int)
    /// A position that a player can jump to.
    case marker(String)
    /// Events that a player ignores: input, which this product never writes, and unknown kinds.
    case other
  }

  package var time: Double
  package var content: Content
  package init(_ time: Double, _ content: Content) { (self.time, self.content) = (time, content) }

  /// The event as a line of the recording, without its line feed; `nil` for events that are never written.
  package var line: String? {
    let (code, data): (String, String)
    switch content {
    case .output(let text): (code, data) = ("o", text)
    case .resize(let width, let height): (code, data) = ("r", "\(width)x\(height)")
    case .marker(let label): (code, data) = ("m", label)
    case .other: return nil
    }
    return JSON.array([.number(CastNumber.text(time)), .string(code), .string(data)]).compact
  }
}

/// A validated recording: times never decrease, sizes and lengths are within ``CastReader``'s limits.
package struct Cast: Hashable, Sendable {
  package var header: CastHeader
  package var events: [CastEvent]

  /// The smallest terminal that fits every picture of the recording.
  package var size: (width: Int, height: Int) {
    var (width, height) = (header.width, header.height)
    for case .resize(let columns, let rows) in events.lazy.map(\.content) {
      (width, height) = (max(width, columns), max(height, rows))
    }
    return (width, height)
  }
}

/// The first line of a recording (asciicast v2, <https://docs.asciinema.org/manual/asciicast/v2/>), without anything about the machine and its user.
package struct CastHeader: Hashable, Sendable {
  /// Columns and rows of the terminal at the start.
  package var width: Int
  package var height: Int
  /// The start time, in seconds since 1970.
  package var timestamp: Int?
  package var title: String?
  /// The kind of terminal, `TERM`.
  package var term: String?
  /// The longest pause that players should make, in seconds (`idle_time_limit`).
  package var idleLimit: Double?

  package init(
    width: Int, height: Int, timestamp: Int? = nil, title: String? = nil, term: String? = nil, idleLimit: Double? = nil
  ) {
    (self.width, self.height, self.timestamp, self.title, self.term) = (width, height, timestamp, title, term)
    self.idleLimit = idleLimit
  }

  /// The version that is written, and the only one that is read.
  static let version = 2

  /// The first line of the recording, without its line feed.
  package var line: String {
    let required: JSON = [
      "version": .number("\(CastHeader.version)"), "width": .number("\(width)"), "height": .number("\(height)"),
    ]
    return required.setting("timestamp", timestamp.map { .number("\($0)") })
      .setting("idle_time_limit", idleLimit.map { .number(CastNumber.text($0)) })
      .setting("env", term.map { ["TERM": .string($0)] }).setting("title", title.map { .string($0) }).compact
  }
}

/// Numbers in the format's notation: at most microseconds, no exponent.
enum CastNumber {
  static func text(_ seconds: Double) -> String {
    var text = FixedPoint.text(min(max(seconds, 0), CastReader.longest), digits: 6)
    while let shorter = text.without(suffix: "0") { text = String(shorter) }
    return text.without(suffix: ".").map(String.init) ?? text
  }
}

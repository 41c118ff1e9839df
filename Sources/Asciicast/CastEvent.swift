import SharedValues

/// One line of a recording after its header: an event with its time in seconds since the start.
package struct CastEvent: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// Text that the program sent to the terminal.
    case output(String)
    /// The new size of the terminal.
    case resize(width: Int, height: Int)
    /// A position that a player can jump to.
    case marker(String)
    /// Events that a player ignores: input, which this product never writes, and unknown kinds.
    case other
  }

  package var time: Double
  package var content: Content

  package init(_ time: Double, _ content: Content) {
    (self.time, self.content) = (time, content)
  }

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

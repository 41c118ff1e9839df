import SharedValues

/// The first line of a recording (asciicast v2, <https://docs.asciinema.org/manual/asciicast/v2/>).
///
/// Contains nothing about the machine: no shell, no user, no command line.
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
    var members: [JSON.Member] = [
      .init("version", .number("\(CastHeader.version)")), .init("width", .number("\(width)")),
      .init("height", .number("\(height)")),
    ]
    if let timestamp { members.append(.init("timestamp", .number("\(timestamp)"))) }
    if let idleLimit { members.append(.init("idle_time_limit", .number(CastNumber.text(idleLimit)))) }
    if let term { members.append(.init("env", .object([.init("TERM", .string(term))]))) }
    if let title { members.append(.init("title", .string(title))) }
    return JSON.object(members).compact
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

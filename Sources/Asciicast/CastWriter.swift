/// Turns what a program sends to its terminal into the lines of a recording. Input has no way in: a password would be in it.
///
/// Every line is complete when it is returned, so a file that got all lines so far can be played. Bytes of a character that
/// has not come whole wait for the rest; what can never become one stands as U+FFFD.
public struct CastWriter: Sendable {
  private var rest: [UInt8] = []
  private var latest = 0.0

  public init() {}

  /// - Parameter time: seconds since the start; one that went back counts as the latest.
  /// - Returns: the line with its line feed, or `nil` when nothing is whole yet.
  public mutating func output(_ bytes: [UInt8], at time: Double) -> String? {
    rest += bytes
    let whole = rest.count - CastWriter.unfinished(rest)
    guard whole > 0 else { return nil }
    let text = String(decoding: rest[..<whole], as: UTF8.self)
    rest.removeFirst(whole)
    return line(.output(text), at: time)
  }

  public mutating func resize(width: Int, height: Int, at time: Double) -> String? {
    line(.resize(width: width, height: height), at: time)
  }

  public mutating func marker(_ label: String, at time: Double) -> String? { line(.marker(label), at: time) }

  /// The line with the bytes of a character that was never completed; `nil` when there are none.
  public mutating func finish(at time: Double) -> String? {
    guard !rest.isEmpty else { return nil }
    defer { rest = [] }
    return line(.output(String(decoding: rest, as: UTF8.self)), at: time)
  }

  private mutating func line(_ content: CastEvent.Content, at time: Double) -> String? {
    latest = max(latest, time)
    return CastEvent(latest, content).line.map { $0 + "\n" }
  }

  /// How many bytes at the end begin a character without finishing it (RFC 3629 §3).
  static func unfinished(_ bytes: [UInt8]) -> Int {
    for length in 1...3 where length <= bytes.count {
      let byte = bytes[bytes.count - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed =
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
      return needed > length ? length : 0
    }
    return 0
  }
}

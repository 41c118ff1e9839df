/// Turns a program's output into the lines of a recording. It accepts no input, which could contain a password. Returns only complete lines, so that
/// the file can be played at any time. The bytes of an incomplete character wait for the rest; invalid bytes become U+FFFD.
package struct CastWriter: Sendable {
  private var rest: [UInt8] = []
  private var latest = 0.0
  package init() {}

  /// - Parameter time: seconds since the start; a time before the latest one counts as the latest.
  /// - Returns: the line with its line feed; `nil`: no character is complete yet.
  package mutating func output(_ bytes: [UInt8], at time: Double) -> String? {
    rest += bytes
    let whole = rest.count - CastWriter.unfinished(rest)
    guard whole > 0 else { return nil }
    let text = String(decoding: rest[..<whole], as: UTF8.self)
    rest.removeFirst(whole)
    return line(.output(text), at: time)
  }

  package mutating func resize(width: Int, height: Int, at time: Double) -> String? {
    line(.resize(width: width, height: height), at: time)
  }

  package mutating func marker(_ label: String, at time: Double) -> String? { line(.marker(label), at: time) }

  /// The line with the bytes of an incomplete character; `nil`: there are none.
  package mutating func finish(at time: Double) -> String? {
    guard !rest.isEmpty else { return nil }
    defer { rest = [] }
    return line(.output(String(decoding: rest, as: UTF8.self)), at: time)
  }

  private mutating func line(_ content: CastEvent.Content, at time: Double) -> String? {
    latest = max(latest, time)
    return CastEvent(latest, content).line.map { $0 + "\n" }
  }

  /// The number of bytes at the end that start a character without completing it (RFC 3629 §3).
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

import AgeFormat

/// Writes plain UTF-8 text to a terminal. Control characters and invalid UTF-8 are refused, and nothing of the piece that contains them is shown.
/// A character may begin in one piece and end in the next: its first bytes wait for the rest.
final class TerminalSink: ByteSink {
  private let sink: any ByteSink
  private var begun: [UInt8] = []
  private(set) var isRefused = false

  init(_ sink: any ByteSink) { self.sink = sink }

  func write(_ bytes: [UInt8]) throws(AgeError) {
    let all = begun + bytes
    let whole = all.count - TerminalSink.unfinished(all)
    try judge(all[..<whole])
    begun = Array(all[whole...])
    try sink.write(Array(all[..<whole]))
  }

  /// Called after the last piece. Refuses an incomplete character at the end.
  func finish() throws(AgeError) { try judge(begun[...]) }

  private func judge(_ bytes: ArraySlice<UInt8>) throws(AgeError) {
    let text = String(validating: bytes, as: UTF8.self)
    guard let text, !text.unicodeScalars.contains(where: \.isControlling) else {
      isRefused = true
      throw AgeError(.unwritable)
    }
  }

  /// The number of bytes at the end that begin a character (RFC 3629 §3): at most three.
  private static func unfinished(_ bytes: [UInt8]) -> Int {
    for (count, byte) in bytes.reversed().prefix(3).enumerated() where byte & 0b1100_0000 != 0b1000_0000 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > count + 1 ? count + 1 : 0
    }
    return 0
  }
}

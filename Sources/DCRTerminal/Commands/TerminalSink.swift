import AgeFormat
import FoundationEssentials

/// Plain UTF-8 text on its way to a terminal. What a terminal would act on, and what is no UTF-8, is refused, and nothing of the
/// piece that holds it is shown.
///
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

  /// To be called after the last piece. An incomplete character at the end is refused.
  func finish() throws(AgeError) { try judge(begun[...]) }

  private func judge(_ bytes: ArraySlice<UInt8>) throws(AgeError) {
    let text = String(validating: bytes, as: UTF8.self)
    guard let text, !text.unicodeScalars.contains(where: TerminalText.isHarmful) else {
      isRefused = true
      throw AgeError(.unwritable)
    }
  }

  /// How many bytes at the end are the beginning of a character (RFC 3629 §3): three at most.
  private static func unfinished(_ bytes: [UInt8]) -> Int {
    for (count, byte) in bytes.reversed().prefix(3).enumerated() where byte & 0b1100_0000 != 0b1000_0000 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > count + 1 ? count + 1 : 0
    }
    return 0
  }
}

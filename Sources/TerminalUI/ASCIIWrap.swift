/// Breaks printable ASCII text into lines. Most text on the screens is ASCII, and every drawing wraps it.
///
/// Same result as ``TextLayout/wrap(_:width:)`` for such text, but byte by byte instead of glyph by glyph.
enum ASCIIWrap {
  private static let space = UInt8(ascii: " ")

  /// `nil`: the text contains something other than printable ASCII.
  static func lines(_ text: Substring, _ width: Int) -> [String]? {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
      return lines(bytes, width)
    }
  }

  private static func lines(_ bytes: UnsafeBufferPointer<UInt8>, _ width: Int) -> [String] {
    var lines: [String] = []
    var start = 0
    while true {
      // A space at the start of a line belongs to the break; the first line keeps its indent.
      if !lines.isEmpty { while start < bytes.count, bytes[start] == space { start += 1 } }
      guard start < bytes.count || lines.isEmpty else { return lines }
      let end = start + width
      guard end < bytes.count else {
        lines.append(trimmed(bytes[start...]))
        return lines
      }
      let last = bytes[end] == space ? end : wordStart(bytes, start, end) ?? end
      lines.append(trimmed(bytes[start..<last]))
      start = last
    }
  }

  /// Where the word starts that the line would cut; `nil`: the line has no word before it.
  private static func wordStart(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
    guard let gap = bytes[start..<end].lastIndex(of: space), bytes[start..<gap].contains(where: { $0 != space }) else {
      return nil
    }
    return gap + 1
  }

  private static func trimmed(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let end = line.lastIndex { $0 != space }.map { $0 + 1 } ?? line.startIndex
    return String(decoding: line[line.startIndex..<end], as: UTF8.self)
  }
}

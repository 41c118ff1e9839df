/// A source with look-ahead that can be read by lines. It buffers no more than requested.
final class BufferedSource: ByteSource {
  private let source: any ByteSource
  private var buffer: [UInt8] = []
  private var start = 0
  private var sourceEnded = false

  init(_ source: any ByteSource) { self.source = source }

  /// The next bytes without taking them: `count`, or fewer at the end.
  func peek(_ count: Int) throws(AgeError) -> ArraySlice<UInt8> {
    while buffer.count - start < count, !sourceEnded {
      let piece = try source.read(upTo: max(count, 4096))
      sourceEnded = piece.isEmpty
      if start > 0 {
        buffer.removeFirst(start)
        start = 0
      }
      buffer += piece
    }
    return buffer[start...].prefix(count)
  }

  /// Takes `count` bytes, or what is left.
  func take(_ count: Int) throws(AgeError) -> ArraySlice<UInt8> {
    let bytes = try peek(count)
    start += bytes.count
    return bytes
  }

  func read(upTo count: Int) throws(AgeError) -> [UInt8] { Array(try take(count)) }

  var atEnd: Bool { get throws(AgeError) { try peek(1).isEmpty } }

  enum Line {
    /// A whole line, without its LF.
    case whole([UInt8])
    /// No LF within the limit.
    case tooLong
    /// The source ended before an LF.
    case unfinished([UInt8])
  }

  /// Takes the next line of at most `limit` bytes.
  func line(limit: Int) throws(AgeError) -> Line {
    // Grows in steps, so that a long limit does not make short lines wait for more bytes than they have.
    var length = 128
    while true {
      let bytes = try peek(min(length, limit + 1))
      if let end = bytes.firstIndex(of: 0x0A) {
        let line = Array(bytes[..<end])
        start += line.count + 1
        return .whole(line)
      }
      if bytes.count > limit { return .tooLong }
      if bytes.count < min(length, limit + 1) {
        let rest = Array(bytes)
        start += rest.count
        return .unfinished(rest)
      }
      length *= 2
    }
  }
}

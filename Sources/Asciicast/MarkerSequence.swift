/// Tells the recorder, by a control string (APC) between pictures, that a part of the show begins. Terminals ignore it, and the recorder removes it.
package enum MarkerSequence {
  static let start = Array("\u{1B}_dcr-terminal-marker;".utf8)
  static let end = Array("\u{1B}\\".utf8)
  /// The maximum length of a label, in bytes.
  static let longest = 200

  /// - Parameter label: control characters are removed.
  package static func text(_ label: String) -> String {
    let visible = label.unicodeScalars.filter { !(0..<0x20).contains($0.value) && !(0x7F..<0xA0).contains($0.value) }
    var text = String(String.UnicodeScalarView(visible))
    while text.utf8.count > longest { text.removeLast() }
    return String(decoding: start, as: UTF8.self) + text + String(decoding: end, as: UTF8.self)
  }
}

/// Separates a program's output into text for its terminal and markers. Accepts pieces of any size.
package struct MarkerReader: Sendable {
  package enum Piece: Hashable, Sendable {
    case output([UInt8])
    case marker(String)
  }

  /// Bytes that may be the start of a marker: held back until the rest has arrived.
  private var held: [UInt8] = []
  package init() {}

  package mutating func read(_ bytes: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var output: [UInt8] = []
    for byte in bytes {
      held.append(byte)
      judging: while !held.isEmpty {
        switch MarkerReader.judge(held) {
        case .waits: break judging
        case .none:
          // The first byte belongs to no marker; one of the others may start one.
          output.append(held.removeFirst())
        case .marker(let label):
          if !output.isEmpty { pieces.append(.output(output)) }
          pieces.append(.marker(label))
          (output, held) = ([], [])
        }
      }
    }
    if !output.isEmpty { pieces.append(.output(output)) }
    return pieces
  }

  /// The bytes of an incomplete marker, which are output.
  package mutating func finish() -> [UInt8] {
    defer { held = [] }
    return held
  }

  private enum Judgement {
    case none, waits
    case marker(String)
  }

  private static func judge(_ bytes: [UInt8]) -> Judgement {
    let (start, end) = (MarkerSequence.start, MarkerSequence.end)
    guard bytes.count > start.count else { return start.starts(with: bytes) ? .waits : .none }
    guard bytes.starts(with: start) else { return .none }
    let label = bytes[start.count...]
    guard label.count <= MarkerSequence.longest + end.count else { return .none }
    if label.suffix(end.count).elementsEqual(end) {
      return .marker(String(decoding: label.dropLast(end.count), as: UTF8.self))
    }
    // A control character inside means that this is no marker; an escape may begin its end.
    let isBroken = label.dropLast().contains { $0 < 0x20 } || label.last.map { $0 < 0x20 && $0 != end[0] } == true
    return isBroken ? .none : .waits
  }
}

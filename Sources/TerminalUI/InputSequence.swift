import SharedValues

enum InputSequence {
  case events([TerminalEvent], length: Int)
  case pasteStart(length: Int)
  case incomplete
  /// Longer CSI sequences are rejected, even if more bytes have arrived already.
  private static let lengthLimit = 64

  static func read(_ bytes: ArraySlice<UInt8>) -> InputSequence {
    let first = bytes[bytes.startIndex]
    switch first {
    case 0x1B: return escape(bytes)
    case 0x0D, 0x0A: return .events([.key(.enter)], length: 1)
    case 0x09: return .events([.key(.tab)], length: 1)
    case 0x08, 0x7F: return .events([.key(.backspace)], length: 1)
    case 0x00: return .events([.key(.control(" "))], length: 1)
    case 0x01...0x1A: return control(first, from: UInt8(ascii: "a") - 1)
    case 0x1C...0x1F: return control(first, from: 0x40)
    case 0x20..<0x7F: return .events([.key(.character(Character(Unicode.Scalar(first))))], length: 1)
    default: return utf8(bytes)
    }
  }

  private static func control(_ byte: UInt8, from base: UInt8) -> InputSequence {
    .events([.key(.control(Character(Unicode.Scalar(base + byte))))], length: 1)
  }

  private static func utf8(_ bytes: ArraySlice<UInt8>) -> InputSequence {
    let first = bytes[bytes.startIndex]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    // Invalid bytes are dropped one by one, so that the next character is found again.
    guard (0xC2...0xF4).contains(first) else { return .events([], length: 1) }
    let following = bytes.dropFirst().prefix(length - 1)
    guard following.allSatisfy({ $0 & 0xC0 == 0x80 }) else { return .events([], length: 1) }
    guard following.count == length - 1 else { return .incomplete }
    guard let text = String(validating: bytes.prefix(length), as: UTF8.self), let character = text.first,
      text.unicodeScalars.first!.value >= 0xA0
    else { return .events([], length: length) }
    return .events([.key(.character(character))], length: length)
  }

  private static func escape(_ bytes: ArraySlice<UInt8>) -> InputSequence {
    guard bytes.count > 1 else { return .incomplete }
    let second = bytes[bytes.startIndex + 1]
    switch second {
    case UInt8(ascii: "["): return controlSequence(bytes)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return .incomplete }
      return .events(finals[Unicode.Scalar(bytes[bytes.startIndex + 2])].map { [.key($0)] } ?? [], length: 3)
    case UInt8(ascii: "]"), UInt8(ascii: "P"): return controlString(bytes)
    // Escape and something else that arrived with it: two keys.
    default: return .events([.key(.escape)], length: 1)
    }
  }

  /// ECMA-48 §5.4: parameter bytes, intermediate bytes, one final byte.
  private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> InputSequence {
    let body = bytes.dropFirst(2)
    // Linux's console sends ESC [ [ A for F1.
    if body.first == UInt8(ascii: "[") {
      guard body.count > 1 else { return .incomplete }
      let number = Int(body[body.startIndex + 1]) - 0x40
      return .events((1...5).contains(number) ? [.key(.function(number))] : [], length: 4)
    }
    guard let end = body.prefix(lengthLimit - 2).firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return bytes.count < lengthLimit ? .incomplete : .events([], length: lengthLimit)
    }
    let length = end - bytes.startIndex + 1
    // Another ESC or a control character inside: the sequence was broken off, and what follows is separate.
    guard (0x40...0x7E).contains(bytes[end]) else { return .events([], length: length - 1) }
    let parameters = String(decoding: body[..<end], as: UTF8.self)
    if bytes[end] == UInt8(ascii: "~"), parameters == "200" { return .pasteStart(length: length) }
    if let report = TerminalReport(parameters, final: bytes[end]) { return .events([.report(report)], length: length) }
    return .events(event(parameters, final: bytes[end]).map { [$0] } ?? [], length: length)
  }

  private static let stringLimit = 512

  /// Whether the input starts with a control string that cannot be typed: OSC with a number, DCS with its `>`.
  static func isControlString(_ bytes: some Collection<UInt8>) -> Bool {
    let first = Array(bytes.prefix(3))
    guard first.count == 3, first[0] == 0x1B else { return false }
    return first[1] == UInt8(ascii: "]")
      ? (0x30...0x39).contains(first[2]) : first[1] == UInt8(ascii: "P") && first[2] == UInt8(ascii: ">")
  }

  /// ECMA-48: everything up to ST, or up to BEL, as xterm allows.
  private static func controlString(_ bytes: ArraySlice<UInt8>) -> InputSequence {
    guard bytes.count > 2 else { return .incomplete }
    guard isControlString(bytes) else { return .events([.key(.escape)], length: 1) }
    let body = bytes.dropFirst(2)
    guard let end = body.prefix(stringLimit - 2).firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else {
      return bytes.count < stringLimit ? .incomplete : .events([], length: stringLimit)
    }
    if bytes[end] == 0x1B {
      guard bytes.endIndex > end + 1 else { return .incomplete }
      // Broken off: what follows is separate.
      guard bytes[end + 1] == UInt8(ascii: "\\") else { return .events([], length: end - bytes.startIndex) }
    }
    let length = end - bytes.startIndex + (bytes[end] == 0x1B ? 2 : 1)
    let text = String(decoding: body[..<end], as: UTF8.self)
    let report = TerminalReport(string: text, introducer: bytes[bytes.startIndex + 1])
    return .events(report.map { [.report($0)] } ?? [], length: length)
  }

  private static func event(_ parameters: String, final: UInt8) -> TerminalEvent? {
    if parameters.first == "<" { return mouse(parameters.dropFirst(), released: final == UInt8(ascii: "m")) }
    let numbers = parameters.split(scalar: ";", omittingEmptySubsequences: false).map { Int($0) }
    if final == UInt8(ascii: "~") { return (numbers.first ?? nil).flatMap { keys[$0] }.map { .key($0) } }
    // 1;2P is F1 with Shift, but 1;1R and 24;80R report the cursor's position.
    if (UInt8(ascii: "P")...UInt8(ascii: "S")).contains(final) {
      guard numbers.first == 1, numbers.count == 2, numbers[1] ?? 0 > 1 else { return nil }
    }
    return finals[Unicode.Scalar(final)].map { .key($0) }
  }

  /// SGR mouse report (xterm's 1006): button, column, row, from 1.
  private static func mouse(_ parameters: Substring, released: Bool) -> TerminalEvent? {
    let numbers = parameters.split(scalar: ";").compactMap { Int($0) }
    guard numbers.count == 3, (1...10_000).contains(numbers[1]), (1...10_000).contains(numbers[2]) else { return nil }
    let place = Point(numbers[1] - 1, numbers[2] - 1)
    // Shift, Alt and Control (4, 8, 16) are ignored; 32 is motion, which was not requested.
    switch numbers[0] & ~28 {
    case 0: return .mouse(MouseEvent(released ? .release : .press, at: place))
    case 64: return .mouse(MouseEvent(.scrollUp, at: place))
    case 65: return .mouse(MouseEvent(.scrollDown, at: place))
    default: return nil
    }
  }

  private static let finals: [Unicode.Scalar: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "Z": .backtab, "M": .enter,
    "P": .function(1), "Q": .function(2), "R": .function(3), "S": .function(4),
  ]

  /// By the first parameter of a sequence that ends in `~`.
  private static let keys: [Int: Key] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6),
    18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
  ]
}

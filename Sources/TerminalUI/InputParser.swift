/// Turns bytes from a terminal, in any portions, into events: the keys of xterm and similar terminals (ECMA-48 CSI and SS3, with either form of the
/// arrows), SGR mouse reports and bracketed paste. Swallows an unknown sequence whole, so that no part of it is typed.
struct InputParser {
  private var pending: [UInt8] = []
  private var paste: [UInt8]?
  /// Longer pastes are cut; nothing that a person enters is that long.
  static let pasteLimit = 1 << 20
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Whether more bytes may follow; if none come soon, the bytes so far count as they are.
  var isWaiting: Bool { paste == nil && !pending.isEmpty }
  /// Whether a report of the terminal is incomplete; its end will come, however slow the line is.
  var isBeingTold: Bool { paste == nil && InputSequence.isControlString(pending) }
  var isPasting: Bool { paste != nil }

  mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    pending.append(contentsOf: bytes)
    var events: [TerminalEvent] = []
    var start = 0
    while start < pending.count {
      if paste != nil {
        guard let end = readPaste(from: start, &events) else { break }
        start = end
        continue
      }
      switch InputSequence.read(pending[start...]) {
      case .incomplete:
        pending.removeFirst(start)
        return events
      case .pasteStart(let length):
        paste = []
        start += length
      case .events(let found, let length):
        events += found
        start += length
      }
    }
    pending.removeFirst(min(start, pending.count))
    return events
  }

  /// For the end of the escape delay: a lone ESC becomes the key, any other unfinished sequence is dropped.
  mutating func timeOut() -> [TerminalEvent] {
    guard isWaiting else { return [] }
    let bytes = pending
    pending = []
    guard bytes[0] == 0x1B, !InputSequence.isControlString(bytes) else { return [] }
    return [.key(.escape)] + (bytes.count == 2 ? feed(bytes[1...]) : [])
  }

  /// Collects a paste; returns the index after it, or `nil` while it is incomplete.
  private mutating func readPaste(from start: Int, _ events: inout [TerminalEvent]) -> Int? {
    let end = InputParser.pasteEnd
    var index = start
    while index < pending.count {
      if pending[index] == 0x1B {
        let rest = pending[index...].prefix(end.count)
        if rest.elementsEqual(end) {
          // Terminals send line ends as carriage returns.
          let text = String(decoding: paste ?? [], as: UTF8.self).map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }
          events.append(.paste(String(text)))
          paste = nil
          return index + end.count
        }
        if rest.count < end.count, rest.elementsEqual(end.prefix(rest.count)) { break }
      }
      if paste!.count < InputParser.pasteLimit { paste!.append(pending[index]) }
      index += 1
    }
    pending.removeFirst(index)
    return nil
  }
}

import SharedValues

/// Separates a terminal's input stream (ECMA-48 and xterm's control sequences), in pieces of any size, into text and control functions. Keeps at most
/// ``longestSequence`` characters of a control sequence and nothing of a control string.
package struct TerminalSequences: Sendable {
  package enum Token: Hashable, Sendable {
    case character(Unicode.Scalar)
    /// C0 and DEL.
    case control(UInt8)
    /// `ESC`, intermediate characters, final character.
    case escape(intermediates: String, final: Character)
    case sequence(ControlSequence)
  }

  /// `CSI`, parameters with a private mark before them, intermediate characters, final character.
  package struct ControlSequence: Hashable, Sendable {
    /// `<`, `=`, `>`, `?` or nothing.
    package var mark: String
    /// The parameters as written: digits, `;` and `:`.
    package var parameters: String
    package var intermediates: String
    package var final: Character

    package var text: String { "\u{1B}[\(mark)\(parameters)\(intermediates)\(final)" }

    /// The parameters as numbers; `nil` for an empty one, and as a whole if one is not a number up to 9999.
    package var numbers: [Int?]? {
      let parts = parameters.split(scalar: ";", omittingEmptySubsequences: false)
      let areNumbers = parts.allSatisfy { $0.isEmpty || ($0.utf8.count <= 4 && Int($0) != nil) }
      return areNumbers ? parts.map { Int($0) } : nil
    }
  }

  package static let longestSequence = 128

  private enum State: Hashable {
    case ground
    case escape(String)
    case sequence(String)
    /// Within a control sequence that is too long or wrong: all of it is ignored.
    case ruined
    /// OSC, DCS, APC, PM or SOS, until ST.
    case string
    case stringEscape
  }

  private var state = State.ground

  package mutating func feed(_ text: String, _ receive: (Token) -> Void) {
    for scalar in text.unicodeScalars { consume(scalar, receive) }
  }

  private mutating func consume(_ scalar: Unicode.Scalar, _ receive: (Token) -> Void) {
    switch (state, scalar.value) {
    // CAN and SUB break off whatever goes on.
    case (_, 0x18), (_, 0x1A): state = .ground
    case (.string, 0x07), (.string, 0x9C), (.stringEscape, 0x5C): state = .ground
    case (.string, 0x1B): state = .stringEscape
    case (.string, _): break
    case (_, 0x1B): state = .escape("")
    case (.ground, _): ground(scalar, receive)
    case (.escape(let intermediates), _): escape(scalar, intermediates, receive)
    case (.stringEscape, _):
      state = .escape("")
      escape(scalar, "", receive)
    case (.sequence(let text), _): sequence(scalar, text, receive)
    case (.ruined, 0x40...0x7E): state = .ground
    case (.ruined, _): break
    }
  }

  private mutating func ground(_ scalar: Unicode.Scalar, _ receive: (Token) -> Void) {
    switch scalar.value {
    case 0..<0x20, 0x7F: receive(.control(UInt8(scalar.value)))
    case 0x90, 0x98, 0x9D...0x9F: state = .string
    case 0x9B: state = .sequence("")
    case 0x80..<0xA0: break
    default: receive(.character(scalar))
    }
  }

  private mutating func escape(_ scalar: Unicode.Scalar, _ intermediates: String, _ receive: (Token) -> Void) {
    switch (scalar.value, intermediates.utf8.count) {
    // A control character inside a sequence acts at once, as in terminals.
    case (0..<0x20, _): receive(.control(UInt8(scalar.value)))
    case (0x20..<0x30, 0..<4): state = .escape(intermediates + String(scalar))
    case (0x5B, 0): state = .sequence("")
    case (0x50, 0), (0x58, 0), (0x5D...0x5F, 0): state = .string
    case (0x30..<0x7F, _):
      state = .ground
      receive(.escape(intermediates: intermediates, final: Character(scalar)))
    case (0x7F, _): break
    default: state = .ground
    }
  }

  private mutating func sequence(_ scalar: Unicode.Scalar, _ text: String, _ receive: (Token) -> Void) {
    switch scalar.value {
    case 0..<0x20: receive(.control(UInt8(scalar.value)))
    case 0x20..<0x40: state = text.utf8.count < Self.longestSequence ? .sequence(text + String(scalar)) : .ruined
    case 0x40..<0x7F:
      state = .ground
      if let sequence = Self.parse(text, final: Character(scalar)) { receive(.sequence(sequence)) }
    case 0x7F: break
    // A terminal that reads bytes no longer sees a control sequence here.
    default: state = .ground
    }
  }

  /// A mark, parameters and intermediates, in this order and with nothing between.
  private static func parse(_ text: String, final: Character) -> ControlSequence? {
    var rest = Substring(text)
    var mark = ""
    if let first = rest.utf8.first, (0x3C...0x3F).contains(first) { mark = String(rest.removeFirst()) }
    let parameters = rest.prefix { $0.isASCII && ($0.isWholeNumber || $0 == ";" || $0 == ":") }
    let intermediates = rest.dropFirst(parameters.count)
    guard intermediates.utf8.allSatisfy({ (0x20..<0x30).contains($0) }) else { return nil }
    return ControlSequence(
      mark: mark, parameters: String(parameters), intermediates: String(intermediates), final: final)
  }
}

/// The terminal modes that a program's output has switched on, and the output that switches them off if the program has not done so or is stopped.
package struct SwitchedModes: Sendable {
  private var sequences = TerminalSequences()
  /// Private modes that differ from a fresh terminal's, in the order in which they changed.
  private var switched: [Int] = []
  private var isKeypadOn = false
  package init() {}

  /// Modes that are on in a fresh terminal: wrapping, and a visible cursor.
  private static let onAtFirst: Set<Int> = [7, 25]
  private static let most = 64

  package mutating func note(_ output: String) {
    var (switched, isKeypadOn) = (switched, isKeypadOn)
    sequences.feed(output) { token in
      switch token {
      case .sequence(let sequence) where sequence.mark == "?" && (sequence.final == "h" || sequence.final == "l"):
        for case let mode? in sequence.numbers ?? [] {
          switched.removeAll { $0 == mode }
          let isOn = sequence.final == "h"
          if isOn != Self.onAtFirst.contains(mode), switched.count < Self.most { switched.append(mode) }
        }
      case .escape("", "="): isKeypadOn = true
      case .escape("", ">"): isKeypadOn = false
      default: break
      }
    }
    (self.switched, self.isKeypadOn) = (switched, isKeypadOn)
  }

  /// Restores the terminal; empty if the program has done so itself.
  package var undo: String {
    switched.isEmpty && !isKeypadOn
      ? "" : "\u{1B}[0m\u{1B}(B\u{0F}" + (isKeypadOn ? "\u{1B}>" : "") + modes(switched.reversed(), "h", "l")
  }

  /// Switches the same modes on again.
  package var redo: String { modes(switched, "l", "h") + (isKeypadOn ? "\u{1B}=" : "") }

  private func modes(_ modes: [Int], _ ofOnAtFirst: String, _ ofOthers: String) -> String {
    modes.map { "\u{1B}[?\($0)" + (Self.onAtFirst.contains($0) ? ofOnAtFirst : ofOthers) }.joined()
  }
}

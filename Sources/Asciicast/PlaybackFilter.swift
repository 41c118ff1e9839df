/// Passes only what a recording may do to the terminal: text, colours, cursor movement, erasing, scrolling.
///
/// A list of what is known to be harmless, not of what is known to be bad. It therefore drops all control strings (OSC with titles and clipboard,
/// DCS, APC, PM, SOS), everything that the terminal would answer as typed input (DA, DSR, ENQ, reports), mouse and paste reporting, window
/// operations, keyboard locking, full resets, bells, C1 controls, and invisible characters that reorder others.
///
/// The player uses the alternate screen itself: entering it becomes ``Piece/enter``, leaving it ``Piece/leave``.
package struct PlaybackFilter: Sendable {
  package enum Piece: Hashable, Sendable {
    /// `isVisible`: it contains a character other than a space.
    case text(String, isVisible: Bool)
    case enter
    case leave
  }

  private var sequences = TerminalSequences()
  package init() {}

  /// The parts of a piece of output that may reach the terminal.
  package mutating func pass(_ text: String) -> [Piece] {
    var pieces: [Piece] = []
    var passed = ""
    var isVisible = false
    func end(_ piece: Piece?) {
      if !passed.isEmpty { pieces.append(.text(passed, isVisible: isVisible)) }
      if let piece { pieces.append(piece) }
      (passed, isVisible) = ("", false)
    }
    sequences.feed(text) { token in
      switch token {
      case .character(let scalar):
        guard scalar.value < 0xA0 || !PlaybackFilter.unseen.contains(scalar.properties.generalCategory) else { return }
        passed.unicodeScalars.append(scalar)
        isVisible = isVisible || scalar != " "
      case .control(let byte):
        if PlaybackFilter.controls.contains(byte) { passed.unicodeScalars.append(Unicode.Scalar(byte)) }
      case .escape(let intermediates, let final):
        if PlaybackFilter.allows(intermediates, final) { passed += "\u{1B}\(intermediates)\(final)" }
      case .sequence(let sequence):
        switch PlaybackFilter.judge(sequence) {
        case nil: break
        case .text(let text, _): passed += text
        case let screen: end(screen)
        }
      }
    }
    end(nil)
    return pieces
  }

  /// Backspace, tab, line feed, carriage return, and the two shifts between character sets.
  private static let controls: Set<UInt8> = [0x08, 0x09, 0x0A, 0x0D, 0x0E, 0x0F]

  /// Save and restore the cursor, index, next line, reverse index, set a tab stop, keypad; ASCII and line drawing as G0 and G1.
  private static func allows(_ intermediates: String, _ final: Character) -> Bool {
    switch intermediates {
    case "": "78DEMH=>".contains(final)
    case "(", ")": "B0".contains(final)
    default: false
    }
  }

  /// Cursor movement, erasing, inserting, deleting, scrolling, tabs, repeating, the scroll region, saving the cursor.
  private static let finals: Set<Character> = Set("@ABCDEFGHIJKLMPSTXZ`abdefgrsu")

  /// - Returns: `nil`: the sequence is dropped.
  private static func judge(_ sequence: TerminalSequences.ControlSequence) -> Piece? {
    if sequence.mark == "?", "hl".contains(sequence.final), sequence.intermediates.isEmpty { return modes(sequence) }
    return passes(sequence) ? .text(sequence.text, isVisible: false) : nil
  }

  private static func passes(_ sequence: TerminalSequences.ControlSequence) -> Bool {
    // Soft reset (DECSTR): resets modes and attributes, but keeps the picture.
    guard sequence.intermediates.isEmpty else { return sequence.text == "\u{1B}[!p" }
    guard sequence.mark.isEmpty else { return false }
    switch sequence.final {
    case "m":
      let parts = sequence.parameters.split { $0 == ";" || $0 == ":" }
      return parts.count <= 32 && parts.allSatisfy { $0.count <= 4 }
    case "h", "l": return sequence.parameters == "4"
    // With five parameters xterm would start to track the mouse.
    case "T": return (sequence.numbers?.count ?? 2) <= 1
    case let final: return finals.contains(final) && (sequence.numbers?.count ?? 3) <= 2
    }
  }

  /// Private modes: cursor keys, reverse video, origin, wrapping, blinking and hidden cursor.
  private static let modes: Set<Int> = [1, 5, 6, 7, 12, 25]
  private static let alternateScreens: Set<Int> = [47, 1047, 1049]

  private static func modes(_ sequence: TerminalSequences.ControlSequence) -> Piece? {
    let numbers = (sequence.numbers ?? []).compactMap { $0 }
    if numbers.contains(where: alternateScreens.contains) { return sequence.final == "h" ? .enter : .leave }
    let allowed = numbers.filter(modes.contains).map(String.init)
    let text = "\u{1B}[?\(allowed.joined(separator: ";"))\(sequence.final)"
    return allowed.isEmpty ? nil : .text(text, isVisible: false)
  }

  /// Bidi controls, joiners, byte order marks, tags and other format characters of Unicode, line separators, private-use and non-characters.
  private static let unseen: Set<Unicode.GeneralCategory> = [
    .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned, .control,
  ]
}

/// The terminal modes that a program's output has switched on, and the output that switches them off again.
///
/// Used when a program ended without switching them off, and while it is stopped.
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

  package var isEmpty: Bool { switched.isEmpty && !isKeypadOn }

  /// Restores the terminal; empty if the program has done so itself.
  package var undo: String {
    isEmpty ? "" : "\u{1B}[0m\u{1B}(B\u{0F}" + (isKeypadOn ? "\u{1B}>" : "") + modes(switched.reversed(), "h", "l")
  }

  /// Switches the same modes on again.
  package var redo: String { modes(switched, "l", "h") + (isKeypadOn ? "\u{1B}=" : "") }

  private func modes(_ modes: [Int], _ ofOnAtFirst: String, _ ofOthers: String) -> String {
    modes.map { "\u{1B}[?\($0)" + (Self.onAtFirst.contains($0) ? ofOnAtFirst : ofOthers) }.joined()
  }
}

import SharedValues
import TerminalUI

/// A key's name and the bytes that a terminal sends for it.
package struct ScriptKey: Hashable, Sendable {
  package var name: String
  package var bytes: [UInt8]

  /// - Parameter name: one of ``names``, `ctrl-` and a letter, or a single character; otherwise the initialiser returns
  ///   `nil`.
  package init?(_ name: String) {
    self.name = name
    if let sequence = ScriptKey.sequences[name] {
      bytes = Array(sequence.utf8)
    } else if name.count == 1, let scalar = name.unicodeScalars.first, scalar.value > 0x20, scalar.value != 0x7F {
      bytes = Array(name.utf8)
    } else if name.hasPrefix(bytes: "ctrl-"), name.count == 6, let letter = name.utf8.last,
      (0x61...0x7A).contains(letter)
    {
      bytes = [letter - 0x60]
    } else {
      return nil
    }
  }

  /// The bytes for pressing and releasing the mouse button.
  package static func click(at place: Point) -> [UInt8] {
    ["M", "m"].flatMap { Array("\u{1B}[<0;\(place.x + 1);\(place.y + 1)\($0)".utf8) }
  }

  /// The names of all keys that are not characters.
  package static var names: [String] { sequences.keys.sorted() }

  private static let sequences: [String: String] = {
    var table = [
      "enter": "\r", "tab": "\t", "shift-tab": "\u{1B}[Z", "escape": "\u{1B}", "space": " ", "backspace": "\u{7F}",
      "up": "\u{1B}[A", "down": "\u{1B}[B", "right": "\u{1B}[C", "left": "\u{1B}[D", "home": "\u{1B}[H",
      "end": "\u{1B}[F", "insert": "\u{1B}[2~", "delete": "\u{1B}[3~", "page-up": "\u{1B}[5~", "page-down": "\u{1B}[6~",
      "f1": "\u{1B}OP", "f2": "\u{1B}OQ", "f3": "\u{1B}OR", "f4": "\u{1B}OS",
    ]
    for (number, code) in zip(5...12, [15, 17, 18, 19, 20, 21, 23, 24]) { table["f\(number)"] = "\u{1B}[\(code)~" }
    return table
  }()
}

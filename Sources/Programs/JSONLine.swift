import SharedValues

extension JSON {
  /// One line that is safe on a terminal: also escapes control characters that JSON leaves alone (C1, line separators and characters that change the
  /// direction of text).
  package var line: String {
    var text = ""
    for scalar in compact.unicodeScalars {
      switch scalar.value {
      case 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF:
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// This object with the members of another one, which win.
  package func merging(_ other: JSON) -> JSON {
    (other.objectValue ?? []).reduce(self) { $0.setting($1.name, $1.value) }
  }
}

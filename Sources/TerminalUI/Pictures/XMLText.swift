/// Text on its way into XML or HTML.
public enum XMLText {
  /// The text escaped for the content and the attributes of elements (XML 1.0 §2.4).
  public static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: isEscaped) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    default: false
    }
  }
}

extension XMLText {
  /// The text without invisible characters and without those that change the direction of text, escaped for a page.
  public static func visible(_ text: String) -> String {
    let seen = text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x9, 0xA: true
      case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: false
      default: true
      }
    }
    return escaped(String(String.UnicodeScalarView(seen)))
  }
}

extension Escape {
  /// Text of an HTML element, or a quoted attribute value. A carriage return is kept; a NUL, which HTML cannot hold, becomes U+FFFD.
  public static func html(_ text: String) -> String {
    guard text.utf8.contains(where: isMarkup) else { return text }
    return scalars(of: text) { $0 == "\0" ? "\u{FFFD}" : markup($0) }
  }

  /// ``html(_:)`` of the text without control characters and those that change its direction.
  public static func visibleHTML(_ text: String) -> String {
    html(scalars(of: text) { $0.isControlling ? "" : nil })
  }

  /// Text of an XML element (XML 1.0 §2.2, §2.4, §2.11), without characters that XML cannot hold.
  public static func xml(_ text: String) -> String { scalars(of: text) { isXML($0) ? markup($0) : "" } }

  /// A quoted attribute value of XML: line feeds and tabs are preserved (XML 1.0 §3.3.3).
  public static func xmlAttribute(_ text: String) -> String {
    scalars(of: text) { scalar in
      switch scalar {
      case "\n": "&#10;"
      case "\t": "&#9;"
      default: isXML(scalar) ? markup(scalar) : ""
      }
    }
  }

  private static func markup(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    case "\r": "&#13;"
    default: nil
    }
  }

  private static func isMarkup(_ byte: UInt8) -> Bool { byte == 0 || markup(Unicode.Scalar(byte)) != nil }

  /// The characters of XML 1.0 §2.2 without the discouraged ones.
  private static func isXML(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// One line without markup (CommonMark 0.31 §2.4, GitHub's tables): HTML becomes entities, a line break a space; invisible characters go.
  public static func markdown(_ text: String) -> String {
    var start = LineStart.nothing
    return scalars(of: text) { scalar in
      let before = start
      switch scalar {
      case "&", "<", ">":
        start = .over
        return markup(scalar)
      // Spaces before a block's first character are not part of it; four of them would begin a code block.
      case " ", "\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{2029}":
        if start == .nothing { return "" }
        start = .over
        return " "
      case "\\", "`", "*", "_", "[", "]", "(", ")", "#", "|", "!", "~", "$", "{", "}":
        start = .over
        return "\\" + String(scalar)
      case "+", "-", "=", ".":
        start = .over
        return before == (scalar == "." ? .number : .nothing) ? "\\" + String(scalar) : nil
      default:
        // U+200C and U+200D join letters, and the parts of an emoji.
        let isJoiner = scalar == "\u{200C}" || scalar == "\u{200D}"
        if scalar.value < 0x20 || (scalar.properties.isDefaultIgnorableCodePoint && !isJoiner) { return "" }
        start = before != .over && (0x30...0x39).contains(scalar.value) ? .number : .over
        return nil
      }
    }
  }

  /// The line of Markdown so far: a sign at its start, or a point after a number, would begin a list or a heading.
  private enum LineStart { case nothing, number, over }

  /// The text of a Mermaid diagram: characters that could be its syntax (`;`, `#`, `%%{`, `<`) become character codes.
  public static func mermaid(_ text: String) -> String {
    scalars(of: text) { scalar in
      let isPlain =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " ._/:=-·•…,()".unicodeScalars.contains(scalar)
      return isPlain ? nil : "#\(scalar.value);"
    }
  }

  /// The five entities of XML, `&nbsp;`, and character codes; others stay. Only for words that are shown; pages need a parser.
  public static func withoutEntities(_ markup: String) -> String {
    var text = String.UnicodeScalarView()
    var rest = markup.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "&", let end = rest.prefix(longestEntity).firstIndex(of: ";"),
        let meant = entity(String(String.UnicodeScalarView(rest[..<end])))
      else {
        text.append(scalar)
        continue
      }
      text.append(meant)
      rest = rest[rest.index(after: end)...]
    }
    return String(text)
  }

  private static let longestEntity = 10

  private static func entity(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "nbsp": return " "
    default:
      guard let digits = name.without(prefix: "#") else { return nil }
      let hexadecimal = digits.without(prefix: "x") ?? digits.without(prefix: "X")
      return (hexadecimal.map { UInt32($0, radix: 16) } ?? UInt32(digits)).flatMap(Unicode.Scalar.init)
    }
  }
}

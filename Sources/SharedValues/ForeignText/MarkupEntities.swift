extension Escape {
  /// Decodes markup: the five entities of XML, `&nbsp;`, and character codes. Other entities stay as they are. Only for words that are
  /// shown; pages need a parser.
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

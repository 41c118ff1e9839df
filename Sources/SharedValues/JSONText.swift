extension JSON {
  /// The JSON text in one line, without spaces, members in their order.
  public var compact: String { text(indent: nil) }

  /// Two spaces a level, for people and for files.
  public var pretty: String { text(indent: 0) }

  private func text(indent: Int?) -> String {
    var text = ""
    write(to: &text, indent: indent)
    return text
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number
    case .string(let value): JSON.quote(value, to: &text)
    case .array(let values):
      JSON.block("[", values, "]", to: &text, indent) { value, text, indent in value.write(to: &text, indent: indent) }
    case .object(let members):
      JSON.block("{", members, "}", to: &text, indent) { member, text, indent in
        JSON.quote(member.name, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private static func block<Part>(
    _ open: String, _ parts: [Part], _ close: String, to text: inout String, _ indent: Int?,
    _ write: (Part, inout String, Int?) -> Void
  ) {
    let inner = indent.map { $0 + 1 }
    text += open
    for (index, part) in parts.enumerated() {
      if index > 0 { text += "," }
      newLine(&text, inner)
      write(part, &text, inner)
    }
    if !parts.isEmpty { newLine(&text, indent) }
    text += close
  }

  private static func newLine(_ text: inout String, _ indent: Int?) {
    guard let indent else { return }
    text += "\n" + String(repeating: "  ", count: indent)
  }

  /// RFC 8259 §7: quotation mark, backslash and control characters are escaped; everything else stands as it is.
  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    // Characters that need no escape are appended in stretches, which is many times faster than one by one.
    var rest = value[...]
    while let place = rest.utf8.firstIndex(where: isEscaped) {
      text += rest[..<place]
      escape(rest.unicodeScalars[place], to: &text)
      rest = rest[rest.utf8.index(after: place)...]
    }
    text += rest
    text += "\""
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private static func escape(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      let hex = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    default: text.unicodeScalars.append(scalar)
    }
  }
}

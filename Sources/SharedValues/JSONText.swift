extension JSON {
  /// One line, no spaces, members in their order.
  public var compact: String { text(indent: nil) }

  /// Two spaces a level, for people and for files.
  public var pretty: String { text(indent: 0) }

  private func text(indent: Int?) -> String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): text
    case .string(let value): JSON.quoted(value)
    case .array(let values): JSON.block("[", values.map { $0.text(indent: indent.map { $0 + 1 }) }, "]", indent)
    case .object(let members): JSON.block("{", members.map { $0.line(indent: indent) }, "}", indent)
    }
  }

  private static func block(_ open: String, _ lines: [String], _ close: String, _ indent: Int?) -> String {
    guard let indent, !lines.isEmpty else { return open + lines.joined(separator: ",") + close }
    let space = String(repeating: "  ", count: indent)
    return open + "\n" + lines.map { space + "  " + $0 }.joined(separator: ",\n") + "\n" + space + close
  }

  /// RFC 8259 §7: quotation mark, backslash and control characters are escaped; everything else stands as it is.
  private static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
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
    return text + "\""
  }
}

extension JSON.Member {
  fileprivate func line(indent: Int?) -> String {
    let colon = indent == nil ? ":" : ": "
    return JSON.string(name).compact + colon + value.nested(indent)
  }
}

extension JSON {
  fileprivate func nested(_ indent: Int?) -> String { text(indent: indent.map { $0 + 1 }) }
}

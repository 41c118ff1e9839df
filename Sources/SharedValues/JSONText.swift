extension JSON {
  /// The JSON text in one line, without spaces, members in order.
  public var compact: String { text(indent: nil) }

  /// Indented by two spaces per level, for people and for files.
  public var pretty: String { text(indent: 0) }

  /// ``compact`` for a terminal and for programs that read lines: harmful characters are escaped, too.
  public var line: String { Escape.harmlessJSON(compact) }

  /// ``pretty`` for a file that any program may open: harmful characters are escaped, too, and a line feed ends it.
  public var file: String { Escape.harmlessJSON(pretty) + "\n" }

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
    case .string(let value): Escape.json(value, to: &text)
    case .array(let values):
      JSON.block("[", values, "]", to: &text, indent) { value, text, indent in value.write(to: &text, indent: indent) }
    case .object(let members):
      JSON.block("{", members, "}", to: &text, indent) { member, text, indent in
        Escape.json(member.name, to: &text)
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
}

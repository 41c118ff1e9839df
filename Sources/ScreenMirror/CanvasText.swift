import SharedValues
import TerminalUI

/// A canvas as JSON: its size, and each row as runs of one style.
///
/// `{"width":3,"height":1,"ascii":false,"rows":[["ab","c*","c","."]]}`: alternating texts and styles. A style is the role's letter of
/// ``TerminalUI/Role/letter`` and a sign for each attribute: `*` bold, `_` underlined, `-` dim, `!` reversed.
public enum CanvasText {
  /// No terminal is larger.
  private static let largest = 2000

  public static func json(_ canvas: Canvas) -> JSON {
    let rows = (0..<canvas.size.height).map { JSON.strings(stretches(of: canvas, row: $0)) }
    return .object([
      .init("width", .number(String(canvas.size.width))), .init("height", .number(String(canvas.size.height))),
      .init("ascii", .bool(canvas.glyphs == .ascii)), .init("rows", .array(rows)),
    ])
  }

  /// The canvas that ``json(_:)`` has written; `nil`: the JSON is invalid.
  public static func canvas(_ json: JSON) -> Canvas? {
    guard let width = json["width"]?.intValue, let height = json["height"]?.intValue,
      (0...largest).contains(width), (0...largest).contains(height), let rows = json["rows"]?.arrayValue,
      rows.count == height
    else { return nil }
    var canvas = Canvas(Size(width, height), glyphs: json["ascii"]?.boolValue == true ? .ascii : .unicode)
    for (y, row) in rows.enumerated() {
      guard let words = row.stringArray, words.count.isMultiple(of: 2) else { return nil }
      var x = 0
      for index in stride(from: 0, to: words.count, by: 2) {
        guard let style = style(words[index + 1]) else { return nil }
        let length = TextLayout.width(words[index])
        guard length > 0, x + length <= width else { return nil }
        x += canvas.put(words[index], at: Point(x, y), style)
      }
    }
    return canvas
  }

  private static func stretches(of canvas: Canvas, row y: Int) -> [String] {
    var words: [String] = []
    var text = ""
    var style: Style?
    func finish() { if let style { words += [text, CanvasText.text(style)] } }
    for x in 0..<canvas.size.width {
      let cell = canvas[x, y]
      // The right half of a wide character belongs to the left one, whatever its style.
      if cell.style != style, !cell.text.isEmpty {
        finish()
        (text, style) = ("", cell.style)
      }
      text += cell.text
    }
    finish()
    return words
  }

  private static let signs: [(sign: Character, isSet: WritableKeyPath<Style, Bool> & Sendable)] = [
    ("*", \.bold), ("_", \.underline), ("-", \.dim), ("!", \.reverse),
  ]

  private static func text(_ style: Style) -> String {
    String(style.role.letter) + signs.filter { style[keyPath: $0.isSet] }.map(\.sign)
  }

  private static let roles = Dictionary(uniqueKeysWithValues: Role.allCases.map { ($0.letter, $0) })

  private static func style(_ text: String) -> Style? {
    guard let letter = text.first, let role = roles[letter] else { return nil }
    var style = Style(role)
    for letter in text.dropFirst() {
      guard let sign = signs.first(where: { $0.sign == letter }) else { return nil }
      style[keyPath: sign.isSet] = true
    }
    return style
  }
}

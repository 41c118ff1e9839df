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
    .object([
      .init("width", .number(String(canvas.size.width))), .init("height", .number(String(canvas.size.height))),
      .init("ascii", .bool(canvas.glyphs == .ascii)),
      .init("rows", .array((0..<canvas.size.height).map { row($0, of: canvas) })),
    ])
  }

  /// One of the rows of ``json(_:)``.
  public static func row(_ y: Int, of canvas: Canvas) -> JSON { .strings(stretches(of: canvas, row: y)) }

  /// The canvas that ``json(_:)`` has written; `nil`: the JSON is invalid.
  public static func canvas(_ json: JSON) -> Canvas? {
    guard let width = json["width"]?.intValue, let height = json["height"]?.intValue,
      (0...largest).contains(width), (0...largest).contains(height), let rows = json["rows"]?.arrayValue,
      rows.count == height
    else { return nil }
    return canvas(Size(width, height), rows, json["ascii"]?.boolValue == true ? .ascii : .unicode)
  }

  /// The canvas with these rows; `nil`: one of them is invalid.
  public static func canvas(_ size: Size, _ rows: [JSON], _ glyphs: Glyphs) -> Canvas? {
    var canvas = Canvas(size, glyphs: glyphs)
    for (y, row) in rows.enumerated() {
      guard let words = row.stringArray, words.count.isMultiple(of: 2) else { return nil }
      var x = 0
      for index in stride(from: 0, to: words.count, by: 2) {
        guard let style = style(words[index + 1]) else { return nil }
        let length = TextLayout.width(words[index])
        guard length > 0, x + length <= size.width else { return nil }
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

  /// Called for every stretch of every picture, so that key paths would be felt.
  private static func text(_ style: Style) -> String {
    var text = String(style.role.letter)
    if style.bold { text += "*" }
    if style.underline { text += "_" }
    if style.dim { text += "-" }
    if style.reverse { text += "!" }
    return text
  }

  private static let roles = Dictionary(uniqueKeysWithValues: Role.allCases.map { ($0.letter, $0) })

  private static func style(_ text: String) -> Style? {
    guard let letter = text.first, let role = roles[letter] else { return nil }
    var style = Style(role)
    for sign in text.dropFirst() {
      switch sign {
      case "*": style.bold = true
      case "_": style.underline = true
      case "-": style.dim = true
      case "!": style.reverse = true
      default: return nil
      }
    }
    return style
  }
}

extension Canvas {
  /// Draws a field of one row; returns the rectangle to press. A focused field shows the text around the cursor, a `secure` one only dots.
  @discardableResult public mutating func textField(
    _ editor: TextEditor, in rect: Rect, focused: Bool, secure: Bool = false, placeholder: String = ""
  ) -> Rect {
    guard rect.width > 2 else { return rect }
    let style = fieldGround(rect, focused: focused)
    let dot = glyphs == .ascii ? "*" : "•"
    // A character as the canvas shows it; empty if the canvas drops it.
    let shown = editor.text.map { secure ? dot : Sanitiser.glyphs(String($0)).map(\.text).joined() }
    let room = rect.width - 2
    let start = focused ? Canvas.fieldStart(shown, cursor: editor.cursor, width: room) : 0
    let place = Point(rect.x + 1, rect.y)
    if shown.isEmpty {
      // Beside the cursor, which would cover the first letter.
      let shift = focused ? 1 : 0
      put(placeholder, at: Point(place.x + shift, place.y), Style(style.role, dim: true), width: room - shift)
    } else {
      put(shown[start...].joined(), at: place, style, width: room)
    }
    if start > 0 { put(glyphs == .ascii ? "<" : "‹", at: Point(rect.x, rect.y), style) }
    if focused { cursor = Point(place.x + TextLayout.width(shown[start..<editor.cursor].joined()), rect.y) }
    return Rect(rect.x, rect.y, rect.width, 1)
  }

  /// Draws the background of an input field: a line between two edges, so that its ends are visible even on a similar background.
  public mutating func fieldGround(_ rect: Rect, focused: Bool) -> Style {
    let style = Style(focused ? .phoneFieldFocused : .phoneField)
    fill(rect, style)
    put(glyphs == .ascii ? "[" : "▏", at: Point(rect.x, rect.y), style)
    put(glyphs == .ascii ? "]" : "▕", at: Point(rect.maxX - 1, rect.y), style)
    return style
  }

  /// The first character to show so that the cursor, which takes a column, is within `width` columns.
  private static func fieldStart(_ characters: [String], cursor: Int, width: Int) -> Int {
    var start = cursor
    var used = 1
    while start > 0 {
      used += TextLayout.width(characters[start - 1])
      if used > width { break }
      start -= 1
    }
    return start
  }
}

extension Canvas {
  /// Draws a button that fills `rect` and returns the rectangle to press.
  ///
  /// Three rows and more have a frame, one row has brackets, so that it is a button without colours too; the frame of the
  /// focused one is heavy, its label marked. A label that is too long is cut.
  @discardableResult
  public mutating func button(_ label: String, in rect: Rect, focused: Bool, quiet: Bool = false) -> Rect {
    let style = Style(focused ? .phoneButtonFocused : quiet ? .phoneButtonQuiet : .phoneButton)
    fill(rect, style)
    if rect.height >= 3 {
      box(rect, style, focused ? .heavy : .rounded)
    } else if rect.width >= 4 {
      put("[", at: Point(rect.x, rect.y), style)
      put("]", at: Point(rect.maxX - 1, rect.y), style)
    }
    let room = max(0, rect.width - 4)
    let marks = glyphs == .ascii ? (">", "<") : ("▸", "◂")
    let marked = "\(marks.0) \(label) \(marks.1)"
    let text = focused && TextLayout.width(marked) <= room ? marked : TextLayout.clip(label, to: room)
    let x = rect.x + (rect.width - TextLayout.width(text)) / 2
    put(text, at: Point(x, rect.y + (rect.height - 1) / 2), style)
    return rect
  }

  /// Draws a tick box and its label; the rectangle to press.
  @discardableResult public mutating func checkbox(
    _ label: String, at point: Point, width: Int, ticked: Bool, focused: Bool, round: Bool = false
  ) -> Rect {
    let style = Style(focused ? .phoneLinkFocused : .phoneLabel)
    let ends = round ? ("(", ")") : ("[", "]")
    let mark = !ticked ? " " : round ? (glyphs == .ascii ? "*" : "●") : (glyphs == .ascii ? "x" : "✓")
    let used = put("\(ends.0)\(mark)\(ends.1) \(label)", at: point, style, width: width)
    return Rect(point.x, point.y, used, 1)
  }
}

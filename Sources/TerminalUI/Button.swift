extension Canvas {
  /// Draws a button that fills `rect` and returns the rectangle to press: a block of spaces, which a terminal clears at once and which no font draws
  /// with seams. Marks the label of the focused button.
  /// - Parameters:
  ///   - lines: the label in several lines, used if the button is high.
  ///   - ofData: the label may contain data, see ``TruncatedTexts``.
  @discardableResult public mutating func button(
    _ label: String, lines: [String] = [], in rect: Rect, focused: Bool, quiet: Bool = false, ofData: Bool = false
  ) -> Rect {
    let style = Style(focused ? .phoneButtonFocused : quiet ? .phoneButtonQuiet : .phoneButton)
    fill(rect, style)
    let ascii = glyphs == .ascii
    // Low buttons stand below each other without a gap.
    if rect.height == 1, rect.width >= 4 {
      put("[", at: Point(rect.x, rect.y), style)
      put("]", at: Point(rect.maxX - 1, rect.y), style)
    }
    let room = max(0, rect.width - (rect.height == 1 ? 2 : 4))
    let shown = rect.height > 1 && !lines.isEmpty ? lines : [label]
    for (index, line) in shown.enumerated() {
      let isMarked = focused && index == 0
      let gap = TextLayout.width(line) + 4 > room ? "" : " "
      let fitting = TextLayout.clip(line, to: max(0, isMarked ? room - 2 : room), ellipsis: ellipsis, ofData: ofData)
      let text = !isMarked ? fitting : ascii ? ">\(gap)\(fitting)\(gap)<" : "▸\(gap)\(fitting)\(gap)◂"
      let x = rect.x + (rect.width - TextLayout.width(text)) / 2
      put(text, at: Point(x, rect.y + (rect.height - shown.count) / 2 + index), style)
    }
    return rect
  }

  /// Draws a tick box and its label; returns the rectangle to press.
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

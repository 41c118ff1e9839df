extension Canvas {
  /// Writes one line of text, sanitised, and returns the columns that it took. What does not fit into `width` columns, or before the right edge, is
  /// cut and ends in `…`. Columns left of the canvas and rows outside of it are not drawn, but counted.
  /// - Parameter ofData: the text is data and may be cut; cuts in the program's own words are recorded, see ``TruncatedTexts``.
  @discardableResult public mutating func put(
    _ text: String, at point: Point, _ style: Style, width: Int? = nil, ofData: Bool = false
  ) -> Int {
    let limit = min(width ?? Int.max, size.width - point.x)
    guard limit > 0 else { return 0 }
    var used = 0
    // Where the text has to end for an ellipsis to fit, if it turns out too long.
    var ellipsisAt = 0
    for glyph in Sanitiser.glyphs(text, glyphs) {
      if used + glyph.width > limit {
        TruncatedTexts.note(text, ofData: ofData)
        for x in ellipsisAt..<min(used, limit) { set(" ", 1, point.x + x, point.y, style) }
        set(ellipsis, 1, point.x + ellipsisAt, point.y, style)
        return ellipsisAt + 1
      }
      set(glyph.text, glyph.width, point.x + used, point.y, style)
      used += glyph.width
      if used < limit { ellipsisAt = used }
    }
    return used
  }

  public mutating func fill(_ rect: Rect, _ style: Style, _ character: Character = " ") {
    var iterator = Sanitiser.glyphs(String(character), glyphs).makeIterator()
    let glyph = iterator.next() ?? Glyph(text: " ", width: 1)
    let area = visible(rect)
    for y in area.y..<area.maxY {
      var x = area.x
      if glyph.width == 1, area.width > 2 {
        // Half a wide character can remain at the ends only.
        let (cell, row) = (Cell(text: glyph.text, style: style), y * size.width)
        for index in (row + x + 1)..<(row + area.maxX - 1) { cells[index] = cell }
        set(glyph.text, 1, x, y, style)
        x = area.maxX - 1
      }
      while x + glyph.width <= area.maxX {
        set(glyph.text, glyph.width, x, y, style)
        x += glyph.width
      }
      if x < area.maxX { set(" ", 1, x, y, style) }
    }
  }

  public mutating func restyle(_ rect: Rect, _ style: Style) {
    let area = visible(rect)
    for y in area.y..<area.maxY { for x in area.x..<area.maxX { cells[y * size.width + x].style = style } }
  }

  /// Draws a frame along the inside of `rect`, with a title in its upper line. Does not change its contents.
  public mutating func box(_ rect: Rect, _ style: Style, _ lines: BoxLines, title: String? = nil) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    let parts = (glyphs == .ascii ? .ascii : lines).parts
    let (right, bottom) = (rect.maxX - 1, rect.maxY - 1)
    for x in (rect.x + 1)..<right {
      set(parts.horizontal, 1, x, rect.y, style)
      set(parts.horizontal, 1, x, bottom, style)
    }
    for y in (rect.y + 1)..<bottom {
      set(parts.vertical, 1, rect.x, y, style)
      set(parts.vertical, 1, right, y, style)
    }
    set(parts.corners[0], 1, rect.x, rect.y, style)
    set(parts.corners[1], 1, right, rect.y, style)
    set(parts.corners[2], 1, right, bottom, style)
    set(parts.corners[3], 1, rect.x, bottom, style)
    guard let title, !title.isEmpty, rect.width >= 7 else { return }
    let clipped = TextLayout.clip(title, to: rect.width - 6, ellipsis: ellipsis)
    put(" \(clipped) ", at: Point(rect.x + 2, rect.y), style)
  }

  /// Draws another canvas on this one, including its cursor. Cuts what does not fit; half a wide character becomes a space.
  public mutating func blit(_ other: Canvas, at point: Point) {
    let area = visible(Rect(point.x, point.y, other.size.width, other.size.height))
    for y in area.y..<area.maxY {
      for x in area.x..<area.maxX {
        let cell = other[x - point.x, y - point.y]
        if cell.text.isEmpty {
          if x == area.x { set(" ", 1, x, y, cell.style) }
        } else {
          let wide = other.isWide(x - point.x, y - point.y)
          set(wide && x + 1 >= area.maxX ? " " : cell.text, wide && x + 1 < area.maxX ? 2 : 1, x, y, cell.style)
        }
      }
    }
    // A cursor outside the visible area would appear on the frame.
    let moved = other.cursor.map { Point($0.x + point.x, $0.y + point.y) }
    if let moved, area.contains(moved) { cursor = moved }
  }

  /// Writes a text in the middle of the canvas, in as many lines as it needs.
  public mutating func message(_ text: String) {
    let lines = TextLayout.wrap(text, width: max(1, size.width))
    for (index, line) in lines.enumerated() {
      let place = Point(
        max(0, (size.width - TextLayout.width(line)) / 2), max(0, (size.height - lines.count) / 2) + index)
      put(line, at: place, Style(.text))
    }
  }

  private func visible(_ rect: Rect) -> Rect { rect.intersection(bounds) }
  private func isWide(_ x: Int, _ y: Int) -> Bool { x + 1 < size.width && self[x + 1, y].text.isEmpty }

  /// The only write access to a cell: clears the other half of a wide character when one half is overwritten.
  private mutating func set(_ text: String, _ width: Int, _ x: Int, _ y: Int, _ style: Style) {
    guard y >= 0, y < size.height, x > -width, x < size.width else { return }
    if width == 2, x < 0 || x + 1 >= size.width { return set(" ", 1, max(x, 0), y, style) }
    let index = y * size.width + x
    if cells[index].text.isEmpty { cells[index - 1].text = " " }
    let last = x + width - 1
    if last + 1 < size.width, cells[index + width].text.isEmpty { cells[index + width].text = " " }
    cells[index] = Cell(text: text, style: style)
    if width == 2 { cells[index + 1] = Cell(text: "", style: style) }
  }
}

import CNcurses

/// Writes those cells of a canvas to ncurses' screen that have changed.
struct CellPainter {
  private struct Rendition {
    var attributes: UInt32
    var pair: Int32
    /// The background of a space; `nil`: a space in this rendition shows more than its background.
    var background: Int?
    var isBold: Bool
  }

  let theme: Theme
  private let mode: ColourMode
  private let colours: Int
  private let glyphs: Glyphs
  /// The rendition of each style, by ``number(of:)``: one lookup per cell.
  private var renditions: [Rendition?]
  private var buffer: [wchar_t] = []
  /// The rendition of the last cell written: a space on the same background uses it, because a change of rendition costs more bytes than a character.
  private var last: Rendition?
  /// From this many spaces on, it is cheaper to use a rendition in which a terminal can clear.
  private static let longSpace = 14

  init(theme: Theme, mode: ColourMode, colours: Int, glyphs: Glyphs) {
    (self.theme, self.mode, self.colours, self.glyphs) = (theme, mode, colours, glyphs)
    renditions = Array(repeating: nil, count: Role.allCases.count * 16)
  }

  private static func number(of style: Style) -> Int {
    (style.role.rawValue << 4) | (style.bold ? 8 : 0) | (style.underline ? 4 : 0) | (style.dim ? 2 : 0)
      | (style.reverse ? 1 : 0)
  }

  /// - Parameter old: the contents of ncurses' screen; `nil`: unknown, so write everything.
  mutating func draw(_ canvas: Canvas, over old: Canvas?, in size: Size) {
    let comparable = old?.size == canvas.size ? old : nil
    if comparable == nil { screen_erase() }
    for y in 0..<min(size.height, canvas.size.height) {
      if let comparable, canvas.hasSameRow(y, as: comparable) { continue }
      // The column of the last cell written.
      var done = -2
      for x in 0..<min(size.width, canvas.size.width) {
        var cell = canvas[x, y]
        if cell.text.isEmpty || (comparable?[x, y] == cell && (cell.text != " " || done != x - 1)) { continue }
        // Fonts leave hairlines between solid blocks; a background has none.
        let isBlock = cell.text == "█" && glyphs == .unicode
        if isBlock { cell = Canvas.Cell(text: " ", style: Style(cell.style.role, reverse: !cell.style.reverse)) }
        let own = rendition(cell.style)
        if cell.text == " ", let background = own.background {
          if let old = comparable?[x, y], old.text == " ", rendition(old.style).background == background {
            // ncurses also writes an unchanged space between two changed cells; giving it their rendition saves a change.
            let isBetween = done == x - 1 && x + 1 < canvas.size.width && comparable?[x + 1, y] != canvas[x + 1, y]
            if !isBetween || last?.background != background { continue }
          }
          let isShort =
            (background >= 0 && last?.isBold == false)
            || canvas.spaces(from: x, y, to: CellPainter.longSpace) < CellPainter.longSpace
          put(cell, last?.background == background && isShort ? last ?? own : own, wide: false, x, y, size)
        } else {
          if comparable?[x, y] == canvas[x, y] { continue }
          put(cell, own, wide: x + 1 < canvas.size.width && canvas[x + 1, y].text.isEmpty, x, y, size)
        }
        done = x
      }
    }
  }

  private mutating func put(_ cell: Canvas.Cell, _ rendition: Rendition, wide: Bool, _ x: Int, _ y: Int, _ size: Size) {
    last = rendition
    let fits = !wide || x + 1 < size.width
    buffer.removeAll(keepingCapacity: true)
    // The canvas may have been drawn for another terminal; an ASCII terminal gets only ASCII.
    for scalar in fits ? cell.text.unicodeScalars : " ".unicodeScalars {
      buffer.append(wchar_t(glyphs == .ascii ? UInt32(Transliteration.ascii(scalar) ?? 63) : scalar.value))
      if glyphs == .ascii { break }
    }
    buffer.append(0)
    let width: Int32 = wide && fits && glyphs == .unicode ? 2 : 1
    screen_put(Int32(y), Int32(x), buffer, width, rendition.attributes, rendition.pair)
  }

  /// How this terminal paints a style.
  ///
  /// With eight colours, which suggests a slow line, the phone's case has the colours of its screen: that saves hundreds of bytes a picture.
  func look(_ style: Style) -> Appearance {
    guard mode == .ansi16, colours < 16 else { return Appearance(style, theme: theme, mode: mode) }
    var style = style
    if style.role == .phoneCase { style.role = .phone }
    return Appearance(style, theme: theme, mode: mode).ofEightColours
  }

  private mutating func rendition(_ style: Style) -> Rendition {
    let number = CellPainter.number(of: style)
    if let rendition = renditions[number] { return rendition }
    var look = look(style)
    if look.reverse, look.foreground >= 0, look.background >= 0 {
      (look.foreground, look.background, look.reverse) = (look.background, look.foreground, false)
    }
    var attributes: UInt32 = 0
    if look.bold { attributes |= UInt32(SCREEN_BOLD) }
    if look.underline { attributes |= UInt32(SCREEN_UNDERLINE) }
    if look.dim { attributes |= UInt32(SCREEN_DIM) }
    if look.reverse { attributes |= UInt32(SCREEN_REVERSE) }
    let rendition = Rendition(
      attributes: attributes, pair: screen_pair(Int32(look.foreground), Int32(look.background)),
      background: look.underline || look.reverse ? nil : look.background, isBold: look.bold)
    renditions[number] = rendition
    return rendition
  }
}

extension Canvas {
  fileprivate func spaces(from x: Int, _ y: Int, to limit: Int) -> Int {
    var count = 1
    while count < limit, x + count < size.width, self[x + count, y] == self[x, y] { count += 1 }
    return count
  }
}

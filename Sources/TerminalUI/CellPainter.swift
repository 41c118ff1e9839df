import CNcurses

/// Puts the cells of a canvas into ncurses' screen, only those that changed.
struct CellPainter {
  private struct Ink {
    var attributes: UInt32
    var pair: Int32
  }

  let theme: Theme
  private let mode: ColourMode
  private let colours: Int
  private let glyphs: Glyphs
  /// The ink of each style, by ``number(of:)``, so that drawing a cell costs one lookup.
  private var inks: [Ink?]
  private var buffer: [wchar_t] = []

  init(theme: Theme, mode: ColourMode, colours: Int, glyphs: Glyphs) {
    (self.theme, self.mode, self.colours, self.glyphs) = (theme, mode, colours, glyphs)
    inks = Array(repeating: nil, count: Role.allCases.count * 16)
  }

  /// A number of its own for each style.
  private static func number(of style: Style) -> Int {
    (style.role.rawValue << 4) | (style.bold ? 8 : 0) | (style.underline ? 4 : 0) | (style.dim ? 2 : 0)
      | (style.reverse ? 1 : 0)
  }

  /// - Parameter old: what ncurses' screen holds; `nil` if that is unknown, when everything is put.
  mutating func draw(_ canvas: Canvas, over old: Canvas?, in size: Size) {
    let comparable = old?.size == canvas.size ? old : nil
    if comparable == nil { screen_erase() }
    for y in 0..<min(size.height, canvas.size.height) {
      for x in 0..<min(size.width, canvas.size.width) {
        let cell = canvas[x, y]
        if cell.text.isEmpty || comparable?[x, y] == cell { continue }
        put(cell, wide: x + 1 < canvas.size.width && canvas[x + 1, y].text.isEmpty, x, y, size)
      }
    }
  }

  private mutating func put(_ cell: Canvas.Cell, wide: Bool, _ x: Int, _ y: Int, _ size: Size) {
    let ink = ink(cell.style)
    let fits = !wide || x + 1 < size.width
    buffer.removeAll(keepingCapacity: true)
    // A canvas may have been drawn for another terminal; what leaves here is ASCII if it must be.
    for scalar in fits ? cell.text.unicodeScalars : " ".unicodeScalars {
      buffer.append(wchar_t(glyphs == .ascii ? UInt32(Transliteration.ascii(scalar) ?? 63) : scalar.value))
      if glyphs == .ascii { break }
    }
    buffer.append(0)
    let width: Int32 = wide && fits && glyphs == .unicode ? 2 : 1
    screen_put(Int32(y), Int32(x), buffer, width, ink.attributes, ink.pair)
  }

  /// How a style is painted on this terminal.
  func look(_ style: Style) -> Appearance {
    let look = Appearance(style, theme: theme, mode: mode)
    return mode == .ansi16 && colours < 16 ? look.ofEightColours : look
  }

  private mutating func ink(_ style: Style) -> Ink {
    let number = CellPainter.number(of: style)
    if let ink = inks[number] { return ink }
    let look = look(style)
    var attributes: UInt32 = 0
    if look.bold { attributes |= UInt32(SCREEN_BOLD) }
    if look.underline { attributes |= UInt32(SCREEN_UNDERLINE) }
    if look.dim { attributes |= UInt32(SCREEN_DIM) }
    if look.reverse { attributes |= UInt32(SCREEN_REVERSE) }
    let ink = Ink(attributes: attributes, pair: screen_pair(Int32(look.foreground), Int32(look.background)))
    inks[number] = ink
    return ink
  }
}

extension Appearance {
  /// This appearance for a terminal with eight colours (`TERM` `linux`, `screen`, `xterm`), where bright colours are the others in bold. Black is
  /// never bold, because bold black is dark grey; text on light grey is never bold either.
  var ofEightColours: Appearance {
    var look = self
    if look.foreground == 0 { look.bold = false }
    if look.foreground >= 8 {
      look.foreground -= 8
      look.bold = true
    }
    if look.background >= 8 { look.background -= 8 }
    if look.background == 7 { look.bold = false }
    return look
  }
}

/// The default values of the 16 colours; users may choose others.
enum SixteenColours: CaseIterable {
  case xterm, linux
  subscript(number: Int) -> Colour { Colour(rgb[number], ansi16: number) }

  private var rgb: [UInt32] {
    switch self {
    case .xterm:
      [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
        0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
      ]
    case .linux:
      [
        0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA, 0x555555, 0xFF5555, 0x55FF55,
        0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
      ]
    }
  }

  /// The contrast of a text in this style, 1 to 21, assuming light grey on black as the terminal's own colours.
  /// - Parameter colours: 8 or 16.
  func contrast(_ style: Style, _ theme: Theme, colours: Int) -> Double {
    let whole = Appearance(style, theme: theme, mode: .ansi16)
    let look = colours < 16 ? whole.ofEightColours : whole
    let foreground = look.foreground < 0 ? 7 : look.foreground
    let brightens = colours < 16 && look.bold && foreground < 8
    return self[brightens ? foreground + 8 : foreground].contrast(with: self[max(0, look.background)])
  }
}

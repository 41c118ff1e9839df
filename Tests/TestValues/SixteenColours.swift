#if DEBUG
  // A release build compiles this target, too, and cannot import modules for testing.
  @testable import TerminalUI

  /// The default values of the 16 colours; users may choose others.
  public enum SixteenColours: CaseIterable, Sendable {
    case xterm, linux

    public subscript(number: Int) -> Colour { Colour(rgb[number], ansi16: number) }

    private var rgb: [UInt32] {
      switch self {
      case .xterm: PictureStyle.xterm
      case .linux:
        [
          0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA, 0x555555, 0xFF5555, 0x55FF55,
          0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
        ]
      }
    }

    /// The contrast of a text in this style, 1 to 21, assuming light grey on black as the terminal's own colours.
    /// - Parameter colours: 8 or 16.
    public func contrast(_ style: Style, _ theme: Theme, colours: Int) -> Double {
      let whole = Appearance(style, theme: theme, mode: .ansi16)
      let look = colours < 16 ? whole.ofEightColours : whole
      let foreground = look.foreground < 0 ? 7 : look.foreground
      let brightens = colours < 16 && look.bold && foreground < 8
      return self[brightens ? foreground + 8 : foreground].contrast(with: self[max(0, look.background)])
    }
  }
#endif

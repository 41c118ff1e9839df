extension Theme {
  /// The seed's theme: the colours of Curity's demo app, a light screen in a dark case, on the terminal's own background. Every text has a contrast
  /// of at least 4.5 (WCAG 2.2 §1.4.3), for which the demo's greys are a little darker.
  ///
  /// With 16 colours, and with the eight of a Linux console, only black and blue are readable on light grey: green and amber become black, errors are
  /// white on red, and fields differ by their background.
  public static let curity = Theme(name: "curity", paintOfCurity)
}

private let white = Colour(0xFFFFFF, ansi16: 15)
private let nearBlack = Colour(0x1C1C1E, ansi16: 0)
private let ink = Colour(0x16161A, ansi16: 0)
private let grey = Colour(0x66666C, ansi16: 0)
private let blue = Colour(0x0A5CE0, ansi16: 4)
private let slate = Colour(0x5B647A, ansi16: 0)
private let slateDark = Colour(0x2B3352, ansi16: 4)
private let haze = Colour(0xC5CCDF, ansi16: 7)
private let field = Colour(0xF2F2F7, ansi16: 6)
private let fieldFocused = Colour(0xDCE8FF, ansi16: 4)
private let pink = Colour(0xD0509B, ansi16: 5)
private let green = Colour(0x1A7A3A, ansi16: 0)
private let amber = Colour(0x8A5A00, ansi16: 0)
private let edge = Colour(0xAEB2BD, ansi16: 7)

// On the terminal's own background, which is assumed to be dark.
private let quiet = Colour(0x9AA0AE, ansi16: 7)
private let frame = Colour(0x7B8394, ansi16: 7)
private let sky = Colour(0x6FB1FF, ansi16: 14)
private let rose = Colour(0xF28CC4, ansi16: 13)
private let mint = Colour(0x6FD99A, ansi16: 10)
private let gold = Colour(0xE8C15A, ansi16: 11)
private let coral = Colour(0xFF8A80, ansi16: 9)
private let night = Colour(0x263150, ansi16: 4)

private func paintOfCurity(_ role: Role) -> Theme.Paint {
  switch role {
  case .text: .init(nil)
  case .secondary: .init(quiet, plain: .dim)
  case .heading: .init(nil, bold: true)
  case .panelFrame: .init(frame)
  case .panelFrameFocused: .init(sky, plain: .bold)
  case .selection: .init(white, on: night, plain: .reverse)
  case .captionTitle: .init(gold, on: night, bold: true, plain: .reverse)
  case .tab: .init(quiet)
  case .tabSelected: .init(white, on: night, bold: true, plain: .reverse)
  case .footer: .init(quiet)
  case .footerKey: .init(sky, bold: true)
  case .phoneCase: .init(edge, on: nearBlack)
  case .phone: .init(ink, on: white)
  case .phoneTitle: .init(ink, on: white, bold: true)
  case .phoneSecondary: .init(grey, on: white, plain: .dim)
  case .phoneLabel: .init(ink, on: white)
  case .phoneValue: .init(blue, on: white)
  case .phoneStatus: .init(ink, on: white, bold: true)
  // The app's colours; the focused button is blue and bold, so that it is visible from the back row.
  case .phoneButton: .init(white, on: slate, plain: .reverse)
  case .phoneButtonFocused: .init(white, on: blue, bold: true, plain: .reverse)
  case .phoneButtonQuiet: .init(slateDark, on: haze, plain: .reverse)
  case .phoneField: .init(ink, on: field, underline: true)
  case .phoneFieldFocused: .init(Colour(0x16161A, ansi16: 15), on: fieldFocused, underline: true, plain: .reverse)
  case .phoneLink: .init(blue, on: white, underline: true)
  case .phoneLinkFocused: .init(white, on: blue, underline: true, plain: .reverse)
  case .phoneError: .init(Colour(0xC4161C, ansi16: 15), on: Colour(0xFFFFFF, ansi16: 1), bold: true)
  case .phoneSuccess: .init(green, on: white)
  case .phoneWarning: .init(amber, on: white)
  case .shield: .init(Colour(0x5C6580, ansi16: 8), on: white)
  case .shieldLock: .init(pink, on: white, bold: true)
  case .suit: .init(Colour(0x2B2B3F, ansi16: 0), on: white)
  case .skin: .init(Colour(0x9F616A, ansi16: 1), on: white)
  case .network: .init(Colour(0x5C6580, ansi16: 8), on: white)
  case .ground: .init(Colour(0xC9CCD6, ansi16: 7), on: white)
  case .app: .init(sky)
  case .browser: .init(gold)
  case .server: .init(rose)
  case .keystore: .init(mint)
  case .success, .secure: .init(mint)
  case .warning: .init(gold)
  case .error, .insecure: .init(coral, plain: .bold)
  case .jsonKey: .init(sky)
  case .jsonString: .init(mint)
  case .jsonNumber: .init(gold)
  case .highlight: .init(white, bold: true, plain: .bold)
  }
}

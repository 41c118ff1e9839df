extension Theme {
  /// The seed's theme: the colours of Curity's demo app, a light screen in a dark case, on the terminal's own background. Every text has a contrast
  /// of at least 4.5 (WCAG 2.2 §1.4.3), for which the demo's greys are a little darker. With 16 colours and fewer, only black and blue are readable
  /// on light grey: green and amber become black, errors are white on red, and fields differ by their background.
  public static let curity = Theme(name: "curity", paintOfCurity)
}

private let white = Colour(0xFFFFFF, ansi16: 15)
private let ink = Colour(0x16161A, ansi16: 0)
private let blue = Colour(0x0A5CE0, ansi16: 4)

// On the terminal's own background, which is assumed to be dark.
private let quiet = Colour(0x9AA0AE, ansi16: 7)
private let sky = Colour(0x6FB1FF, ansi16: 14)
private let mint = Colour(0x6FD99A, ansi16: 10)
private let gold = Colour(0xE8C15A, ansi16: 11)
private let night = Colour(0x263150, ansi16: 4)

private func paintOfCurity(_ role: Role) -> Theme.Paint {
  switch role {
  case .text: .init(nil)
  case .secondary: .init(quiet, plain: .dim)
  case .heading: .init(nil, bold: true)
  case .panelFrame: .init(Colour(0x7B8394, ansi16: 7))
  case .panelFrameFocused: .init(sky, plain: .bold)
  case .selection: .init(white, on: night, plain: .reverse)
  case .captionTitle: .init(gold, on: night, bold: true, plain: .reverse)
  case .tab, .footer: .init(quiet)
  case .tabSelected: .init(white, on: night, bold: true, plain: .reverse)
  case .footerKey: .init(sky, bold: true)
  case .phoneCase: .init(Colour(0xAEB2BD, ansi16: 7), on: Colour(0x1C1C1E, ansi16: 0))
  case .phone, .phoneLabel: .init(ink, on: white)
  case .phoneTitle, .phoneStatus: .init(ink, on: white, bold: true)
  case .phoneSecondary: .init(Colour(0x66666C, ansi16: 0), on: white, plain: .dim)
  case .phoneValue: .init(blue, on: white)
  // The app's colours; the focused button is blue and bold, so that it is visible from the back row.
  case .phoneButton: .init(white, on: Colour(0x5B647A, ansi16: 0), plain: .reverse)
  case .phoneButtonFocused: .init(white, on: blue, bold: true, plain: .reverse)
  case .phoneButtonQuiet: .init(Colour(0x2B3352, ansi16: 4), on: Colour(0xC5CCDF, ansi16: 7), plain: .reverse)
  case .phoneField: .init(ink, on: Colour(0xF2F2F7, ansi16: 6), underline: true)
  case .phoneFieldFocused:
    .init(Colour(0x16161A, ansi16: 15), on: Colour(0xDCE8FF, ansi16: 4), underline: true, plain: .reverse)
  case .phoneLink: .init(blue, on: white, underline: true)
  case .phoneLinkFocused: .init(white, on: blue, underline: true, plain: .reverse)
  case .phoneError: .init(Colour(0xC4161C, ansi16: 15), on: Colour(0xFFFFFF, ansi16: 1), bold: true)
  case .phoneSuccess: .init(Colour(0x1A7A3A, ansi16: 0), on: white)
  case .phoneWarning: .init(Colour(0x8A5A00, ansi16: 0), on: white)
  case .shield, .network: .init(Colour(0x5C6580, ansi16: 8), on: white)
  case .shieldLock: .init(Colour(0xD0509B, ansi16: 5), on: white, bold: true)
  case .suit: .init(Colour(0x2B2B3F, ansi16: 0), on: white)
  case .skin: .init(Colour(0x9F616A, ansi16: 1), on: white)
  case .ground: .init(Colour(0xC9CCD6, ansi16: 7), on: white)
  case .app, .jsonKey: .init(sky)
  case .browser, .warning, .jsonNumber: .init(gold)
  case .server: .init(Colour(0xF28CC4, ansi16: 13))
  case .keystore, .success, .secure, .jsonString: .init(mint)
  case .error, .insecure: .init(Colour(0xFF8A80, ansi16: 9), plain: .bold)
  case .highlight: .init(white, bold: true, plain: .bold)
  }
}

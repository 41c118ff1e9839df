extension Theme {
  /// Black, white and few strong colours, for the back row and for weak eyes: every text has a contrast of at least 7 (WCAG 2.2 §1.4.6), and focused
  /// or selected items are reversed.
  public static let highContrast = Theme(name: "high-contrast", paintOfHighContrast)
}

private let black = Colour(0x000000, ansi16: 0)
private let white = Colour(0xFFFFFF, ansi16: 15)
private let yellow = Colour(0xFFE100, ansi16: 11)
/// As a background it is brown on terminals with eight colours, so there it becomes cyan.
private let focus = Colour(0xFFE100, ansi16: 6)
private let cyan = Colour(0x6FF0FF, ansi16: 14)

private func paintOfHighContrast(_ role: Role) -> Theme.Paint {
  switch role {
  case .text, .secondary, .tab, .footer: .init(white, on: black)
  case .heading: .init(white, on: black, bold: true)
  case .panelFrame, .phoneCase: .init(white, on: black)
  case .panelFrameFocused: .init(yellow, on: black, bold: true, plain: .bold)
  case .selection, .captionTitle, .tabSelected: .init(black, on: focus, bold: true, plain: .reverse)
  case .footerKey: .init(yellow, on: black, bold: true)
  case .phone, .phoneSecondary: .init(black, on: white)
  case .phoneTitle, .phoneLabel, .phoneStatus, .phoneValue: .init(black, on: white, bold: true)
  case .phoneButton: .init(white, on: black, plain: .reverse)
  case .phoneButtonFocused: .init(black, on: focus, bold: true, plain: .reverse)
  case .phoneButtonQuiet: .init(black, on: Colour(0xC8C8C8, ansi16: 7), plain: .reverse)
  case .phoneField:
    .init(Colour(0x000000, ansi16: 15), on: Colour(0xFFFFFF, ansi16: 4), underline: true, plain: .underline)
  case .phoneFieldFocused: .init(black, on: focus, underline: true, plain: .reverse)
  case .phoneLink: .init(Colour(0x0000A8, ansi16: 4), on: white, underline: true)
  case .phoneLinkFocused: .init(black, on: focus, underline: true, plain: .reverse)
  case .phoneError: .init(Colour(0x8F0000, ansi16: 15), on: Colour(0xFFFFFF, ansi16: 1), bold: true)
  case .phoneSuccess: .init(Colour(0x00450F, ansi16: 0), on: white, bold: true)
  case .phoneWarning: .init(Colour(0x5A3300, ansi16: 0), on: white, bold: true)
  case .shield, .shieldLock, .suit, .skin, .network, .ground: .init(black, on: white)
  case .app, .jsonKey: .init(cyan, on: black)
  case .browser, .warning, .jsonNumber: .init(yellow, on: black)
  case .server: .init(Colour(0xFFA8DA, ansi16: 13), on: black)
  case .keystore, .success, .secure, .jsonString: .init(Colour(0x7CFF9B, ansi16: 10), on: black)
  case .error, .insecure: .init(Colour(0xFFB38A, ansi16: 9), on: black, bold: true, plain: .bold)
  case .highlight: .init(yellow, on: black, bold: true, plain: .bold)
  }
}

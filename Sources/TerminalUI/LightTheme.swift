extension Theme {
  /// Dark on light everywhere, also around the phone, for bright rooms and projectors.
  public static let light = Theme(name: "light", paintOfLight)
  /// A theme without colours on every terminal: bold, dim, underlined and reversed text replace the colours.
  public static let mono = Theme(name: "mono", isMonochrome: true) { curity[$0] }
}

private let paper = Colour(0xF4F5F8, ansi16: 15)
private let white = Colour(0xFFFFFF, ansi16: 15)
private let ink = Colour(0x1B1D24, ansi16: 0)
private let blue = Colour(0x0A4FC4, ansi16: 4)
private let quiet = Colour(0x565C6B, ansi16: 0)
private let dusk = Colour(0x1F3F86, ansi16: 4)

private func paintOfLight(_ role: Role) -> Theme.Paint {
  switch role {
  case .text: .init(ink, on: paper)
  case .secondary, .tab, .footer: .init(quiet, on: paper, plain: role == .secondary ? .dim : .normal)
  case .heading: .init(ink, on: paper, bold: true)
  case .panelFrame: .init(Colour(0x767C8C, ansi16: 0), on: paper)
  case .panelFrameFocused: .init(blue, on: paper, plain: .bold)
  case .selection: .init(white, on: dusk, plain: .reverse)
  case .captionTitle: .init(Colour(0xFFDF8A, ansi16: 11), on: dusk, bold: true, plain: .reverse)
  case .tabSelected: .init(white, on: dusk, bold: true, plain: .reverse)
  case .footerKey: .init(blue, on: paper, bold: true)
  case .phoneCase: .init(Colour(0x3A3F4D, ansi16: 0), on: paper)
  case .app, .jsonKey: .init(blue, on: paper)
  case .browser, .warning, .jsonNumber: .init(Colour(0x7A4A00, ansi16: 0), on: paper)
  case .server: .init(Colour(0x9A2471, ansi16: 4), on: paper)
  case .keystore, .success, .secure, .jsonString: .init(Colour(0x12632E, ansi16: 0), on: paper)
  case .error, .insecure: .init(Colour(0xB01218, ansi16: 15), on: Colour(0xF4F5F8, ansi16: 1), plain: .bold)
  case .highlight: .init(ink, on: paper, bold: true, plain: .bold)
  // The phone is light in every theme.
  default: Theme.curity[role]
  }
}

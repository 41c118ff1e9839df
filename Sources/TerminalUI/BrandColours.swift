/// The colours of a brand's own app, for the themes that show the phone in the app's colours. Those left out are Curity's; all others follow from
/// them: quiet text, fields, signs of success and trouble. Terminals with 16 colours let their users choose them, so there the theme stays as it is.
public struct BrandColours: Hashable, Sendable {
  /// Names as in the brand's file.
  public enum Member: String, CaseIterable, Sendable { case surface, text, accent, onAccent, button, onButton, mark }
  private let chosen: [Member: Colour]
  public init(_ chosen: [Member: Colour] = [:]) { self.chosen = chosen }
  public subscript(member: Member) -> Colour { chosen[member] ?? BrandColours.curity[member] ?? Colour(0, ansi16: 0) }

  private static let curity: [Member: Colour] = [
    .surface: Colour(0xFFFFFF, ansi16: 15), .text: Colour(0x16161A, ansi16: 0), .accent: Colour(0x0A5CE0, ansi16: 4),
    .onAccent: Colour(0xFFFFFF, ansi16: 15), .button: Colour(0x5B647A, ansi16: 0),
    .onButton: Colour(0xFFFFFF, ansi16: 15), .mark: Colour(0xD0509B, ansi16: 5),
  ]

  /// Two colours of which one cannot be read on the other.
  public struct Weakness: Hashable, Sendable {
    public var member, ground: Member
    /// The actual and the required contrast; 1 to 21.
    public var contrast, least: Double
  }

  /// The pairs that must be distinguishable, with the required contrast: text 4.5 (WCAG 2.2 §1.4.3), pictures 3 (WCAG 2.2 §1.4.11).
  private static let pairs: [(member: Member, ground: Member, least: Double)] = [
    (.text, .surface, textContrast), (.accent, .surface, textContrast), (.onAccent, .accent, textContrast),
    (.onButton, .button, textContrast), (.mark, .surface, 3),
  ]
  static let textContrast = 4.5

  public var weakness: Weakness? {
    BrandColours.pairs.lazy.map { member, ground, least in
      Weakness(member: member, ground: ground, contrast: self[member].contrast(with: self[ground]), least: least)
    }.first { $0.contrast < $0.least }
  }

  /// The surface mixed with as much of `colour` as keeps ``Member/text`` on it readable.
  private func tint(_ colour: Colour, _ share: Double) -> Colour {
    [share, share / 2, share / 4].map { self[.surface].mixed(with: colour, $0) }
      .first { self[.text].contrast(with: $0) >= BrandColours.textContrast } ?? self[.surface]
  }

  /// Text with the lowest contrast that is still allowed.
  private var quiet: Colour { readable([0.4, 0.3, 0.2, 0.1].map { self[.text].mixed(with: self[.surface], $0) }) }
  private func readable(_ colours: UInt32...) -> Colour { readable(colours.map { Colour($0, ansi16: 0) }) }

  /// The first of these that is readable on the surface, else the text's own colour.
  private func readable(_ colours: [Colour]) -> Colour {
    colours.first { $0.contrast(with: self[.surface]) >= BrandColours.textContrast } ?? self[.text]
  }

  /// Foreground and background of a role; `nil` for a role outside the app.
  func pair(_ role: Role) -> (Colour, Colour)? {
    let surface = self[.surface]
    switch role {
    case .phone, .phoneTitle, .phoneLabel, .phoneStatus, .suit: return (self[.text], surface)
    case .phoneSecondary, .shield, .network: return (quiet, surface)
    case .phoneValue, .phoneLink: return (self[.accent], surface)
    case .phoneLinkFocused, .phoneButtonFocused: return (self[.onAccent], self[.accent])
    case .phoneButton: return (self[.onButton], self[.button])
    case .phoneButtonQuiet: return (self[.text], tint(self[.text], 0.2))
    case .phoneField: return (self[.text], tint(self[.text], 0.06))
    case .phoneFieldFocused: return (self[.text], tint(self[.accent], 0.18))
    case .phoneError: return (readable(0xC4161C, 0xFF8A80), surface)
    case .phoneSuccess: return (readable(0x1A7A3A, 0x6FD99A), surface)
    case .phoneWarning: return (readable(0x8A5A00, 0xE8C15A), surface)
    case .shieldLock: return (self[.mark], surface)
    case .skin: return (readable(0x9F616A, 0xC98A8F), surface)
    case .ground: return (tint(self[.text], 0.25), surface)
    default: return nil
    }
  }
}

extension Theme {
  /// This theme with the brand's colours on the phone. Themes for weak eyes and for terminals without colours do not change.
  public func wearing(_ colours: BrandColours) -> Theme {
    guard [Theme.curity.name, Theme.light.name].contains(name) else { return self }
    return Theme(name: name) { role in
      var paint = self[role]
      guard let (foreground, background) = colours.pair(role) else { return paint }
      paint.foreground = foreground.standing(for: paint.foreground)
      paint.background = background.standing(for: paint.background)
      return paint
    }
  }
}

extension Colour {
  /// - Parameter share: of the other colour, 0 to 1.
  fileprivate func mixed(with other: Colour, _ share: Double) -> Colour {
    func mix(_ own: UInt8, _ others: UInt8) -> UInt32 {
      UInt32((Double(own) * (1 - share) + Double(others) * share).rounded())
    }
    return Colour(mix(red, other.red) << 16 | mix(green, other.green) << 8 | mix(blue, other.blue), ansi16: ansi16)
  }

  /// This colour, but with the other one's ANSI colour for terminals that have 16.
  fileprivate func standing(for other: Colour?) -> Colour { Colour(hex, ansi16: other?.ansi16 ?? ansi16) }
}

import TestValues
import Testing

@testable import TerminalUI

@Suite struct ThemeTests {
  /// Pictures, for which WCAG 2.2 §1.4.3 requires no contrast.
  private static let pictures: Set<Role> = [
    .panelFrame, .phoneCase, .shield, .shieldLock, .suit, .skin, .network, .ground,
  ]
  /// The terminal's own background counts as one of these.
  static let dark = [Colour(0x000000, ansi16: 0), Colour(0x1E1E1E, ansi16: 0), Colour(0x282C34, ansi16: 0)]

  /// Names roles alone, each once; the seed's theme has all of them.
  @Test(arguments: Embedded.themes.keys.sorted())
  func everyLineOfAThemeIsRead(_ file: String) throws {
    let rows = try #require(Embedded.themes[file]).split(separator: "\n").filter { !$0.hasPrefix("#") }
    let named = rows.flatMap { $0.prefix { $0 != " " }.split(separator: ",").map(String.init) }
    let known = Role.allCases.map { "\($0)" }
    #expect(Set(named).count == named.count && Set(named).isSubset(of: known))
    #expect(named.count == known.count || file != "curity.txt")
    let colour = /[0-9A-F]{6}:(1[0-5]|[0-9])|-/
    for row in rows {
      let words = row.split(separator: " ")
      #expect(words.count >= 3 && words[1...2].allSatisfy { $0.wholeMatch(of: colour) != nil }, "\(row)")
      let attributes = ["bold", "underline", "plain-bold", "plain-dim", "plain-reverse", "plain-underline"]
      #expect(words.dropFirst(3).allSatisfy { attributes.contains(String($0)) }, "\(row)")
    }
  }

  @Test(arguments: Theme.all)
  func everyTextIsReadable(_ theme: Theme) {
    for role in Role.allCases where !ThemeTests.pictures.contains(role) {
      guard let foreground = theme[role].foreground else { continue }
      for background in theme[role].background.map({ [$0] }) ?? ThemeTests.dark {
        #expect(foreground.contrast(with: background) >= 4.5, "\(theme.name) \(role)")
      }
    }
  }

  @Test(arguments: Theme.all)
  func everyTextIsReadableIn256Colours(_ theme: Theme) {
    for role in Role.allCases where !ThemeTests.pictures.contains(role) {
      guard let foreground = theme[role].foreground, let background = theme[role].background else { continue }
      let contrast = Colour.fixed(foreground.ansi256).contrast(with: .fixed(background.ansi256))
      #expect(contrast >= 4.5, "\(theme.name) \(role): \(contrast)")
    }
  }

  /// Also on a terminal whose background is unknown.
  @Test(arguments: Theme.all)
  func everyTextIsReadableOnAnyBackground(_ theme: Theme) {
    guard !theme.isMonochrome else { return }
    for role in Role.allCases where !ThemeTests.pictures.contains(role) {
      for terminal in KnownTerminal.all {
        let (ink, ground) = terminal.colours(role, theme.painted)
        guard let ink, let ground else {
          Issue.record("\(theme.name) \(role) depends on the terminal")
          continue
        }
        #expect(ink.contrast(with: ground) >= 4.5, "\(theme.name) \(role) \(terminal): \(ink.contrast(with: ground))")
      }
    }
  }

  /// Controls stand out (WCAG 2.2 §1.4.11): a field by its background or edges, panels and the phone by their frames.
  @Test(arguments: Theme.all)
  func boundariesAreVisible(_ theme: Theme) {
    guard !theme.isMonochrome else { return }
    for terminal in KnownTerminal.all {
      let page = terminal.colours(.phone, theme).ground
      for field in [Role.phoneField, .phoneFieldFocused] {
        let (edge, ground) = terminal.colours(field, theme)
        let best = [edge, ground].compactMap { $0 }.map { page?.contrast(with: $0) ?? 0 }.max() ?? 0
        #expect(best >= 3, "\(theme.name) \(field) \(terminal): \(best)")
      }
      let surroundings = theme[.text].background == nil ? ThemeTests.dark : [theme[.text].background!]
      for frame in [Role.panelFrame, .panelFrameFocused] {
        let (line, own) = terminal.colours(frame, theme)
        for ground in own.map({ [$0] }) ?? surroundings {
          let contrast = line?.contrast(with: ground) ?? 0
          #expect(contrast >= 3, "\(theme.name) \(frame) \(terminal): \(contrast)")
        }
      }
      let (line, ground) = terminal.colours(.phoneCase, theme)
      if let line, let ground { #expect(line.contrast(with: ground) >= 3, "\(theme.name) \(terminal)") }
    }
  }

  /// `ContrastTests` checks the screens of the gallery; here is every role, used or not.
  @Test(arguments: Theme.all, [16, 8])
  func everyTextIsReadableInFewColours(_ theme: Theme, _ colours: Int) {
    for role in Role.allCases where !ThemeTests.pictures.contains(role) {
      for palette in SixteenColours.allCases {
        let contrast = palette.contrast(Style(role), theme, colours: colours)
        #expect(contrast >= 4.5, "\(theme.name) \(role), \(colours) colours of \(palette): \(contrast)")
      }
    }
  }

  /// Every theme is readable with the colours of any accepted brand.
  @Test(
    arguments: [
      [:], [.accent: 0x0B6E4F],
      [
        .surface: 0x101418, .text: 0xF2F2F2, .accent: 0x7FB4FF, .onAccent: 0x101418, .button: 0x2B3644,
        .onButton: 0xFFFFFF,
      ],
      [.surface: 0x777777, .text: 0x000000, .accent: 0x000000, .mark: 0x000000],
      [.surface: 0xFFE600, .text: 0x111111, .accent: 0x7A0019, .mark: 0x7A0019],
    ] as [[BrandColours.Member: UInt32]])
  func everyTextOfABrandCanBeRead(_ chosen: [BrandColours.Member: UInt32]) {
    let colours = BrandColours(chosen.mapValues { Colour($0, ansi16: 0) })
    #expect(colours.weakness == nil)
    for theme in Theme.all.map({ $0.wearing(colours) }) {
      for role in Role.allCases where !ThemeTests.pictures.contains(role) {
        guard let foreground = theme[role].foreground, let background = theme[role].background else { continue }
        #expect(foreground.contrast(with: background) >= 4.5, "\(theme.name) \(role)")
      }
    }
  }

  /// A brand leaves a terminal's 16 colours and a theme of high contrast unchanged, because the user has chosen them.
  @Test func aBrandChangesOnlyTheAppsOwnColours() throws {
    let colours = BrandColours([.accent: Colour(0x0B6E4F, ansi16: 0), .surface: Colour(0xFFFBEA, ansi16: 0)])
    for theme in Theme.all {
      let own = theme.wearing(colours)
      for role in Role.allCases {
        #expect(own[role].foreground?.ansi16 == theme[role].foreground?.ansi16, "\(theme.name) \(role)")
        #expect(own[role].background?.ansi16 == theme[role].background?.ansi16, "\(theme.name) \(role)")
      }
    }
    #expect(Theme.highContrast.wearing(colours) == .highContrast && Theme.mono.wearing(colours) == .mono)
    let accent = try #require(Theme.curity.wearing(colours)[.phoneButtonFocused].background)
    #expect((accent.red, accent.green, accent.blue) == (0x0B, 0x6E, 0x4F))
    #expect(Theme.light.wearing(colours)[.text] == Theme.light[.text])
  }

  /// Without colours, focused and selected elements must still be recognisable.
  @Test(arguments: [
    (Role.phoneButton, Role.phoneButtonFocused), (.phoneField, .phoneFieldFocused), (.phoneLink, .phoneLinkFocused),
    (.text, .selection), (.tab, .tabSelected), (.panelFrame, .panelFrameFocused),
  ])
  func focusShowsWithoutColours(_ plain: Role, _ focused: Role) {
    for theme in Theme.all {
      let first = Appearance(Style(plain), theme: theme, mode: .none)
      #expect(first != Appearance(Style(focused), theme: theme, mode: .none))
      #expect(first.foreground == -1 && first.background == -1)
    }
  }

  @Test func theNearestOf256Colours() {
    #expect(Colour(0xFFFFFF, ansi16: 15).ansi256 == 231)
    #expect(Colour(0x000000, ansi16: 0).ansi256 == 16)
    #expect(Colour(0x5F87AF, ansi16: 4).ansi256 == 67)
    #expect(Colour(0x121212, ansi16: 0).ansi256 == 233)
  }

  @Test func contrastAsTheStandardHasIt() {
    #expect(Colour(0xFFFFFF, ansi16: 15).contrast(with: Colour(0x000000, ansi16: 0)) == 21)
    let grey = Colour(0x767676, ansi16: 8).contrast(with: Colour(0xFFFFFF, ansi16: 15))
    #expect((4.54..<4.55).contains(grey))
  }
}

/// A terminal whose colours are known.
private enum KnownTerminal {
  case trueColour, fixed
  case few(SixteenColours, count: Int)

  static let all: [KnownTerminal] =
    [.trueColour, .fixed] + SixteenColours.allCases.flatMap { [.few($0, count: 16), .few($0, count: 8)] }

  /// `nil`: the terminal's own colour, which is unknown.
  func colours(_ role: Role, _ theme: Theme) -> (ink: Colour?, ground: Colour?) {
    let paint = theme[role]
    switch self {
    case .trueColour: return (paint.foreground, paint.background)
    case .fixed: return (paint.foreground.map { .fixed($0.ansi256) }, paint.background.map { .fixed($0.ansi256) })
    case .few(let palette, let count):
      let whole = Appearance(Style(role), theme: theme, mode: .ansi16)
      let look = count < 16 ? whole.ofEightColours : whole
      let brightens = count < 16 && look.bold && (0..<8).contains(look.foreground)
      return (
        look.foreground < 0 ? nil : palette[look.foreground + (brightens ? 8 : 0)],
        look.background < 0 ? nil : palette[look.background]
      )
    }
  }
}

extension Colour {
  /// xterm's fixed colours.
  fileprivate static func fixed(_ number: Int) -> Colour {
    let steps: [UInt32] = [0, 95, 135, 175, 215, 255]
    if number >= 232 { return Colour(UInt32(8 + 10 * (number - 232)) * 0x010101, ansi16: 0) }
    let cube = number - 16
    return Colour(steps[cube / 36] << 16 | steps[cube / 6 % 6] << 8 | steps[cube % 6], ansi16: 0)
  }
}

/// Guarantees of individual themes.
@Suite struct ThemePromiseTests {
  @Test func highContrastIsHigh() {
    let pictures: Set<Role> = [.shield, .shieldLock, .suit, .skin, .network, .ground]
    for role in Role.allCases where !pictures.contains(role) {
      let paint = Theme.highContrast[role]
      guard let foreground = paint.foreground, let background = paint.background else {
        Issue.record("\(role) depends on the terminal")
        continue
      }
      #expect(foreground.contrast(with: background) >= 7, "\(role)")
    }
  }

  @Test func lightPaintsEverything() {
    for role in Role.allCases { #expect(Theme.light[role].background != nil, "\(role)") }
  }

  @Test func monochromeHasNoColourInAnyMode() {
    for role in Role.allCases {
      for mode in ColourMode.allCases {
        let look = Appearance(Style(role), theme: .mono, mode: mode)
        #expect(look.foreground == -1 && look.background == -1, "\(role)")
      }
    }
  }
}

@Suite struct MotionTests {
  @Test func aMovementRunsFromOneToZero() {
    let ways = (0...Motion.steps).map(Motion.left)
    #expect(ways.first == 1 && ways.last == 0)
    #expect(zip(ways, ways.dropFirst()).allSatisfy(>))
  }

  @Test func slidingLeavesTheSurroundings() {
    var canvas = Canvas(Size(6, 4))
    canvas.put("abcdef", at: Point(0, 1), Style(.text))
    canvas.put("ghijkl", at: Point(0, 2), Style(.text))
    let moved = canvas.sliding(Rect(1, 1, 4, 2), down: 1, over: Style(.phone))
    let rows = moved.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(rows[1] == "a    f" && rows[2] == "gbcdel")
    #expect(canvas.sliding(Rect(1, 1, 4, 2), down: 0, over: Style(.phone)) == canvas)
  }
}

import AppState
import Catalogue
import Screens
import TestValues
import Testing

@testable import Samples
@testable import TerminalUI
@testable import Workshop

/// Every text is readable with 16 colours and with the eight of a Linux console, `screen` or a plain `xterm` (WCAG 2.2 §1.4.3).
@Suite struct ContrastTests {
  /// The styles of all texts, each with a screen that uses it. They do not depend on the theme.
  private static let styles: [Style: String] = {
    var seen: [Style: String] = [:]
    for size in GoldenTests.sizes {
      for (name, state) in StateRegistry.all {
        for style in AppScreen.draw(state, size: size, look: Look()).stylesOfText where seen[style] == nil {
          seen[style] = name
        }
      }
    }
    return seen
  }()

  @Test(arguments: Theme.all, [16, 8])
  func everyTextOfEveryPictureCanBeRead(_ theme: Theme, _ colours: Int) {
    for (style, name) in ContrastTests.styles {
      for palette in SixteenColours.allCases {
        let contrast = palette.contrast(style, theme, colours: colours)
        #expect(contrast >= 4.5, "\(theme.name), \(colours) colours of \(palette), \(name): \(style) has \(contrast)")
      }
    }
  }

  /// Fields, buttons and the focus differ by their background, because some terminals draw no underline below a space.
  @Test(arguments: [Theme.curity, .light, .highContrast], [16, 8])
  func fieldsAndFocusStandOut(_ theme: Theme, _ colours: Int) {
    func background(_ role: Role) -> Int {
      let look = Appearance(Style(role), theme: theme, mode: .ansi16)
      return (colours == 8 ? look.ofEightColours : look).background
    }
    for field in [Role.phoneField, .phoneFieldFocused] { #expect(background(field) != background(.phone), "\(field)") }
    #expect(background(.phoneField) != background(.phoneFieldFocused))
    #expect(background(.phoneButtonFocused) != background(.phoneButton))
    #expect(background(.phoneButtonFocused) != background(.phoneButtonQuiet))
    #expect(background(.phoneLinkFocused) != background(.phoneLink))
  }
}

extension Canvas {
  /// In ASCII the picture on the phone is drawn with letters that are no text.
  private static let illustration: Set<Role> = [.shield, .shieldLock, .suit, .skin, .network, .ground]

  /// The styles of the cells that hold letters and digits.
  var stylesOfText: Set<Style> {
    var styles: Set<Style> = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let cell = self[x, y]
        let isText = cell.text.contains { $0.isLetter || $0.isNumber } && !Canvas.illustration.contains(cell.style.role)
        if isText { styles.insert(cell.style) }
      }
    }
    return styles
  }
}

import TestValues
import Testing

@testable import InAppBrowser
@testable import TerminalUI

/// The browser's pages with 16 and with eight colours: every text is readable (WCAG 2.2 §1.4.3).
@Suite struct BrowserContrastTests {
  @Test(arguments: Theme.all, [16, 8])
  func `every text of every picture can be read`(theme: Theme, colours: Int) {
    var seen: [Style: String] = [:]
    for entry in BrowserRegistry.all {
      let canvas = entry.frame(size: Size(110, 30)).canvas
      for y in 0..<canvas.size.height {
        for x in 0..<canvas.size.width where canvas[x, y].text.contains(where: { $0.isLetter || $0.isNumber }) {
          if seen[canvas[x, y].style] == nil { seen[canvas[x, y].style] = entry.name }
        }
      }
    }
    for (style, name) in seen {
      for palette in SixteenColours.allCases {
        let contrast = palette.contrast(style, theme, colours: colours)
        #expect(contrast >= 4.5, "\(theme.name), \(colours) colours of \(palette), \(name): \(style) has \(contrast)")
      }
    }
  }
}

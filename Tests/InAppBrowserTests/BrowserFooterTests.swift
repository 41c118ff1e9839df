import Catalogue
import TerminalUI
import Testing

@testable import InAppBrowser

/// What has to have room on the browser's screens in every language and size.
@Suite struct BrowserFooterTests {
  /// Whatever the language, the smallest screen says how to leave, or how to stop what is loading.
  @Test(arguments: Language.allCases)
  func `Esc is in every footer`(_ language: Language) {
    for size in GoldenScreenTests.sizes {
      for entry in BrowserRegistry.all {
        let canvas = entry.frame(size: size, text: Catalogue(language)).canvas
        let footer = canvas.row(size.height - 1)
        // A silent answer goes on by itself or at any key.
        let isSilent = entry.name.hasPrefix("silent") || entry.name.hasPrefix("signed-out")
        #expect(isSilent || footer.contains("Esc"), "\(entry.name) \(size.width): \(footer)")
      }
    }
  }
}

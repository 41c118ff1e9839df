import Catalogue
import TerminalUI
import Testing

@testable import InAppBrowser

/// What must fit on the browser's screens in every language and size.
@Suite struct BrowserFooterTests {
  /// In every language the smallest screen says how to leave, or how to stop loading.
  @Test(arguments: Language.allCases)
  func `Esc is in every footer`(_ language: Language) {
    for size in GoldenScreenTests.sizes {
      for entry in BrowserRegistry.all {
        let canvas = entry.frame(size: size, text: Catalogue(language)).canvas
        let footer = canvas.row(size.height - 1)
        // A silent answer continues by itself or at any key.
        let isSilent = entry.name.hasPrefix("silent") || entry.name.hasPrefix("signed-out")
        #expect(isSilent || footer.contains("Esc"), "\(entry.name) \(size.width): \(footer)")
      }
    }
  }

  /// The smallest screen names the focused box's key and still says that more lies below. No key stands without its words.
  @Test(arguments: ["consent", "form-box-focused"])
  func `A box says that Space ticks it`(_ name: String) throws {
    let entry = try #require(BrowserRegistry.all.first { $0.name == name })
    let footer = entry.frame(size: Size(40, 15)).canvas.row(14)
    for key in ["Space tick", "Esc leave", "PgDn scroll"] { #expect(footer.contains(key), "\(footer)") }
    #expect(!footer.contains("F2"), "\(footer)")
  }

  /// A page asks something if it has something to press.
  @Test func `A page that asks nothing is not said to ask`() {
    func caption(_ html: String) -> BrowserCaption {
      var state = BrowserState(
        url: SamplePages.page("", "/").url, presenter: true, now: SamplePages.noon, clock: "6:06")
      state.show(SamplePages.page(html, "/oauth/v2/oauth-authorize", status: 400))
      return BrowserCaption(state)
    }
    #expect(caption("<h1>This request cannot be answered</h1><p>invalid_client</p>").title == .stopBrowserMessage)
    #expect(caption("<p>Sign out?</p><form method=post><button>Yes</button></form>").title == .stopBrowserPage)
    #expect(caption("<p><a href=/go>Go on</a></p>").title == .stopBrowserPage)
  }
}

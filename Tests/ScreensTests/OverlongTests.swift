import AppState
import Catalogue
import TerminalUI
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// No translation is cut off where English is not, on any screen and in any size. Data (an id, a URL, a row of a table) may
/// be cut; its drawing code says so (`ofData`).
struct OverlongTests {
  private static let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]

  /// English texts that are cut on the smallest screen, in or beside a list: no action or decision depends on them.
  private static let known = [
    "Step mode", "End follows the newest", " → ", "What happened", "redirect", "in all", "names them all",
    "SSO session",
    "register this instance", "87f1d9de-de2f-4e96", "This may be old", "is deactivated", "its tokens are dead",
    "stay dead", "End Session",
    "the server answered", "No change yet", "s ago", "06:05:08", "POST /token", "hands the redirect",
    "refresh token too",
  ]

  /// Each screen with its cut English texts, drawn once for all tests.
  private static let screens = sizes.flatMap { size in
    StateRegistry.all.map { name, state in
      (place: "\(size.width)x\(size.height) \(name)", state: state, size: size, english: cut(state, size, .english))
    }
  }

  private static func cut(_ state: AppState, _ size: Size, _ language: Language) -> [String] {
    TruncatedTexts.of { AppScreen.draw(state, size: size, look: Look(catalogue: Catalogue(language))) }.cut
  }

  /// Without the transitions between states, which are cut to the room that they have.
  private func words(_ cut: [String]) -> [String] { cut.filter { !$0.contains(" → ") } }

  @Test func englishFits() {
    var found: [String: String] = [:]
    for screen in Self.screens {
      for text in screen.english where !Self.known.contains(where: text.contains) { found[text] = screen.place }
    }
    #expect(found == [:], "too long for its place; if it is data, say so with ofData")
  }

  @Test(arguments: [Language.german, .swedish])
  func aTranslationFitsWhereEnglishFits(_ language: Language) {
    var found: [String: String] = [:]
    for screen in Self.screens {
      let english = words(screen.english)
      let translated = words(Self.cut(screen.state, screen.size, language))
      guard translated.count > english.count else { continue }
      for text in translated where !english.contains(text) { found[text] = screen.place }
    }
    #expect(found == [:], "shorten one of these in Words/\(language.rawValue).txt")
  }

  /// The pseudo language is longer than any translation; a missing bracket shows a cut.
  @Test func pseudoShowsCuts() throws {
    let state = try sample("registration")
    let text = AppScreen.draw(state, size: Size(80, 24), look: Look(catalogue: Catalogue(.pseudo))).text
    #expect(text.contains("[Šţåŕţ Ŕéĝîšţŕåţîöñ ~~~~~~]"))
  }

  /// In every language the smallest screen says how to get help and how to quit.
  @Test(arguments: Language.allCases)
  func helpAndQuitAreInEveryFooter(_ language: Language) throws {
    let text = Catalogue(language)
    for name in ["registration", "unauthenticated", "authenticated", "settings", "profile"] {
      let state = try sample(name)
      for size in Self.sizes {
        let canvas = AppScreen.draw(state, size: size, look: Look(catalogue: text))
        let footer = canvas.row(size.height - 1)
        #expect(footer.contains("? ") && footer.contains("q "), "\(name) \(size.width): \(footer)")
      }
    }
  }
}

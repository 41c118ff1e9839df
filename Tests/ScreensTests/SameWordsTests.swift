import AppState
import Catalogue
import TerminalUI
import TestSupport
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// A word that a screen shows in all three languages is untranslated, unless it is a name, a term of the protocol or data.
struct SameWordsTests {
  private static let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]

  @Test(arguments: sizes)
  func aWordThatEveryLanguageShowsIsAName(_ size: Size) throws {
    let names = try Names.read("CatalogueTests/Names.txt")
    let samples = try Names.sections("ScreensTests/SampleWords.txt")
    var found: [String: String] = [:]
    for (name, state) in StateRegistry.all {
      let words = Language.spoken.map { language in
        let canvas = AppScreen.draw(state, size: size, look: Look(catalogue: Catalogue(language)))
        // A word that was cut off does not count.
        return (0..<size.height).reduce(into: Set<String>()) { words, row in
          words.formUnion(Names.words(in: String(canvas.row(row).map { "│┃▌▐".contains($0) ? " " : $0 })))
        }
      }
      let data = samples.filter { section in section.heads.contains { name.hasPrefix($0) } }.flatMap(\.words)
      for word in words[0].intersection(words[1]).intersection(words[2]).subtracting(names).subtracting(data) {
        found[word] = name
      }
    }
    #expect(found == [:], "translate it, or add it to CatalogueTests/Names.txt or ScreensTests/SampleWords.txt")
  }

  /// Neighbouring column heads or tabs never touch.
  @Test(arguments: Language.spoken, sizes)
  func headsStandApart(_ language: Language, _ size: Size) throws {
    let heads: [Phrase] = [
      .columnTime, .columnParties, .columnRequest, .columnStatus, .columnSize, .columnDuration, .columnClient,
      .columnName, .columnUser, .columnState, .columnIssued, .columnUsed, .columnGrants, .columnMethod, .columnPath,
      .columnHappened, .columnSince, .columnEnds, .columnBrowser,
    ]
    let text = Catalogue(language)
    let words = heads.map { text($0) }
    let joined = Set(words.flatMap { first in words.map { first + $0 } })
    for name in ["messages", "server-clients", "server-sessions", "server-events"] {
      let state = try sample(name)
      let canvas = AppScreen.draw(state, size: size, look: Look(catalogue: text))
      for row in 0..<4 {
        let line = canvas.row(row)
        let clash = joined.first { line.contains($0) }
        #expect(clash == nil, "\(name): \(line)")
        #expect(line.firstMatch(of: #/\p{L}\[\d|\p{L}\]\d/#) == nil, "\(name): \(line)")
      }
    }
  }

  /// The smallest screen names the first action in full.
  @Test(arguments: Language.spoken)
  func theFooterNamesItsFirstActionWhole(_ language: Language) {
    var cut: [String: String] = [:]
    for (name, state) in StateRegistry.all {
      let footer = AppScreen.draw(state, size: Size(40, 15), look: Look(catalogue: Catalogue(language))).row(14)
      if footer.contains("…") { cut[footer] = name }
    }
    #expect(cut == [:], "shorten it in Sources/Catalogue/Words")
  }
}

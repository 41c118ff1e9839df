import AppState
import Catalogue
import Screens
import Testing

@testable import Samples
@testable import TerminalUI
@testable import Workshop

/// An app with its own brand, on every screen of the phone.
@Suite struct BrandTests {
  private let brand = Brand(
    name: "Nordlicht Bank",
    colours: BrandColours([.accent: Colour(0x0B6E4F, ansi16: 0), .mark: Colour(0xB45309, ansi16: 0)]),
    marks: [["/\\"], ["+----+", "| NB |", "+----+"], ["▛▀▀▀▀▀▀▜", "▌ NORD ▐", "▙▄▄▄▄▄▄▟"]],
    texts: [.english: ["app.purpose": "Your bank in your pocket", Phrase.startRegistration.key: "Set Up This Phone"]])

  private func picture(_ name: String, _ size: Size, _ glyphs: Glyphs = .unicode, _ language: Language = .english)
    throws -> String
  {
    let look = Look(catalogue: brand.catalogue(language), glyphs: glyphs, brand: brand)
    return AppScreen.draw(try #require(StateRegistry.named(name)), size: size, look: look).text
  }

  @Test(arguments: GoldenTests.sizes)
  func theBrandsNameAndTextsAreShown(_ size: Size) throws {
    let text = try picture("registration", size)
    #expect(text.contains("Nordlicht Bank") && text.contains("Set Up This Phone") && !text.contains("Curity"))
    #expect(try picture("appearance", size).contains("Nordlicht Bank"))
  }

  /// The largest drawing that fits; where its characters are missing, the largest of plain ones.
  @Test func theMarkFitsItsPlace() throws {
    #expect(try picture("registration", Size(110, 30)).contains("▌ NORD ▐"))
    #expect(try picture("registration", Size(110, 30), .ascii).contains("| NB |"))
  }

  /// The longest allowed name, sentence and label fit on every screen of every size.
  @Test(arguments: GoldenTests.sizes)
  func theLongestWordsFit(_ size: Size) {
    var long = brand
    long.name = String(repeating: "N", count: 32)
    let words = Phrase.ofBrand.map { name, phrase in
      (
        phrase.key,
        name.hasPrefix("button.") ? String(repeating: "B", count: 24) : String(repeating: "wo ", count: 26)
      )
    }
    long.texts = [.english: Dictionary(uniqueKeysWithValues: words)]
    let look = Look(catalogue: long.catalogue(.english), brand: long)
    for (name, state) in StateRegistry.all {
      let cut = TruncatedTexts.of { AppScreen.draw(state, size: size, look: look) }.cut
      #expect(!cut.contains { $0.contains("NNN") || $0.contains("BBB") || $0.contains("wo wo") }, "\(name): \(cut)")
    }
  }
}

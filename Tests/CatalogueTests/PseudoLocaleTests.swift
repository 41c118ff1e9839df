import Testing

@testable import Catalogue

/// Pseudo-localisation lengthens, accents and brackets each text; values and commands keep their spelling.
struct PseudoLocaleTests {
  private let texts = ErrorText.codes.map(ErrorText.of).flatMap { [$0.title, $0.explanation, $0.hint] }

  @Test func everyTextIsLongerAndKeepsItsPlaceholders() {
    let pseudo = Catalogue(.pseudo)
    for phrase in texts where !phrase.english.isEmpty {
      let shown = pseudo(phrase)
      #expect(shown.hasPrefix("[") && shown.hasSuffix("]"), "\(phrase.key)")
      #expect(placeholders(shown) == placeholders(phrase.english), "\(phrase.key)")
      #expect(shown.count >= phrase.english.count + 3, "\(phrase.key)")
      // Outside placeholders and commands no plain English letter is left.
      let rest = shown.replacing(#/\{[^}]*\}|`[^`]*`/#, with: "")
      #expect(!rest.contains { $0.isASCII && $0.isLetter }, "\(phrase.key): \(rest)")
    }
  }

  @Test func valuesAndCommandsKeepTheirSpelling() {
    let phrase = Phrase("x", "run `dcr-terminal doctor` for {device}")
    #expect(Catalogue(.pseudo)(phrase, ["device": "phone"]) == "[ŕûñ `dcr-terminal doctor` ƒöŕ phone ~~~~]")
  }

  @Test func serversGetARealLanguage() {
    #expect(Language.allCases.map(\.tag) == ["en", "de", "sv", "en"])
  }

  private func placeholders(_ text: String) -> [Substring] { text.matches(of: #/\{[a-z]+\}/#).map { $0.output } }
}

import Testing

@testable import Catalogue

/// Words and numbers typed as commands in lines.
struct LineWordTests {
  @Test(
    arguments: [
      ("help", Language.english, LineWord.help), ("?", .swedish, .help), ("Hilfe", .german, .help),
      ("zurück", .german, .back), ("BACK", .german, .back), ("igen", .swedish, .again), ("again", .english, .again),
    ])
  func wordsAreEnglishOrOfTheLanguage(_ text: String, _ language: Language, _ word: LineWord) {
    #expect(LineWord(text, Catalogue(language)) == word)
  }

  @Test(arguments: ["hilfe", " help", "helped", "", "0", "zur\u{FC}ck"])
  func anythingElseIsText(_ text: String) { #expect(LineWord(text, Catalogue()) == nil) }

  @Test func aNumberMayBeWrittenAsInTheList() {
    #expect(["1", "1.", "12)", "0."].map(LineWord.number) == [1, 1, 12, 0])
    #expect(["", ".", "1..", "a", "1 2"].allSatisfy { LineWord.number($0) == nil })
  }
}

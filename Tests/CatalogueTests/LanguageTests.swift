import OAuthClient
import SharedValues
import Testing

@testable import Catalogue

/// Plural forms, and the choice of the language.
struct LanguageTests {
  private let phrase = Phrase("x", "{count} clients", one: ("{count} client", "", ""))

  /// CLDR's samples for the category one are 1, for other 0, 2~16, 100, 1000, 0.0~1.5.
  @Test(arguments: [Language.english, .german, .swedish])
  func onlyOneIsSingular(_ language: Language) {
    #expect(language.form(of: "1") == .one)
    for number in ["0", "2", "11", "16", "21", "100", "101", "1000", "1,001", "0.0", "1.0", "1.5", "1,0", "", "more"] {
      #expect(language.form(of: number) == .other, "\(number)")
    }
  }

  @Test func aCountedPhraseFollowsItsNumber() {
    let text = Catalogue()
    #expect(text(phrase, ["count": "1"]) == "1 client")
    #expect(text(phrase, ["count": "0"]) == "0 clients")
    #expect(text(phrase, ["count": "21"]) == "21 clients")
    #expect(Catalogue(.german)(.liveGrants, ["count": "1"]) == "1 gültiger Grant")
    #expect(Catalogue(.german)(.liveGrants, ["count": "2"]) == "2 gültige Grants")
    #expect(Catalogue(.swedish)(.messagesFollowed, ["count": "1"]) == "1 meddelande, följer nyaste")
    #expect(Catalogue(.pseudo)(phrase, ["count": "1"]) == "[1 çļîéñţ ~~~]")
  }

  @Test func anyPlaceholderCanDecideThePlural() {
    #expect(Catalogue()(.loginWait, ["seconds": "1"]).contains("one second"))
    #expect(Catalogue(.swedish)(.loginWait, ["seconds": "30"]).contains("30 sekunder"))
  }

  @Test func numbersFollowTheLanguage() {
    #expect([999, 1000, 1_234_567, -4321].map { Catalogue().number($0) } == ["999", "1,000", "1,234,567", "-4,321"])
    #expect(Catalogue(.german).number(12_345) == "12.345")
    #expect(Catalogue(.swedish).number(12_345) == "12\u{A0}345")
  }

  @Test func untranslatedPhrasesAreEnglish() {
    #expect(Catalogue(.german)(Phrase("nowhere", "as it is")) == "as it is")
  }

  @Test(
    arguments: [
      (["LANG": "de_DE.UTF-8"], Language.german), (["LANG": "sv_SE"], .swedish), (["LANG": "de"], .german),
      (["LANG": "de_AT@euro"], .german), (["LANG": "fr_FR.UTF-8"], .english), (["LANG": "C.UTF-8"], .english),
      (["LANG": "POSIX"], .english), ([:], .english), (["LANG": ""], .english),
      (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "sv_SE.UTF-8"], .swedish),
      (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], .english),
      (["LANG": "de_DE.UTF-8", "LC_ALL": "", "LC_MESSAGES": ""], .german),
      (["LANG": "en_GB.UTF-8", "LANGUAGE": "sv:de"], .swedish), (["LANG": "C", "LANGUAGE": "sv"], .english),
      (["LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:de"], .german), (["LANG": "dell"], .english),
    ])
  func theEnvironmentChooses(_ environment: [String: String], _ language: Language) {
    #expect(Language.of { environment[$0] } == language)
  }

  @Test(
    arguments: [
      ("de", Language.german), ("de-CH,de;q=0.9,en;q=0.8", .german), ("sv", .swedish),
      ("fr, sv;q=0.4, en;q=0.3", .swedish),
      ("en-US,en;q=0.9,de;q=0.8", .english), ("*", .english), ("", .english), ("de;q=0", .english),
      ("de;q=0.2, sv;q=0.7", .swedish), ("nonsense;;;q=,", .english), ("pseudo", .english), ("fr sv de", .swedish),
      ("de;q=7", .english), ("DE", .german),
    ])
  func readersChoose(_ wanted: String, _ language: Language) {
    #expect(Language.of(readers: wanted) == language)
  }

  @Test func termsOfTheProtocolAreTranslated() {
    let text = Catalogue(.german)
    #expect(text(.check(.httpsURL)) == "eine https-URL")
    #expect(text(.check(.secretFor, "client_secret_basic")) == "ein Secret für client_secret_basic")
    #expect(text(.check(.bytes, 12)) == "12 Byte")
    #expect(Catalogue()(.check(.bytes, 12)) == "12 bytes")
    #expect(text(.value("RS256")) == "RS256")
  }

  /// Somebody else's words stay as they are, also where a phrase reads the same.
  @Test func whatOthersSayIsNotTranslated() {
    #expect(Catalogue(.german)(.quoted("an object")) == "\"an object\"")
    #expect(Catalogue(.german).fact(.quoted("an object")) == "an object")
    #expect(Catalogue(.german)(.value("an object")) == "an object")
    #expect(Catalogue(.german)("an object" as Term) != "an object")
  }

  /// Each term of the protocol has its phrase, with a placeholder for each of its values; no phrase is left over.
  @Test func everyTermOfTheProtocolHasWords() {
    #expect(Set(PhrasesByName.check.keys) == Set(CheckTerm.allCases.map(\.rawValue)))
  }
}

import Faults
import Foundation
import SharedValues
import SmallFiles
import TestSupport
import Testing

@testable import Catalogue
@testable import Workshop

/// Every phrase exists in every language, with the placeholders and endings of the English one.
struct TranslationTests {
  /// Errors of commands that speak only English (docs/languages.md); like all errors' texts they are found by their codes.
  /// Other texts that stay English are no phrases.
  private static let english = ["error.age_", "error.script_", "error.bundle_"]

  /// Without the sections that explain parameters and claims.
  static let phrases = WordFiles.english.filter { phrase in
    !phrase.key.hasSuffix(".source") || !["parameter.", "claim-sentence."].contains(where: phrase.key.hasPrefix)
  }
  private static let translated = phrases.filter { phrase in !english.contains { phrase.key.hasPrefix($0) } }
  private static let languages: [Language] = [.german, .swedish]

  @Test func everyTextIsRead() {
    #expect(Self.phrases.count > 3500)
    #expect(Set(Self.phrases.map(\.key)).count == Self.phrases.count, "one key, one phrase")
    for preset in FaultPresets.all {
      for language in Self.languages {
        let title = Phrase.faultPreset(preset.name, english: preset.plan.title ?? "")
        let about = Phrase.faultPreset(preset.name + ".about", english: preset.plan.description ?? "")
        for phrase in [title, about] where !Self.isTheSameEverywhere(phrase.english, language) {
          #expect(Catalogue(language)(phrase) != phrase.english, "\(phrase.key) in \(language)")
        }
      }
    }
  }

  /// The names that page templates ask for are those that have words.
  @Test func everyTextOfTheAdministrationHasWords() {
    let keys = Self.phrases.map(\.key).filter { $0.hasPrefix("server.admin.") }
    #expect(Set(keys) == Set(AdministrationText.allCases.map { "server.admin.\($0)" }))
  }

  @Test(arguments: languages)
  func nothingIsUntranslated(_ language: Language) {
    let wordings = WordFiles.translated(into: language.rawValue)
    let missing = Self.translated.filter {
      wordings[$0.key] == nil && !Self.isTheSameEverywhere($0.text, language)
    }
    let lines = missing.map { phrase in
      "\(phrase.file): " + (phrase.one.map { "\(phrase.key)[one] = \($0)\n  " } ?? "")
        + "\(phrase.key) = \(phrase.text)"
    }
    #expect(missing.isEmpty, "add to \(language.rawValue).txt beside:\n\(lines.joined(separator: "\n"))")
  }

  @Test(arguments: languages)
  func placeholdersFormsAndEndsAreTheSame(_ language: Language) {
    let wordings = WordFiles.translated(into: language.rawValue)
    for phrase in Self.phrases {
      guard let wording = wordings[phrase.key] else { continue }
      #expect(
        (wording.one != nil) == (phrase.one != nil),
        "\(phrase.key): a counted phrase has [one] above it, others have not")
      #expect(!wording.text.isEmpty, "\(phrase.key)")
      #expect(marks(wording.text) == marks(phrase.text), "\(phrase.key): \(wording.text)")
      // The singular may leave its number out.
      if let one = wording.one { #expect(marks(one).isSubset(of: marks(phrase.text)), "\(phrase.key): \(one)") }
      for end in [".", ":", "?", "…", " "] {
        #expect(wording.text.hasSuffix(end) == phrase.text.hasSuffix(end), "\(phrase.key): \(wording.text)")
      }
    }
  }

  @Test(arguments: languages)
  func nothingIsLeftInEnglish(_ language: Language) {
    let wordings = WordFiles.translated(into: language.rawValue)
    let same = Self.translated.filter { phrase in
      wordings[phrase.key]?.text == phrase.text && !Self.isTheSameEverywhere(phrase.text, language)
    }
    #expect(same.map { "\($0.key) = \($0.text)" } == [], "translate it, or allow the word here")
    // Words that no German or Swedish sentence has, and almost every English one.
    let words: Set = ["the", "and", "of", "this", "that", "with", "which", "its", "your", "you", "not", "only", "from"]
    for (key, wording) in wordings {
      for text in [wording.one, wording.text].compactMap({ $0 }) {
        let plain = text.replacing(#/`[^`]*`|\{[a-zA-Z]+\}|--[a-z-]+/#, with: "")
        let found = plain.lowercased().split { !$0.isLetter }.map(String.init).filter(words.contains)
        #expect(found.isEmpty, "\(key): \(text)")
      }
    }
  }

  /// Words that a phrase has in all three languages are names, terms of the protocol, or what the user types (`Names.txt`).
  @Test func aWordThatIsTheSameInAllLanguagesIsAName() throws {
    let names = try Names.read("CatalogueTests/Names.txt")
    let wordings = [Language.german: WordFiles.translated(into: "de"), .swedish: WordFiles.translated(into: "sv")]
    var found: [String: String] = [:]
    for phrase in Self.translated {
      let words = Language.spoken.map { Names.words(in: wordings[$0]?[phrase.key]?.text ?? phrase.text) }
      for word in words[0].intersection(words[1]).intersection(words[2]).subtracting(names) { found[word] = phrase.key }
    }
    #expect(found == [:], "translate it, or add the name to Tests/CatalogueTests/Names.txt")
  }

  /// The panels show the embedded server's notes about requests in the language of the screen.
  @Test func everyNoteOfTheServerIsTranslated() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/IdentityServer")
      .standardized
    var notes: Set<String> = []
    // The app does not show requests of administrators and of monitoring.
    for file in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? []
    where file.hasSuffix(".swift") && !file.hasPrefix("Admin/") && !file.hasPrefix("Operations/") {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      notes.formUnion(text.matches(of: #/note: "([^"\\]+)"/#).map { String($0.output.1) })
    }
    #expect(notes.count > 30)
    #expect(notes.filter { Catalogue(.german).serverNote($0) == $0 && Catalogue(.swedish).serverNote($0) == $0 } == [])
    #expect(Catalogue(.german).serverNote("redirect with access_denied") == "Redirect mit access_denied")
    #expect(Catalogue(.swedish).serverNote("invalid_client") == "invalid_client")
  }

  /// Error sentences translate what a file's reader expected, also where one term contains another.
  @Test func theTermsOfFormatsAreTranslated() {
    let german = Catalogue(.german)
    #expect(german("a text of 1 to \(80) characters" as Term) == "ein Text aus 1 bis 80 Zeichen")
    let twice = #expect(throws: JSON.ParseError.self) { try JSON.parse(Array(#"{"a":1,"a":2}"#.utf8)) }
    let place = "Byte \(twice?.offset ?? 0) (ein Member doppelt)"
    #expect(twice.map { german("not JSON \($0)" as Term) } == "kein JSON bei " + place)
    #expect(
      german("expected \("a time" as Term) in “\("saved_at")”" as Term) == "erwartet war ein Zeitpunkt in „saved_at“")
    #expect(Catalogue(.swedish)("one of \("a, b")" as Term) == "ett av a, b")
  }

  /// The system's reasons, in the language of the sentence around them.
  @Test(arguments: [ENOENT, EACCES, EISDIR, ENOTDIR, ENOSPC, EROFS, EEXIST, ELOOP, EADDRINUSE, EIO, EMFILE, EPIPE])
  func theReasonsOfTheSystemAreTranslated(_ number: Int32) {
    let english = SystemError(number: number).message
    #expect(english.first?.isLowercase == true)
    for language in [Language.german, .swedish] {
      #expect(Catalogue(language)(SystemError(number: number).term) != english)
    }
  }

  private func marks(_ text: String) -> Set<Substring> {
    Set(text.matches(of: #/\{[a-zA-Z]+\}|`[^`]+`/#).map { $0.output })
  }

  /// Names, terms of the protocol, and words that are the same in both languages.
  private static func isTheSameEverywhere(_ english: String, _ language: Language) -> Bool {
    let plain = english.replacing(#/\{[a-zA-Z]+\}/#, with: "")
    if !plain.contains(where: \.isLetter) || terms.contains(english) { return true }
    return (language == .german ? german : swedish).contains(english)
  }

  private static let terms: Set = [
    "Curity", "Curity DCR Demo App", "Mobile Dynamic Client Registration", "Individual Contributor", "IC", "SHA-256",
    "URL", "OK", "ok", "Enter", "Tab", "Esc", "config.json", "{seconds} s", "Subject", "Userinfo", "userinfo",
    "Audience", "Nonce", "Status", "Filter", "push", "token", "Scope", "true or false", "alg none", "alg HS256",
    "typ at+jwt", "{size} kB", "status {received} {description}", "Server (Date)", "Unicode", "ASCII", "PAR", "API",
    "Element", "Face ID", "Admin",
  ]
  private static let german: Set = [
    "Details", "App", "Browser", "Code", "Name", "Server", "Keystore", "Client", "Clients", "Pause", "Region",
    "Administration", "Issuer", "Passphrase", "Grants", "Website", "in {time}", "in {span}", "Name (software_id)",
  ]
  private static let swedish: Set = [
    "Administration", "Region", "panel", "profile", "Land", "Regel", "Server", "Profil", "PgUp", "PgDn", "Home", "End",
    "Del", "Ins", "Slow motion", "slow motion", "byte", "till", "metadata", "Metadata", "scope", "Live", "App",
    "server", "Session", "assertion",
    "session {session}", "Session {session}", "status {received}: {description}", "status {status} {words}",
    "port {received}: {detail}", "Ctrl-{key}",
  ]
}

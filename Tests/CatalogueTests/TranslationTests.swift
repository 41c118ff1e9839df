import Faults
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import Workshop

/// Every phrase is there in every language, fits where the English one fits, and says what it says now.
struct TranslationTests {
  /// Errors of commands that speak English alone (docs/languages.md). Their texts are found by their codes, as all errors' are.
  /// Every other text that stays English is no phrase.
  private static let english = ["error.age_", "error.script_", "error.bundle_"]

  static let phrases: [DeclaredPhrases.Declaration] = {
    let presets = FaultPresets.all.flatMap { preset in
      [
        Phrase.faultPreset(preset.name, title: preset.plan.title ?? ""),
        Phrase.faultPreset(preset.name, about: preset.plan.description ?? ""),
      ]
    }
    let tools = Workshop.tools.flatMap { ($0 as? any WordedTool.Type)?.tabled ?? [] }
    let tabled = (Phrase.tabled + tools + presets).map {
      DeclaredPhrases.Declaration(key: $0.key, english: $0.english, one: $0.counted?.one, file: "its table")
    }
    return ((try? DeclaredPhrases().all) ?? []) + tabled
  }()
  private static let translated = phrases.filter { phrase in !english.contains { phrase.key.hasPrefix($0) } }
  private static let languages: [Language] = [.german, .swedish]

  @Test func everyDeclarationIsRead() throws {
    let declared = try DeclaredPhrases()
    let tables: Set = [
      "AdministrationTexts.swift", "Catalogue.swift", "ClaimPhrases.swift", "ErrorText.swift",
      "FaultPresetPhrases.swift",
      "ProtocolPhrases.swift", "ServerNotes.swift", "StatePhrases.swift", "StepPhrases.swift", "TermPhrases.swift",
    ]
    let lost = declared.unread.filter { !tables.contains(String($0.prefix { $0 != ":" })) }
    #expect(lost.isEmpty, "a phrase that the tests cannot read: name its table in Phrase.tabled")
    #expect(declared.all.count > 1300)
    let keys = Self.phrases.map(\.key)
    let twice = Dictionary(grouping: keys) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
    #expect(twice.isEmpty, "one key, one phrase")
  }

  @Test(arguments: languages)
  func nothingIsUntranslated(_ language: Language) throws {
    let wordings = try #require(Translation.of(language)).wordings
    let missing = Self.translated.filter {
      wordings[$0.key] == nil && !Self.isTheSameEverywhere($0.english, language)
    }
    let lines = missing.map { phrase in
      "\(phrase.file): " + (phrase.one.map { "\(phrase.key)[one] = \($0)\n  " } ?? "")
        + "\(phrase.key) = \(phrase.english)"
    }
    #expect(
      missing.isEmpty, "add to the \(language) list in Sources/Catalogue/Languages:\n\(lines.joined(separator: "\n"))")
  }

  @Test(arguments: languages)
  func nothingIsTranslatedThatIsNotThere(_ language: Language) throws {
    let translation = try #require(Translation.of(language))
    let known = Set(Self.phrases.map(\.key))
    #expect(
      translation.wordings.keys.filter { !known.contains($0) }.sorted() == [], "misspelt, or of a phrase that is gone")
    #expect(translation.faults == [])
  }

  @Test(arguments: languages)
  func placeholdersFormsAndEndsAreTheSame(_ language: Language) throws {
    let wordings = try #require(Translation.of(language)).wordings
    for phrase in Self.phrases {
      guard let wording = wordings[phrase.key] else { continue }
      #expect(
        (wording.one != nil) == (phrase.one != nil),
        "\(phrase.key): a counted phrase has [one] above it, others have not")
      #expect(!wording.other.isEmpty, "\(phrase.key)")
      #expect(marks(wording.other) == marks(phrase.english), "\(phrase.key): \(wording.other)")
      // The wording for one may leave its number out.
      if let one = wording.one { #expect(marks(one).isSubset(of: marks(phrase.english)), "\(phrase.key): \(one)") }
      for end in [".", ":", "?", "…", " "] {
        #expect(wording.other.hasSuffix(end) == phrase.english.hasSuffix(end), "\(phrase.key): \(wording.other)")
      }
    }
  }

  @Test(arguments: languages)
  func nothingIsLeftInEnglish(_ language: Language) throws {
    let wordings = try #require(Translation.of(language)).wordings
    let same = Self.translated.filter { phrase in
      wordings[phrase.key]?.other == phrase.english && !Self.isTheSameEverywhere(phrase.english, language)
    }
    #expect(same.map { "\($0.key) = \($0.english)" } == [], "translate it, or allow the word here")
    // Words that no sentence in German or Swedish has, and hardly any in English lacks.
    let words: Set = ["the", "and", "of", "this", "that", "with", "which", "its", "your", "you", "not", "only", "from"]
    for (key, wording) in wordings {
      for text in [wording.one, wording.other].compactMap({ $0 }) {
        let plain = text.replacing(#/`[^`]*`|\{[a-zA-Z]+\}|--[a-z-]+/#, with: "")
        let found = plain.lowercased().split { !$0.isLetter }.map(String.init).filter(words.contains)
        #expect(found.isEmpty, "\(key): \(text)")
      }
    }
  }

  /// Words that stand in a phrase in all three languages are names, terms of the protocol, or what somebody types (`Names.txt`).
  @Test func aWordThatIsTheSameInAllLanguagesIsAName() throws {
    let names = try Names.read("CatalogueTests/Names.txt")
    var found: [String: String] = [:]
    for phrase in Self.translated {
      let words = Language.spoken.map { Names.words(in: Catalogue($0)(Phrase(phrase.key, phrase.english))) }
      for word in words[0].intersection(words[1]).intersection(words[2]).subtracting(names) { found[word] = phrase.key }
    }
    #expect(found == [:], "translate it, or add the name to Tests/CatalogueTests/Names.txt")
  }

  /// What the embedded server notes about requests is read in the panels, in the language of the screen.
  @Test func everyNoteOfTheServerIsTranslated() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/IdentityServer")
      .standardized
    var notes: Set<String> = []
    // What an administrator asks for, and what watches the server, is not shown in the app.
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

  /// What readers of files expected is put into sentences of the reader's language, also where one stands in the other.
  @Test func theTermsOfFormatsAreTranslated() {
    let german = Catalogue(.german)
    #expect(german.term("a text of 1 to 80 characters") == "ein Text aus 1 bis 80 Zeichen")
    #expect(german.term("not JSON at byte 12 (a member twice)") == "kein JSON bei Byte 12 (ein Member doppelt)")
    #expect(german.term("expected a time in “saved_at”") == "erwartet war ein Zeitpunkt in „saved_at“")
    #expect(Catalogue(.swedish).term("one of a, b") == "ett av a, b")
  }

  /// The English as it was when the translations were last looked at. Whoever changes a phrase looks at them again.
  @Test func theEnglishThatWasTranslatedIsTheEnglishOfToday() throws {
    let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens/english.txt")
    let lines = Self.translated.sorted { $0.key < $1.key }.map { phrase in
      (phrase.one.map { "\(phrase.key)[one] = \($0)\n" } ?? "") + "\(phrase.key) = \(phrase.english)"
    }
    let today = lines.map { $0.replacing("\n", with: "\\n") }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] != nil {
      try Data((today.joined(separator: "\n") + "\n").utf8).write(to: golden)
      return
    }
    let then = Set(try String(contentsOf: golden, encoding: .utf8).split(separator: "\n").map(String.init))
    let changed = today.filter { !then.contains($0) }
    #expect(changed == [], "look at the translations of these, then run this test with UPDATE_GOLDENS=1")
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

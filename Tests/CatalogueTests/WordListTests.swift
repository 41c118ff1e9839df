import Foundation
import TestSupport
import Testing

@testable import embed_texts

/// What the build makes of the files of words, and which errors it reports.
struct WordListTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "words-\(UUID().uuidString)")

  private func swift(_ english: String, german: String = "", swedish: String = "") throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in [("en", english), ("de", german), ("sv", swedish)] {
      try Data(text.utf8).write(to: folder.appending(path: name + ".txt"))
    }
    return try WordLists([folder.path]).swift()
  }

  @Test func aKeyBecomesAPhraseOfItsName() throws {
    let swift = try swift("# Clock\nclock.id-token = ID \"token\" = it\\n\n", german: "clock.id-token = Ja\n")
    #expect(swift.contains(#"static let `clockIDToken` = Phrase("clock.id-token", "ID \"token\" = it\n", "Ja", "")"#))
  }

  @Test func aCountedPhraseHasTwoWordings() throws {
    let swift = try swift("a[one seconds] = one\na = {seconds}\n", swedish: "a[one] = ett\na = {seconds} st\n")
    #expect(
      swift.contains(#"Phrase("a", "{seconds}", "", "{seconds} st", one: ("one", "", "ett"), counting: "seconds")"#))
  }

  @Test func aFamilyBecomesATable() throws {
    let swift = try swift("@family term\n@family fault.preset elsewhere\nterm.a text\n", german: "fault.preset.x = Y\n")
    #expect(swift.contains(#"("a text", "a text", "", "")"#) && swift.contains(#"("x", "", "Y", "")"#))
  }

  @Test(
    arguments: [
      ("a = b\n", "c = d\n", "de.txt:1: error: there is no c in English"),
      ("a = b\n\na = c\n", "", "en.txt:3: error: a comes twice"),
      ("a = b\n", "a = c\n# again\na = d\n", "de.txt:3: error: a comes twice"),
      ("a = b\n", "a[one] = c\n", "de.txt:1: error: a counts nothing in English"),
      ("a[one] = b\n", "", "en.txt:1: error: a has no wording for other numbers than one"),
      ("a = b\n", "a\n", "de.txt:1: error: a key without a text"),
    ])
  func mistakesHaveTheirPlace(_ english: String, _ german: String, _ mistake: String) {
    #expect(throws: WordListFault.self) { try swift(english, german: german) }
    do { _ = try swift(english, german: german) } catch { #expect("\(error)".hasSuffix(mistake), "\(error)") }
  }
}

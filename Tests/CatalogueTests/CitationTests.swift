import Foundation
import Testing

/// `Sections.txt` has every section that code, texts and documents cite, with its title, and no other. Look up a new section before adding
/// it: its title shows whether it is the right one or its neighbour.
struct CitationTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Documents by name, each with the titles of its sections.
  private static let table: [String: [String: String]] = {
    let file = root.appendingPathComponent("Tests/CatalogueTests/Sections.txt")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [:] }
    var table: [String: [String: String]] = [:]
    var document = ""
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("  ") {
        let parts = line.dropFirst(2).split(separator: " ", maxSplits: 1)
        table[document, default: [:]][String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
      } else {
        document = String(line)
      }
    }
    return table
  }()

  @Test func everyCitedSectionIsInTheTable() throws {
    for (file, text) in try CitationTests.texts() {
      for citation in CitationScanner.citations(in: text) {
        let known = citation.document.flatMap { Self.table[$0]?[citation.section] } != nil
        if !known { Issue.record("\(file):\(citation.line) cites \(citation), which is not in Sections.txt") }
      }
    }
  }

  @Test func everySectionOfTheTableIsCited() throws {
    var unused = Set(Self.table.flatMap { document, sections in sections.keys.map { "\(document) §\($0)" } })
    #expect(unused.count > 100, "the table is not there")
    for (_, text) in try CitationTests.texts() {
      unused.subtract(CitationScanner.citations(in: text).map(\.description))
    }
    #expect(unused == [])
  }

  /// A rule must be checkable with this repository alone, without a document outside of it.
  @Test func nothingRefersToADocumentOutsideTheRepository() throws {
    let internalWords = ["seeds:", "seed 0", "DESIGN §", "DESIGN.md"]
    for (file, text) in try CitationTests.texts() {
      for word in internalWords where text.contains(word) { Issue.record("\(file) refers to \(word)") }
    }
  }

  @Test(
    arguments: [
      ("see RFC 6749 §5.2, §6 and §7.1", ["RFC 6749 §5.2", "RFC 6749 §6", "RFC 6749 §7.1"]),
      ("/// (RFC\n  /// 7240 §4.3)", ["RFC 7240 §4.3"]),
      ("\"spent (RFC \"\n      + \"9700 §4.14)\"", ["RFC 9700 §4.14"]),
      ("OpenID Connect Core 1.0 section 3.1.2.1, prompt", ["OpenID Connect Core §3.1.2.1"]),
      ("RFC 6749 appendix A.11", ["RFC 6749 §A.11"]), ("§2 alone", ["? §2"]),
      ("https://www.rfc-editor.org/rfc/rfc8252#section-8.4", ["RFC 8252 §8.4"]),
      (
        "OpenID Connect Core Error Code unmet_authentication_requirements 1.0 §1, OpenID Connect Core 1.0 §2",
        ["OpenID Connect Core Error Code unmet_authentication_requirements §1", "OpenID Connect Core §2"]
      ),
      (
        "FAPI 2.0 Message Signing §5.3, FAPI 2.0 Security Profile §5.4",
        ["FAPI 2.0 Message Signing §5.3", "FAPI 2.0 §5.4"]
      ),
      (
        "RP-Initiated Logout §2 · OpenID Connect Front-Channel Logout 1.0 §3",
        ["RP-Initiated Logout §2", "Front-Channel Logout §3"]
      ),
    ])
  func everyFormOfACitationIsSeen(_ text: String, _ expected: [String]) {
    #expect(CitationScanner.citations(in: text).map(\.description) == expected)
  }

  /// The texts that users and developers read. Tests are left out, because some cite wrongly on purpose.
  private static func texts() throws -> [(String, String)] {
    let kinds: Set = ["swift", "md", "json", "html", "mustache", "h", "c", "script", "css", "txt"]
    var files = ["README.md", "CONTRIBUTING.md"]
    for folder in ["Sources", "docs"] {
      let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
      while let name = names?.nextObject() as? String {
        if kinds.contains((name as NSString).pathExtension) { files.append(folder + "/" + name) }
      }
    }
    #expect(files.count > 500, "the sources are not there")
    return try files.sorted().map { name in
      (name, try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8))
    }
  }
}

import Foundation
import Testing

@testable import DCRTerminal

/// The documents that come with the program: where they are found and by which words.
@Suite struct DocumentsTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
  private static let clone = root.path + "/.build/debug/dcr-terminal"

  private func documents() throws -> Documents { try Documents(beside: DocumentsTests.clone) }

  @Test func aCloneHasTheDocuments() throws {
    let documents = try documents()
    let list = documents.list
    #expect(list.contains("\nlife ") && list.contains("  Life after the registration\n"))
    #expect(list.hasSuffix(" files in \(documents.folder)."))
    #expect(try documents.text(at: documents.path(of: "life")).hasPrefix("# Life after the registration\n"))
  }

  @Test func anInstalledProgramHasTheDocumentsInItsPrefix() throws {
    let prefix = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: prefix) }
    let folder = prefix.appending(path: "share/dcr-terminal/docs")
    let program = prefix.path + "/bin/dcr-terminal"
    let failure = #expect(throws: CommandError.self) { _ = try Documents(beside: program) }
    #expect(failure?.code.rawValue == "documents_missing")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("# One\n".utf8).write(to: folder.appending(path: "one.md"))
    #expect(try Documents(beside: program).list.hasPrefix("one  One\n\n"))
  }

  @Test(arguments: ["life", "LIFE", "life.md", "docs/life.md"])
  func aTopicMayBeAFile(_ word: String) throws {
    #expect(try documents().path(of: word).hasSuffix("/docs/life.md"))
  }

  @Test(arguments: [("lesons", "lessons"), ("regist", "registration"), ("user-agent", "user-agents")])
  func aMisspeltTopicSuggestsTheNearest(_ word: String, _ meant: String) throws {
    let failure = #expect(throws: CommandError.self) { _ = try documents().path(of: word) }
    #expect(failure?.code.rawValue == "topic_unknown" && failure?["expected"] == meant)
  }

  @Test(arguments: ["", "/", "..", "xyzzy"])
  func anUnknownTopicListsAll(_ word: String) throws {
    let documents = try documents()
    let failure = #expect(throws: CommandError.self) { _ = try documents.path(of: word) }
    #expect(failure?["expected"] == documents.topics.joined(separator: ", "))
  }
}

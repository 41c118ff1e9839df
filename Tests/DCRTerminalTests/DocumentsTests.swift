import Foundation
import Testing

@testable import DCRTerminal

/// The documents that come with the program: where they are found and by which words; no text refers to a missing one.
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

  /// A text for people names an existing topic; citations and comments may name the file.
  @Test func everyTopicThatATextNamesIsThere() throws {
    let topics = Set(try documents().topics)
    let sources = DocumentsTests.root.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var named = 0
    for case let file as String in files where [".swift", ".json", ".txt"].contains(where: file.hasSuffix) {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      for line in text.split(separator: "\n") where !line.contains(/^( *\/\/|#)/) {
        for topic in line.matches(of: /dcr-terminal docs ([a-z-]+)/) {
          named += 1
          #expect(topics.contains(String(topic.output.1)), "\(file): \(line)")
        }
        if line.contains(/source|"title"/) { continue }
        #expect(!line.contains(/docs\/[a-z-]+\.md/), "\(file): \(line)")
      }
    }
    #expect(named > 20)
  }
}

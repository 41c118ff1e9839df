import Foundation
import Testing

/// Every text that the test plan quotes is a text of the program.
@Suite struct PlanTextsTests {
  private struct Plan: Decodable {
    struct Given: Decodable { var texts: [String]? }
    struct Case: Decodable {
      var id: String
      var given: Given
      var steps: [String]
      var expected: [String]
    }
    var cases: [Case]
  }

  /// Patterns for single sentences, in which a placeholder matches any text.
  private static let sentences: [String] = {
    var patterns: [String] = []
    for phrase in TranslationTests.phrases {
      for text in [phrase.text, phrase.one ?? ""] {
        for end in [". ", ": "] { patterns += text.components(separatedBy: end).compactMap(pattern) }
      }
    }
    return patterns
  }()

  private static func pattern(_ sentence: String) -> String? {
    let marked = sentence.replacing(#/\{[a-zA-Z]+\}/#, with: "\u{1}")
    guard marked.contains("\u{1}"), marked.count(where: \.isLetter) > 5 else { return nil }
    let parts = marked.components(separatedBy: "\u{1}").map(NSRegularExpression.escapedPattern)
    return "(?i)^" + parts.joined(separator: ".+") + "\\.?$"
  }

  private static let wordings = TranslationTests.phrases.map { $0.text.lowercased() }
  /// Sources of other texts: commands that speak only English, and scripts, which confirm their texts when they run.
  private static let commands = sources("DCRTerminal") + sources("Faults")

  private static func sources(_ room: String) -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/\(room)")
      .standardized
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".script") || $0.hasPrefix("Presets/") }
      .compactMap { try? String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
  }

  private func isSaid(_ text: String) -> Bool {
    Self.wordings.contains { $0.contains(text.lowercased()) }
      || Self.sentences.contains { text.range(of: $0, options: .regularExpression) != nil }
      || Self.commands.contains { $0.contains(text) }
  }

  @Test func everyQuotedTextIsAText() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Automation/TestPlan/plan.json").standardized
    let plan = try JSONDecoder().decode(Plan.self, from: Data(contentsOf: file))
    var quoted = 0
    for testCase in plan.cases {
      for text in testCase.steps + testCase.expected + (testCase.given.texts ?? []) {
        for quote in text.matches(of: #/“([^”]*)”/#) {
          quoted += 1
          for part in quote.1.split(separator: "…").map({ $0.trimmingCharacters(in: .whitespaces) }) {
            #expect(isSaid(part), "\(testCase.id): “\(quote.1)”")
          }
        }
      }
    }
    #expect(quoted > 100)
  }
}

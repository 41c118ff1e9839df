import Foundation
import Testing

/// What the test plan quotes is what the program says.
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

  /// Sentence by sentence, with anything in the place of what is filled in.
  private static let sentences = TranslationTests.phrases.flatMap { [$0.english] + ($0.one.map { [$0] } ?? []) }
    .flatMap { $0.components(separatedBy: ". ") + $0.components(separatedBy: ": ") }
    .filter { $0.contains("{") && $0.replacing(#/\{[a-zA-Z]+\}/#, with: "").count(where: \.isLetter) > 5 }
    .map { sentence in
      let parts = sentence.replacing(#/\{[a-zA-Z]+\}/#, with: "\u{1}").components(separatedBy: "\u{1}")
      return "(?i)^\(parts.map(NSRegularExpression.escapedPattern).joined(separator: ".+"))\\.?$"
    }
  private static let wordings = TranslationTests.phrases.map { $0.english.lowercased() }
  /// Commands that speak English alone have no phrases.
  private static let commands = sources("DCRTerminal") + sources("Faults")

  private static func sources(_ room: String) -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/\(room)")
      .standardized
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".swift") || $0.hasPrefix("Presets/") }
      .compactMap { try? String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
  }

  private func isSaid(_ text: String) -> Bool {
    Self.wordings.contains { $0.contains(text.lowercased()) }
      || Self.sentences.contains { text.range(of: $0, options: .regularExpression) != nil }
      || Self.commands.contains { $0.contains(text) }
  }

  @Test func everyQuotedTextIsAText() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/DCRTerminal/TestPlan/plan.json").standardized
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

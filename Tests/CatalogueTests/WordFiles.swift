import Foundation

/// The phrases of the files `Words/*.txt`.
enum WordFiles {
  struct Phrase: Hashable {
    var key: String
    var text: String
    /// The singular of a counted phrase.
    var one: String?
    var file: String
  }

  private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
    .standardized

  static let english = phrases("en")

  /// The phrases by key.
  static func translated(into language: String) -> [String: Phrase] {
    Dictionary(phrases(language).map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func phrases(_ language: String) -> [Phrase] {
    let files = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix("Words/\(language).txt") }.sorted().flatMap(phrases(in:))
  }

  private static func phrases(in file: String) -> [Phrase] {
    let text = (try? String(contentsOf: sources.appending(path: file), encoding: .utf8)) ?? ""
    var (phrases, one): ([Phrase], String?) = ([], nil)
    for line in text.split(separator: "\n") where !line.hasPrefix("#") && !line.hasPrefix("@") {
      let parts = line.firstRange(of: " = ").map { (line[..<$0.lowerBound], line[$0.upperBound...]) }
      let wording = String(parts?.1 ?? line.drop { $0 != "." }.dropFirst()).replacing("\\n", with: "\n")
      if line.firstRange(of: "[one").map({ $0.lowerBound < parts?.0.endIndex ?? line.startIndex }) == true {
        one = wording
        continue
      }
      phrases.append(Phrase(key: String(parts?.0 ?? line), text: wording, one: one, file: file))
      one = nil
    }
    return phrases
  }
}

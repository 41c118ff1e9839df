import Foundation

/// Words that are the same in every language: names, terms of the protocol and what users type (`CatalogueTests/Names.txt`), and on
/// screens the data of the samples (`ScreensTests/SampleWords.txt`).
public enum Names {
  public static func read(_ files: String...) throws -> Set<String> {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try files.reduce(into: []) { names, file in
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        names.formUnion(line.split(separator: " ").map(String.init))
      }
    }
  }

  /// Lines `head head: word word`: words, and the screens or topics that they belong to.
  public static func sections(_ file: String) throws -> [(heads: [String], words: [String])] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let parts = line.split(separator: ":", maxSplits: 1).map { $0.split(separator: " ").map(String.init) }
        return (heads: parts[0], words: parts.count == 2 ? parts[1] : [])
      }
  }

  /// Words of at least three letters. A token with digits or program characters (`max_age`, `--lang`, `{name}`) is no word.
  public static func words(in text: String) -> Set<String> {
    let plain = text.replacing(#/`[^`]*`/#, with: " ")
    let edges = CharacterSet.letters.inverted
    return Set(
      plain.split(whereSeparator: \.isWhitespace).flatMap { $0.split { "-/·→".contains($0) } }.compactMap { token in
        let word = token.trimmingCharacters(in: CharacterSet(charactersIn: ".,;:!?()[]„“”\"’'…"))
        return word.count >= 3 && word.rangeOfCharacter(from: edges) == nil ? word : nil
      })
  }
}

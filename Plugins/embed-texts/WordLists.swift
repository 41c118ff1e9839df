import Foundation

/// What is wrong with a line, in the way of compilers: `file:line: error: what`.
struct WordListFault: Error, CustomStringConvertible { var description: String }

/// The phrases of a target, read from its folders `Words`, as Swift. docs/languages.md describes the files.
struct WordLists {
  /// One wording, or two where something is counted.
  private struct Wording {
    var one: String?
    var other: String?
    /// The placeholder that counts.
    var counting = "count"
    /// `file:line`.
    var place: String
  }

  private typealias List = [String: Wording]

  private var keys: [String] = []
  private var english: List = [:]
  private var translations: [List] = [[:], [:]]
  /// What the names of phrases begin with that are found while the program runs.
  private var families: [String] = []
  /// Those of them whose English stands elsewhere.
  private var elsewhere: Set<String> = []

  init(_ folders: [String]) throws {
    for folder in folders { try readEnglish(folder + "/en.txt") }
    for folder in folders {
      for (index, language) in ["de", "sv"].enumerated() { try readTranslation(folder + "/\(language).txt", index) }
    }
  }

  // MARK: Reading

  private mutating func readEnglish(_ path: String) throws {
    for (line, place) in try Self.lines(of: path) {
      if line.hasPrefix("@family ") {
        let words = line.split(separator: " ").map(String.init)
        families.append(words[1])
        if words.last == "elsewhere" { elsewhere.insert(words[1]) }
        continue
      }
      let (key, form, text) = Self.parts(of: line, place)
      if english[key] == nil { keys.append(key) }
      try Self.put(
        key, form, text ?? key.split(separator: ".", maxSplits: 1).last.map(String.init) ?? key, place, in: &english)
    }
  }

  private mutating func readTranslation(_ path: String, _ index: Int) throws {
    for (line, place) in try Self.lines(of: path) {
      let (key, form, text) = Self.parts(of: line, place)
      guard let text else { throw WordListFault(description: "\(place): error: a key without a text") }
      if let family = family(of: key), elsewhere.contains(family), english[key] == nil {
        keys.append(key)
        english[key] = Wording(other: "", place: place)
      }
      guard let known = english[key] else {
        throw WordListFault(description: "\(place): error: there is no \(key) in English")
      }
      guard form == nil || known.one != nil else {
        throw WordListFault(description: "\(place): error: \(key) counts nothing in English")
      }
      try Self.put(key, form, text, place, in: &translations[index])
    }
  }

  private static func lines(of path: String) throws -> [(String, String)] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw WordListFault(description: "\(path): error: this file is missing")
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.element.isEmpty && !$0.element.hasPrefix("#") }
      .map { (String($0.element), "\(path):\($0.offset + 1)") }
  }

  /// `key = text`, `key[one] = text`, `key[one seconds] = text`, or a key alone.
  private static func parts(of line: String, _ place: String) -> (key: String, form: String?, text: String?) {
    guard let sign = line.firstRange(of: " = ") else { return (line, nil, nil) }
    var (key, text) = (String(line[..<sign.lowerBound]), String(line[sign.upperBound...]))
    text = text.replacing("\\n", with: "\n")
    guard key.hasSuffix("]"), let bracket = key.firstRange(of: "[one") else { return (key, nil, text) }
    let form = key[bracket.upperBound...].dropLast().drop { $0 == " " }
    key = String(key[..<bracket.lowerBound])
    return (key, form.isEmpty ? "count" : String(form), text)
  }

  private static func put(_ key: String, _ form: String?, _ text: String, _ place: String, in list: inout List) throws {
    var wording = list[key] ?? Wording(place: place)
    if form == nil ? wording.other != nil : wording.one != nil {
      throw WordListFault(description: "\(place): error: \(key) comes twice")
    }
    if let form { (wording.one, wording.counting) = (text, form) } else { wording.other = text }
    list[key] = wording
  }

  // MARK: Writing

  func swift() throws -> String {
    var typed: [String] = []
    var tables: [String: [String]] = [:]
    for key in keys {
      guard let wording = english[key], let other = wording.other else {
        throw WordListFault(
          description: "\(english[key]?.place ?? key): error: \(key) has no wording for other numbers than one")
      }
      let others = [other] + translations.map { $0[key]?.other ?? "" }
      if let family = family(of: key) {
        tables[family, default: []].append("    " + tuple([String(key.dropFirst(family.count + 1))] + others) + ",")
        continue
      }
      var arguments = ([key] + others).map(\.debugDescription).joined(separator: ", ")
      if let one = wording.one {
        arguments += ", one: \(tuple([one] + translations.map { $0[key]?.one ?? "" })), counting: "
        arguments += wording.counting.debugDescription
      }
      typed.append("  public static let `\(Self.name(key))` = Phrase(\(arguments))")
    }
    var lines = ["extension Phrase {"] + typed + ["}"]
    if !families.isEmpty {
      lines.append("/// Phrases that are found by a name while the program runs.\nenum PhrasesByName {")
      for family in families {
        lines.append("  static let `\(Self.name(family))` = Phrase.byName(\"\(family)\", [")
        lines += (tables[family] ?? []) + ["  ])"]
      }
      lines.append("}")
    }
    return ([isCatalogue ? "" : "import Catalogue"] + lines + [""]).joined(separator: "\n")
  }

  /// The target that declares what a phrase is needs no import of itself.
  private var isCatalogue: Bool { families.contains("error") }

  private func tuple(_ texts: [String]) -> String {
    "(" + texts.map(\.debugDescription).joined(separator: ", ") + ")"
  }

  private func family(of key: String) -> String? { families.first { key.hasPrefix($0 + ".") } }

  /// The key in Swift: `clock.id-token` is `clockIDToken`.
  static func name(_ key: String) -> String {
    let parts = key.split { $0 == "." || $0 == "-" }.map(String.init)
    return parts[0] + parts.dropFirst().map { acronyms[$0] ?? $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static let acronyms = Dictionary(
    uniqueKeysWithValues: "API CSV DPoP HAR IC ID IDs JSON JWKS JWT OS PAR SSO TLS URI URL UTF8".split(separator: " ")
      .map { ($0.lowercased(), String($0)) })
}

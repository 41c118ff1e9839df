/// One wording, or two where something is counted.
struct Wording: Hashable, Sendable {
  var one: String?
  var other: String

  subscript(_ form: Language.Form) -> String { form == .one ? one ?? other : other }

  func map(_ change: (String) -> String) -> Wording { Wording(one: one.map(change), other: change(other)) }
}

/// All that is translated into one language, read from the lists in `Languages/`, once, when the first phrase is asked for.
///
/// A list is lines `key = text`; `key[one] = text` stands above the `key = text` of a counted phrase. `\n` is a line break.
/// Blank lines and lines that begin with `#` say nothing. How this is meant to be used: docs/languages.md; why it is no
/// JSON: docs/decisions/0016-translations-are-lists.md.
struct Translation: Sendable {
  private(set) var wordings: [String: Wording] = [:]
  /// Lines that are none of the above, and keys that come twice. There are none in a build that passed its tests.
  private(set) var faults: [String] = []

  static let german = Translation(German.lists)
  static let swedish = Translation(Swedish.lists)

  static func of(_ language: Language) -> Translation? {
    switch language {
    case .german: german
    case .swedish: swedish
    case .english, .pseudo: nil
    }
  }

  init(_ lists: [StaticString]) {
    wordings.reserveCapacity(3000)
    for list in lists {
      list.withUTF8Buffer { bytes in
        for line in bytes.split(separator: UInt8(ascii: "\n")) { read(line) }
      }
    }
  }

  private mutating func read(_ line: UnsafeBufferPointer<UInt8>.SubSequence) {
    if line.first == UInt8(ascii: "#") { return }
    guard let sign = line.firstIndex(of: UInt8(ascii: "=")), sign - line.startIndex > 1, line[sign - 1] == 0x20,
      sign + 2 < line.endIndex, line[sign + 1] == 0x20
    else {
      faults.append(String(decoding: line, as: UTF8.self))
      return
    }
    let name = line[..<(sign - 1)]
    let text = Translation.unescaped(line[(sign + 2)...])
    if name.last == UInt8(ascii: "]"), name.suffix(5).elementsEqual("[one]".utf8) {
      let key = String(decoding: name.dropLast(5), as: UTF8.self)
      if wordings.updateValue(Wording(one: text, other: ""), forKey: key) != nil { faults.append("\(key) comes twice") }
      return
    }
    let key = String(decoding: name, as: UTF8.self)
    if let before = wordings[key], before.one == nil || !before.other.isEmpty { faults.append("\(key) comes twice") }
    wordings[key, default: Wording(other: "")].other = text
  }

  private static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return bytes.contains(UInt8(ascii: "\\")) ? text.replacing("\\n", with: "\n") : text
  }
}

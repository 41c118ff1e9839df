import Screens
import SmallFiles
import TerminalUI

/// Reads a brand's file, docs/brand.schema.json in words: strict, so that what is shown is what somebody meant, and so that it can be read.
package enum BrandFile {
  package static let version = 1
  /// Bytes; more are not read.
  package static let limit = 64 << 10
  /// Characters of the app's name, of a sentence, and of what stands on a button: on the smallest phone each has its room.
  static let (longestName, longestText, longestButton) = (32, 80, 24)
  /// The largest drawing that any phone has room for.
  package static let mark = Size(40, 16)

  /// - Parameter path: absolute.
  /// - Throws: `brand_file_unreadable`, `brand_file_wrong`.
  package static func read(_ path: String) throws(CommandError) -> Brand {
    let bytes = try SmallFile.read(
      path, limit: limit, notRegular: Phrase.faultNoFile.term, orThrow: .brandFileUnreadable)
    do { return try read(bytes, name: path) } catch { throw CommandError(.brandFileWrong, error) }
  }

  package static func read(_ bytes: [UInt8], name: String) throws(DocumentProblem) -> Brand {
    try DocumentMembers.read(bytes, name: name, limit: limit) { (members) throws(DocumentFault) in
      var members = members
      // Editors find the schema by it.
      _ = members.take("$schema")
      _ = try members.number("version", version...version)
      let brand = Brand(
        name: try members.text("name", limit: longestName), colours: try colours(&members),
        marks: try marks(&members), texts: try texts(&members))
      try members.finish()
      return brand
    }
  }

  private static func colours(_ members: inout DocumentMembers) throws(DocumentFault) -> BrandColours? {
    guard var inner = try members.optionalObject("colours") else { return nil }
    var chosen: [BrandColours.Member: Colour] = [:]
    for member in BrandColours.Member.allCases {
      guard let text = try inner.optionalText(member.rawValue, limit: 7) else { continue }
      guard let colour = colour(text) else { throw inner.fault(member.rawValue, "a colour such as #0A5CE0") }
      chosen[member] = colour
    }
    try inner.finish()
    let colours = BrandColours(chosen)
    guard let weak = colours.weakness else { return colours }
    // The member that is there is the one to change; what is left out is Curity's.
    let named = chosen[weak.member] == nil ? weak.ground : weak.member
    throw inner.fault(
      named.rawValue,
      "a contrast of \(decimal(weak.least)) or more of \("\(weak.member)") on \("\(weak.ground)"), which is \(decimal(weak.contrast)) now"
    )
  }

  /// `#RRGGBB`. The theme's own numbers stand for it where there are 16 colours.
  private static func colour(_ text: String) -> Colour? {
    guard let digits = text.without(prefix: "#"), digits.utf8.count == 6, let value = UInt32(digits, radix: 16),
      digits.allSatisfy(\.isHexDigit)
    else { return nil }
    return Colour(value, ansi16: 0)
  }

  /// Rounded down, so that what is too little never reads as enough.
  private static func decimal(_ value: Double) -> String {
    let tenths = Int(value * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func marks(_ members: inout DocumentMembers) throws(DocumentFault) -> [[String]] {
    var marks: [[String]] = []
    for drawing in try members.list("mark", 0...8) {
      let expected: Term = "1 to \(mark.height) rows of at most \(mark.width) characters, each one cell wide"
      guard let rows = drawing.value.stringArray, (1...mark.height).contains(rows.count),
        rows.allSatisfy(isDrawable), rows.contains(where: { $0.contains { $0 != " " } })
      else { throw DocumentFault(place: drawing.place, code: "wrong", expected: expected) }
      marks.append(rows)
    }
    return marks
  }

  /// Each character takes one cell and is shown as it stands there.
  private static func isDrawable(_ row: String) -> Bool {
    row.unicodeScalars.count <= mark.width && TextLayout.width(row) == row.unicodeScalars.count
      && TextLayout.clip(row, to: mark.width) == row
  }

  private static func texts(_ members: inout DocumentMembers) throws(DocumentFault) -> [Language: [String: String]] {
    guard var inner = try members.optionalObject("texts") else { return [:] }
    var texts: [Language: [String: String]] = [:]
    for language in Language.spoken {
      guard var words = try inner.optionalObject(language.rawValue) else { continue }
      for (name, phrase) in Phrase.ofBrand {
        let limit = name.hasPrefix(bytes: "button.") ? longestButton : longestText
        texts[language, default: [:]][phrase.key] = try words.optionalText(name, limit: limit)
      }
      try words.finish()
    }
    try inner.finish()
    return texts
  }
}

import Catalogue
import ForeignText

/// The report of one of this product's programs: `name: what failed: why`, then `hint: …`.
package struct ProgramFailure: Hashable, Sendable {
  package var what: String
  package var why: String
  package var hint: String

  /// Reason and hint in one text, for places without a separate hint.
  package var whyAndHint: String { hint.isEmpty ? why : "\(why); \(hint)" }

  /// `nil`: the text is not such a report.
  package init?(_ text: String) {
    let lines = text.lines.map(String.init)
    guard let index = lines.lastIndex(where: { $0.hasPrefix(bytes: "dcr-") && !ProgramFailure.warns($0) }) else {
      return nil
    }
    let parts = lines[index].split(bytes: ": ", maxSplits: 2).map(String.init)
    guard parts.count >= 2 else { return nil }
    what = parts[1]
    why = parts.count == 3 ? parts[2] : parts[1]
    hint = lines.dropFirst(index + 1).lazy.compactMap { Phrase.hintLine.words(in: $0) }.first ?? ""
  }

  private static func warns(_ line: String) -> Bool {
    line.split(bytes: ": ", maxSplits: 1).last.flatMap { Phrase.warningLine.words(in: $0) } != nil
  }
}

import Screens
import TerminalUI

/// Fits the parameters of a held message into the available rows: each gets one line before any gets two, and important ones come first and get most.
struct StepParameters {
  /// Each at increasing length: one line; two for a long value; two for the meaning of a short one; everything.
  private let all: [(isImportant: Bool, levels: [[StyledLine]])]
  private let look: Look

  /// The parameters that a lecture is about: never left out in favour of others.
  private static let important = ["code_challenge", "redirect_uris", "redirect_uri", "grant_types", "scope"]

  init(_ carried: [StepWords.Carried], _ look: Look, width: Int) {
    let longest = carried.map { TextLayout.width($0.name) }.max() ?? 0
    let column = min(width < 60 ? 18 : 26, longest)
    self.look = look
    all = carried.map {
      (StepParameters.important.contains($0.name), StepParameters.levels($0, column, width, look))
    }
  }

  /// The minimum number of rows for the important parameters; with fewer nothing is shown.
  var least: Int {
    let important = all.count { $0.isImportant }
    return important + (important < all.count ? 1 : 0)
  }

  /// As many lines as fit, in the message's order, and whether they are complete.
  func lines(_ room: Int) -> (lines: [StyledLine], isWhole: Bool) {
    guard !all.isEmpty else { return ([], true) }
    guard room >= least else { return ([], false) }
    let ranked = all.indices.filter { all[$0].isImportant } + all.indices.filter { !all[$0].isImportant }
    let shown = ranked.prefix(all.count > room ? room - 1 : all.count)
    var (levels, used) = ([Int: Int](), shown.count)
    // No parameter grows while another is left out.
    for level in shown.count < all.count ? [] : [1, 2, 3] {
      for index in shown {
        let more = all[index].levels[level].count - all[index].levels[levels[index] ?? 0].count
        if used + more <= room { (levels[index], used) = (level, used + more) }
      }
    }
    let lines = shown.sorted().flatMap { all[$0].levels[levels[$0] ?? 0] }
    let left = all.count - shown.count
    guard left > 0 else { return (lines, shown.allSatisfy { levels[$0] == 3 }) }
    let more = StyledLine("  " + look.catalogue(.moreParameters, ["count": String(left)]), Style(.secondary))
    return (lines + [more], false)
  }

  private static func levels(_ item: StepWords.Carried, _ column: Int, _ width: Int, _ look: Look) -> [[StyledLine]] {
    let left = width - column - 4
    // A long specification name is shortened for the value; the section stays.
    let short = item.source.replacingBytes(of: "OpenID Connect ", with: "")
    let source =
      [item.source, short, short.replacingBytes(of: " 1.0", with: "")].first { TextLayout.width($0) + 12 <= left } ?? ""
    let room = source.isEmpty ? left : left - TextLayout.width(source) - 2
    let name = TextLayout.clip(item.name, to: column, ellipsis: look.marks.ellipsis, ofData: true)
    let pad = String(repeating: " ", count: max(0, column - TextLayout.width(name)))
    func clipped(_ text: String, _ room: Int) -> String {
      TextLayout.clip(text, to: max(0, room), ellipsis: look.marks.ellipsis, ofData: true)
    }
    func line(_ value: String, after name: String, source: String = "") -> StyledLine {
      let gap = String(repeating: " ", count: max(2, left - TextLayout.width(value) - TextLayout.width(source)))
      return StyledLine([
        .init(text: "  \(name)  ", style: Style(.jsonKey)), .init(text: value, style: Style(.text)),
        .init(text: source.isEmpty ? "" : gap + source, style: Style(.secondary)),
      ])
    }
    let brief = [line(clipped(item.value, room), after: name + pad, source: source)]
    let meaning =
      item.sentence.isEmpty ? [] : StyledLine.wrapped(item.sentence, Style(.secondary), width: width, indent: 4)
    guard TextLayout.width(item.value) > room else {
      return [brief, brief, meaning.count == 1 ? brief + meaning : brief, brief + meaning]
    }
    // A long value starts on a line of its own; the source follows at the end of the rest.
    let blank = String(repeating: " ", count: column)
    let value = TextLayout.wrap(item.value, width: max(8, left))
    let first = line(value[0], after: name + pad)
    let last = value.count > 1 ? value[value.count - 1] : ""
    let whole =
      [first] + value.dropFirst().dropLast().map { line($0, after: blank) }
      + (TextLayout.width(last) <= room
        ? [line(last, after: blank, source: source)]
        : [line(last, after: blank), line("", after: blank, source: source)])
    let two = [first, line(clipped(value.dropFirst().joined(separator: " "), room), after: blank, source: source)]
    return [brief, two, two, whole + meaning]
  }
}

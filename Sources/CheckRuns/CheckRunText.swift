import FoundationEssentials
import SharedValues
import TerminalUI

/// A run as plain text, for a terminal or a file.
extension CheckRunReport {
  /// Everything: the head, what changed, each verdict, the worst first.
  var text: String {
    var lines = [run.title]
    lines += run.heads.flatMap { wrapped("\($0.name): \($0.value)", "  ") }
    if let remark = run.remark { lines += wrapped(remark) }
    lines += [""] + wrapped(run.counts)
    if let comparison { lines += [""] + CheckRunReport.lines(comparison, width) }
    for outcome in CheckOutcome.allCases {
      for verdict in run.verdicts where verdict.outcome == outcome { lines += [""] + full(verdict) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a person reads at the end of a run: the failures in full, the rest in numbers.
  package var summary: String {
    var lines = run.verdicts.filter { $0.outcome == .failed || $0.outcome == .warning }.flatMap { full($0) + [""] }
    if run.count(.notSeen) > 0 {
      lines +=
        wrapped(
          "Not seen: " + run.verdicts.filter { $0.outcome == .notSeen }.map(\.id).joined(separator: ", "), "  ") + [""]
    }
    if let remark = run.remark { lines += wrapped(remark) }
    return (lines + wrapped(run.counts)).joined(separator: "\n") + "\n"
  }

  package static func lines(_ comparison: CheckRunComparison, _ width: Int) -> [String] {
    let head = "Since the run of \(comparison.earlier.formatted(.iso8601)): \(comparison.counts)"
    return wrap(head, width, "  ")
      + comparison.changes.flatMap { entry in
        let (before, now) = (entry.before?.words ?? "-", entry.now?.words ?? "-")
        return wrap("\(entry.change.rawValue): \(entry.id) (\(before), now \(now)) \(entry.about)", width, "    ")
          .map { "  " + $0 }
      }
  }

  private func full(_ verdict: CheckedVerdict) -> [String] {
    let mark =
      verdict.outcome == .warning && verdict.isFailure(strict: strict) ? "failed (--strict)" : verdict.outcome.words
    var lines = wrapped("\(mark): \(verdict.id)  \(verdict.definition.about)", "  ")
    lines += wrapped("  " + verdict.evidence, "  ")
    if let person = verdict.person { lines += wrapped("  a person was asked: " + person.text, "    ") }
    guard [.failed, .warning, .needsPerson].contains(verdict.outcome) else { return lines }
    lines += wrapped("  careful: " + verdict.definition.careful, "    ")
    if let source = verdict.definition.source {
      lines += wrapped("  source: \(source) (\(verdict.definition.level.rawValue))", "    ")
    }
    if !verdict.exchanges.isEmpty {
      lines += wrapped("  exchanges: " + verdict.exchanges.map { "\($0)" }.joined(separator: ", "), "    ")
    }
    return lines
  }

  private func wrapped(_ text: String, _ indent: String = "") -> [String] { CheckRunReport.wrap(text, width, indent) }

  /// - Parameter indent: of each line but the first.
  private static func wrap(_ text: String, _ width: Int, _ indent: String) -> [String] {
    let start = String(text.prefix(whileScalar: { $0 == " " }))
    let lines = TextLayout.wrap(text.withoutEdgeSpaces, width: width - indent.utf8.count - start.utf8.count)
    return lines.enumerated().map { ($0 == 0 ? start : start + indent) + $1 }
  }
}

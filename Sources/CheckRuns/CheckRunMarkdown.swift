import Automation
import FoundationEssentials
import SharedValues

/// A run as Markdown (CommonMark with GitHub's tables): what is against the peer in full, the rest as a table.
extension CheckRunReport {
  var markdown: String {
    var parts = ["# " + md(run.title), run.heads.map { "- \(md($0.name)): \(md($0.value))" }.joined(separator: "\n")]
    if let remark = run.remark { parts.append("> " + remark) }
    parts.append("**\(md(run.counts))**")
    if let comparison { parts += compared(comparison) }
    for outcome in [CheckOutcome.failed, .warning, .needsPerson] where run.count(outcome) > 0 {
      parts.append("## \(md(outcome.words)) (\(run.count(outcome)))")
      parts += run.verdicts.filter { $0.outcome == outcome }.map(full)
    }
    parts.append("## All checks (\(run.verdicts.count))")
    let rows = run.verdicts.map {
      [$0.id, $0.definition.about, $0.outcome.words, $0.definition.source ?? "", $0.saying]
    }
    parts.append(markdownTable(["check", "about", "verdict", "source", "evidence"], rows))
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func compared(_ comparison: CheckRunComparison) -> [String] {
    let head = "## Since the run of \(comparison.earlier.formatted(.iso8601))"
    let rows = comparison.changes.map {
      [$0.change.rawValue, $0.id, $0.about, $0.before?.words ?? "-", $0.now?.words ?? "-"]
    }
    let all = [head, md(comparison.counts)]
    return rows.isEmpty ? all : all + [markdownTable(["change", "check", "about", "before", "now"], rows)]
  }

  private func full(_ verdict: CheckedVerdict) -> String {
    let definition = verdict.definition
    var items = [
      "seen: " + verdict.evidence, "careful: " + definition.careful, "careless: " + definition.careless,
      "tried: " + definition.how, "source: \(definition.source ?? "good practice") (\(definition.level.rawValue))",
    ]
    if let person = verdict.person { items.insert("a person was asked: " + person.text, at: 1) }
    if verdict.isFailure(strict: strict), verdict.outcome == .warning { items.append("fails because of --strict") }
    let exchanges = run.exchanges(of: verdict).map { ExchangeLineText($0).text }
    let lines = items.map { "- " + md($0) } + exchanges.map { "- " + md($0) }
    return "### \(md(verdict.id)): \(md(definition.about))\n\n" + lines.joined(separator: "\n")
  }

  private func md(_ text: String) -> String { Escape.markdown(text) }
}

import Automation
import FoundationEssentials
import SharedValues
import Workshop

/// A run as one HTML file, which fetches nothing and runs no script.
extension CheckRunReport {
  var page: String {
    let content = (Embedded.page["run.html"] ?? "").filled([
      "title": x(run.title), "counts": x(run.counts), "facts": ReportPage.facts(run.heads),
      "remark": run.remark.map { "<p class=\"hint\">\($0)</p>" } ?? "", "comparison": comparison.map(compared) ?? "",
      "groups": run.groups.map(group).joined(separator: "\n"),
    ])
    return ReportPage.page(title: run.title, style: Embedded.page["run.css"] ?? "", content: content)
  }

  private func compared(_ comparison: CheckRunComparison) -> String {
    let head =
      "<section><h2>Since the run of \(x(comparison.earlier.formatted(.iso8601)))</h2><p>\(x(comparison.counts))</p>"
    guard !comparison.changes.isEmpty else { return head + "</section>" }
    let rows = comparison.changes.map { entry in
      "<tr><td>\(x(entry.change.rawValue))</td><td>\(x(entry.id)) \(x(entry.about))</td>"
        + "<td>\(badge(entry.before))</td><td>\(badge(entry.now))</td></tr>"
    }
    return head + "<table><tr><th>change</th><th>check</th><th>before</th><th>now</th></tr>"
      + rows.joined(separator: "\n") + "</table></section>"
  }

  private func group(_ name: String) -> String {
    let own = run.verdicts.filter { $0.definition.group == name }
    return "<section><h2>\(x(name)) <small>\(own.count)</small></h2>\n"
      + own.map(article).joined(separator: "\n") + "\n</section>"
  }

  private func article(_ verdict: CheckedVerdict) -> String {
    let definition = verdict.definition
    let isOpen = [.failed, .warning, .needsPerson].contains(verdict.outcome)
    var text =
      "<details class=\"case\"\(isOpen ? " open" : "")><summary>\(badge(verdict.outcome)) <b>\(x(verdict.id))</b> "
    text += "\(x(definition.about))</summary>\n<p>\(x(verdict.evidence))</p>"
    if verdict.outcome == .warning, verdict.isFailure(strict: strict) { text += "<p>Fails because of --strict.</p>" }
    var facts = [
      NamedValue("tried", definition.how), NamedValue("careful", definition.careful),
      NamedValue("careless", definition.careless),
      NamedValue("source", "\(definition.source ?? "good practice") (\(definition.level.rawValue))"),
    ]
    if let person = verdict.person { facts.insert(NamedValue("a person was asked", person.text), at: 0) }
    return text + "<dl class=\"facts\">\(ReportPage.facts(facts))</dl>\(exchanges(verdict))</details>"
  }

  private func exchanges(_ verdict: CheckedVerdict) -> String {
    guard let picture = run.picture(of: verdict) else { return "" }
    let lines = run.exchanges(of: verdict).map { "<li>\(x(ExchangeLineText($0).text))</li>" }
    return ReportPage.image(picture.utf8, "The exchanges of \(verdict.id), as listed below")
      + "<ul>\(lines.joined())</ul>"
  }

  private func badge(_ outcome: CheckOutcome?) -> String {
    let mark: ReportPage.Mark =
      switch outcome {
      case .passed?: .good
      case .failed?: .bad
      case .warning?, .needsPerson?: .open
      default: .none
      }
    return ReportPage.badge(mark, outcome?.words ?? "-")
  }

  private func x(_ text: String) -> String { ReportPage.text(text) }
}

import FoundationEssentials
import SharedValues

/// A run as one HTML file, which fetches nothing and runs no script.
///
/// Everything from peers or files is inserted as text. The pictures are images, so that an SVG cannot run scripts either.
struct CheckRunPage {
  private let run: CheckRun
  private let comparison: CheckRunComparison?
  private let strict: Bool

  init(_ run: CheckRun, _ comparison: CheckRunComparison?, strict: Bool) {
    (self.run, self.comparison, self.strict) = (run, comparison, strict)
  }

  var text: String {
    (Embedded.page["run.html"] ?? "").filled([
      "title": x(run.title), "style": Embedded.page["run.css"] ?? "", "counts": x(run.counts),
      "facts": run.heads.map { "<dt>\(x($0.name))</dt><dd>\(x($0.value))</dd>" }.joined(),
      "remark": run.remark.map { "<p class=\"hint\">\($0)</p>" } ?? "", "comparison": comparison.map(compared) ?? "",
      "groups": run.groups.map(group).joined(separator: "\n"),
    ])
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
    var text = "<details\(isOpen ? " open" : "")><summary>\(badge(verdict.outcome)) <b>\(x(verdict.id))</b> "
    text += "\(x(definition.about))</summary>\n<p>\(x(verdict.evidence))</p>"
    if verdict.outcome == .warning, verdict.isFailure(strict: strict) { text += "<p>Fails because of --strict.</p>" }
    var facts = [
      ("tried", definition.how), ("careful", definition.careful), ("careless", definition.careless),
      ("source", "\(definition.source ?? "good practice") (\(definition.level.rawValue))"),
    ]
    if let person = verdict.person { facts.insert(("a person was asked", person.text), at: 0) }
    text += "<dl class=\"facts\">" + facts.map { "<dt>\($0.0)</dt><dd>\(x($0.1))</dd>" }.joined() + "</dl>"
    return text + exchanges(verdict) + "</details>"
  }

  private func exchanges(_ verdict: CheckedVerdict) -> String {
    guard let picture = run.picture(of: verdict) else { return "" }
    let source = "data:image/svg+xml;base64," + Data(picture.utf8).base64EncodedString()
    let lines = run.exchanges(of: verdict).map { "<li>\(x(ExchangeLineText($0).text))</li>" }
    return
      "<img alt=\"The exchanges of \(x(verdict.id)), as listed below\" src=\"\(source)\"><ul>\(lines.joined())</ul>"
  }

  private func badge(_ outcome: CheckedVerdict.Outcome?) -> String {
    "<b class=\"mark \(outcome?.rawValue ?? "none")\">\(x(outcome?.words ?? "-"))</b>"
  }

  private func x(_ text: String) -> String { Escape.visibleHTML(text) }
}

import Automation
import FoundationEssentials
import OpenSSLCrypto
import SharedValues
import Workshop

/// A run as one HTML file, which fetches nothing and can be used without scripts. The policy in the head allows one script, by its hash.
extension TestReport {
  package var html: String {
    let script = String((Embedded.page["report.js"] ?? "").dropLast())
    let hash = Data(sha256(Array(script.utf8))).base64EncodedString()
    let content = (Embedded.page["report.html"] ?? "").filled([
      "title": x(title),
      "sums": sums,
      "facts": ReportPage.facts(heads),
      "hint": isOfAnotherPlan ? "<p class=\"hint\">\(TestPlanWords.planChanged)</p>" : "",
      "comparison": comparison.map(compared) ?? "",
      "choice-of-mark": select("mark", "Mark", marks.map { ($0.value, $0.name) }),
      "choice-of-area": select("area", "Area", areas.map { ($0, $0) }),
      "areas": areas.map(area).joined(separator: "\n"),
      "script": script,
    ])
    return ReportPage.page(
      title: title, style: Embedded.page["report.css"] ?? "", content: content, scripts: "; script-src 'sha256-\(hash)'"
    )
  }

  private var marks: [(value: String, name: String)] {
    let all: [TestMark?] = [.fail, .blocked, .pass, nil]
    return all.map { (TestReport.value($0), TestPlanWords.mark($0)) }
  }

  private static func value(_ mark: TestMark?) -> String { mark?.rawValue ?? "none" }

  private var sums: String {
    let numbers = ["pass": counts.pass, "fail": counts.fail, "blocked": counts.blocked, "none": counts.unmarked]
    let items = marks.map { mark in
      "<li>\(badge(TestMark(rawValue: mark.value))) \(numbers[mark.value] ?? 0)</li>"
    }
    return "<ul class=\"sums\">\(items.joined())</ul>"
  }

  private func compared(_ comparison: TestRunComparison) -> String {
    var text = "<section><h2>Since run \(x(comparison.earlier))</h2>"
    if comparison.isOfAnotherPlan { text += "<p class=\"hint\">\(TestPlanWords.planChangedBetween)</p>" }
    text += "<p>\(x(TestPlanWords.compared(comparison)))</p>"
    guard !changes.isEmpty else { return text + "</section>" }
    let head = TestPlanWords.comparedHead.map { "<th scope=\"col\">\($0)</th>" }
    let body = changes.map { entry in
      "<tr><td><a href=\"#\(x(entry.id))\">\(x(entry.id))</a> \(x(entry.title))</td>"
        + "<td>\(x(TestPlanWords.change(entry.change)))</td>"
        + "<td>\(badge(entry.before))</td><td>\(badge(entry.now))</td></tr>"
    }
    return text + "<table><thead><tr>\(head.joined())</tr></thead>"
      + "<tbody>\(body.joined(separator: "\n"))</tbody></table></section>"
  }

  private func area(_ name: String) -> String {
    let own = rows.filter { $0.area == name }
    return "<section class=\"area\"><h2>\(x(name)) <small>\(own.count)</small></h2>\n"
      + own.map(article).joined(separator: "\n") + "\n</section>"
  }

  private func article(_ row: Row) -> String {
    let isOpen = row.mark == .fail || row.mark == .blocked
    let mark = TestReport.value(row.mark)
    var text = "<details class=\"case\" id=\"\(x(row.id))\" data-mark=\"\(mark)\" data-area=\"\(x(row.area))\""
    text += isOpen ? " open>" : ">"
    text += "<summary>\(badge(row.mark)) <b>\(x(row.id))</b> \(x(row.title))"
    if let change = row.change, change != .same { text += " <i>\(x(TestPlanWords.change(change)))</i>" }
    text += "</summary>\n"
    if let result = row.result {
      text += "<p class=\"time\">\(x(TestPlanWords.time(result.time)))</p>"
      if !result.note.isEmpty { text += "<p class=\"note\">\(x(result.note))</p>" }
      if let ticket = row.ticket { text += "<p>Ticket: \(x(ticket))</p>" }
    }
    if let testCase = row.testCase {
      text += list("ul", TestPlanWords.given, TestPlanWords.precondition(testCase.precondition))
      text += list("ol", "Steps", testCase.steps) + list("ul", "Expected", testCase.expected)
      text += "<p>Source: \(x(testCase.source))"
      if let script = testCase.script { text += " · Script: \(x(script))" }
      text += "</p>"
    } else {
      text += "<p class=\"hint\">\(TestPlanWords.gone)</p>"
    }
    return text + evidence(row) + "</details>"
  }

  private func evidence(_ row: Row) -> String {
    var text = ""
    for bytes in row.attachments(".svg").compactMap(attachment) {
      text += ReportPage.image(bytes, "Screen of \(row.id)") + "\n"
    }
    for bytes in row.attachments("screen.txt").compactMap(attachment) {
      let screen = x(String(decoding: bytes, as: UTF8.self))
      text += "<details><summary>The screen as text</summary><pre>\(screen)</pre></details>\n"
    }
    let links = row.attachments.map { name in
      TestReportFiles.isLinked(name) ? "<a href=\"\(x(TestReportFiles.link(name)))\">\(x(name))</a>" : x(name)
    }
    guard !links.isEmpty else { return text }
    return text + "<p>Attached: \(links.joined(separator: ", "))</p>"
  }

  private func list(_ kind: String, _ head: String, _ items: [String]) -> String {
    guard !items.isEmpty else { return "" }
    return "<h3>\(head)</h3><\(kind)>\(items.map { "<li>\(x($0))</li>" }.joined())</\(kind)>\n"
  }

  private func select(_ id: String, _ label: String, _ choices: [(value: String, name: String)]) -> String {
    let options = ([("", "all")] + choices).map { "<option value=\"\(x($0.0))\">\(x($0.1))</option>" }
    return "<label>\(label) <select id=\"\(id)\">\(options.joined())</select></label>"
  }

  private func badge(_ mark: TestMark?) -> String {
    let kind: ReportPage.Mark =
      switch mark {
      case .pass?: .good
      case .fail?: .bad
      case .blocked?: .open
      case nil: .none
      }
    return ReportPage.badge(kind, TestPlanWords.mark(mark))
  }

  private func x(_ text: String) -> String { ReportPage.text(text) }
}

import FoundationEssentials
import OpenSSLCrypto
import SharedValues
import Workshop

/// A run as one HTML file, which fetches nothing: usable without scripts, in light and dark, with the keyboard.
///
/// Everything from people or files is inserted as text. Pictures are images, not part of the page, so that an SVG cannot run scripts; the policy in
/// the head allows one script, by its hash.
extension TestReport {
  package var html: String {
    let hash = Data(sha256(Array(TestReportPage.script.utf8))).base64EncodedString()
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-\(hash)'">
      <title>\(x(title))</title>
      <style>
      \(TestReportPage.style)
      </style>
      <header>
      <h1>\(x(title))</h1>
      \(sums)
      </header>
      <main>
      <dl class="facts">\(heads.map { "<dt>\(x($0.name))</dt><dd>\(x($0.value))</dd>" }.joined())</dl>
      \(isOfAnotherPlan ? "<p class=\"hint\">\(TestPlanWords.planChanged)</p>" : "")
      \(comparison.map(compared) ?? "")
      <form id="tools" hidden>
      \(select("mark", "Mark", marks.map { ($0.value, $0.name) }))
      \(select("area", "Area", areas.map { ($0, $0) }))
      <label>Filter (/) <input type="search" id="filter"></label>
      <output id="count" data-words="{count} of {all} cases"></output>
      </form>
      \(areas.map(area).joined(separator: "\n"))
      </main>
      <script>\(TestReportPage.script)</script>
      </html>

      """
  }

  private var marks: [(value: String, name: String)] {
    let all: [TestMark?] = [.fail, .blocked, .pass, nil]
    return all.map { (TestReport.value($0), TestPlanWords.mark($0)) }
  }

  private static func value(_ mark: TestMark?) -> String { mark?.rawValue ?? "none" }

  private var sums: String {
    let numbers = ["pass": counts.pass, "fail": counts.fail, "blocked": counts.blocked, "none": counts.unmarked]
    let items = marks.map { mark in
      "<li><b class=\"mark \(mark.value)\">\(x(mark.name))</b> \(numbers[mark.value] ?? 0)</li>"
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
      let source = "data:image/svg+xml;base64," + Data(bytes).base64EncodedString()
      text += "<img alt=\"Screen of \(x(row.id))\" loading=\"lazy\" src=\"\(source)\">\n"
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
    "<b class=\"mark \(TestReport.value(mark))\">\(x(TestPlanWords.mark(mark)))</b>"
  }

  private func x(_ text: String) -> String { Escape.visibleHTML(text) }
}

/// The style sheet and the script of every HTML report.
enum TestReportPage {
  /// Text has a contrast of at least 4.5 to 1 in both schemes; marks are words, not only colours.
  static let style = """
    :root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;--ink:#1c2028;--paper:#fff;--soft:#5a6170;--line:#c9cdd6;--box:#f4f5f8;--link:#0b57b0}
    @media(prefers-color-scheme:dark){:root{--ink:#e6e8ee;--paper:#111318;--soft:#a9afbd;--line:#3a3f4d;--box:#1c2028;--link:#7ab4ff}}
    body{margin:0;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
    header,main{max-width:1100px;margin:0 auto;padding:0 20px}h1{font-size:24px;margin:20px 0 4px}h2{font-size:19px;margin:28px 0 8px}
    h2 small{color:var(--soft);font-weight:normal}h3{font-size:14px;margin:12px 0 2px;color:var(--soft)}ul,ol{margin:0;padding-left:26px}
    a{color:var(--link)}.sums{list-style:none;display:flex;flex-wrap:wrap;gap:8px 22px;padding:0;margin:8px 0}
    .facts{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:12px 0}dt{color:var(--soft)}dd{margin:0}
    .hint{border-left:4px solid #a66a00;padding-left:10px}.note{white-space:pre-wrap;border-left:4px solid var(--line);padding-left:10px}
    .time{color:var(--soft);margin:6px 0 0;font-size:14px}
    .mark{display:inline-block;min-width:5.2em;text-align:center;border-radius:6px;padding:0 8px;font-size:13px;color:#fff;background:#5a6170}
    .mark.pass{background:#12632e}.mark.fail{background:#a31621}.mark.blocked{background:#7a4a00}
    form{position:sticky;top:0;background:var(--paper);padding:10px 0;display:flex;gap:14px;flex-wrap:wrap;align-items:center;border-bottom:1px solid var(--line)}
    form[hidden],[hidden]{display:none}input,select{font:inherit;color:inherit;background:var(--box);border:1px solid var(--soft);border-radius:6px;padding:3px 8px}
    .case{border:1px solid var(--line);border-radius:8px;margin:6px 0;padding:6px 12px;background:var(--box)}summary{cursor:pointer}
    .case>summary b+b{margin-left:6px}.case img{max-width:100%;height:auto;display:block;margin:10px 0}pre{overflow:auto;font-size:13px;line-height:1.25}
    table{border-collapse:collapse;width:100%}th,td{text-align:left;border-bottom:1px solid var(--line);padding:4px 8px;vertical-align:top}
    :focus-visible{outline:3px solid #2f81f7;outline-offset:2px}
    @media print{form{display:none}.case{break-inside:avoid}}
    """

  /// Filters the cases. The address keeps the filters, so that a link leads to the same view.
  static let script = """
    const $=id=>document.getElementById(id),tools=$("tools"),names=["mark","area","filter"];
    const cases=[...document.querySelectorAll(".case")],texts=cases.map(e=>e.textContent.toLowerCase());
    function show(){
      const words=$("filter").value.toLowerCase().split(" ").filter(Boolean);let shown=0;
      cases.forEach((e,i)=>{
        const fits=(!$("mark").value||e.dataset.mark===$("mark").value)&&(!$("area").value||e.dataset.area===$("area").value)
          &&words.every(w=>texts[i].includes(w));
        e.hidden=!fits;shown+=fits;
      });
      document.querySelectorAll(".area").forEach(e=>{e.hidden=!e.querySelector(".case:not([hidden])")});
      $("count").textContent=$("count").dataset.words.replace("{count}",shown).replace("{all}",cases.length);
    }
    const asked=new URLSearchParams(location.hash.slice(1));
    names.forEach(n=>{if(asked.has(n))$(n).value=asked.get(n)});
    tools.hidden=false;tools.onsubmit=e=>e.preventDefault();
    tools.oninput=()=>{show();history.replaceState(null,"","#"+new URLSearchParams(names.filter(n=>$(n).value).map(n=>[n,$(n).value])))};
    addEventListener("keydown",e=>{if(e.key==="/"&&!/INPUT|SELECT/.test(e.target.tagName)){e.preventDefault();$("filter").focus()}});
    document.addEventListener("click",e=>{const to=e.target.closest('a[href^="#"]'),found=to&&$(to.getAttribute("href").slice(1));if(found){found.hidden=false;found.open=true}});
    show();document.body.dataset.ready="yes";
    """
}

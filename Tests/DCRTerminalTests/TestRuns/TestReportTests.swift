import AppState
import Foundation
import FoundationXML
import TestSupport
import Testing

@testable import DCRTerminal
@testable import Edge
@testable import Evidence
@testable import TestRuns
@testable import Workshop

/// Reports say what a small run found, and no text that a person typed can act in one.
@Suite struct TestReportTests {
  private let folder = TemporaryFolder()
  private static let now = Date(timeIntervalSince1970: 1_795_329_000)
  private static let hostile =
    "<script>alert(1)</script> ]]> \"quoted\" 'x' & | `code` *b* [a](javascript:alert(1)) \u{202E}txt\u{1B}[2J\u{FFFF}"

  private static func testCase(_ id: String, _ area: String, _ title: String = "A title") -> TestCase {
    TestCase(
      id: id, title: title, area: area, precondition: TestPrecondition(device: .fresh, texts: ["Plug it in"]),
      steps: ["Press Enter", "Look"], expected: ["It works"], source: "RFC 7591 §3", script: "sign-out")
  }

  private static let plan = TestPlan(
    title: "Plan",
    cases: [testCase("A-1", "one"), testCase("A-2", "one"), testCase("B-1", "two"), testCase("B-2", "two", hostile)])

  private static func run(_ marks: [(String, TestMark, String)], id: String = "2026-11-22-2") -> TestRun {
    var run = TestRun(id: id, plan: plan, started: now, tester: "tess", facts: [NamedValue("Version", "1.0.0")])
    for (id, mark, note) in marks {
      run.mark(plan[id] ?? testCase(id, "gone"), mark, note: note, now: now)
    }
    run.finished = now + 60
    return run
  }

  private static let marks: [(String, TestMark, String)] = [
    ("A-1", .pass, ""), ("A-2", .fail, "The button\nis gone"), ("B-1", .blocked, "no network"),
  ]

  private func elements(_ xml: String) throws -> XMLElement {
    try #require(try XMLDocument(xmlString: xml).rootElement())
  }

  @Test func junitStatesTheResults() throws {
    let root = try elements(TestReport(Self.run(Self.marks), Self.plan).junit)
    #expect(root.name == "testsuites")
    let suites = root.elements(forName: "testsuite")
    #expect(suites.map { $0.attribute(forName: "name")?.stringValue } == ["one", "two"])
    #expect(suites[0].attribute(forName: "failures")?.stringValue == "1")
    #expect(suites[1].attribute(forName: "skipped")?.stringValue == "2")
    #expect(suites[0].attribute(forName: "timestamp")?.stringValue == "2026-11-22T06:30:00")
    let cases = suites.flatMap { $0.elements(forName: "testcase") }
    #expect(cases.count == 4)
    #expect(cases[0].children?.isEmpty != false)
    let failure = try #require(cases[1].elements(forName: "failure").first)
    #expect(failure.attribute(forName: "message")?.stringValue == "The button")
    #expect(failure.stringValue == "The button\nis gone\n\nExpected:\n- It works")
    #expect(
      cases[2].elements(forName: "skipped").first?.attribute(forName: "message")?.stringValue == "blocked: no network")
    #expect(cases[3].elements(forName: "skipped").first?.attribute(forName: "message")?.stringValue == "not tried")
  }

  @Test func markdownStatesTheResults() {
    let text = TestReport(Self.run(Self.marks), Self.plan).markdown
    #expect(text.hasPrefix("# Plan: run 2026-11-22-2\n\n- Tester: tess\n"))
    #expect(text.contains("\n1 passed, 1 failed, 1 blocked, 1 not tried\n"))
    #expect(text.contains("\n| one | 1 | 1 | 0 | 0 |\n| two | 0 | 0 | 1 | 1 |\n"))
    let failed =
      "### A-2 A title\n\n> The button  \n> is gone  \n\nBefore the first step:\n\n- Device: fresh\n- Plug it in\n\n"
      + "Steps:\n\n1. Press Enter\n2. Look\n\nExpected:\n\n- It works\n\nSource: RFC 7591 §3\n"
    #expect(text.contains(failed))
    #expect(text.contains("| B-1 A title | two | blocked | no network |"))
  }

  @Test func aTicketIsInEveryReport() {
    var run = Self.run(Self.marks)
    run.setTicket("DEMO-7", of: "A-2")
    run.setTicket("=1+1", of: "A-1")
    let report = TestReport(run, Self.plan)
    #expect(report.markdown.contains("\nTicket: DEMO-7\n") && report.html.contains("<p>Ticket: DEMO-7</p>"))
    #expect(report.junit.contains("Ticket: DEMO-7"))
    let lines = report.csv.split(separator: "\n")
    #expect(lines.first == "id,area,title,mark,ticket,note,time,tester,change")
    #expect(lines.contains("A-1,one,A title,pass,'=1+1,,2026-11-22T06:30:00Z,tess,"))
    #expect(report.csv.contains("A-2,one,A title,fail,DEMO-7,\"The button\nis gone\",2026-11-22T06:30:00Z,tess,\n"))
    #expect(report.csv.contains("\nB-2,two,"))
  }

  @Test func aComparisonStatesTheChanges() throws {
    let before = Self.run([("A-1", .fail, ""), ("A-2", .pass, ""), ("C-9", .pass, "")], id: "2026-11-21-1")
    let report = TestReport(Self.run(Self.marks), Self.plan, comparedWith: before)
    let line =
      "since 2026-11-21-1: 1 newly failing, 1 fixed, 0 otherwise changed, 1 added, 1 removed, 0 the same"
    #expect(report.markdown.contains(line) && report.html.contains(line))
    let table = "| A-2 A title | newly failing | pass | fail |\n| A-1 A title | fixed | fail | pass |"
    #expect(report.markdown.contains(table))
    #expect(report.html.contains("<i>newly failing</i>"))
    let failure = try elements(report.junit).elements(forName: "testsuite")[0].elements(forName: "testcase")[1]
      .elements(forName: "failure").first
    #expect(failure?.attribute(forName: "type")?.stringValue == "newly-failing")
  }

  /// Notes, titles and facts stay text, whatever they contain.
  @Test func typedTextNeverActs() throws {
    var run = Self.run([("A-2", .fail, Self.hostile), ("B-2", .pass, Self.hostile), ("Z-1", .fail, "old")])
    run.facts.append(NamedValue(Self.hostile, Self.hostile))
    run.tester = Self.hostile
    let report = TestReport(run, Self.plan)
    let html = report.html
    #expect(html.components(separatedBy: "<script").count == 2)
    #expect(!html.contains("\u{1B}") && !html.contains("\u{202E}"))
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; &quot;quoted&quot; &#39;x&#39; &amp; |"))
    #expect(html.contains("This case is no longer in the plan."))
    let xml = try elements(report.junit)
    let names = xml.elements(forName: "testsuite").flatMap { $0.elements(forName: "testcase") }
      .compactMap { $0.attribute(forName: "name")?.stringValue }
    #expect(names.contains { $0.hasPrefix("B-2 <script>alert(1)</script> ]]> \"quoted\" 'x' & |") })
    #expect(!report.junit.contains("\u{1B}") && !report.junit.contains("\u{FFFF}"))
    let markdown = report.markdown
    #expect(!markdown.contains("<script") && !markdown.contains("](javascript") && !markdown.contains("\u{1B}"))
    #expect(markdown.contains(#"&lt;script&gt;alert\(1\)&lt;/script&gt;"#))
    #expect(markdown.contains(#"\`code\` \*b\* \[a\]\(javascript"#))
    for line in markdown.split(separator: "\n") where line.hasPrefix("| ") {
      let bars = line.replacing(#"\|"#, with: "").count { $0 == "|" }
      #expect(bars == 5 || bars == 6, "\(line)")
    }
  }

  /// A picture stays an image and never becomes part of the page, whatever the file contains.
  @Test func picturesAreImagesAndAttachmentsLieBesideTheReport() throws {
    let store = TestRunStore(path: folder("test-runs"))
    var run = try store.begin(Self.plan, tester: "tess", now: Self.now)
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>"
    let names = try store.attach([("screen.svg", svg), ("screen.txt", "<b>")], to: "A-2", of: run)
    run.mark(Self.plan.cases[1], .fail, note: "", attachments: names + ["A-2/gone.har"], now: Self.now)
    let report = TestReport(run, Self.plan) { store.attachment($0, of: run) }
    #expect(report.html.contains("src=\"data:image/svg+xml;base64,\(Data(svg.utf8).base64EncodedString())\""))
    #expect(!report.html.contains("<script>alert(1)") && report.html.contains("<pre>&lt;b&gt;</pre>"))
    #expect(report.junit.contains("[[ATTACHMENT|attachments/A-2/screen.txt]]"))
    #expect(report.markdown.contains("![Screen of A-2](attachments/A-2/screen.svg)"))
    let files = try TestReportFiles(path: folder("out/deep")).write(report)
    #expect(
      files.map { ($0 as NSString).lastPathComponent } == ["report.md", "report.html", "junit.xml", "results.csv"])
    #expect(try String(contentsOfFile: folder("out/deep/attachments/A-2/screen.svg"), encoding: .utf8) == svg)
    folder.write("file", "")
    do throws(CommandError) {
      _ = try TestReportFiles(path: folder("file/x")).write(report)
      Issue.record("a file was accepted as a folder")
    } catch { #expect(error.code.rawValue == "test_report_unwritable" && error.status == .cannotWrite) }
  }

  /// A click on a link opens a file in a browser. A file that can act there is named but not linked; its picture is an image.
  @Test(arguments: [
    ("A-2/page.html", false), ("A-2/page.HTM", false), ("A-2/screen.svg", false), ("A-2/x.xhtml", false),
    ("A-2/x.pdf", false), ("A-2/x.xml", false), ("A-2/x.txt.html", false), ("A-2/txt", false), ("A-2/.png/x", false),
    ("A-2/x.js", false), ("A-2/screen.txt", true), ("A-2/facts.json", true), ("A-2/messages.har", true),
    ("A-2/photo.PNG", true), ("A-2/photo.jpeg", true), ("A-2/app.log", true), ("A-2/x.html.png", true),
  ])
  func onlyPlainImagesAndTextAreLinked(_ name: String, _ isLinked: Bool) {
    var run = Self.run([])
    run.mark(Self.plan.cases[1], .fail, note: "", attachments: [name], now: Self.now)
    let report = TestReport(run, Self.plan) { _ in Array("x".utf8) }
    let link = TestReportFiles.link(name)
    #expect(report.html.contains("href=\"\(link)\"") == isLinked)
    #expect(report.html.contains(">\(name)<") || report.html.contains(": \(name)<"))
    #expect(report.markdown.contains("[\(name)](") == isLinked)
    #expect(report.junit.contains("[[ATTACHMENT|\(link)]]") == isLinked)
  }

  @Test func nothingIsWrittenThroughALinkBesideTheReport() throws {
    folder.write("elsewhere/keep", "mine")
    folder.write("out/x", "")
    try FileManager.default.createSymbolicLink(
      atPath: folder("out/attachments"), withDestinationPath: folder("elsewhere"))
    var run = Self.run([])
    run.mark(Self.plan.cases[1], .fail, note: "", attachments: ["keep"], now: Self.now)
    do throws(CommandError) {
      _ = try TestReportFiles(path: folder("out")).write(TestReport(run, Self.plan) { _ in Array("x".utf8) })
      Issue.record("a link was followed")
    } catch { #expect(error.code.rawValue == "test_report_unwritable") }
    #expect(try String(contentsOfFile: folder("elsewhere/keep"), encoding: .utf8) == "mine")
  }
}

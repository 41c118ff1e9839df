import Foundation
import FoundationXML
import Programs
import SharedValues
import TerminalUI
import TestSupport
import Testing

@testable import CheckRuns

/// A run is read as hostile input, is compared by the ids of its checks, and no text in it can act in a report.
@Suite struct CheckRunTests {
  private let folder = TemporaryFolder()
  private static let now = Date(timeIntervalSince1970: 1_795_329_000)
  private static let hostile =
    "<script>alert(1)</script> ]]> \"quoted\" 'x' & | `code` *b* [a](javascript:alert(1)) \u{202E}txt\u{1B}[2J\u{FFFF}\nnext"

  private static func verdict(
    _ id: String, _ outcome: CheckOutcome, _ evidence: String = "It was seen.",
    level: CheckedVerdict.Level = .must, careful: String = "It is careful.", exchanges: [Int] = [],
    person: PersonsAnswer? = nil
  ) -> CheckedVerdict {
    CheckedVerdict(
      id,
      .init(
        about: "About \(id)", group: String(id.prefix(2)), kind: "active", level: level, source: "RFC 6749 §4.1",
        how: "The server lies.", careful: careful, careless: "It is careless."), outcome, evidence,
      exchanges: exchanges, person: person)
  }

  private static func run(_ verdicts: [CheckedVerdict], exchanges: [Int] = [], ended: Bool = true) -> CheckRun {
    CheckRun(
      .clientTest, version: "1.0.0", started: now, ended: ended ? now + 60 : nil,
      subject: ["client": "mobile", "userAgents": ["curl/8"]], facts: ["seen": ["TK", "UI"]], verdicts: verdicts,
      exchanges: exchanges.map { number in
        [
          "number": .number("\(number)"), "time": "2026-11-22T06:30:00Z", "method": "POST", "target": "/token?a=1",
          "status": 400, "note": "code used before", "fault": .null,
        ]
      })
  }

  private static let all = run(
    [
      verdict("id-nonce", .failed, "It went on.", exchanges: [3]), verdict("id-iss", .passed),
      verdict("cb-iss", .warning, level: .should), verdict("rf-race", .notSeen, "It never refreshed."),
      verdict("dp-proof", .notApplicable), verdict("en-page", .needsPerson),
    ], exchanges: [3])

  // MARK: Files

  @Test func aRunIsReadAsItWasWritten() throws {
    #expect(try CheckRun(JSON.parse(Self.all.json.pretty)) == Self.all)
    let path = folder.path + "/run.json"
    try CheckRunFile.save(Self.all, to: path)
    #expect(try CheckRunFile.read(path, .clientTest) == Self.all)
    let another = #expect(throws: CommandError.self) { try CheckRunFile.read(path, .serverTest) }
    #expect(another?.code.rawValue == "check_run_wrong")
  }

  @Test(arguments: [
    "", "[]", "{}", "{\"format\":2}", "{\"format\":1,\"kind\":\"other\"}", String(repeating: "[", count: 10_000),
  ])
  func aFileThatIsNoRunIsRefused(_ text: String) throws {
    let path = folder.path + "/run.json"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: CommandError.self) { try CheckRunFile.read(path, .clientTest) }
    #expect(error?.code.rawValue == "check_run_wrong")
  }

  @Test(arguments: [
    ("id", JSON.string("../x")), ("id", .string("")), ("verdict", .string("good")), ("level", .string("very")),
    ("exchanges", .array([.number("-1")])), ("exchanges", .array([.number("9223372036854775807")])),
    ("evidence", .number("1")), ("about", .null), ("person", ["question": "Is it?", "answer": "perhaps"] as JSON),
    ("person", ["answer": "yes"] as JSON),
  ])
  func aVerdictWithAWrongMemberIsRefused(_ name: String, _ value: JSON) throws {
    let wrong = Self.all.verdicts[0].json.setting(name, value)
    #expect(throws: DocumentFault.self) {
      try CheckRun(Self.all.json.setting("verdicts", .array([wrong])))
    }
  }

  @Test func noCheckIsJudgedTwice() {
    let one = Self.all.verdicts[0].json
    #expect(throws: DocumentFault.self) { try CheckRun(Self.all.json.setting("verdicts", .array([one, one]))) }
  }

  @Test func aStrangersTextIsOneShortLine() throws {
    let json = Self.verdict("id-iss", .passed).json
      .setting("evidence", .string(Self.hostile + String(repeating: "x", count: 100_000)))
    let read = try CheckedVerdict(DocumentMembers(json, at: []))
    #expect(read.evidence.count <= 500)
    #expect(!read.evidence.unicodeScalars.contains { ["\n", "\u{1B}", "\u{202E}"].contains($0) })
  }

  // MARK: What a person said

  private static let said = verdict(
    "cb-odd", .warning, person: PersonsAnswer("Is the text shown as text?", .no, careful: .yes))

  @Test func anAnswerIsKeptWithItsVerdict() throws {
    #expect(try CheckedVerdict(DocumentMembers(Self.said.json, at: [])) == Self.said)
    #expect(Self.said.withoutExchanges.person == Self.said.person)
    let opened = Self.verdict("cb-unasked", .passed, person: PersonsAnswer("Have you opened it?", .yes, careful: nil))
    #expect(try CheckedVerdict(DocumentMembers(opened.json, at: [])) == opened)
    #expect(Self.verdict("cb-odd", .passed).json["person"] == nil)
  }

  @Test func nobodysAnswerIsNotKept() {
    for member in ["answer", "careful"] {
      let person: JSON = ["question": "Is it?", "answer": "no", "careful": "yes"]
      let json = Self.said.json.setting("person", person.setting(member, "skip"))
      #expect(throws: DocumentFault.self) { try CheckedVerdict(DocumentMembers(json, at: [])) }
    }
  }

  @Test func eachReportHasTheAnswer() {
    for format in CheckReportFormat.allCases where format != .json {
      let text = format.text(Self.run([Self.said]), strict: false)
      let words = text.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
      #expect(words.contains("Is the text shown as text? no; for a careful client it is yes"), "\(format)")
    }
  }

  @Test func aNumberAgreesWithItsWord() {
    let twice = [CheckOutcome.warning, .needsPerson, .notSeen].flatMap { outcome in
      ["a", "b"].map { Self.verdict("\($0)-\(outcome.rawValue)", outcome) }
    }
    #expect(Self.run(twice).counts == "2 warnings, 2 need a person, 2 not seen")
  }

  // MARK: Going on

  @Test func anEarlierRunGivesWhatTheNewOneLacks() {
    let earlier = Self.run(
      [Self.verdict("id-iss", .passed, exchanges: [2]), Self.verdict("id-nonce", .failed)],
      exchanges: [2, 9])
    let new = Self.run([Self.verdict("id-nonce", .passed, exchanges: [5])], exchanges: [5])
    let both = new.continuing(earlier)
    #expect(both.verdicts.map(\.id) == ["id-iss", "id-nonce"])
    #expect(both.verdict("id-nonce")?.outcome == .passed)
    #expect(both.verdict("id-iss")?.exchanges == [7])
    #expect(both.exchanges.map { $0["number"]?.intValue } == [5, 7])
  }

  /// A later run goes on with what the first one has planned.
  @Test func aRunThatRepeatsAFewChecksKeepsThePlan() {
    let cases: [(before: JSON, now: JSON, both: JSON)] = [
      (["id-iss", "cb-iss"], ["id-iss", "cb-odd"], ["id-iss", "cb-iss", "cb-odd"]), ("core", ["id-iss"], "core"),
      (["id-iss"], "all", "all"),
    ]
    for (before, now, both) in cases {
      var (earlier, new) = (Self.run([]), Self.run([]))
      (earlier.settings, new.settings) = (["checks": before], ["checks": now, "patience": 9])
      #expect(new.continuing(earlier).settings == ["checks": both, "patience": 9])
    }
  }

  /// The checks that the stopped run has not come to are still to be done.
  @Test func aStoppedRunHasNotEndedWhenAFewChecksAreRepeated() {
    let cases: [(before: JSON, hadEnded: Bool, hasEnded: Bool)] = [
      ("core", false, false), ("core", true, true), (["id-iss", "cb-iss"], false, false), (["id-iss"], false, true),
    ]
    for (before, hadEnded, hasEnded) in cases {
      var earlier = Self.run([Self.verdict("id-iss", .failed)], ended: hadEnded)
      var new = Self.run([Self.verdict("id-iss", .passed)])
      (earlier.settings, new.settings) = (["checks": before], ["checks": ["id-iss"]])
      #expect((new.continuing(earlier).ended != nil) == hasEnded, "\(before), \(hadEnded)")
    }
  }

  // MARK: Comparing

  @Test func eachChangeIsNamed() {
    let earlier = Self.run([
      Self.verdict("a", .passed), Self.verdict("b", .failed), Self.verdict("c", .passed), Self.verdict("d", .notSeen),
      Self.verdict("e", .passed), Self.verdict("f", .passed), Self.verdict("g", .notSeen), Self.verdict("h", .passed),
    ])
    let now = Self.run([
      Self.verdict("a", .failed), Self.verdict("b", .passed), Self.verdict("c", .notSeen), Self.verdict("d", .warning),
      Self.verdict("e", .failed, careful: "It is very careful."), Self.verdict("g", .notSeen),
      Self.verdict("h", .warning),
      Self.verdict("i", .failed),
    ])
    let changes = CheckRunComparison(now, with: earlier).changes
    #expect(
      changes.map { "\($0.id) \($0.change.rawValue)" } == [
        "a newly failed", "c weaker", "h changed", "b fixed", "d newly seen", "i added", "f gone", "e another check",
      ])
    #expect(CheckRunComparison(now, with: now).changes.isEmpty)
  }

  @Test func onlyStrictnessMakesAWarningFail() {
    #expect(Self.all.failures(strict: false).map(\.id) == ["id-nonce"])
    #expect(Self.all.failures(strict: true).map(\.id) == ["id-nonce", "cb-iss"])
    // A heuristic about what a client must do stays a warning.
    #expect(!Self.verdict("az-browser", .warning, level: .must).isFailure(strict: true))
    #expect(Self.all.seen == 3)
  }

  // MARK: Reports

  private func junit(_ run: CheckRun, strict: Bool = false) throws -> [XMLElement] {
    let text = CheckReportFormat.junit.text(run, strict: strict)
    let root = try #require(try XMLDocument(xmlString: text).rootElement())
    return root.elements(forName: "testsuite").flatMap { $0.elements(forName: "testcase") }
  }

  @Test func junitSaysWhatFailedAndWhyTheRestWasSkipped() throws {
    let cases = try junit(Self.all)
    #expect(cases.count == 6)
    let kinds = Dictionary(
      uniqueKeysWithValues: cases.map { ($0.attribute(forName: "name")?.stringValue ?? "", $0.children?.first?.name) })
    #expect(kinds["id-nonce About id-nonce"] == "failure")
    #expect(kinds["cb-iss About cb-iss"] == "system-out")
    for id in ["rf-race", "dp-proof", "en-page"] { #expect(kinds["\(id) About \(id)"] == "skipped") }
    let skipped = try #require(cases.first { $0.attribute(forName: "name")?.stringValue == "rf-race About rf-race" })
    #expect(
      skipped.elements(forName: "skipped").first?.attribute(forName: "message")?.stringValue
        == "not seen: It never refreshed.")
    #expect(try junit(Self.all, strict: true).count { !$0.elements(forName: "failure").isEmpty } == 2)
  }

  @Test func noTextActsInAReport() throws {
    let evil = Self.hostile
    let answer = PersonsAnswer(evil, .no, careful: .yes)
    var run = Self.run(
      [Self.verdict("id-nonce", .failed, evil, careful: evil, exchanges: [3], person: answer)], exchanges: [3])
    run.subject = .object([.init("client", .string(evil)), .init(evil, .string(evil))])
    run.exchanges[0] = run.exchanges[0].setting("target", .string(evil)).setting("note", .string(evil))
    for format in CheckReportFormat.allCases where format != .json {
      let text = format.text(run, comparedWith: Self.all, strict: true)
      #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"), "\(format)")
    }
    let page = CheckReportFormat.html.text(run, strict: true)
    #expect(!page.contains("<script") && page.contains("default-src 'none'"))
    #expect(page.contains("&lt;script&gt;"))
    #expect(!CheckReportFormat.markdown.text(run, strict: true).contains("<script>"))
    #expect(try junit(run).count == 1)
  }

  @Test func aPictureShowsTheExchangesOfAVerdict() throws {
    let picture = try #require(Self.all.picture(of: Self.all.verdicts[0]))
    let root = try #require(try XMLDocument(xmlString: picture).rootElement())
    #expect(root.name == "svg" && picture.contains("#3 400  code used before") && !picture.contains("a=1"))
    #expect(Self.all.picture(of: Self.all.verdicts[1]) == nil)
    #expect(CheckReportFormat.html.text(Self.all, strict: false).contains("src=\"data:image/svg+xml;base64,"))
  }

  @Test(arguments: [40, 80]) func theSummaryFitsTheTerminal(_ width: Int) {
    let text = CheckRunReport(Self.all, strict: false, width: width).summary
    for line in text.lines { #expect(TextLayout.width(String(line)) <= width, "\(line)") }
    let words = text.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(words.contains("failed: id-nonce About id-nonce") && words.contains("It went on."))
    #expect(words.contains("source: RFC 6749 §4.1 (must)") && words.contains("Not seen: rf-race"))
    #expect(words.contains("1 failed, 1 warning, 1 needs a person, 1 not seen, 1 not applicable, 1 passed"))
  }

  @Test func theEndingOfItsNameChoosesTheReport() {
    #expect(CheckReportFormat(path: "/a.b/report.xml") == .junit)
    #expect(CheckReportFormat(path: "report.html") == .html)
    for path in ["/a.html/report", "report.pdf", "report", "", "report.HTML"] {
      #expect(CheckReportFormat(path: path) == nil, "\(path)")
    }
  }
}

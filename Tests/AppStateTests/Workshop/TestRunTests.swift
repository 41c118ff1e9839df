import Foundation
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// Test runs: marks, how they are stored, and what has changed since an earlier run.
@Suite struct TestRunTests {
  private static let now = Date(timeIntervalSince1970: 1_795_329_000)
  private static func testCase(_ id: String, _ area: String = "a") -> TestCase {
    TestCase(id: id, title: "Title of \(id)", area: area, steps: ["s"], expected: ["e"], source: "UX")
  }
  private static let plan = TestPlan(title: "Plan", cases: ["A-1", "A-2", "B-1", "B-2"].map { testCase($0) })

  private func run(_ marks: [String: TestMark]) -> TestRun {
    var run = TestRun(id: "2026-11-22-1", plan: Self.plan, started: Self.now, tester: "tess")
    for (id, mark) in marks { run.mark(Self.testCase(id), mark, note: "", now: Self.now) }
    return run
  }

  @Test func marksAreCountedAndTheNextOneIsFound() {
    let run = run(["A-1": .pass, "B-1": .fail])
    let counts = run.counts(in: Self.plan)
    #expect((counts.pass, counts.fail, counts.blocked, counts.unmarked, counts.all) == (1, 1, 0, 2, 4))
    #expect(run.nextUnmarked(in: Self.plan)?.id == "A-2")
    #expect(self.run(["A-1": .pass, "A-2": .pass, "B-1": .pass, "B-2": .blocked]).nextUnmarked(in: Self.plan) == nil)
  }

  @Test func aLaterMarkKeepsTheAttachments() {
    var run = run([:])
    run.mark(Self.testCase("A-1"), .fail, note: "one\u{1B}[31m\ntwo", attachments: ["A-1/screen.txt"], now: Self.now)
    run.mark(Self.testCase("A-1"), .pass, note: "fixed", attachments: ["A-1/facts.json"], now: Self.now)
    #expect(run.results["A-1"]?.attachments == ["A-1/screen.txt", "A-1/facts.json"])
    #expect(run.mark(of: "A-1") == .pass)
    run.results["A-1"] = nil
    #expect(run.results.isEmpty)
  }

  @Test func notesContainNoTerminalControls() {
    var run = run([:])
    run.mark(Self.testCase("A-1"), .fail, note: "one\u{1B}[31m\ntwo\u{202E}\u{7}", now: Self.now)
    #expect(run.results["A-1"]?.note == "one[31m\ntwo")
    run.mark(Self.testCase("A-1"), .fail, note: String(repeating: "x", count: 9000), now: Self.now)
    #expect(run.results["A-1"]?.note.count == TestRun.noteLimit)
  }

  @Test func aWrittenRunIsReadBack() throws {
    var run = run(["A-1": .pass])
    run.facts = [NamedValue("version", "1.0.0"), NamedValue("terminal", "xterm-256color")]
    run.mark(
      Self.testCase("B-1"), .fail, note: "a \"quote\"\nand <b>more</b>", attachments: ["B-1/screen.svg"], now: Self.now)
    run.setTicket("DEMO-1\n=2", of: "B-1")
    run.finished = Self.now + 60
    let text = TestRunFile.text(run)
    #expect(try TestRunFile.read(Array(text.utf8), name: "2026-11-22-1.json") == run)
    #expect(TestRunFile.text(run) == text)
  }

  /// The tester's name may be missing, and any name is stored so that it can be read again.
  @Test func oddValuesAreStoredReadably() throws {
    var run = run(["A-1": .pass])
    run.tester = ""
    #expect(try TestRunFile.read(Array(TestRunFile.text(run).utf8), name: "2026-11-22-1.json") == run)
    run.tester = "te\nss\u{1B}" + String(repeating: "x", count: 500)
    run.facts = [NamedValue("scope", ""), NamedValue("issuer", String(repeating: "i", count: 900))]
    let read = try TestRunFile.read(Array(TestRunFile.text(run).utf8), name: "2026-11-22-1.json")
    #expect(read.tester.hasPrefix("te ssx") && read.tester.count == 120)
    #expect(read.facts.map(\.name) == ["issuer"] && read.facts[0].value.count == 500)
  }

  @Test(arguments: [
    (#""version": 1"#, #""version": 9"#, "wrong", "version"),
    (#""id": "2026-11-22-1""#, #""id": "2026-11-22-2""#, "wrong", "id"),
    (#""mark": "pass""#, #""mark": "fine""#, "wrong", "results.A-1.mark"),
    (#""note": """#, #""note": "\u001b[2J""#, "wrong", "results.A-1.note"),
    (#""attachments": []"#, #""attachments": ["../../keystore.age"]"#, "wrong", "results.A-1.attachments[0]"),
    (#""attachments": []"#, #""attachments": ["/etc/passwd"]"#, "wrong", "results.A-1.attachments[0]"),
    (#""time": "2026"#, #""time": "yesterday 2026"#, "wrong", "results.A-1.time"),
    (#""A-1": {"#, #""../x": {"#, "wrong", "results.../x"),
    (#""tester": "tess""#, #""tester": "tess", "secret": 1"#, "unknown_member", "secret"),
    (#""plan": "Plan","#, "", "missing", "plan"),
    (#""tester": "tess","#, #""tester": "tess""#, "not_json", ""),
  ])
  func aDamagedRunIsNamed(_ from: String, _ to: String, _ code: String, _ member: String) {
    let text = TestRunFile.text(run(["A-1": .pass])).replacing(from, with: to)
    do throws(DocumentProblem) {
      _ = try TestRunFile.read(Array(text.utf8), name: "2026-11-22-1.json")
      Issue.record("\(to) is taken")
    } catch { #expect((error.code, error.member) == (code, member), "\(error)") }
  }

  @Test func everyChangeHasItsName() {
    var now = run(["A-1": .fail, "A-2": .pass, "B-1": .pass, "C-1": .fail, "C-2": .pass, "C-3": .fail, "C-4": .blocked])
    let before = run([
      "A-1": .pass, "A-2": .fail, "B-1": .pass, "B-2": .fail, "C-1": .blocked, "C-2": .blocked, "C-3": .fail,
    ])
    let comparison = TestRunComparison(now, with: before)
    let changes = Dictionary(uniqueKeysWithValues: comparison.entries.map { ($0.id, $0.change) })
    #expect(
      changes == [
        "A-1": .newlyFailing, "C-1": .newlyFailing, "A-2": .fixed, "C-2": .changed, "C-4": .added, "B-2": .removed,
        "B-1": .same, "C-3": .same,
      ])
    #expect(comparison.entries.map(\.id).prefix(3) == ["A-1", "C-1", "A-2"])
    #expect(!comparison.isOfAnotherPlan)
    now.planDigest = "other"
    #expect(TestRunComparison(now, with: before).isOfAnotherPlan)
  }
}

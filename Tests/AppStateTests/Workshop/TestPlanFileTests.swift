import SharedValues
import TestValues
import Testing

@testable import AppState
@testable import Workshop

/// Plan files: what they may contain, and the error for each mistake.
@Suite struct TestPlanFileTests {
  private static let scripts: Set = ["sign-out"]

  private func read(_ text: String, taken: [String: String] = [:]) throws(DocumentProblem) -> TestPlan {
    try TestPlanFile.read(Array(text.utf8), name: "own.json", path: "/p/own.json", scripts: Self.scripts, taken: taken)
  }

  /// A plan with one case, with one text replaced.
  private static func plan(_ change: (from: String, to: String) = ("", "")) -> String {
    let text = """
      {
        "version": 1,
        "title": "Ours",
        "cases": [
          {
            "id": "OWN-001",
            "title": "A title",
            "area": "own",
            "given": {
              "device": "signed-in",
              "faults": "disk-full",
              "clock": {"app": "+2h", "server": "-90s", "pace": 60},
              "size": "80x24",
              "language": "de", "glyphs": "ascii", "colour": false,
              "texts": ["Plug it in"]
            },
            "steps": ["Press Enter"],
            "expected": ["It works"],
            "source": "RFC 7591",
            "screens": ["registration"],
            "script": "sign-out"
          }
        ]
      }
      """
    return change.from.isEmpty ? text : text.replacing(change.from, with: change.to)
  }

  @Test func everyMemberIsRead() throws {
    let plan = try read(Self.plan())
    #expect(plan.title == "Ours")
    var precondition = TestPrecondition(device: .signedIn, texts: ["Plug it in"])
    precondition.faults = .preset("disk-full")
    precondition.clock = TestClock(app: 7200, server: -90, pace: 60)
    precondition.size = TestSize(columns: 80, rows: 24)
    (precondition.language, precondition.glyphs, precondition.colour) = (.german, .ascii, false)
    let expected = TestCase(
      id: "OWN-001", title: "A title", area: "own", precondition: precondition, steps: ["Press Enter"],
      expected: ["It works"], source: "RFC 7591", screens: ["registration"], script: "sign-out", file: "/p/own.json")
    #expect(plan.cases == [expected])
  }

  @Test func faultsMayStandInThePlan() throws {
    let change = (#""disk-full""#, #"{"version": 1, "faults": [{"endpoint": "token", "defect": "offline"}]}"#)
    guard case .plan(let document) = try read(Self.plan(change)).cases[0].precondition.faults else {
      throw Unexpected("the case has no faults")
    }
    #expect(document["faults"]?.arrayValue?.count == 1)
  }

  @Test(arguments: [
    (#""version": 1"#, #""version": 2"#, 2, "wrong", "version"),
    (#""title": "Ours""#, #""titel": "Ours""#, 1, "missing", "title"),
    (#""title": "Ours","#, #""title": "Ours", "author": "me","#, 3, "unknown_member", "author"),
    (#""id": "OWN-001""#, #""id": "own 1""#, 6, "wrong", "cases[0].id"),
    (#""title": "A title""#, #""title": "A\u0007 title""#, 7, "wrong", "cases[0].title"),
    (#""area": "own","#, "", 5, "missing", "cases[0].area"),
    (#""device": "signed-in""#, #""device": "broken""#, 10, "wrong", "cases[0].given.device"),
    (#""faults": "disk-full""#, #""faults": "disk-ful""#, 11, "unknown_preset", "cases[0].given.faults"),
    (#""faults": "disk-full""#, #""faults": {}"#, 11, "bad_faults", "cases[0].given.faults"),
    (#""app": "+2h""#, #""app": "2h""#, 12, "bad_clock", "cases[0].given.clock.app"),
    (#""app": "+2h""#, #""app": "+999999999d""#, 12, "bad_clock", "cases[0].given.clock.app"),
    (#""pace": 60"#, #""pace": 0"#, 12, "wrong", "cases[0].given.clock.pace"),
    (#""size": "80x24""#, #""size": "80*24""#, 13, "bad_size", "cases[0].given.size"),
    (#""size": "80x24""#, #""size": "9x5""#, 13, "bad_size", "cases[0].given.size"),
    (#""size": "80x24""#, #""size": "80x24x2""#, 13, "bad_size", "cases[0].given.size"),
    (#""language": "de""#, #""language": "fr""#, 14, "wrong", "cases[0].given.language"),
    (#""colour": false"#, #""colour": "no""#, 14, "wrong", "cases[0].given.colour"),
    (#""texts": ["Plug it in"]"#, #""texts": ["A"], "tests": []"#, 15, "unknown_member", "cases[0].given.tests"),
    (#""steps": ["Press Enter"]"#, #""steps": []"#, 17, "empty_steps", "cases[0].steps"),
    (#""steps": ["Press Enter"]"#, #""steps": [""]"#, 17, "wrong", "cases[0].steps[0]"),
    (#""expected": ["It works"]"#, #""expected": []"#, 18, "empty_expected", "cases[0].expected"),
    (#""script": "sign-out""#, #""script": "sign-in""#, 21, "unknown_script", "cases[0].script"),
    (#""script": "sign-out""#, #""scripts": "sign-out""#, 21, "unknown_member", "cases[0].scripts"),
    (#""cases": ["#, #""cases": [ {},"#, 4, "missing", "cases[0].id"),
    (#""cases": ["#, #""cases": [,"#, 4, "not_json", ""),
    (#""source": "RFC 7591","#, #""source": "RFC 7591", "source": "UX","#, 19, "not_json", "source"),
  ])
  func aMistakeIsNamedWithLineAndMember(_ from: String, _ to: String, _ line: Int, _ code: String, _ member: String) {
    do throws(DocumentProblem) {
      _ = try read(Self.plan((from, to)))
      Issue.record("\(to) is taken")
    } catch {
      #expect(error.file == "own.json")
      #expect((error.line, error.code, error.member) == (line, code, member), "\(to): \(error)")
    }
  }

  /// U+200D joins the parts of such an emoji; a terminal does not act on it.
  @Test func anEmojiIsNoControlCharacter() throws {
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    #expect(try read(Self.plan((#""A title""#, "\"\(family)\""))).cases[0].title == family)
    #expect(TestRun.readable(family) == family)
  }

  @Test func everyMistakeIsNamed() throws {
    var text = Self.plan((#""title": "A title""#, #""title": """#))
    for (from, to) in [
      (#""size": "80x24""#, #""size": "big""#), (#""device": "signed-in""#, #""device": "broken""#),
      (#""steps": ["Press Enter"]"#, #""steps": []"#), (#""script": "sign-out""#, #""scripts": "x", "more": 1"#),
    ] { text = text.replacing(from, with: to) }
    let (_, problems) = TestPlanFile.examine(Array(text.utf8), name: "own.json", scripts: Self.scripts)
    #expect(
      problems.map(\.member).sorted() == [
        "cases[0].given.device", "cases[0].given.size", "cases[0].more", "cases[0].scripts", "cases[0].steps",
        "cases[0].title",
      ])
    #expect(problems.allSatisfy { $0.file == "own.json" && $0.line > 1 })
    #expect(TestPlanFile.examine(Array(Self.plan().utf8), name: "own.json", scripts: Self.scripts).problems.isEmpty)
  }

  @Test func idsAreUniqueInAFileAndAcrossFiles() throws {
    let second = #"{"id": "OWN-001", "title": "t", "area": "a", "steps": ["s"], "expected": ["e"], "source": "UX""#
    let change = (from: #""script": "sign-out""#, to: #""script": "sign-out"}, "# + second)
    let twice = Self.plan(change)
    do throws(DocumentProblem) {
      _ = try read(twice)
      Issue.record("two cases have one id")
    } catch { #expect((error.code, error.member, error.line) == ("duplicate_id", "cases[1].id", 21)) }
    do throws(DocumentProblem) {
      _ = try read(Self.plan(), taken: ["OWN-001": "plan.json"])
      Issue.record("another file has this id")
    } catch {
      #expect((error.code, error.member, error.line) == ("duplicate_id", "cases[0].id", 6))
      #expect(error.expected == "an id that is not in \("plan.json")")
    }
  }

  @Test func aFileHasALimit() {
    do throws(DocumentProblem) {
      _ = try read(String(repeating: " ", count: TestPlan.fileLimit + 1))
      Issue.record("a file beyond the limit was read")
    } catch { #expect(error.code == "too_large") }
  }

  @Test(arguments: [("+2h", 7200.0), ("-90s", -90), ("+5m", 300), ("+30d", 2_592_000), ("+0s", 0)])
  func movesAreReadAndWritten(_ text: String, _ seconds: Double) {
    #expect(TestClock.move(text) == seconds)
    #expect(TestClock.move(TestClock.text(of: seconds)) == seconds)
  }

  @Test(arguments: ["", "+", "+h", "2h", "+2", "+2w", "+-2h", "+2.5h", "+٢h", "+ 2h", "+99999999999d"])
  func otherTextsAreNoMoves(_ text: String) { #expect(TestClock.move(text) == nil) }

  /// The digest depends on what the tester reads, not on the file's place.
  @Test func theDigestDependsOnTheTextAlone() throws {
    let plan = try read(Self.plan())
    var moved = plan
    moved.cases[0].file = nil
    #expect(moved.digest == plan.digest && plan.digest.utf8.count == 16)
    for change in [("It works", "It does not"), ("+2h", "+3h"), ("disk-full", "mix-up"), ("80x24", "40x15")] {
      #expect(try read(Self.plan(change)).digest != plan.digest, "\(change)")
    }
  }
}

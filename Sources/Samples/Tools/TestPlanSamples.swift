import AppState
import FoundationEssentials
import SharedValues
import Workshop

extension StateRegistry {
  static let checks: [Entry] = [
    tool("checks-reading") { $0.isLoaded = false },
    tool("checks-list"),
    tool("checks-list-run") { ($0.run, $0.selected) = (run, 2) },
    tool("checks-list-open-ones") { ($0.run, $0.listsOpenOnly) = (run, true) },
    tool("checks-list-broken-file") {
      $0.problems = [
        DocumentProblem(
          file: "team.json", line: 12, code: "bad_size", member: "cases[2].given.size", expected: "columns and rows"),
        DocumentProblem(file: "old.json", code: "not_json", expected: "a syntax error"),
      ]
    },
    tool("checks-all-passed") { ($0.run, $0.listsOpenOnly) = (passed, true) },
    tool("check") { $0.opened = "REG-001" },
    prepared("check-preparing", "REG-001", .registering),
    prepared("check-prepared", "SIGN-002", .done, .signedIn),
    prepared("check-prepared-partly", "SIZE-003", .done),
    tool("check-erases", .signedIn, asking: .startOver(AnyToolAction(TestPlanAction.startOver))) {
      $0.opened = "REG-001"
    },
    prepared("check-not-prepared", "REG-001", .failed),
    tool("check-failed") { ($0.run, $0.earlier, $0.opened) = (run, passed, "REG-001") },
    tool("check-note") { ($0.run, $0.opened, $0.note) = (run, "REG-001", "The button stays grey after") },
    tool("check-ticket") { ($0.run, $0.opened, $0.note, $0.typing) = (run, "REG-001", "DEMO-1", .ticket) },
    tool("check-tester") { ($0.opened, $0.note, $0.typing) = ("REG-001", "", .tester(.pass)) },
    tool("check-note-empty") { ($0.run, $0.opened, $0.note) = (run, "REG-001", "") },
    tool("check-not-kept") {
      ($0.run, $0.opened) = (run, "SIZE-003")
      $0.problem = FileProblem(
        .testRunNoSpace, path: "/home/demo/test-runs/2026-11-22-1.json", detail: "no space left on device")
    },
    tool("checks-reported") {
      $0.run = run
      let names = ["report.md", "report.html", "junit.xml", "results.csv"]
      $0.report = names.map { "/home/demo/exports/test-run-2026-11-22-1/\($0)" }
    },
  ]

  private static let plan = Sample.made { try TestPlanFile.read(Sample.bytes("test-plan"), name: "test-plan.json") }

  private static let run: TestRun = {
    var run = TestRun(id: "2026-11-22-1", plan: plan, started: Sample.now, tester: "")
    let marks: [(TestMark, String)] = [(.fail, "The button stays grey after the login."), (.blocked, ""), (.pass, "")]
    for (testCase, (mark, note)) in zip(plan.cases, marks) { run.mark(testCase, mark, note: note, now: Sample.now) }
    return run
  }()

  private static let passed: TestRun = {
    var run = TestRun(id: "2026-11-21-1", plan: plan, started: Sample.now - 86_400, tester: "")
    for testCase in plan.cases { run.mark(testCase, .pass, note: "", now: Sample.now - 86_400) }
    run.finished = Sample.now - 80_000
    return run
  }()

  private static func tool(
    _ name: String, _ stage: Stage = .fresh, asking question: ViewState.Confirmation? = nil,
    _ change: Change<TestPlanTool> = { _ in }
  ) -> Entry {
    state(name, stage, in: .checks, asking: question) {
      ($0.tools[TestPlanTool.self].plan, $0.tools[TestPlanTool.self].isLoaded) = (plan, true)
      change(&$0.tools[TestPlanTool.self])
    }
  }

  private static func prepared(
    _ name: String, _ id: String, _ progress: TestPlanTool.Preparation.Stage, _ stage: Stage = .fresh
  ) -> Entry { tool(name, stage) { ($0.opened, $0.preparation) = (id, TestPlanTool.Preparation(id, progress)) } }
}

import TestRuns

extension CommandError {
  /// Writes all errors but the last, which becomes that of the command.
  static func report(_ failures: [CommandError]) throws(CommandError) {
    for failure in failures.dropLast() { StandardError.write(failure.report()) }
    if let last = failures.last { throw last }
  }
}

struct ChecksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "checks", subcommands: [List.self, Check.self, Runs.self, Report.self])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration("checks list")
    @OptionGroup var global: GlobalOptions
    @Option(help: .of("checks list", "area"), completion: .testAreas) var area: String?
    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws {
      let plan = try ChecksCommand.plan(global)
      if let area, !plan.areas.contains(area) {
        let detail = "no case has the area “\(area)”; there are \(plan.areas.joined(separator: ", "))"
        throw CommandError(.usage, ["detail": detail])
      }
      let cases = plan.cases.filter { area == nil || $0.area == area }
      if json { return StandardOutput.line(JSON.array(cases.map(ChecksCommand.object)).line) }
      let rows = cases.map { [$0.id, $0.area, $0.title, $0.script ?? "-"] }
      StandardOutput.line(Columns.text([["id", "area", "title", "script"]] + rows))
      StandardOutput.line(ChecksCommand.count(cases))
    }
  }

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration("checks check", aliases: ["verify"])
    @OptionGroup var global: GlobalOptions
    @Argument(help: "Plan files.", completion: .file()) var files: [String]

    /// Reports everything that is wrong; each file is judged together with those before it.
    func run() async throws {
      let builtIn = TestPlanLibrary.builtIn.cases.map { ($0.id, TestPlanLibrary.builtInName) }
      var taken = Dictionary(builtIn, uniquingKeysWith: { first, _ in first })
      var failures: [CommandError] = []
      for file in files {
        let (plan, problems) = TestPlanLibrary.examine(file: file, taken: taken)
        failures += problems.map { CommandError(plan: $0, path: file) }
        guard problems.isEmpty else { continue }
        for testCase in plan.cases { taken[testCase.id] = file }
        StandardOutput.line(CommandError.line("\(file): “\(plan.title)”, \(ChecksCommand.count(plan.cases))"))
      }
      try CommandError.report(failures)
    }
  }

  struct Runs: AsyncParsableCommand {
    static let configuration = CommandConfiguration("checks runs")
    @OptionGroup var global: GlobalOptions
    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws {
      let plan = try ChecksCommand.plan(global)
      let runs = ChecksCommand.runs(TestRunStore(try global.dataDirectory(making: false)))
      if json { return StandardOutput.line(JSON.array(runs.map { ChecksCommand.object($0, plan) }).line) }
      guard !runs.isEmpty else { return StandardOutput.line("no runs yet: C in the app begins one") }
      let rows = runs.map { run in
        let counts = TestReport(run, plan).counts
        return [
          run.id, TestPlanWords.time(run.started), run.finished.map(TestPlanWords.time) ?? "not finished",
          run.tester, TestPlanWords.counts(counts),
        ]
      }
      StandardOutput.line(Columns.text([["run", "started", "finished", "tester", "marks"]] + rows))
    }
  }

  struct Report: AsyncParsableCommand {
    static let configuration = CommandConfiguration("checks report")
    @OptionGroup var global: GlobalOptions
    @Option(help: .of("checks report", "run"), completion: .testRuns) var run: String?
    @Option(help: .of("checks report", "compare"), completion: .testRuns) var compare: String?
    @Option(help: .of("checks report", "out"), completion: .directory) var out: String

    func run() async throws {
      let plan = try ChecksCommand.plan(global)
      let store = TestRunStore(try global.dataDirectory(making: false))
      let run = try chosen(store)
      let report = TestReport(run, plan, comparedWith: try earlier(than: run, store)) { store.attachment($0, of: run) }
      let target = AbsolutePath.of(out)
      _ = try TestReportFiles(path: target).write(report)
      StandardOutput.line(CommandError.line("\(TestPlanWords.counts(report.counts)): \(target)/report.html"))
      if let comparison = report.comparison { StandardOutput.line(TestPlanWords.compared(comparison)) }
    }

    private func chosen(_ store: TestRunStore) throws(CommandError) -> TestRun {
      if let run { return try store.run(run) }
      guard let newest = ChecksCommand.runs(store).first else {
        throw CommandError(.testRunsNone, ["path": store.path])
      }
      return newest
    }

    private func earlier(than run: TestRun, _ store: TestRunStore) throws(CommandError) -> TestRun? {
      guard let compare else { return nil }
      guard compare == "last" else { return try store.run(compare) }
      guard let last = store.lastFinished(before: run) else {
        throw CommandError(.testRunNothingBefore, ["received": run.id])
      }
      return last
    }
  }

  fileprivate static func count(_ cases: [TestCase]) -> String {
    "\(cases.count) " + (cases.count == 1 ? "case" : "cases")
  }

  /// The whole plan, with a warning for each part that was left out.
  fileprivate static func plan(_ global: GlobalOptions) throws(CommandError) -> TestPlan {
    let (plan, problems) = TestPlanLibrary.read(try global.dataDirectory(making: false))
    for problem in problems { StandardError.warn(TestPlanWords.line(problem)) }
    return plan
  }

  fileprivate static func runs(_ store: TestRunStore) -> [TestRun] {
    let (runs, problems) = store.list()
    for problem in problems { StandardError.warn(TestPlanWords.line(problem)) }
    return runs
  }

  fileprivate static func object(_ testCase: TestCase) -> JSON {
    let given = TestPlanWords.precondition(testCase.precondition)
    let object: JSON = [
      "id": .string(testCase.id), "area": .string(testCase.area), "title": .string(testCase.title),
      "given": .strings(given), "steps": .strings(testCase.steps), "expected": .strings(testCase.expected),
      "source": .string(testCase.source),
    ]
    return object.setting("script", testCase.script.map(JSON.string)).setting("file", testCase.file.map(JSON.string))
  }

  fileprivate static func object(_ run: TestRun, _ plan: TestPlan) -> JSON {
    let counts = TestReport(run, plan).counts
    return [
      "id": .string(run.id), "started": .string(TestPlanWords.time(run.started)),
      "finished": run.finished.map { .string(TestPlanWords.time($0)) } ?? .null, "tester": .string(run.tester),
      "plan": .string(run.planTitle), "pass": .number("\(counts.pass)"), "fail": .number("\(counts.fail)"),
      "blocked": .number("\(counts.blocked)"), "unmarked": .number("\(counts.unmarked)"),
    ]
  }
}

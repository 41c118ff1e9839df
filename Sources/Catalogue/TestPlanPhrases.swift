/// The test plan: the command `checks`, and the reports that it writes.
extension Phrase {
  // MARK: What the command prints
  public static let testPlanTotal = Phrase("test-plan.total", one: "{count} case", other: "{count} cases")
  public static let testPlanNoArea = Phrase("test-plan.no-area", "no case has the area “{area}”; there are {areas}")
  public static let testPlanGood = Phrase(
    "test-plan.good", one: "{file}: “{title}”, {count} case", other: "{file}: “{title}”, {count} cases")
  public static let testPlanNoRuns = Phrase("test-plan.no-runs", "no runs yet: C in the app begins one")
  public static let testPlanPaused = Phrase("test-plan.paused", "not finished")
  public static let testPlanReportDone = Phrase("test-plan.report-done", "{counts}: {path}")
  public static let testPlanCompared = Phrase(
    "test-plan.compared",
    """
    since {run}: {newly-failing} newly failing, {fixed} fixed, {changed} otherwise changed, {added} added, \
    {removed} removed, {same} the same
    """)
  public static let testPlanCounts = Phrase(
    "test-plan.counts", "{pass} passed, {fail} failed, {blocked} blocked, {unmarked} not tried")
  public static let testPlanLeftOut = Phrase("test-plan.left-out", "{file} is left out: {why}")

  // MARK: Marks and changes
  public static let testPlanPass = Phrase("test-plan.pass", "pass")
  public static let testPlanFail = Phrase("test-plan.fail", "fail")
  public static let testPlanBlocked = Phrase("test-plan.blocked", "blocked")
  public static let testPlanUnmarked = Phrase("test-plan.unmarked", "not tried")
  public static let testPlanNewlyFailing = Phrase("test-plan.newly-failing", "newly failing")
  public static let testPlanFixed = Phrase("test-plan.fixed", "fixed")
  public static let testPlanChanged = Phrase("test-plan.changed", "changed")
  public static let testPlanAdded = Phrase("test-plan.added", "added")
  public static let testPlanRemoved = Phrase("test-plan.removed", "removed")
  public static let testPlanSame = Phrase("test-plan.same", "same")

  // MARK: Preconditions
  public static let testPlanDevice = Phrase("test-plan.device", "Device: {value}")
  public static let testPlanFaults = Phrase("test-plan.faults", "Faults: {value}")
  public static let testPlanAppClock = Phrase("test-plan.app-clock", "The app's clock: {value}")
  public static let testPlanServerClock = Phrase("test-plan.server-clock", "The server's clock: {value}")
  public static let testPlanPace = Phrase("test-plan.pace", "Time goes {value} times as fast")
  public static let testPlanSize = Phrase("test-plan.size", "Terminal: {value}")
  public static let testPlanLanguage = Phrase("test-plan.language", "Language: {value}")
  public static let testPlanGlyphs = Phrase("test-plan.glyphs", "Characters: {value}")
  public static let testPlanNoColour = Phrase("test-plan.no-colour", "Without colours")

  // MARK: Reports
  public static let testPlanReportTitle = Phrase("test-plan.report.title", "{plan}: run {run}")
  public static let testPlanTester = Phrase("test-plan.report.tester", "Tester")
  public static let testPlanStarted = Phrase("test-plan.report.started", "Started")
  public static let testPlanFinished = Phrase("test-plan.report.finished", "Finished")
  public static let testPlanPlan = Phrase("test-plan.report.plan", "Plan")
  public static let testPlanPlanOther = Phrase(
    "test-plan.report.plan-other", "The plan has changed since this run began.")
  public static let testPlanComparedTitle = Phrase("test-plan.report.compared", "Since run {run}")
  public static let testPlanComparedOther = Phrase(
    "test-plan.report.compared-other", "The plan has changed between the two runs.")
  public static let testPlanSummary = Phrase("test-plan.report.summary", "Summary")
  public static let testPlanCase = Phrase("test-plan.report.case", "Case")
  public static let testPlanArea = Phrase("test-plan.report.area", "Area")
  public static let testPlanMark = Phrase("test-plan.report.mark", "Mark")
  public static let testPlanBefore = Phrase("test-plan.report.before", "Before")
  public static let testPlanChange = Phrase("test-plan.report.change", "Change")
  public static let testPlanNote = Phrase("test-plan.report.note", "Note")
  public static let testPlanGiven = Phrase("test-plan.report.given", "Before the first step")
  public static let testPlanSteps = Phrase("test-plan.report.steps", "Steps")
  public static let testPlanExpected = Phrase("test-plan.report.expected", "Expected")
  public static let testPlanSource = Phrase("test-plan.report.source", "Source")
  public static let testPlanScript = Phrase("test-plan.report.script", "Script")
  public static let testPlanAttached = Phrase("test-plan.report.attached", "Attached")
  public static let testPlanScreen = Phrase("test-plan.report.screen", "Screen of {case}")
  public static let testPlanScreenText = Phrase("test-plan.report.screen-text", "The screen as text")
  public static let testPlanAll = Phrase("test-plan.report.all", "all")
  public static let testPlanFilter = Phrase("test-plan.report.filter", "Filter (/)")
  public static let testPlanShown = Phrase("test-plan.report.shown", "{count} of {all} cases")
  public static let testPlanGone = Phrase("test-plan.report.gone", "This case is no longer in the plan.")
}

extension ErrorText {
  /// What `checks` and the test plan in the app raise.
  public static let testPlanErrors: [ErrorText] = [
    ErrorText(
      "test_plan_wrong", "the plan file is not used", "{path}: {detail}",
      hint: "correct it there; docs/test-plan.md has the format, and dcr-terminal checks verify reads it again"),
    ErrorText(
      "test_run_unknown", "there is no such run", "no run has the id {received}",
      hint: "take one of those that dcr-terminal checks runs lists"),
    ErrorText(
      "test_runs_none", "there is nothing to report", "nobody has run the plan in {path} yet",
      hint: "press C in the app, or name the data directory of the run with --data-dir"),
    ErrorText(
      "test_run_nothing_before", "there is no run to compare with", "no run was finished before {received}",
      hint: "leave --compare out, or name a run that dcr-terminal checks runs lists"),
    ErrorText(
      "test_run_damaged", "the run cannot be read", "{path}: {detail}",
      hint: "put the file back from a backup, or take another run; it has been left as it is"),
    ErrorText(
      "test_run_taken", "the mark is not kept", "{path} is another run, or is damaged; it has been left as it is",
      hint: "end the run here and begin another one; it gets a name of its own"),
    ErrorText(
      "test_run_no_space", "the mark is not kept", "there is no room for {path}",
      hint: "make room on the disk, then mark the case again; what was kept before is whole"),
    ErrorText(
      "test_run_unwritable", "the mark is not kept", "{path}: {detail}",
      hint: "see to it that you may write there, then mark the case again; what was kept before is whole"),
    ErrorText(
      "test_report_unwritable", "the report is not whole", "cannot write {path}: {detail}",
      hint: "name a folder that you may write to, with some room"),
  ]
}

/// The test plan: the command `checks`, and the reports that it writes.
extension Phrase {
  // MARK: Command line
  public static let checksAbstract = Phrase(
    "command.checks", "The test plan: its cases, the runs through it, and reports.")
  public static let checksDiscussion = Phrase(
    "command.checks.discussion",
    """
    In the app C runs the plan beside the phone. Teams put cases of their own into test-plans/ of the data directory; \
    docs/test-plan.md describes the files.
    """)
  public static let checksListAbstract = Phrase("command.checks.list", "List the cases, the team's own among them.")
  public static let checksVerifyAbstract = Phrase(
    "command.checks.verify", "Read plan files and say how many cases they have, or what is wrong with them.")
  public static let checksRunsAbstract = Phrase("command.checks.runs", "List the runs, the newest first.")
  public static let checksReportAbstract = Phrase(
    "command.checks.report", "Write a run as report.md, report.html and junit.xml, with what was attached to it.")
  public static let optionArea = Phrase("option.area", "Only cases of this area.")
  public static let optionRun = Phrase("option.run", "Which run; without it the newest.")
  public static let optionCompareRun = Phrase(
    "option.compare-run", "An earlier run to compare with; “last” is the one finished before it.")
  public static let optionReportOut = Phrase(
    "option.report-out", "Where to write. Reports of the same names are replaced.")
  public static let argumentPlanFiles = Phrase("argument.plan-files", "Plan files.")

  // MARK: What the command prints
  public static let checksTotal = Phrase("checks.total", "{count} cases")
  public static let checksNoArea = Phrase("checks.no-area", "no case has the area “{area}”; there are {areas}")
  public static let checksGood = Phrase("checks.good", "{file}: “{title}”, {count} cases")
  public static let checksNoRuns = Phrase("checks.no-runs", "no runs yet: C in the app begins one")
  public static let checksPaused = Phrase("checks.paused", "not finished")
  public static let checksReportDone = Phrase("checks.report-done", "{counts}: {path}")
  public static let checksCompared = Phrase(
    "checks.compared",
    """
    since {run}: {newly-failing} newly failing, {fixed} fixed, {changed} otherwise changed, {added} added, \
    {removed} removed, {same} the same
    """)
  public static let checksCounts = Phrase(
    "checks.counts", "{pass} passed, {fail} failed, {blocked} blocked, {unmarked} not tried")
  public static let checksLeftOut = Phrase("checks.left-out", "{file} is left out: {why}")

  // MARK: Marks and changes
  public static let checksPass = Phrase("checks.pass", "pass")
  public static let checksFail = Phrase("checks.fail", "fail")
  public static let checksBlocked = Phrase("checks.blocked", "blocked")
  public static let checksUnmarked = Phrase("checks.unmarked", "not tried")
  public static let checksNewlyFailing = Phrase("checks.newly-failing", "newly failing")
  public static let checksFixed = Phrase("checks.fixed", "fixed")
  public static let checksChanged = Phrase("checks.changed", "changed")
  public static let checksAdded = Phrase("checks.added", "added")
  public static let checksRemoved = Phrase("checks.removed", "removed")
  public static let checksSame = Phrase("checks.same", "same")

  // MARK: Preconditions
  public static let checksDevice = Phrase("checks.device", "Device: {value}")
  public static let checksFaults = Phrase("checks.faults", "Faults: {value}")
  public static let checksAppClock = Phrase("checks.app-clock", "The app's clock: {value}")
  public static let checksServerClock = Phrase("checks.server-clock", "The server's clock: {value}")
  public static let checksPace = Phrase("checks.pace", "Time goes {value} times as fast")
  public static let checksSize = Phrase("checks.size", "Terminal: {value}")
  public static let checksLanguage = Phrase("checks.language", "Language: {value}")
  public static let checksGlyphs = Phrase("checks.glyphs", "Characters: {value}")
  public static let checksNoColour = Phrase("checks.no-colour", "Without colours")

  // MARK: Reports
  public static let checksReportTitle = Phrase("checks.report.title", "{plan}: run {run}")
  public static let checksTester = Phrase("checks.report.tester", "Tester")
  public static let checksStarted = Phrase("checks.report.started", "Started")
  public static let checksFinished = Phrase("checks.report.finished", "Finished")
  public static let checksPlan = Phrase("checks.report.plan", "Plan")
  public static let checksPlanOther = Phrase("checks.report.plan-other", "The plan has changed since this run began.")
  public static let checksComparedTitle = Phrase("checks.report.compared", "Since run {run}")
  public static let checksComparedOther = Phrase(
    "checks.report.compared-other", "The plan has changed between the two runs.")
  public static let checksSummary = Phrase("checks.report.summary", "Summary")
  public static let checksCase = Phrase("checks.report.case", "Case")
  public static let checksArea = Phrase("checks.report.area", "Area")
  public static let checksMark = Phrase("checks.report.mark", "Mark")
  public static let checksBefore = Phrase("checks.report.before", "Before")
  public static let checksChange = Phrase("checks.report.change", "Change")
  public static let checksNote = Phrase("checks.report.note", "Note")
  public static let checksGiven = Phrase("checks.report.given", "Before the first step")
  public static let checksSteps = Phrase("checks.report.steps", "Steps")
  public static let checksExpected = Phrase("checks.report.expected", "Expected")
  public static let checksSource = Phrase("checks.report.source", "Source")
  public static let checksScript = Phrase("checks.report.script", "Script")
  public static let checksAttached = Phrase("checks.report.attached", "Attached")
  public static let checksScreen = Phrase("checks.report.screen", "Screen of {case}")
  public static let checksScreenText = Phrase("checks.report.screen-text", "The screen as text")
  public static let checksAll = Phrase("checks.report.all", "all")
  public static let checksFilter = Phrase("checks.report.filter", "Filter (/)")
  public static let checksShown = Phrase("checks.report.shown", "{count} of {all} cases")
  public static let checksGone = Phrase("checks.report.gone", "This case is no longer in the plan.")
}

extension Phrase {
  // MARK: What is wrong with a file
  static let checksNotJSON = Phrase(
    "checks.problem.not-json", "line {line}: it is no JSON that can be accepted ({expected})")
  static let checksMissing = Phrase("checks.problem.missing", "line {line}: {member} is missing: {expected}")
  static let checksWrong = Phrase("checks.problem.wrong", "line {line}: {member} should be {expected}")
  static let checksUnknown = Phrase("checks.problem.unknown", "line {line}: nobody knows {member}: {expected}")
  static let checksDuplicate = Phrase("checks.problem.duplicate", "line {line}: {member} is taken: expected {expected}")
  static let checksEmpty = Phrase("checks.problem.empty", "line {line}: {member} is empty: expected {expected}")
  static let checksNoSuch = Phrase(
    "checks.problem.no-such", "line {line}: {member} names what is not there: expected {expected}")
  static let checksTooLarge = Phrase("checks.problem.too-large", "it is too large: {expected}")
  static let checksUnreadable = Phrase("checks.problem.unreadable", "it cannot be read: {expected}")

  /// Why a file of a plan or a run is not used, by the code of the problem.
  public static func checksProblem(_ code: String) -> Phrase {
    switch code {
    case "not_json": .checksNotJSON
    case "missing": .checksMissing
    case "unknown_member": .checksUnknown
    case "duplicate_id": .checksDuplicate
    case "empty_steps", "empty_expected": .checksEmpty
    case "unknown_preset", "unknown_script": .checksNoSuch
    case "too_large": .checksTooLarge
    case "unreadable": .checksUnreadable
    default: .checksWrong
    }
  }
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

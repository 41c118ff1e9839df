extension ErrorText {
  /// What `checks` and the test plan in the app raise.
  public static let testPlanErrors: [ErrorText] = [
    ErrorText(
      "test_plan_wrong", "the plan file is not used", "{path}: {detail}",
      hint:
        "correct it there; `dcr-terminal docs test-plan` has the format, and dcr-terminal checks check reads it again"),
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

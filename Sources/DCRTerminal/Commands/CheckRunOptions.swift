import CheckRuns

/// What `client-test` and `server-test` write about a run, and when a run has failed.
struct CheckRunOptions: ParsableArguments {
  @Option(help: .of("CheckRunOptions", "report"), completion: .file()) var report: [String] = []
  @Option(help: .of("CheckRunOptions", "save"), completion: .file()) var save: String?
  @Flag(help: "Warnings about what should be done are failures.") var strict = false
  @Option(help: .of("CheckRunOptions", "minSeen")) var minSeen = 0
  @Flag(help: "Print the run as JSON; everything else goes to standard error.") var json = false

  func validate() throws {
    guard (0...1000).contains(minSeen) else { throw ValidationError("--min-seen is a number from 0 to 1000") }
    try CheckRunOptions.validate(reports: report)
  }

  static func validate(reports: [String]) throws(ValidationError) {
    for path in reports where CheckReportFormat(path: path) == nil {
      let endings = CheckReportFormat.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
      throw ValidationError("a report's name ends with one of \(endings)")
    }
  }

  /// Writes what a person reads while the run goes on.
  func write(_ text: String) { if json { StandardError.write(text) } else { StandardOutput.write(text) } }

  /// Looks, before a run of minutes, whether its reports and the run itself can be written at its end.
  /// - Throws: `check_file_unwritable`; `usage` where a report would replace the run.
  func checkPlaces(keptIn file: String) throws(CommandError) {
    for path in report where AbsolutePath.of(path) == file && CheckReportFormat(path: path) != .json {
      throw CommandError(.usage, ["detail": "\(path) is for the run and for a report; give each its own file"])
    }
    for path in report.map({ AbsolutePath.of($0) }) + [file] {
      try SmallFile.checkPlace(of: path, orThrow: .checkFileUnwritable)
    }
  }

  /// Keeps the run, writes its reports, and prints its summary or itself.
  /// - Parameter remarks: lines for a person to read at the end.
  /// - Throws: `check_file_unwritable`.
  func conclude(_ run: CheckRun, keptIn file: String, _ remarks: [String] = []) throws(CommandError) {
    try CheckRunFile.save(run, to: file)
    for path in report { try CheckReportFormat.write(run, to: AbsolutePath.of(path), strict: strict) }
    if json {
      StandardOutput.line(run.json.line)
    } else {
      StandardOutput.write("\n" + CheckRunReport(run, strict: strict, width: StandardOutput.columns ?? 100).summary)
    }
    // A path stays in one piece, so that it can be copied.
    for line in remarks + ["The run is in \(CommandError.line(file))"] { write(line + "\n") }
  }

  /// The exit code of a run that came to its end.
  /// - Throws: exit code 1.
  func judge(_ run: CheckRun) throws(ExitStatus) {
    if run.seen < minSeen {
      StandardError.write(
        "dcr-terminal: checks that have seen enough to tell: \(run.seen), fewer than --min-seen \(minSeen)\n")
      throw .scriptFailed
    }
    if !run.failures(strict: strict).isEmpty { throw .scriptFailed }
  }
}

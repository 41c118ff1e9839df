import CheckRuns
import Glibc

struct ClientTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "client-test", subcommands: [Run.self, Compare.self, List.self], defaultSubcommand: Run.self)

  enum Again: String, ExpressibleByArgument, CaseIterable { case failed }

  struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration("client-test run")

    @OptionGroup var global: GlobalOptions
    @Option(help: .of("client-test run", "client")) var client: String?
    @Option(help: .of("client-test run", "drive")) var drive: String?
    @Flag(help: "All checks, not only those that most clients have to pass.") var all = false
    @Option(help: ArgumentHelp("Only this check. May be repeated.", valueName: "check")) var only: [String] = []
    @Option(help: .of("client-test run", "patience")) var patience: Int?
    @OptionGroup var output: CheckRunOptions
    @Option(help: .of("client-test run", "resume"), completion: .file()) var resume: String?
    @Option(help: "With --resume: do the checks again that failed.") var again: Again?
    @Flag(help: .of("client-test run", "verbose")) var verbose = false
    @Option(help: "Port of the identity server; 0 takes any. (default: the issuer's, 8443)") var port: Int?
    @Option(help: .of("client-test run", "adminPort")) var adminPort: Int?
    @OptionGroup var reach: ReachOptions

    func validate() throws {
      try reach.validate(port: port, adminPort: adminPort)
      if all, !only.isEmpty { throw ValidationError("give one of --all and --only") }
      if again != nil, resume == nil { throw ValidationError("--again needs --resume") }
      if again != nil, all || !only.isEmpty { throw ValidationError("--again chooses the checks itself") }
      if let patience, !(1...3600).contains(patience) {
        throw ValidationError("--patience is a number of seconds from 1 to 3600")
      }
      guard verbose == false || drive != nil else { throw ValidationError("--verbose needs --drive") }
      if drive?.withoutEdgeLines.isEmpty == true { throw ValidationError("the command of --drive is empty") }
    }

    @MainActor func run() async throws {
      guard drive != nil || isatty(STDIN_FILENO) == 1 else {
        throw ValidationError("without a terminal nobody can be asked: name a command with --drive")
      }
      let earlier = try resume.map { try CheckRunFile.read(AbsolutePath.of($0), .clientTest) }
      let checks = try chosen(earlier)
      if let earlier, let resume, again != nil, checks.arrayValue?.isEmpty == true {
        write("no check failed in \(resume)")
        let file = AbsolutePath.of(output.save ?? resume)
        try output.checkPlaces(keptIn: file)
        try output.conclude(earlier, keptIn: file)
        return try output.judge(earlier)
      }
      let served = try ServedSettings(global, reach, port: port, adminPort: adminPort, outlives: false)
      let folder = try CheckRunFile.ownFolder(served.data.path + "/client-test")
      let seconds = patience ?? (drive == nil ? 180 : 60)
      let file = (output.save ?? resume).map { AbsolutePath.of($0) } ?? folder + "/last.json"
      try output.checkPlaces(keptIn: file)
      let log = verbose ? nil : folder + "/drive.log"
      if let log {
        unlink(log)
        try SmallFile.checkPlace(of: log, orThrow: .checkFileUnwritable)
      }
      var order: JSON = ["checks": checks, "driven": .bool(drive != nil), "patience": .number("\(seconds)")]
      // Who registers itself may be another client by now. Only one that was named stays the same.
      let subject = client ?? earlier?.settings["client"]?.stringValue
      if let subject { order = order.setting("client", .string(subject)) }
      let continued = earlier.map { told($0, repeating: checks) }
      let begun = CheckRun(
        .clientTest, started: Date(), subject: subject.map { ["client": .string($0)] } ?? .object([]), settings: order)
      let session = ClientTestSession(
        ClientTestDialogue(
          begun, continuing: earlier, of: Set(continued?.verdicts.map(\.id) ?? []), isDriven: drive != nil,
          patience: seconds), argument: try argument(served.settings, order, continued),
        drive: drive.map { DriveCommand(command: $0, log: log) },
        client: subject, file: file, write: write)
      let done = try await session.run()
      withExtendedLifetime(served.held) {}
      try conclude(done, file)
    }

    /// The checks for the server's program: `core`, `all` or a list of ids.
    private func chosen(_ earlier: CheckRun?) throws -> JSON {
      if again != nil { return .strings((earlier?.failures(strict: output.strict) ?? []).map(\.id)) }
      if all { return "all" }
      guard !only.isEmpty else { return earlier?.settings["checks"] ?? "core" }
      let known = Set(try ClientCheckEntry.all().map(\.id))
      if let unknown = only.first(where: { !known.contains($0) }) {
        let detail = "there is no check “\(unknown)”; dcr-terminal client-test list names them"
        throw CommandError(.usage, ["detail": detail])
      }
      return .strings(only)
    }

    /// Below the kernel's limit of one argument (`MAX_ARG_STRLEN`, 128 KiB).
    private static let longestArgument = 120 << 10

    /// What the server is told of an earlier run: nothing of the checks that this one names, and no exchanges, whose numbers mean nothing to it.
    private func told(_ earlier: CheckRun, repeating checks: JSON) -> CheckRun {
      var told = earlier
      let named = again != nil || !only.isEmpty ? Set(checks.stringArray ?? []) : []
      told.verdicts = earlier.verdicts.filter { !named.contains($0.id) }.map { $0.withoutExchanges }
      (told.exchanges, told.settings) = ([], .object([]))
      return told
    }

    private func argument(_ settings: ServerSettings, _ order: JSON, _ continued: CheckRun?) throws -> String {
      var (settings, order) = (settings, order)
      (settings.json, settings.untilStdinCloses) = (true, true)
      if let continued { order = order.setting("resume", continued.json) }
      let text = try JSON.parse(settings.argument).setting("clientTest", order).compact
      guard text.utf8.count <= Run.longestArgument else {
        throw CommandError(.checkRunWrong, ["path": resume ?? "", "detail": "it is too large to go on with"])
      }
      return text
    }

    private func write(_ text: String) {
      output.write(WrappedLines.of(text, columns: StandardOutput.columns ?? 100) + "\n")
    }

    private func conclude(_ dialogue: ClientTestDialogue, _ file: String) throws {
      let run = dialogue.run
      try output.conclude(run, keptIn: file)
      if dialogue.isStopped { throw ExitStatus.tryLater }
      guard dialogue.hasBaseline else {
        let detail =
          "the client has not signed in with an authorization code, although the server answered as it should"
        throw CommandError(.noBaseline, ["detail": detail])
      }
      try output.judge(run)
    }
  }
}

extension ClientTestCommand {
  struct Compare: AsyncParsableCommand {
    static let configuration = CommandConfiguration("client-test compare")

    @Argument(help: "The earlier run.", completion: .file()) var old: String
    @Argument(help: "The later run.", completion: .file()) var new: String
    @Option(help: .of("client-test compare", "report"), completion: .file()) var report: [String] = []
    @Flag(help: "JSON for scripts.") var json = false

    func validate() throws {
      try CheckRunOptions.validate(reports: report)
      let runs = [old, new].map { AbsolutePath.of($0) }
      if let path = report.first(where: { runs.contains(AbsolutePath.of($0)) }) {
        throw ValidationError("\(path) is one of the runs; give the report its own file")
      }
    }

    func run() async throws {
      let earlier = try CheckRunFile.read(AbsolutePath.of(old), .clientTest)
      let run = try CheckRunFile.read(AbsolutePath.of(new), .clientTest)
      let comparison = CheckRunComparison(run, with: earlier)
      for path in report {
        try CheckReportFormat.write(run, comparedWith: earlier, to: AbsolutePath.of(path), strict: false)
      }
      if json {
        StandardOutput.line(comparison.json.line)
      } else {
        let lines = CheckRunReport.lines(comparison, StandardOutput.columns ?? 100)
        StandardOutput.write(lines.joined(separator: "\n") + "\n")
      }
      if !comparison.entries(.newlyFailed).isEmpty { throw ExitStatus.scriptFailed }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration("client-test list")

    @Flag(help: "JSON for scripts.") var json = false

    func run() async throws {
      let checks = try ClientCheckEntry.all()
      if json { return StandardOutput.line(JSON.array(checks.map(\.json)).line) }
      let rows = checks.map { [$0.id, $0.level, $0.about, $0.source ?? ""] }
      StandardOutput.line(Columns.text([["check", "level", "about", "source"]] + rows))
      let repeated = checks.count { $0.id.contains(scalar: "@") }
      StandardOutput.line(
        "\(checks.count) checks: \(checks.count - repeated), and \(repeated) of them again in the login that registers")
    }
  }
}

struct ClientCheckEntry {
  let id: String
  let level: String
  let about: String
  let source: String?
  let json: JSON

  /// - Throws: `server_program_missing`, `program_not_started`; `unexpected` if the program gave no list.
  static func all() throws(CommandError) -> [ClientCheckEntry] {
    let program = try ChildProcess(
      try ServerProgram.path(), ["client-checks", "--json"], output: .pipe, errors: .inherited)
    let text = program.allLines().joined(separator: "\n")
    let checks = (try? JSON.parse(text))?["checks"]?.arrayValue?.compactMap(ClientCheckEntry.init) ?? []
    guard !checks.isEmpty else {
      throw CommandError(.unexpected, ["detail": "the identity server's program listed no checks"])
    }
    return checks
  }

  private init?(_ json: JSON) {
    guard let id = json["id"]?.stringValue, let level = json["level"]?.stringValue,
      let about = json["about"]?.stringValue
    else { return nil }
    (self.id, self.level, self.about, self.source, self.json) = (id, level, about, json["source"]?.stringValue, json)
  }
}

import ArgumentParser
import CheckRuns
import Edge
import FoundationEssentials
import Glibc

struct ClientTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "client-test",
    abstract: "Find out what a client does when the identity server answers wrongly: yours above all.",
    discussion: """
      It serves as serve does. First the client signs in while everything is right; then each check spoils one answer and looks at what the client does. \
      A person is asked to use the client, or --drive names a command that does it. Nothing that was not seen passes.

      Exit codes: 0 no check failed, 1 a check failed, 2 no good login was seen, 64 the command line is wrong, 65 a run cannot be read, 69 the server cannot be \
      started or the command not run, 73 a file cannot be written, 75 stopped.
      """,
    subcommands: [Run.self, Compare.self, List.self], defaultSubcommand: Run.self)

  /// What `--again` repeats.
  enum Again: String, ExpressibleByArgument, CaseIterable { case failed }

  struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "run", abstract: "Test a client.")

    @OptionGroup var global: GlobalOptions
    @Option(
      help: ArgumentHelp(
        "The client under test. (default: the one that signs in first, and what it registers)", valueName: "id"))
    var client: String?
    @Option(
      help: ArgumentHelp(
        """
        A shell command that uses the client. DCR_ACTION says what to do: login, use, refresh, logout, restart or forget; exit 64: the client cannot do it. \
        Also set: DCR_ISSUER, DCR_CHECK, DCR_CLIENT_ID, DCR_CA and SSL_CERT_FILE. (default: a person is asked)
        """, valueName: "command"))
    var drive: String?
    @Flag(help: "All checks, not only those that most clients have to pass.") var all = false
    @Option(help: ArgumentHelp("Only this check. May be repeated.", valueName: "check")) var only: [String] = []
    @Option(
      help: ArgumentHelp(
        "How long a person may take to begin, or the command to end. (default: 180; with --drive 60)",
        valueName: "seconds"))
    var patience: Int?
    @OptionGroup var output: CheckRunOptions
    @Option(
      help: ArgumentHelp("Go on with the checks that this run has not done, and keep it there.", valueName: "file"),
      completion: .file())
    var resume: String?
    @Option(help: "With --resume: do the checks again that failed.") var again: Again?
    @Flag(
      help:
        "Show the output of the command of --drive on standard error. (default: client-test/drive.log in the data directory)"
    )
    var verbose = false
    @Option(help: "Port of the identity server; 0 takes any. (default: the issuer's, 8443)") var port: Int?
    @Option(help: ArgumentHelp("Port of the admin page; 0 takes any. (default: as serve)", valueName: "port"))
    var adminPort: Int?
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
      if again != nil, checks.arrayValue?.isEmpty == true { return write("no check failed in \(resume ?? "")") }
      let served = try ServedSettings(global, reach, port: port, adminPort: adminPort, outlives: false)
      let (folder, seconds) = (served.data.path + "/client-test", patience ?? (drive == nil ? 180 : 60))
      try AbsolutePath.makeFolder(folder, mode: 0o700, orThrow: .checkFileUnwritable)
      let file = (output.save ?? resume).map { AbsolutePath.of($0) } ?? folder + "/last.json"
      try output.checkPlaces(keptIn: file)
      let log = verbose ? nil : folder + "/drive.log"
      if let log { unlink(log) }
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

    // MARK: The checks

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

    // MARK: What people see

    private func write(_ text: String) {
      output.write(WrappedLines.of(text, columns: StandardOutput.columns ?? 100) + "\n")
    }

    private func conclude(_ dialogue: ClientTestDialogue, _ file: String) throws {
      let run = dialogue.run
      try output.conclude(run, keptIn: file)
      if dialogue.isStopped || run.ended == nil { throw ExitStatus.tryLater }
      guard dialogue.hasBaseline else {
        let detail = "the client has not signed in, although the server answered as it should"
        throw CommandError(.noBaseline, ["detail": detail])
      }
      try output.judge(run)
    }
  }
}

extension ClientTestCommand {
  struct Compare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compare", abstract: "Say what changed between two runs.",
      discussion: "Exit code 1: a check has newly failed.")

    @Argument(help: "The earlier run.", completion: .file()) var old: String
    @Argument(help: "The later run.", completion: .file()) var new: String
    @Option(
      help: ArgumentHelp(
        "Write a report of the later run with the comparison. May be repeated.", valueName: "file"),
      completion: .file())
    var report: [String] = []
    @Flag(help: "JSON for scripts.") var json = false

    func validate() throws { try CheckRunOptions.validate(reports: report) }

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
        let lines = CheckRunText.lines(comparison, StandardOutput.columns ?? 100)
        StandardOutput.write(lines.joined(separator: "\n") + "\n")
      }
      if !comparison.entries(.newlyFailed).isEmpty { throw ExitStatus.scriptFailed }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List all checks.")

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

/// A check that `client-test` has, as the server's program lists it.
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

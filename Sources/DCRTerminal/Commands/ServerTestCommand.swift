import CheckRuns
import Glibc
import ServerTest

struct ServerTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("server-test")

  @OptionGroup var global: GlobalOptions
  @Argument(help: ArgumentHelp("The issuer of the server under test.", valueName: "issuer")) var issuer: String
  @Option(help: ArgumentHelp("The test user's name, for the login page.", valueName: "name")) var username: String?
  @Option(help: .of("server-test", "passwordFile"), completion: .file()) var passwordFile: String?
  @Flag(help: "A person logs in, once, in the browser's window.") var browser = false
  @Option(help: ArgumentHelp("Use this client of yours; none is registered.", valueName: "id")) var client: String?
  @Option(help: .of("server-test", "secretFile"), completion: .file()) var secretFile: String?
  @Option(help: .of("server-test", "tokenFile"), completion: .file()) var tokenFile: String?
  @Option(help: .of("server-test", "iMayTest")) var iMayTest: [String] = []
  @Flag(help: "Checks as well that make the server do more than answer; with --i-may-test.") var deep = false
  @Flag(help: "Begin without asking.") var yes = false
  @Flag(help: "Show the plan and end.") var plan = false
  @Flag(help: "Delete the clients that earlier runs against this issuer have left.") var clean = false
  @Option(help: ArgumentHelp("Only this check. May be repeated.", valueName: "check")) var only: [String] = []
  @Option(help: .of("server-test", "rate")) var rate: Int?
  @OptionGroup var output: CheckRunOptions

  func validate() throws {
    if (username == nil) != (passwordFile == nil) {
      throw ValidationError("give --username and --password-file together")
    }
    if browser, username != nil { throw ValidationError("give one of --browser and --username") }
    if secretFile != nil, client == nil { throw ValidationError("--secret-file needs --client") }
    if client != nil, tokenFile != nil { throw ValidationError("give one of --client and --token-file") }
    if deep, iMayTest.isEmpty { throw ValidationError("--deep needs --i-may-test") }
    if let rate, !(1...20).contains(rate) { throw ValidationError("--rate is a number from 1 to 20") }
    for id in only where ServerCheck.ID(rawValue: id) == nil {
      throw ValidationError("“\(id)” is not a check; dcr-terminal docs server-test lists them")
    }
  }

  @MainActor func run() async throws {
    guard yes || plan || clean || isatty(STDIN_FILENO) == 1 else {
      throw ValidationError("without a terminal nobody can agree to the plan: say --yes")
    }
    if browser, !plan, !clean, isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1 {
      throw ValidationError("--browser needs a terminal to show the browser in")
    }
    let options = try options
    let session = try ServerTestSession(options, say: say)
    if clean { return try await session.clean() }
    let file = try output.save.map { AbsolutePath.of($0) } ?? CheckRunFile.ownFolder(session.folder) + "/last.json"
    try output.checkPlaces(keptIn: file)
    if let warning = try options.login.flatMap(ServerTestFiles.check) { StandardError.warn(warning) }
    try await session.begin()
    say(session.plan)
    if plan { return await session.end() }
    guard agrees() else {
      await session.end()
      throw ExitStatus.tryLater
    }
    // Before this there is nothing to clean, and a signal may end the program as usual.
    let signals = TerminationSignals { [session] _ in session.interrupt() }
    let done = await session.run()
    withExtendedLifetime(signals) {}
    try output.conclude(done.run, keptIn: file, done.remarks.map(wrapped))
    if done.hasNoBaseline {
      let isRefused = done.stop == .loginRefused
      let detail =
        isRefused
        ? "the server refused the login of \(username ?? "the user")"
        : done.hasNoClient
          ? "the server registered no client that could log in; --token-file brings a token for that, --client a client"
          : "the server let nobody log in, although the request was right"
      throw CommandError(.noBaseline, ["detail": detail])
    }
    if let stop = done.stop {
      StandardError.write("dcr-terminal: stopped: \(stop.words)\n")
      throw ExitStatus.tryLater
    }
    try output.judge(done.run)
  }

  private var options: ServerTestSession.Options {
    get throws {
      func secret(in file: String) throws -> String { try Configuration.clientSecret(in: AbsolutePath.of(file)) }
      let login = username.flatMap { name in
        passwordFile.map { TestBrowser.Login(username: name, passwordFile: AbsolutePath.of($0)) }
      }
      return ServerTestSession.Options(
        issuer: issuer, consent: TestConsent(named: iMayTest, isDeep: deep), global: global, login: login,
        person: browser, client: try client.map { (id: $0, secret: try secretFile.map(secret)) },
        token: try tokenFile.map { try ServerTestFiles.token(AbsolutePath.of($0)) }, rate: rate,
        checks: ServerCheck.all.filter { only.isEmpty || only.contains($0.id.rawValue) })
    }
  }

  private func say(_ text: String) { output.write(wrapped(text) + "\n") }

  private func wrapped(_ text: String) -> String {
    output.json ? text : StandardOutput.columns.map { WrappedLines.of(text, columns: $0) } ?? text
  }

  private func agrees() -> Bool {
    if yes { return true }
    say("Press Enter to begin, or type anything else to end.")
    return readLine() == ""
  }
}
